import PlayerModel

/// Items that come ready: loaded ahead of their turn, or of media that is there already.
///
/// The buffer's flags are announced where they change. When such an item takes the place of another that played on,
/// they do not, and hold of it all the same.
extension Playback {
    /// The items, by their places in `items`, that find a flag set and keep it: it was announced of an item before, and
    /// is not taken back at the instant at which they come. `flag` says what an announcement makes of it; nil is
    /// nothing.
    ///
    /// Of an item that goes at the instant at which it came nothing was known.
    func itemsComingReady(_ flag: (Announcement) -> Bool?) -> [Int] {
        var (found, isSet, heard): ([Int], Bool, Int) = ([], false, 0)
        for (index, turn) in items.enumerated() {
            while let announced = announcements.next(&heard, through: turn.order) {
                isSet = flag(announced.value) ?? isSet
            }
            let next = index + 1 < items.count ? items[index + 1] : nil
            guard isSet, turn.item >= 0, next?.at != turn.at else { continue }
            // What is loaded of an item, the player knows at the instant at which it comes.
            let own = announcements.between(turn.order, next?.order ?? .max).prefix { $0.at == turn.at }
            if !own.contains(where: { flag($0.value) == false }) { found.append(index) }
        }
        return found
    }
}
