import PlayerModel

/// The status of a run below that which its golden has, on one axis, with a line where they part.
package struct ExpectedDrawing {
    private static let bandHeight: Int64 = 20
    private static let captionHeight: Int64 = 20

    private let expected: [Lanes.Stretch]
    private let folds: [(from: Instant, to: Instant, words: String)]
    private let lanes: Lanes
    private let axis: Axis
    /// The first instant at which the status differs, and how, also in fewer words.
    private let difference: (at: Instant, words: String, short: String)?
    private static let ownCaption = "As it is"

    /// Nil where the golden has no rows for this player.
    package init?(_ run: PlayerRun, golden: [UInt8], report: String) {
        let (old, new) = (GoldenText(bytes: golden), GoldenText(bytes: Array(report.utf8)))
        let player: ExactText = run.isAlone ? "" : "\(run.name.onOneLine): "
        let blocks = Self.forward(old.blocks(of: player))
        guard let last = blocks.last?.at, blocks.contains(where: { !$0.isFold }) else { return nil }
        lanes = Lanes(run)
        axis = Axis(from: .zero, to: max(lanes.end, Instant(nanoseconds: last)))
        (expected, folds) = Self.stretches(blocks, until: axis.end, isOpen: lanes.isForEver)
        difference = old.firstDifference(of: player, from: new).map { first in
            let at = Instant(nanoseconds: first.at)
            let now = "from \(at.inShortSeconds) on \(first.now)"
            return (at, "\(now), where \(first.was) is expected", "\(now), not \(first.was)")
        }
    }

    /// Blocks that never go back in time, as those of a golden do that was merged or sorted by hand: such a one has the
    /// time of the one before it.
    private static func forward(_ blocks: [GoldenText.Block]) -> [GoldenText.Block] {
        var latest: Int64 = 0
        return blocks.map { block in
            guard let at = block.at else { return block }
            latest = min(max(latest, at), TimeLimit.longest)
            return GoldenText.Block(lines: block.lines, at: latest, status: block.status, player: block.player)
        }
    }

    /// The stretches of status that rows show. A fold that speaks of waits hides when they were: it is one of its own.
    /// The last is open where `end` is that of the drawing alone.
    private static func stretches(
        _ blocks: [GoldenText.Block], until end: Instant, isOpen: Bool
    ) -> ([Lanes.Stretch], [(from: Instant, to: Instant, words: String)]) {
        var stretches: [Lanes.Stretch] = []
        var folds: [(from: Instant, to: Instant, words: String)] = []
        for (index, block) in blocks.enumerated() {
            let words = block.lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            let following = blocks[(index + 1)...].first { !$0.isFold }?.at.map { Instant(nanoseconds: $0) }
            let (next, isOpen) = (following ?? end, isOpen && following == nil)
            guard let name = block.status, let at = block.at.map({ Instant(nanoseconds: $0) }) else {
                let from = stretches.last?.from ?? .zero
                if words.hides { folds.append((from, next, words.split(separator: " ").joined(separator: " "))) }
                continue
            }
            let status = TimeControlStatus.allCases.first { NamesOfAVFoundation.panelStatus($0) == name }
            guard let status else { continue }
            let isStall = status != .playing && words.split(separator: " ").contains("playbackStalled")
            if let last = stretches.last, last.status == status, !isStall {
                stretches[stretches.count - 1] = Lanes.Stretch(
                    from: last.from, to: next, status: status, reason: nil, isStall: last.isStall,
                    isOpen: isOpen)
            } else {
                stretches.append(
                    Lanes.Stretch(
                        from: at, to: next, status: status, reason: nil, isStall: isStall, isOpen: isOpen))
            }
        }
        return (stretches, folds)
    }

    package var text: String {
        let row = Self.captionHeight + Self.bandHeight
        let height = 2 * row + 30
        let words = difference.map { "The status differs \($0.words)." } ?? "The rows show no difference of status."
        return Canvas.inPage(
            "timeControlStatus as expected, and below it as it is", words, height: height
        ) { canvas in
            canvas.grid(axis, from: 0, to: 2 * row + 8)
            draw("Expected, as in the golden", expected, y: 0, &canvas)
            for fold in folds {
                canvas.rectangle(
                    from: axis.place(fold.from), to: axis.place(fold.to), y: Self.captionHeight,
                    height: Self.bandHeight, "fold", title: fold.words)
            }
            draw(Self.ownCaption, lanes.stretches, y: row, &canvas)
            if let difference {
                let place = axis.place(difference.at)
                canvas.upright(at: place, from: Self.captionHeight - 2, to: 2 * row + 8, "mark difference")
                // It ends the row of a caption, which has letters that are a little wider.
                let caption = Canvas.width(of: Self.ownCaption) + 12
                let groups = canvas.grouped { page in
                    Canvas.width(of: difference.words) + caption <= page.width ? difference.words : difference.short
                }
                for (words, pages) in groups {
                    let name = "label difference\(canvas.classes(pages))"
                    canvas.text(words, at: Axis.width, y: row + 14, name, .end)
                }
            }
            canvas.timeline(axis, y: 2 * row + 8)
        }
    }

    private func draw(_ caption: String, _ stretches: [Lanes.Stretch], y: Int64, _ canvas: inout Canvas) {
        canvas.text(caption, at: 0, y: y + 14, "caption")
        StatusBand(stretches: stretches, axis: axis)
            .draw(y: y + Self.captionHeight, height: Self.bandHeight, hasWords: true, on: &canvas)
    }
}

extension String {
    /// Whether a fold speaks of waits or stalls, as `FoldWords` does.
    fileprivate var hides: Bool {
        split(separator: " ").contains { $0.hasPrefix("wait") || $0.hasPrefix("stall") }
    }
}
