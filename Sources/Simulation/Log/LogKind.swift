/// The kind of a text that is taken for a log, by how it begins: for a hint where one kind is mistaken for another.
package enum LogKind {
    case run
    /// A log of a real player.
    case device
    /// No log, but what one is made from.
    case scenario

    /// Nil where it is no kind that the program knows.
    package init?(_ bytes: [UInt8]) {
        if Self.firstLine(bytes)?.member("format")?.string == LogHeader.format {
            self = .run
        } else if Self.isOfDevice(bytes) {
            self = .device
        } else if let root = JSONNode(json: bytes),
            // The report of a run has its players, too.
            root.member("model") == nil,
            ["media", "network", "players", "script"].contains(where: { root.member($0) != nil })
        {
            self = .scenario
        } else {
            return nil
        }
    }

    /// Whether a text is the log of a run, as far as its beginning says: of a text of hundreds of megabytes, too.
    package static func isRun(_ bytes: [UInt8]) -> Bool {
        let (beginning, mark) = (bytes.prefix(256), Array(LogHeader.format.utf8))
        guard beginning.indices.contains(where: { beginning[$0...].starts(with: mark) }) else { return false }
        return firstLine(bytes)?.member("format")?.string == LogHeader.format
    }

    /// Whether a text is a device's log, as far as its beginning says: it has an entry, or a header with a time behind.
    ///
    /// Before it may stand what other programs have printed, which is no JSON, or has a time and says nothing of a
    /// player. A scenario in one line may have the keys of a header, and no entry behind it.
    private static func isOfDevice(_ bytes: [UInt8]) -> Bool {
        var (rest, isBehindHeader) = (bytes[...], false)
        for _ in 0..<mostForeignLines {
            guard let line = nextLine(&rest) else { return false }
            guard line.first == UInt8(ascii: "{") else { continue }
            guard let node = node(line) else { return false }
            if node.member("format")?.string == DeviceLogHeader.format || isEntry(node) { return true }
            let hasTime = node.member("t") != nil
            if isBehindHeader { return hasTime }
            isBehindHeader = !hasTime && DeviceLogHeader.keys.contains { node.member($0) != nil }
            guard hasTime || isBehindHeader else { return false }
        }
        return false
    }

    /// The most lines of other programs that are looked past: a table may have millions.
    private static let mostForeignLines = 1000

    /// Whether a line is one of a device's log by itself: others have times of that name, too, with nothing beside them
    /// that a player shows.
    private static func isEntry(_ line: JSONNode) -> Bool {
        let names = line.members.map { $0.name }
        guard names.contains("t") else { return false }
        return names.count == 1 || names.contains { $0 != "t" && DeviceLogLine.keys.contains($0) }
    }

    /// The first line that is not empty, where it is JSON by itself.
    private static func firstLine(_ bytes: [UInt8]) -> JSONNode? {
        var rest = bytes[...]
        return nextLine(&rest).flatMap(node)
    }

    private static func node(_ line: ArraySlice<UInt8>) -> JSONNode? {
        (try? JSONReader.read(Array(line), source: 0, ofLog: true))?.root
    }

    /// Takes the next line that is not empty from a text, without what stands before it; nil at its end.
    private static func nextLine(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let space: [UInt8] = [.space, .tab, .carriageReturn, .newline]
        let line = rest.drop { space.contains($0) }.prefix { $0 != .newline && $0 != .carriageReturn }
        rest = rest[line.endIndex...]
        return line.isEmpty ? nil : line
    }
}
