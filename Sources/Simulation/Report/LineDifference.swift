/// What changed between two texts, line by line.
package enum LineDifference {
    /// Lines beyond this are compared in place instead of by the longest common run, which costs their product.
    private static let mostLines = 1000

    /// Lines that went, marked `-`, and lines that came, marked `+`, in order. Empty where the texts are equal.
    package static func lines(from old: String, to new: String) -> [String] {
        let before = split(old)
        let after = split(new)
        guard before.count <= mostLines, after.count <= mostLines else {
            return zip(before, after).filter { $0 != $1 }.prefix(20).flatMap { ["- \($0)", "+ \($1)"] }
        }
        // common[i][j] is the length of the longest common sequence of what follows line i and line j.
        var common = Array(repeating: Array(repeating: 0, count: after.count + 1), count: before.count + 1)
        for i in before.indices.reversed() {
            for j in after.indices.reversed() {
                common[i][j] =
                    before[i] == after[j] ? common[i + 1][j + 1] + 1 : max(common[i + 1][j], common[i][j + 1])
            }
        }
        var result: [String] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, j < after.count, before[i] == after[j] {
                i += 1
                j += 1
            } else if j == after.count || (i < before.count && common[i + 1][j] >= common[i][j + 1]) {
                result.append("- " + before[i])
                i += 1
            } else {
                result.append("+ " + after[j])
                j += 1
            }
        }
        return result
    }

    private static func split(_ text: String) -> [String] {
        text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
