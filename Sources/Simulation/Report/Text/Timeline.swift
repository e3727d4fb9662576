import PlayerModel

/// The rows of the engineering panel: one for each instant at which anything on it changed but the growth of what is
/// loaded.
///
/// Where there is no room for all of them, `RowChoice` says which stay, whatever their place; each run of others is
/// folded into a line that says what they were.
package struct Timeline: Sendable {
    /// The panel after everything that happened at an instant, and why it changed.
    package struct Row: Sendable {
        package let at: Instant
        package let panel: Panel
        package let reasons: [String]

        package init(at instant: Instant, panel: Panel, reasons: [String]) {
            (at, self.panel, self.reasons) = (instant, panel, reasons)
        }
    }

    package enum Line: Sendable {
        case row(Row)
        /// Rows that were left out between two others, in words.
        case fold(String)
    }

    /// An instant that has a row: its changes, and its last entry.
    struct Moment {
        let at: Instant
        let changes: ArraySlice<PanelChange>
        let lastOrder: Int
    }

    /// The widest reasons that share a line, and how far they are indented.
    private static let (width, indent) = (108, 15)

    package private(set) var lines: [Line] = []

    /// The rows, without those that were folded.
    package var rows: [Row] {
        lines.compactMap { if case .row(let row) = $0 { row } else { nil } }
    }

    /// The rows of a player's run: all of them where there are no more than `rows` and the text has room for them, and
    /// else those that matter most, on no more than `lines` lines. `everyChange` is for programs, and for whoever
    /// wants each row: of a property of the network that changes often, each change has one then, and not some of them.
    package init(_ run: PlayerRun, within room: (rows: Int, lines: Int)? = nil, everyChange: Bool = false) {
        let moments = Self.moments(PanelChange.all(of: run, withNetworkRows: everyChange), run)
        let reasons = moments.map { PanelChange.reasons($0.changes, run) }
        var isShown = moments.map { _ in true }
        if let room {
            let heights = reasons.map { 1 + Self.wrapped($0).count }
            let isWhole = moments.count <= room.rows && heights.reduce(0, +) <= room.lines
            if !isWhole { isShown = RowChoice(moments, run).rows(heights, lines: room.lines) }
        }
        var reader = PanelReader(run.player)
        var fold: (first: Int, before: Int, panel: Panel)?
        var shown = (order: -1, panel: reader.panel(after: -1, in: run.playback))
        for (index, moment) in moments.enumerated() {
            guard isShown[index] else {
                if fold == nil { fold = (index, shown.order, shown.panel) }
                continue
            }
            if let open = fold {
                add(moments[open.first..<index], after: open.before, open.panel, &reader, run)
                fold = nil
            }
            let panel = reader.panel(after: moment.lastOrder, in: run.playback)
            lines.append(.row(Row(at: moment.at, panel: panel, reasons: reasons[index])))
            shown = (moment.lastOrder, panel)
        }
        if let open = fold { add(moments[open.first...], after: open.before, open.panel, &reader, run) }
    }

    private mutating func add(
        _ moments: ArraySlice<Moment>, after order: Int, _ before: Panel, _ reader: inout PanelReader,
        _ run: PlayerRun
    ) {
        guard let last = moments.last else { return }
        let panel = reader.panel(after: last.lastOrder, in: run.playback)
        let hasFold = lines.contains { if case .fold = $0 { true } else { false } }
        let words = FoldWords(moments, after: order, run).text(from: before, to: panel)
        let advice = hasFold ? "" : " (--rows all shows \(moments.count == 1 ? "it" : "them"))"
        lines.append(.fold(words + advice))
    }

    /// Reasons as they stand below a row.
    static func wrapped(_ reasons: [String]) -> [String] {
        Words.wrapped(reasons, joinedBy: "; ", indent: String(repeating: " ", count: indent), length: width)
    }

    /// Whatever comes once nothing more happens, such as another phase of the network, is nothing to anybody.
    private static func moments(_ changes: [PanelChange], _ run: PlayerRun) -> [Moment] {
        var result: [Moment] = []
        var start = 0
        while start < changes.count, changes[start].at <= run.outcome.at {
            let at = changes[start].at
            var last = changes[start].order
            while last + 1 < run.entries.count, run.entries[last + 1].at == at { last += 1 }
            var end = start
            while end < changes.count, changes[end].order <= last { end += 1 }
            if changes[start..<end].contains(where: { $0.hasRow }) {
                result.append(Moment(at: at, changes: changes[start..<end], lastOrder: last))
            }
            start = end
        }
        return result
    }
}
