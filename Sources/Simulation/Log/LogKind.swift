/// The kind of a text that is taken for a log, by how it begins: for a hint where one kind is mistaken for another.
enum LogKind {
    /// A recorded run.
    case run
    /// A log of a real player.
    case device
    /// A scenario: no log, but what one is made from.
    case scenario

    /// The kind of a text; nil where it is none that the program knows.
    init?(_ bytes: [UInt8]) {
        if let root = Self.firstLine(bytes) {
            if root.member("format")?.string == LogHeader.format {
                self = .run
                return
            }
            if root.member("t") != nil {
                self = .device
                return
            }
        }
        guard let root = (try? JSONReader.read(bytes, source: 0))?.root, Self.isScenario(root) else { return nil }
        self = .scenario
    }

    /// The first line that is not empty, where it is JSON by itself.
    private static func firstLine(_ bytes: [UInt8]) -> JSONNode? {
        let space: [UInt8] = [32, 9, 13, 10]
        let rest = bytes.drop { space.contains($0) }
        return (try? JSONReader.read(Array(rest.prefix { $0 != 10 && $0 != 13 }), source: 0))?.root
    }

    private static func isScenario(_ root: JSONNode) -> Bool {
        ["media", "network", "players", "script"].contains { root.member($0) != nil }
    }
}
