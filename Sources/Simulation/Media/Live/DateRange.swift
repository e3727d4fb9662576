import PlayerModel

/// A date range as a playlist lists it (EXT-X-DATERANGE, RFC 8216bis, 4.4.5.1): what matters here is how much of the
/// playlist it takes, and for how long it has been there.
package struct DateRange: Equatable, BitwiseCopyable, Sendable {
    /// The distance of its date from the end of the playlist; `unlimited` where nobody can tell.
    package let age: MediaTime
    /// The bytes of its line, and those of its ID among them.
    package let bytes: Int64
    package let idBytes: Int64

    package init(age: MediaTime, bytes: Int64, idBytes: Int64) {
        (self.age, self.bytes, self.idBytes) = (age, bytes, idBytes)
    }
}

extension MediaPlaylist {
    /// The date ranges of a live playlist, which takes so many bytes on the network.
    func dateRanges(travellingAs bytes: Int64) -> [DateRange] {
        let all = max(1, Int64(text.bytes.count))
        return dateRanges.map {
            DateRange(
                age: $0.age, bytes: proportion($0.bytes, bytes, over: all, .down),
                idBytes: proportion($0.idBytes, bytes, over: all, .up))
        }
    }
}

/// The date ranges of a playlist, as far as a delta update has them (RFC 8216bis, 6.2.5.1).
///
/// To `_HLS_skip=YES` all of them come with each update. To `_HLS_skip=v2`, which a server with CAN-SKIP-DATERANGES
/// understands, only those come that were listed no longer ago than the skip boundary; the others the client has
/// already. Which of them are gone it has to be told: RECENTLY-REMOVED-DATERANGES of EXT-X-SKIP names what has left
/// the playlist within the skip boundary. A date range is taken to be listed when its date is at the edge, and to leave
/// when its date leaves the window, which is ours.
struct ListedDateRanges {
    let all: [DateRange]
    /// The media that the playlist lists; nil where it keeps all of it, and nothing leaves.
    let window: MediaTime?

    /// The bytes of all of them.
    var bytes: Int64 { all.reduce(0) { $0.addingClamped($1.bytes) } }

    /// The bytes of those that a delta update leaves out.
    func skipped(behind boundary: MediaTime) -> Int64 {
        all.reduce(0) { $0.addingClamped($1.age > boundary ? $1.bytes : 0) }
    }

    /// The bytes of the IDs that it names, each with the tab behind it: of as many as have left in that time, because
    /// as many leave as come.
    func removed(within boundary: MediaTime) -> Int64 {
        guard let window, window > .zero else { return 0 }
        let names: Int64 = all.reduce(0) { $0.addingClamped($1.idBytes + 1) }
        return proportion(names, boundary.nanoseconds, over: window.nanoseconds, .up)
    }
}
