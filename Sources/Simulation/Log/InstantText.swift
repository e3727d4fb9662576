import PlayerModel

/// An instant as a person types it.
package enum InstantText {
    /// The instant of `12.3` or `12.3s`, which are seconds, or of `300ms`, exactly; nil where a text is none of
    /// these, or below zero.
    package static func read(_ text: String) -> Instant? {
        let (number, unit) = split(Array(text.utf8))
        guard let nanoseconds = JSONNode(json: number)?.number(unit), nanoseconds >= 0,
            number.first != .space, number.last != .space
        else { return nil }
        return Instant(nanoseconds: nanoseconds)
    }

    private static func split(_ text: [UInt8]) -> (number: [UInt8], unit: Unit) {
        guard text.last == UInt8(ascii: "s") else { return (text, .seconds) }
        if text.dropLast().last == UInt8(ascii: "m") { return (text.dropLast(2), .milliseconds) }
        return (text.dropLast(), .seconds)
    }
}
