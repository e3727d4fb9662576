import PlayerModel

/// A line of a recorded log as a JSON Schema: the first line, an entry, or the last line.
package enum LogSchema {
    package static var text: String {
        JSONSchema.text(
            of: line, title: "a line of an autowait log",
            about: "A log is JSON Lines: what it takes to run it again, then an entry a line, then how it ended.")
    }

    static var line: Shape {
        // The time since the line before, the player where it is not the first, a word, and the word's fields.
        let entry = Shape.list(of: .either([.whole, .text, .flag, .null]), atLeast: 2)
        return .either([.object(header), .object(outcome), entry])
    }

    private static var header: Shape.ObjectShape {
        Shape.ObjectShape(
            "header", "The first line: all that it takes to run it again.",
            [
                .key("format", "The mark of a log.", .words([LogHeader.format])),
                .key("version", "That of the format.", .whole), .key("model", "The number of the model.", .whole),
                .key("seed", "The seed of the random streams.", .whole), .key("file", "The scenario's file.", .text),
                .key("set", "Settings laid over it: key=value.", .texts),
                .key("files", "The files that it names.", .list(of: .object("file", file), atLeast: 0)),
                .key("rules", "The settings in force, in words.", .texts),
                .key("digest", "That of this line without it.", .text),
            ] + content)
    }

    private static var outcome: Shape.ObjectShape {
        Shape.ObjectShape(
            "end", "The last line: how it ended.",
            [
                .key("end", "Why it ended.", .text), .key("at", "The instant, in nanoseconds.", .whole),
                .key("events", "How many there were.", .whole),
                .key("lines", "How many lines stand between the first and this.", .whole),
                .key("digest", "That of all that happened.", .text),
            ])
    }

    private static var file: [Shape.Member] {
        let size = Shape.list(of: .either([.text, .whole]), atLeast: 2)
        return [
            .key("kind", "What it is.", .text), .key("path", "Where the scenario says it is.", .text),
            .key(
                "contents", "It, and what it names.",
                .list(of: .object("content", [.key("path", "Its path.", .text)] + content), atLeast: 1)),
            .key("sizes", "Of segments: [path, bytes].", .list(of: size, atLeast: 0)),
        ]
    }

    /// A file's bytes: as text, or where they are none as hexadecimal digits.
    private static var content: [Shape.Member] {
        [
            Shape.Member("text", "Its text.", .text, isRequired: true, unless: "hex"),
            Shape.Member("hex", "Its bytes, where they are no text.", .text),
        ]
    }

}
