import PlayerModel

extension RunLog {
    /// Reads the lines of a log after its first one.
    package struct Cursor: Sendable {
        struct Line: Sendable {
            let number: Int32
            let range: Range<Int>
            let isWhole: Bool

            var place: Place { Place(source: 0, line: number, column: 1) }

            func isEntry(_ bytes: [UInt8]) -> Bool {
                range.first { !Cursor.isSpace(bytes[$0]) }.map { bytes[$0] == UInt8(ascii: "[") } ?? false
            }
        }

        private let bytes: [UInt8]
        private var offset: Int
        private var number: Int32 = 1
        private var last = Instant.zero
        private(set) var entries: Int64 = 0

        /// A cursor behind the first line, whose end is `offset`.
        init(_ bytes: [UInt8], at offset: Int) { (self.bytes, self.offset) = (bytes, offset) }

        /// The next entry and the number of its line; nil where there is none.
        package mutating func next() -> (line: Int32, entry: Trace.Entry)? {
            guard let line = nextLine(), line.isEntry(bytes), let entry = try? entry(on: line) else { return nil }
            return (line.number, entry)
        }

        /// The error of a text that ends without a last line.
        var cut: RunLogError {
            RunLogError(.cut(at: entries > 0 ? last : nil), at: Place(source: 0, line: number, column: 1))
        }

        mutating func nextLine() -> Line? {
            while offset < bytes.count {
                let start = offset + 1
                let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
                offset = end
                number += 1
                if start < end, !bytes[start..<end].allSatisfy(Self.isSpace) {
                    return Line(number: number, range: start..<end, isWhole: end < bytes.count)
                }
            }
            return nil
        }

        mutating func entry(on line: Line) throws(RunLogError) -> Trace.Entry {
            var reader = LineReader(bytes, line.range)
            guard let entry = reader.entry(after: last) else {
                let root = try json(line)
                let word = root.elements.lazy.compactMap { $0.string }.first ?? ""
                let isKnown = RecordWord.named(Array(word.utf8)[...]) != nil
                throw RunLogError(.notAnEntry(word: isKnown ? "" : word), at: line.place)
            }
            last = entry.at
            entries += 1
            return entry
        }

        func outcome(on line: Line) throws(RunLogError) -> LogOutcome {
            let root = try json(line)
            guard case .object = root.value else { throw RunLogError(.notAnEntry(word: ""), at: line.place) }
            return try LogOutcome(root)
        }

        /// A line as JSON. The last one may be broken off.
        private func json(_ line: Line) throws(RunLogError) -> JSONNode {
            do throws(JSONError) {
                return try JSONReader.read(Array(bytes[line.range]), source: 0, line: line.number).root
            } catch {
                if !line.isWhole { throw cut }
                var error = error
                error.place.line = line.number
                throw RunLogError(.notJSON(error), at: error.place)
            }
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == .space || byte == .tab || byte == .carriageReturn
        }
    }
}
