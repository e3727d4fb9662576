/// The changes between two texts, line by line.
enum LineDifference {
    struct Change {
        let isNew: Bool
        let line: ArraySlice<UInt8>
    }

    /// An empty line, in words: of a mark alone nobody would know what it marks.
    static let emptyLine = "(an empty line)"

    /// Lines beyond this are compared in place instead of by the longest common run, which costs their product.
    private static let mostLines = 1000
    /// Of texts that are longer than that, no more lines than these.
    private static let mostInPlace = 20

    /// Lines that went, marked `-`, and lines that came, marked `+`, in order.
    static func lines(from before: [String], to after: [String]) -> [String] {
        func bytes(_ lines: [String]) -> [ArraySlice<UInt8>] { lines.map { Array($0.utf8)[...] } }
        return changes(from: bytes(before), to: bytes(after)).map {
            ($0.isNew ? "+ " : "- ") + ($0.line.isEmpty ? emptyLine : String(decoding: $0.line, as: UTF8.self))
        }
    }

    /// Lines that went, and lines that came, in order. Empty where the texts are equal.
    static func changes(from before: [ArraySlice<UInt8>], to after: [ArraySlice<UInt8>]) -> [Change] {
        guard before.count <= mostLines, after.count <= mostLines else { return inPlace(before, after) }
        // common[i][j] is the length of the longest common sequence of what follows line i and line j.
        var common = Array(repeating: Array(repeating: 0, count: after.count + 1), count: before.count + 1)
        for i in before.indices.reversed() {
            for j in after.indices.reversed() {
                common[i][j] =
                    before[i] == after[j] ? common[i + 1][j + 1] + 1 : max(common[i + 1][j], common[i][j + 1])
            }
        }
        var result: [Change] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, j < after.count, before[i] == after[j] {
                i += 1
                j += 1
            } else if j == after.count || (i < before.count && common[i + 1][j] >= common[i][j + 1]) {
                result.append(Change(isNew: false, line: before[i]))
                i += 1
            } else {
                result.append(Change(isNew: true, line: after[j]))
                j += 1
            }
        }
        return result
    }

    /// The changes of lines by their numbers, and then the lines that one text has more. What both end with is the
    /// same: of two texts whose lines all have a break, that there is nothing behind the last.
    private static func inPlace(_ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>]) -> [Change] {
        let end = before.last == after.last ? 1 : 0
        let (old, new) = (before.dropLast(end), after.dropLast(end))
        let changes = zip(old, new).filter { $0 != $1 }.prefix(mostInPlace).flatMap {
            [Change(isNew: false, line: $0), Change(isNew: true, line: $1)]
        }
        let gone = old.dropFirst(new.count).map { Change(isNew: false, line: $0) }
        let came = new.dropFirst(old.count).map { Change(isNew: true, line: $0) }
        return changes + (gone + came).prefix(mostInPlace)
    }
}
