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

    /// A bar: a stretch, or in the place of several of one look one that is as long as they are together.
    private struct Piece {
        let stretch: Lanes.Stretch
        var from: Instant
        var to: Instant
        var count = 1
        /// When the last of them ends.
        var end: Instant

        init(_ stretch: Lanes.Stretch) {
            (self.stretch, from, to, end) = (stretch, stretch.from, stretch.to, stretch.to)
        }
    }

    func draw(y: Int64, height: Int64, hasWords: Bool, on canvas: inout Canvas) {
        var pieces =
            canvas.isStretched
            ? stretches.map(Piece.init) : pieces(least: Self.least, isRead: canvas.isRead) { axis.place($0) }
        if canvas.isStretched {
            let longest = Self.least * Axis.Spot.perPlace
            var least = longest / Self.nearest
            while pieces.count > most, least <= longest {
                pieces = self.pieces(least: least, isRead: true) { axis.spot($0).part }
                least *= 2
            }
        }
        var seen = [Axis.Place](repeating: -1, count: 5)
        for piece in pieces {
            let (place, look) = (axis.place(piece.from), piece.stretch.look)
            let isShort = axis.place(piece.to) - place < Self.least
            draw(piece, isSeen: !isShort || seen[look] != place / Self.least, y, height, hasWords, &canvas)
            if isShort { seen[look] = place / Self.least }
        }
    }

    /// Of those that are too short to be seen and begin in one column, each look has one piece, and these stand side by
    /// side: so what goes on in one way looks alike all along. Programs read how it ends from the last stretch, which
    /// is by itself.
    private func pieces(least: Int64, isRead: Bool, _ place: (Instant) -> Int64) -> [Piece] {
        var pieces: [Piece] = []
        var (column, first): (Int64, Int) = (-1, 0)
        for (index, stretch) in stretches.enumerated() {
            if stretch.from == stretch.to, !isRead { continue }
            let from = place(stretch.from)
            let isAlone = place(stretch.to) - from >= least || isRead && index + 1 == stretches.count
            let own = isAlone ? -1 : from / least
            if own != column { (column, first) = (own, pieces.count) }
            guard !isAlone, let same = pieces[first...].firstIndex(where: { $0.stretch.look == stretch.look }) else {
                pieces.append(Piece(stretch))
                continue
            }
            pieces[same].count += 1
            pieces[same].end = stretch.to
            for later in same..<pieces.count {
                if later > same { pieces[later].from = pieces[later].from + (stretch.to - stretch.from) }
                pieces[later].to = pieces[later].to + (stretch.to - stretch.from)
            }
        }
        return pieces
    }

    /// `isSeen` says whether it is seen where all of the time is shown, however short.
    private func draw(
        _ piece: Piece, isSeen: Bool, _ y: Int64, _ height: Int64, _ hasWords: Bool, _ canvas: inout Canvas
    ) {
        let stretch = piece.stretch
        let (from, to) = (axis.spot(piece.from), axis.spot(piece.to))
        let start = stretch.from.inShortSeconds
        let times = stretch.isOpen ? "from \(start) on" : "\(start) to \(piece.end.inShortSeconds)"
        let title =
            piece.count == 1
            ? "\(stretch.words), \(times)" : "\(stretch.wordsOfSeveral), \(piece.count) times from \(times)"
        let middle = y + height / 2
        let span = Span(piece.from, piece.to)
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

    /// The words of several, whose reasons may differ.
    fileprivate var wordsOfSeveral: String { NamesOfAVFoundation.status(status) + (isStall ? ", after a stall" : "") }

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
