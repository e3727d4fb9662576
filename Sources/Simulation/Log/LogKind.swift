/// The kind of a text that is taken for a log, by how it begins: for a hint where one kind is mistaken for another.
package enum LogKind {
    case run
    /// A log of a real player.
    case device
    /// No log, but what one is made from.
    case scenario

    /// Nil where it is no kind that the program knows.
    package init?(_ bytes: [UInt8]) {
        let (first, rest) = Self.firstLine(bytes[...])
        if first?.member("format")?.string == LogHeader.format {
            self = .run
        } else if let first, Self.isOfDevice(first, before: rest) {
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
        return firstLine(bytes[...]).node?.member("format")?.string == LogHeader.format
    }

    /// Whether a line is the first of a device's log: an entry, or its header. A scenario in one line may have the keys
    /// of a header, and no entry behind it.
    private static func isOfDevice(_ line: JSONNode, before rest: ArraySlice<UInt8>) -> Bool {
        if line.member("format")?.string == DeviceLogHeader.format { return true }
        if line.member("t") != nil { return isEntry(line) || firstLine(rest).node.map(isEntry) ?? false }
        guard DeviceLogHeader.keys.contains(where: { line.member($0) != nil }) else { return false }
        return firstLine(rest).node?.member("t") != nil
    }

    /// Whether a line is one of a device's log by itself: others have times of that name, too, with nothing beside them
    /// that a player shows.
    private static func isEntry(_ line: JSONNode) -> Bool {
        let names = line.members.map { $0.name }
        guard names.contains("t") else { return false }
        return names.count == 1 || names.contains { $0 != "t" && DeviceLogLine.keys.contains($0) }
    }

    /// The first line that is not empty, where it is JSON by itself, and the text behind it.
    private static func firstLine(_ bytes: ArraySlice<UInt8>) -> (node: JSONNode?, rest: ArraySlice<UInt8>) {
        let space: [UInt8] = [.space, .tab, .carriageReturn, .newline]
        let line = bytes.drop { space.contains($0) }.prefix { $0 != .newline && $0 != .carriageReturn }
        let node = (try? JSONReader.read(Array(line), source: 0, ofLog: true))?.root
        return (node, bytes[line.endIndex...])
    }
}
