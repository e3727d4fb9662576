import PlayerModel

/// A golden, or the report that is held against it, taken apart: settings, rows, metrics and the rest, line by line.
struct GoldenText {
    typealias Line = ArraySlice<UInt8>

    /// A row with its reasons, or a fold.
    struct Block: Equatable {
        var lines: [Line]
        /// The instant of a row in nanoseconds, and its status; of a fold the instant of its last row.
        let at: Int64?
        let status: String?
        /// As metrics have it before their names: empty where there is one player.
        let player: ExactText

        var isFold: Bool { status == nil }
    }

    private enum Part { case settings, rows, rest }

    private(set) var settings: [Line] = []
    private(set) var blocks: [Block] = []
    private(set) var metrics: [(name: ExactText, value: String)] = []
    /// Everything behind the rows that is no metric.
    private(set) var rest: [Line] = []

    init(bytes: [UInt8]) {
        let text = bytes.dropFirst(TextForm.markLength(bytes))
        self.init(Self.withoutReturns(text.split(separator: .newline, omittingEmptySubsequences: false)))
    }

    /// Lines that end in CR LF, as if they ended in LF.
    static func withoutReturns(_ lines: [Line]) -> [Line] {
        lines.map { $0.last == .carriageReturn ? $0.dropLast() : $0 }
    }

    init(_ lines: [Line]) {
        var part = Part.settings
        var player: ExactText = ""
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            let words = text.split(separator: " ").map { String($0) }
            if text.hasPrefix("— "), text.hasSuffix(" —"), text.count > 4 {
                part = .settings
                player = "\(text.dropFirst(2).dropLast(2)): "
            }
            if words.starts(with: ["at", "status", "reason"]) {
                part = .rows
            } else if part == .rows, words.isEmpty {
                part = .rest
            }
            switch part {
            case .settings: settings.append(line)
            case .rows: addRow(line, words, player)
            case .rest: add(line, words, player)
            }
        }
    }

    private mutating func addRow(_ line: Line, _ words: [String], _ player: ExactText) {
        let isReason = line.starts(with: "               ".utf8)
        if isReason, !blocks.isEmpty { return blocks[blocks.count - 1].lines.append(line) }
        guard words.first != "…" else {
            let until = words.firstIndex(of: "until").map { $0 + 1 } ?? words.count
            let at = words.indices.contains(until) ? Self.nanoseconds(words[until]) : nil
            return blocks.append(Block(lines: [line], at: at, status: nil, player: player))
        }
        guard words.count > 2, let at = Self.nanoseconds(words[0]) else { return }
        blocks.append(Block(lines: [line], at: at, status: words[1], player: player))
    }

    private mutating func add(_ line: Line, _ words: [String], _ player: ExactText) {
        guard let name = words.first, words.count > 1, Metric.all.contains(where: { $0.name == name }) else {
            return rest.append(line)
        }
        metrics.append(("\(player)\(name)", words.dropFirst().joined(separator: " ")))
    }

    /// `60.5s` and `60.5`, with or without a colon behind it.
    private static func nanoseconds(_ word: String) -> Int64? {
        let digits = word.utf8.filter { $0.isDigit || $0 == .point }
        let parts = digits.split(separator: .point, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty,
            let number = Decimal(
                isNegative: false, whole: whole, fraction: parts.count > 1 ? parts[1] : [], exponent: 0),
            case .exact(let nanoseconds) = number.scaled(by: 9)
        else { return nil }
        return nanoseconds
    }

    /// The players of both, as blocks name them, in their order.
    func players(with other: GoldenText) -> [ExactText] {
        (blocks + other.blocks).reduce(into: []) { if !$0.contains($1.player) { $0.append($1.player) } }
    }

    func blocks(of player: ExactText) -> [Block] { blocks.filter { $0.player == player } }

    /// The first instant at which the status of any player is another than in a report, whose that is, and both; nil
    /// where there is none.
    func firstDifference(from new: GoldenText) -> (player: ExactText, at: Int64, was: String, now: String)? {
        var first: (player: ExactText, at: Int64, was: String, now: String)?
        for player in players(with: new) {
            guard let own = firstDifference(of: player, from: new), own.at < first?.at ?? .max else { continue }
            first = (player, own.at, own.was, own.now)
        }
        return first
    }

    /// The same of one player.
    func firstDifference(of player: ExactText, from new: GoldenText) -> (at: Int64, was: String, now: String)? {
        let (before, after) = (statuses(of: player), new.statuses(of: player))
        let same = zip(before, after).prefix { $0 == $1 }.count
        func status(_ statuses: [(at: Int64, status: String)], _ instant: Int64) -> String {
            statuses.last { $0.at <= instant }?.status ?? "nothing"
        }
        let instants = [before, after].compactMap { $0.count > same ? $0[same].at : nil }
        guard let at = instants.min() else { return nil }
        let (was, now) = (status(before, at), status(after, at))
        // Rows that stand twice, or go back in time, are no other status.
        return was == now ? nil : (at, was, now)
    }

    /// The instants at which the status of a player becomes another, as far as rows show them.
    func statuses(of player: ExactText) -> [(at: Int64, status: String)] {
        blocks(of: player).reduce(into: []) { all, block in
            guard let at = block.at, let status = block.status, all.last?.status != status else { return }
            all.append((at, status))
        }
    }
}
