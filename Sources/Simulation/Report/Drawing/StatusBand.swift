import PlayerModel

/// `timeControlStatus` over time: a fine line is paused, stripes are waiting, a pale band is suspended for an
/// interstitial event, and a full band is playing.
struct StatusBand {
    let stretches: [Lanes.Stretch]
    let axis: Axis

    /// The shortest stretch that is drawn by itself: two pixels of a wide page.
    private static let least: Axis.Place = 20
    /// The most stretches that a page has all of, however short: its reader sees a part of the time larger.
    private static let mostRead = 500

    func draw(y: Int64, height: Int64, hasWords: Bool, on canvas: inout Canvas) {
        // Of the stretches that are too short to be seen, one of a kind in each column is enough. Programs read how it
        // ends from the last, which may begin then.
        var drawn = [Int64](repeating: -1, count: 5)
        let hasAll = canvas.isRead && stretches.count <= Self.mostRead
        for (index, stretch) in stretches.enumerated() {
            let (from, to) = (axis.place(stretch.from), axis.place(stretch.to))
            if stretch.from == stretch.to, !canvas.isRead { continue }
            if !hasAll, to - from < Self.least, !canvas.isRead || index + 1 < stretches.count {
                let column = from / Self.least
                if drawn[stretch.look] == column { continue }
                drawn[stretch.look] = column
            }
            draw(stretch, from, to, y, height, hasWords, &canvas)
        }
    }

    private func draw(
        _ stretch: Lanes.Stretch, _ from: Axis.Place, _ to: Axis.Place, _ y: Int64, _ height: Int64,
        _ hasWords: Bool, _ canvas: inout Canvas
    ) {
        let start = stretch.from.inShortSeconds
        let times = stretch.isOpen ? "from \(start) on" : "\(start) to \(stretch.to.inShortSeconds)"
        let title = "\(stretch.words), \(times)"
        let middle = y + height / 2
        let span = Span(stretch.from, stretch.to)
        switch stretch.status {
        case .paused:
            let name = stretch.isStall ? "paused stall" : "paused"
            canvas.horizontal(from: from, to: to, y: middle, name, title: title, span: span)
        case .waitingToPlayAtSpecifiedRate where stretch.reason == .interstitialEvent:
            canvas.rectangle(from: from, to: to, y: y, height: height, "interstitial", title: title, span: span)
        case .waitingToPlayAtSpecifiedRate:
            let name = stretch.isStall ? "waiting stall" : "waiting"
            canvas.rectangle(from: from, to: to, y: y, height: height, name, title: title, span: span)
            canvas.horizontal(
                from: from, to: max(to, from + 8), y: middle, "\(name) stripes \(height > 12 ? "high" : "low")")
        case .playing:
            canvas.rectangle(from: from, to: to, y: y, height: height, "playing", title: title, span: span)
        }
        guard hasWords else { return }
        let name = stretch.status == .playing ? "on-playing" : "on-band"
        let lift: Int64 = stretch.status == .paused ? -4 : 4
        canvas.fitted(stretch.choices, from: from, to: to, dx: 5, y: middle + lift, name)
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
