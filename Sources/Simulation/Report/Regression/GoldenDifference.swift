import PlayerModel

/// The difference between a report and its golden, for a person.
///
///     - keep up  fixed-wait (wait_s 2 s)          settings: all lines that differ
///     + keep up  fixed-wait (wait_s 3 s)
///     the rows that are shown are the same up to 60 s, and differ behind it
///     -  101.1s  Waiting …
///     +   95.2s  Waiting …
///     34 more lines of the rows differ
///     the status differs first at 95.2 s: Waiting, and Playing in the golden
///     stall_count 1 → 2 (+100.0 %)              metrics: those that moved
package struct GoldenDifference: Sendable {
    /// The lines that are shown of rows that differ, of either side, where there are more.
    private static let mostRowLines = 4
    /// Fewer lines of rows than these are shown as they are.
    private static let fewRowLines = 12
    /// Fewer lines than these stand in any place as they are.
    private static let fewLines = 16
    /// The lines of settings, of metrics, and of what else differs that have room where that is scarce.
    private static let (mostSettings, mostMetrics, mostOthers) = (6, 20, 4)
    /// The bytes of a line that are shown; lines of reports have some hundred.
    private static let mostBytes = 2000

    /// Lines that were removed, marked `-`, and lines that were added, marked `+`; then, where these do not show it,
    /// the difference in words.
    package let lines: [String]
    /// The first line of the golden that has changed, from 1.
    package let firstLine: Int32
    /// The same for a place without much room: of rows that differ there is the first alone.
    package let summary: [String]
    /// Where the status first differs and which metrics moved, or else the first of all lines: for a list.
    package let reasons: [String]
    /// Whether the golden is none any more, lacks the line with the digest that every run ends with, or has a byte
    /// order mark or other ends of lines, by git or an editor: no run did that.
    package let isSpoilt: Bool
    /// Whether it is of the run that it is compared with, by its digest, so that only its text is another one.
    package let isOfSameRun: Bool

    /// Compares a golden with a report. Nil where they are the same, but for the number of events: where the digest
    /// of the trace is the same, that is only how many steps it took. `isAcceptable` is whether `--update` would write
    /// the report, and is said to.
    package init?(from golden: [UInt8], to text: String, isAcceptable: Bool = true) {
        // What git or an editor has made of the beginning, or of the ends of lines, is said by itself, and hides
        // nothing else.
        let new = Array(text.utf8)
        let mark = TextForm.markLength(new) > 0 ? 0 : TextForm.markLength(golden)
        let (written, after) = (Self.split(golden[mark...]), Self.split(new[...]))
        let before = GoldenText.withoutReturns(written)
        let notes = (mark > 0 ? [Self.markNote] : []) + (before != written ? [Self.returnsNote] : [])
        let isSame = before == after || Self.differInSteps(before, after)
        guard !notes.isEmpty || !isSame else { return nil }
        let first = Int32(clamping: zip(isSame ? written : before, after).prefix { $0 == $1 }.count + 1)
        let fault = Self.fault(of: before)
        let isSameRun = Self.areOfSameRun(before, after)
        isOfSameRun = isSameRun
        isSpoilt = !notes.isEmpty || fault != nil || !before.contains(where: Self.isDigest)
        if let fault {
            let words = fault.words + (isAcceptable ? "; '--update' writes it\(fault.again)" : "")
            (firstLine, lines, summary, reasons) = (fault.line, [words], [words], [words])
            return
        }
        firstLine = mark > 0 ? 1 : first
        guard !isSame else {
            (lines, summary, reasons) = (notes, notes, notes)
            return
        }
        let (old, report) = (GoldenText(before), GoldenText(after))
        let changes = LineDifference.changes(from: before, to: after)
        let note = Self.modelNote(changes) ?? (isSameRun ? Self.sameRunNote : nil)
        let head = notes + (note.map { [$0] } ?? [])
        var (lines, shown, reasons) = ([String](), [String](), head)
        var leftOut: [LeftOut] = []
        if let words = Self.emptyLines(changes, from: before, to: after) {
            lines = head + [words]
        } else if Self.onlyDigests(changes), !isSameRun {
            reasons = notes + [note ?? (before.contains(where: Self.isDigest) ? Self.digestNote : Self.cutNote)]
            lines = Self.amounts(beside: changes) + reasons
        } else if old.blocks.isEmpty || report.blocks.isEmpty {
            lines = head + Self.amounts(beside: changes)
        } else {
            let parts = Parts(from: old, to: report)
            reasons += parts.status + parts.metrics
            // Blanks, and lines that stand twice or in another order, are in none of the parts.
            lines = head + (parts.all.isEmpty ? Self.amounts(beside: changes) : parts.all)
            shown = parts.all.isEmpty ? [] : head + parts.shown
            leftOut = parts.leftOut
        }
        self.lines = lines
        summary = Self.summary(of: lines, shown, leftOut)
        self.reasons = reasons.isEmpty ? Array(lines.prefix(1)) : reasons
    }

    private static let markNote =
        "the golden begins with a byte order mark, which an editor has put there: save it as UTF-8 without BOM"
    private static let returnsNote =
        "lines of the golden end in CR LF: '* -text' in a .gitattributes beside it keeps git from changing the bytes "
        + "of goldens and playlists"
    package static let sameRunNote = "the run is the same, by its digest; the golden's text is another one"
    private static let digestNote =
        "only the digest is another one: 'autowait run' with '--rows all' or '--trace' shows what a page leaves out"
    private static let cutNote = "the golden lacks the line with the digest; all else is the same"

    /// That the golden is of another model; nil where it is not.
    private static func modelNote(_ changes: [LineDifference.Change]) -> String? {
        for change in changes where !change.isNew {
            guard let number = model(of: change.line), number != "\(Model.number)" else { continue }
            return "the golden is of model \(number), and this is model \(Model.number): its runs may differ"
        }
        return nil
    }

    /// A golden that is no report at all, in words, and whether it is to be written `again`, in a word.
    private static func fault(of lines: [GoldenText.Line]) -> (words: String, again: String, line: Int32)? {
        if lines.allSatisfy({ $0.allSatisfy { $0 == .space || $0 == .carriageReturn } }) {
            return ("the golden is empty", "", 1)
        }
        if let index = lines.firstIndex(where: { !isText($0) }) {
            let line = Int32(clamping: index + 1)
            return ("the golden is no text, from line \(line) on", " anew", line)
        }
        let marks = ["<<<<<<<", "=======", ">>>>>>>"].map { Array($0.utf8) }
        let places = marks.map { mark in lines.firstIndex { $0.starts(with: mark) } }
        if let begin = places[0], places[1] != nil || places[2] != nil {
            let line = Int32(clamping: begin + 1)
            return ("the golden has the marks of a merge, from line \(line) on", " anew", line)
        }
        return nil
    }

    /// Whether a line is UTF-8, and has no NUL.
    private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        !line.contains(0) && String(decoding: line, as: UTF8.self).utf8.elementsEqual(line)
    }

    private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split(separator: .newline, omittingEmptySubsequences: false)
    }

    /// Whether a line has the digest of a trace.
    private static func isDigest(_ line: ArraySlice<UInt8>) -> Bool { model(of: line) != nil }

    /// The number of the model at the end of a line with the digest of a trace; nil of another line.
    private static func model(of line: ArraySlice<UInt8>) -> Substring? {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.contains("digest"), let number = words.last, Int64(number) != nil, words.count > 2,
            words[words.count - 2] == "model", words[words.count - 3].hasSuffix(",")
        else { return nil }
        return number
    }

    /// The digest of a trace and the number of the model, as words; nil of a line without them.
    private static func digest(of line: ArraySlice<UInt8>) -> ArraySlice<Substring>? {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        return words.firstIndex(of: "digest").flatMap { isDigest(line) ? words[$0...] : nil }
    }

    /// Whether texts that are not the same differ in the number of events alone.
    private static func differInSteps(_ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>]) -> Bool {
        before.count == after.count
            && zip(before, after).allSatisfy { old, new in
                old == new || behindSteps(old).map { $0 == behindSteps(new) } ?? false
            }
    }

    /// A line with the digest of a trace behind the number of events with which it begins; nil of another line.
    private static func behindSteps(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        isDigest(line) && line.first?.isDigit == true ? line.drop { $0.isDigit } : nil
    }

    /// Whether both have the same digest, however often, and no other.
    private static func areOfSameRun(_ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>]) -> Bool {
        let (old, new) = (before.compactMap { digest(of: $0) }, after.compactMap { digest(of: $0) })
        guard let first = new.first, !old.isEmpty else { return false }
        return (old + new).allSatisfy { $0.elementsEqual(first) }
    }

    /// The difference in words where only empty lines differ, which nobody sees among lines; nil elsewhere.
    private static func emptyLines(
        _ changes: [LineDifference.Change], from before: [ArraySlice<UInt8>], to after: [ArraySlice<UInt8>]
    ) -> String? {
        guard !changes.isEmpty, changes.allSatisfy({ $0.line.isEmpty }) else { return nil }
        func end(_ lines: [ArraySlice<UInt8>]) -> Int { (lines.lastIndex { !$0.isEmpty } ?? -1) + 1 }
        let (old, new) = (end(before), end(after))
        if before[..<old] == after[..<new] {
            let (had, has) = (before.count - old, after.count - new)
            return "the golden ends with \(NumberText.count(had, "line break")), and the report with \(has)"
        }
        let more = changes.count { !$0.isNew }
        let less = changes.count - more
        let words = [more > 0 ? "\(more) too many" : nil, less > 0 ? "\(less) too few" : nil].compactMap { $0 }
        return "the golden differs in empty lines alone: \(words.joined(separator: ", "))"
    }

    private static func onlyDigests(_ changes: [LineDifference.Change]) -> Bool {
        changes.allSatisfy { isDigest($0.line) }
    }

    // MARK: Part by part

    /// The lines of a difference by what they are about.
    private struct Parts {
        let settings: [String]
        let rows: [Rows]
        let status: [String]
        let metrics: [String]
        let others: [String]

        init(from old: GoldenText, to new: GoldenText) {
            settings = amounts(beside: LineDifference.changes(from: old.settings, to: new.settings))
            rows = old.players(with: new).compactMap { player in
                Rows(from: old.blocks(of: player), to: new.blocks(of: player), of: player)
            }
            status = GoldenDifference.status(from: old, to: new)
            metrics = GoldenDifference.metrics(from: old, to: new)
            // With anything else the digest is another one too.
            let rest = LineDifference.changes(from: old.rest, to: new.rest).filter { !isDigest($0.line) }
            others = amounts(beside: rest)
        }

        var all: [String] { settings + rows.flatMap { $0.lines } + status + metrics + others }

        /// Those that matter most. Of several players whose rows differ there is the one whose rows do first.
        var shown: [String] {
            settings.prefix(mostSettings) + firstRows + status + metrics.prefix(mostMetrics)
                + others.prefix(mostOthers)
        }

        var leftOut: [LeftOut] {
            [
                LeftOut(count: changed(settings.dropFirst(mostSettings)), part: "settings"),
                LeftOut(count: rows.reduce(0) { $0 + $1.count } - changed(firstRows[...]), part: "rows"),
                LeftOut(count: metrics.dropFirst(mostMetrics).count, part: "metrics"),
                LeftOut(count: changed(others.dropFirst(mostOthers)), part: "rest"),
            ].filter { $0.count > 0 }
        }

        private var firstRows: [String] { rows.min { $0.sameUpTo < $1.sameUpTo }?.first ?? [] }
    }

    /// The rows of a player that differ.
    private struct Rows {
        let lines: [String]
        /// The first of them alone, with what there is in its place on the other side.
        let first: [String]
        /// The instant of the last row before it, in nanoseconds.
        let sameUpTo: Int64
        /// How many of their lines differ.
        let count: Int

        init?(from old: [GoldenText.Block], to new: [GoldenText.Block], of player: ExactText) {
            guard old != new else { return nil }
            let changes = LineDifference.changes(from: old.flatMap { $0.lines }, to: new.flatMap { $0.lines })
            count = changes.count
            // A fold reaches up to the next row, so that it differs where that does: rows say more.
            let (before, after) = (old.filter { !$0.isFold }, new.filter { !$0.isFold })
            let same = zip(before, after).prefix { $0 == $1 }.map { $0.0 }
            var words = player.isEmpty ? [] : ["\(player)the rows differ from the first on"]
            if let at = same.last?.at {
                words = ["\(player)the rows that are shown are the same up to \(time(at)), and differ behind it"]
            }
            sameUpTo = same.last?.at ?? -1
            func row(_ blocks: [GoldenText.Block]) -> [GoldenText.Line] {
                blocks.dropFirst(same.count).first?.lines ?? []
            }
            let (was, now) = (row(before), row(after))
            // It may be its reasons alone that differ.
            let equal = zip(was, now).prefix { $0 == $1 }.count
            first =
                words + was.dropFirst(equal).prefix(1).map { "- " + visible($0) }
                + now.dropFirst(equal).prefix(1).map { "+ " + visible($0) }
            guard changes.count > fewRowLines else {
                lines = words + amounts(beside: changes)
                return
            }
            let gone = was.prefix(mostRowLines).map { "- " + visible($0) }
            let came = now.prefix(mostRowLines).map { "+ " + visible($0) }
            let more = changes.count - gone.count - came.count
            lines = words + gone + came + (more > 0 ? [LeftOut.words([LeftOut(count: more, part: "rows")])] : [])
        }
    }

    /// Lines that differ and are not shown, of a part of the golden.
    private struct LeftOut {
        let count: Int
        let part: String

        /// As in `1 more line of the settings, 24 of the rows differ`.
        static func words(_ parts: [LeftOut]) -> String {
            let words = parts.enumerated().map { index, part in
                (index > 0 ? "\(part.count)" : NumberText.count(part.count, "more line")) + " of the \(part.part)"
            }
            let isOne = parts.count == 1 && parts[0].count == 1
            return words.joined(separator: ", ") + (isOne ? " differs" : " differ")
        }
    }

    /// Lines for a place without much room: all where there are few; else those `shown`, or the first, and how many
    /// more differ.
    private static func summary(of lines: [String], _ shown: [String], _ leftOut: [LeftOut]) -> [String] {
        guard lines.count > fewLines else { return lines }
        if !shown.isEmpty { return shown + (leftOut.isEmpty ? [] : [LeftOut.words(leftOut)]) }
        let rest = changed(lines.dropFirst(fewLines - 1))
        return lines.prefix(fewLines - 1) + [LeftOut.words([LeftOut(count: rest, part: "golden")])]
    }

    /// How many lines were removed or added; the others say by how much a number has changed.
    private static func changed(_ lines: ArraySlice<String>) -> Int {
        lines.count { $0.hasPrefix("- ") || $0.hasPrefix("+ ") }
    }

    /// The first instant at which the status differs. A fold may hide an earlier one, and then says so itself.
    private static func status(from old: GoldenText, to new: GoldenText) -> [String] {
        guard let first = old.firstDifference(from: new) else { return [] }
        let (player, now, was) = (first.player, first.now, first.was)
        return [
            visible("\(player)the status differs first at \(time(first.at)): \(now), and \(was) in the golden")
        ]
    }

    private static func metrics(from old: GoldenText, to new: GoldenText) -> [String] {
        let gone = old.metrics.filter { metric in !new.metrics.contains { $0.name == metric.name } }
        let moves = new.metrics.compactMap { metric -> String? in
            guard let was = old.metrics.first(where: { $0.name == metric.name }) else {
                return "\(metric.name) is new: \(metric.value)"
            }
            return was.value == metric.value ? nil : move(metric.name.text, was.value, metric.value)
        }
        return (moves + gone.map { "\($0.name) is gone: \($0.value)" }).map { visible($0) }
    }

    /// By how much a metric has moved, from the texts of its values.
    private static func move(_ name: String, _ was: String, _ now: String) -> String {
        let (player, key) = parts(name)
        guard let metric = Metric.all.first(where: { $0.name == key }),
            let old = NumberDifference.value(was, metric.unit), let new = NumberDifference.value(now, metric.unit),
            old != new
        else { return "\(name) \(was) → \(now)" }
        return player + MetricMove(metric: metric, was: old, now: new).text
    }

    private static func parts(_ name: String) -> (player: String, metric: String) {
        let key = name.split(separator: " ").last.map { String($0) } ?? name
        return (String(name.dropLast(key.count)), key)
    }

    private static func time(_ nanoseconds: Int64) -> String { QuantityText.value(nanoseconds, .seconds) }

    // MARK: Lines

    /// The lines as text. A number that is near the one that it replaces is hard to see: after a line with the same
    /// words as the removed one, it says how much the first number has changed.
    private static func amounts(beside changes: [LineDifference.Change]) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < changes.count {
            let gone = changes[start...].prefix { !$0.isNew }
            let came = changes[gone.endIndex...].prefix { $0.isNew }
            lines += gone.map { "- " + visible($0.line) }
            for (offset, change) in came.enumerated() {
                lines.append("+ " + visible(change.line))
                guard gone.count == came.count else { continue }
                if let words = NumberDifference.words(from: gone[start + offset].line, to: change.line) {
                    lines.append("  " + words)
                }
            }
            start = came.endIndex
        }
        return lines
    }

    /// A line in which everything can be seen: control characters, spaces at the end, and that there is nothing in it.
    /// Of a very long one only the beginning is, and how much more there is.
    private static func visible(_ line: ArraySlice<UInt8>) -> String {
        if line.isEmpty { return LineDifference.emptyLine }
        if line.count > mostBytes {
            // Between two characters: the bytes of one that do not begin it are 10xxxxxx.
            let end = line.prefix(mostBytes + 1).lastIndex { $0 & 0xC0 != 0x80 } ?? line.startIndex
            return visible(line[..<end]) + "… (\(line.endIndex - end) bytes more)"
        }
        let words = line.reversed().drop { $0 == .space }.count
        let text = String(decoding: line.prefix(words), as: UTF8.self).replacingScalars { $0.controlNumber }
        return text + String(repeating: "\\u{20}", count: line.count - words)
    }

    private static func visible(_ text: String) -> String { visible(Array(text.utf8)[...]) }
}

extension Unicode.Scalar {
    /// The number of a control character of C0 or C1; nil for any other.
    var controlNumber: String? { value < 0x20 || 0x7F..<0xA0 ~= value ? number : nil }
}
