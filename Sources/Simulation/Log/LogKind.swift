/// The kind of a text that is taken for a log, by how it begins: for a hint where one kind is mistaken for another.
package enum LogKind {
    case run
    /// A log of a real player.
    case device
    /// No log, but what one is made from.
    case scenario

    /// Nil where it is no kind that the program knows.
    package init?(_ bytes: [UInt8]) {
        let first = Self.firstLine(bytes)
        if first?.member("format")?.string == LogHeader.format {
            self = .run
        } else if first?.member("t") != nil || first?.member("format")?.string == DeviceLogHeader.format {
            self = .device
        } else if let root = (try? JSONReader.read(bytes, source: 0))?.root,
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

    /// The first line that is not empty, where it is JSON by itself.
    private static func firstLine(_ bytes: [UInt8]) -> JSONNode? {
        let space: [UInt8] = [32, 9, 13, 10]
        let rest = bytes.drop { space.contains($0) }
        let line = Array(rest.prefix { $0 != 10 && $0 != 13 })
        return (try? JSONReader.read(line, source: 0, nonFinite: true))?.root
    }
}
