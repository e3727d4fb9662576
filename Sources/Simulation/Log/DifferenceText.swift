import PlayerModel

/// The difference between two runs, in words.
package enum DifferenceText {
    /// The place where two runs part, line by line: lines that both have, then those of the first, marked `-`, and
    /// those of the second, marked `+`; and where the first of each read alike, that they do. Each ends in a break.
    package static func text(_ difference: FirstDifference, _ first: Scenario, _ second: Scenario) -> String {
        let (first, second) = (first.drawn(), second.drawn())
        var lines = difference.before.map { line($0, first, " ") }
        lines += difference.first.map { line($0, first, "-") }
        if let end = difference.firstEnd { lines.append("-       ends: \(end.words)") }
        lines += difference.second.map { line($0, second, "+") }
        if let end = difference.secondEnd { lines.append("+       ends: \(end.words)") }
        if let one = difference.first.first, let other = difference.second.first,
            words(one.entry, first) == words(other.entry, second)
        {
            lines.append(
                "both go on in the same words, which leave out what differs, such as which item or variant it is, "
                    + "or last digits")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The instant at which they part: the earlier of the two at which something else happens, or at which one is cut
    /// off.
    package static func instant(_ difference: FirstDifference) -> String {
        let ends = [difference.firstEnd, difference.secondEnd].map { $0.flatMap { $0.end.isLasting ? nil : $0.at } }
        let lines = [difference.first.first?.entry.at, difference.second.first?.entry.at]
        let instants = (lines + ends).compactMap { $0 }
        guard let at = instants.min() ?? difference.firstEnd?.at else { return "the end" }
        return at.inSeconds
    }

    /// The difference between the inputs of two runs, section by section; empty where there is none.
    package static func text(_ first: LogHeader, _ second: LogHeader) -> String {
        var text = section("the models differ", ["model \(first.model)"], ["model \(second.model)"])
        text += section("the scenarios differ", lines(first.text), lines(second.text))
        text += section("what is set over them differs", first.settings, second.settings)
        text += section("the files that they name differ", files(first), files(second))
        text += section("the settings in force differ", first.rules, second.rules)
        return text
    }

    private static func section(_ title: String, _ first: [String], _ second: [String]) -> String {
        if first == second { return "" }
        let lines = LineDifference.lines(from: first, to: second)
        return "\(title)\n" + lines.map { "  \($0.onOneLine)\n" }.joined() + "\n"
    }

    private static func lines(_ text: [UInt8]) -> [String] {
        text.split(separator: .newline, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func files(_ header: LogHeader) -> [String] {
        header.files.flatMap { file in
            file.contents.map { content in
                let path = file.contents.count > 1 ? "\(file.path): \(content.path)" : file.path
                let (size, digest) = (content.bytes.count, Digest.text(of: content.bytes))
                return "\(file.kind.rawValue) \(path), \(size) bytes, digest \(digest)"
            } + file.sizes.map { "\(file.path): \($0.path) has \($0.bytes) bytes" }
        }
    }

    private static func line(_ line: LogLine, _ scenario: Scenario, _ mark: String) -> String {
        "\(mark) \(NumberText.right(String(line.number), 7)) \(words(line.entry, scenario))"
    }

    /// An entry in words; as it stands in a log where it names something that the scenario does not have.
    static func words(_ entry: Trace.Entry, _ scenario: Scenario) -> String {
        if entry.fits(scenario) { return TraceText(scenario).line(entry) }
        var writer = LogWriter(after: entry.at)
        writer.add(entry)
        let at = NumberText.exact(entry.at.nanoseconds, places: 9, atLeast: 9)
        return NumberText.right(at, 17) + "  " + String(decoding: writer.bytes.dropLast(), as: UTF8.self)
            + ", which the scenario does not have"
    }
}
