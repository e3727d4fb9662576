import PlayerModel

/// `timeControlStatus` over time: a fine line is paused, stripes are waiting, a pale band is suspended for an
/// interstitial event, and a full band is playing.
struct StatusBand {
    let stretches: [Lanes.Stretch]
    let axis: Axis
    /// The most stretches that are drawn where a part of the time can be shown larger, however short: of bands below
    /// one another a page has room for fewer in each.
    var most = 2500

    /// The shortest stretch that is drawn by itself: two pixels of a wide page.
    private static let least: Axis.Place = 20
    /// How much larger a page shows a part of the time at most.
    static let nearest: Int64 = 64

    func draw(y: Int64, height: Int64, hasWords: Bool, on canvas: inout Canvas) {
        let seen = chosen(least: Self.least, isRead: canvas.isRead) { axis.place($0) }
        var drawn = seen
        if canvas.isStretched {
            let longest = Self.least * Axis.Spot.perPlace
            var least: Int64 = 0
            repeat {
                drawn = chosen(least: least, isRead: true) { axis.spot($0).part }
                least = least == 0 ? longest / Self.nearest : 2 * least
            } while least <= longest && drawn.count { $0 } > most
        }
        for (index, stretch) in stretches.enumerated() where drawn[index] {
            draw(stretch, isSeen: seen[index], y, height, hasWords, &canvas)
        }
    }

    /// Whether each stretch is drawn. Of those that are too short to be seen, one of a kind in each column is enough.
    /// Programs read how it ends from the last, which may begin then.
    private func chosen(least: Int64, isRead: Bool, _ place: (Instant) -> Int64) -> [Bool] {
        var drawn = [Int64](repeating: -1, count: 5)
        return stretches.enumerated().map { index, stretch in
            if stretch.from == stretch.to, !isRead { return false }
            let from = place(stretch.from)
            if place(stretch.to) - from >= least || isRead && index + 1 == stretches.count { return true }
            defer { drawn[stretch.look] = from / least }
            return drawn[stretch.look] != from / least
        }
    }

    /// `isSeen` says whether it is seen where all of the time is shown, however short.
    private func draw(
        _ stretch: Lanes.Stretch, isSeen: Bool, _ y: Int64, _ height: Int64, _ hasWords: Bool, _ canvas: inout Canvas
    ) {
        let (from, to) = (axis.spot(stretch.from), axis.spot(stretch.to))
        let start = stretch.from.inShortSeconds
        let times = stretch.isOpen ? "from \(start) on" : "\(start) to \(stretch.to.inShortSeconds)"
        let title = "\(stretch.words), \(times)"
        let middle = y + height / 2
        let span = Span(stretch.from, stretch.to)
        func rectangle(_ name: String) {
            canvas.rectangle(
                from: from, to: to, y: y, height: height, name, title: title, span: span, isAlwaysSeen: isSeen)
        }
        switch stretch.status {
        case .paused:
            let name = stretch.isStall ? "paused stall" : "paused"
            canvas.horizontal(from: from, to: to, y: middle, name, title: title, span: span)
        case .waitingToPlayAtSpecifiedRate where stretch.reason == .interstitialEvent:
            rectangle("interstitial")
        case .waitingToPlayAtSpecifiedRate:
            let name = stretch.isStall ? "waiting stall" : "waiting"
            rectangle(name)
            canvas.stripes(from: from, to: to, y: y, height: height, name, isAlwaysSeen: isSeen)
        case .playing:
            rectangle("playing")
        }
        guard hasWords else { return }
        let name = stretch.status == .playing ? "on-playing" : "on-band"
        let lift: Int64 = stretch.status == .paused ? -4 : 4
        canvas.fitted(stretch.choices, from: from, to: to, dx: 5, y: middle + lift, name)
    }
}

extension Canvas {
    /// Draws the stripes of a wait: of one that is too short to be seen the first alone.
    fileprivate mutating func stripes(
        from start: Axis.Spot, to end: Axis.Spot, y: Int64, height: Int64, _ name: String, isAlwaysSeen: Bool
    ) {
        let least = isStretched ? end : Axis.Spot(part: max(end.part, start.part + 8 * Axis.Spot.perPlace))
        horizontal(
            from: start, to: least, y: y + height / 2, "\(name) stripes \(height > 12 ? "high" : "low")")
        if isAlwaysSeen, isShort(from: start, to: end) {
            upright(at: start, from: y, to: y + height, "\(name) stripes first")
        }
    }
}

extension Lanes.Stretch {
    /// Which of the five looks of a band it has.
    fileprivate var look: Int {
        switch status {
        case .paused: 0
        case .waitingToPlayAtSpecifiedRate: reason == .interstitialEvent ? 4 : isStall ? 1 : 2
        case .playing: 3
        }
    }

    package var words: String {
        let reason = reason.map { ", \(NamesOfAVFoundation.reason($0))" } ?? ""
        return NamesOfAVFoundation.status(status) + reason + (isStall ? ", after a stall" : "")
    }

    /// The labels of a band where it has room, the longest first.
    fileprivate var choices: [String] {
        switch status {
        case .paused: ["paused"]
        case .playing: ["playing"]
        case .waitingToPlayAtSpecifiedRate where reason == .interstitialEvent: ["interstitial event", "interstitial"]
        case .waitingToPlayAtSpecifiedRate:
            (reason.map { ["waiting, \(NamesOfAVFoundation.reason($0))"] } ?? []) + ["waiting"]
        }
    }
}
