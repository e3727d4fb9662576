/// The last line of a text whose lines end in no bracket, so that nothing else shows where one was cut off.
enum LastLine {
    /// The place of the last line, where it has no line end though those before it have; nil where all have, or there
    /// is but one.
    static func openPlace(of text: [UInt8]) -> Place? {
        guard let before = text.lastIndex(where: { $0 == .newline }), before + 1 < text.count else { return nil }
        let line = text.count { $0 == .newline } + 1
        return Place(source: 0, line: Int32(clamping: line), column: 1)
    }

    /// The findings in a text, and that its last line may be cut off where it has no end. One that was left out is said
    /// already: it is none of the `rows` that were read, and no directive, which begins with a `#`.
    static func checked(
        _ text: [UInt8], _ rows: [JSONNode], _ findings: RepeatedFindings
    ) -> RepeatedFindings {
        guard let place = openPlace(of: text) else { return findings }
        let isDirective = text.lastIndex(where: { $0 == .newline }).map { text[$0 + 1] == .hash } ?? false
        guard isDirective || rows.last?.place.line == place.line else { return findings }
        return checked(text, findings)
    }

    /// The findings in a text whose last line was read, and that it may be cut off where it has no end.
    static func checked(_ text: [UInt8], _ findings: RepeatedFindings) -> RepeatedFindings {
        guard let place = openPlace(of: text) else { return findings }
        var findings = findings
        findings.note(
            "open line",
            "the last line has no line end, as those before it have: it may be cut off, and is read as "
                + "it stands", at: place)
        return findings
    }
}
