/// The equations whose solution makes a sum of squares least where errors change along straight lines.
struct NormalEquations {
    private let matrix: [[Double]]
    private let right: [Double]

    /// `slopes` are, by parameter, the change of every error; none is zero everywhere.
    init(_ slopes: [[Double]], _ errors: [Double], _ weights: [Double]) {
        func product(_ left: [Double], _ right: [Double]) -> Double {
            var sum = 0.0
            for index in left.indices { sum += weights[index] * left[index] * right[index] }
            return sum
        }
        matrix = slopes.map { one in slopes.map { product(one, $0) } }
        right = slopes.map { -product($0, errors) }
    }

    /// The change of each parameter; `damping` makes the diagonal so much heavier, which shortens the way. Nil where
    /// there is none. Elimination with the greatest pivot.
    func solution(damping: Double) -> [Double]? {
        let count = right.count
        var rows = matrix.indices.map { matrix[$0] + [right[$0]] }
        for index in 0..<count { rows[index][index] *= 1 + damping }
        for column in 0..<count {
            guard let pivot = (column..<count).max(by: { rows[$0][column].magnitude < rows[$1][column].magnitude }),
                rows[pivot][column].magnitude > 1e-30
            else { return nil }
            rows.swapAt(column, pivot)
            for row in (column + 1)..<max(column + 1, count) {
                let factor = rows[row][column] / rows[column][column]
                for place in column...count { rows[row][place] -= factor * rows[column][place] }
            }
        }
        var changes = Array(repeating: 0.0, count: count)
        for row in (0..<count).reversed() {
            var rest = rows[row][count]
            for column in (row + 1)..<max(row + 1, count) { rest -= rows[row][column] * changes[column] }
            changes[row] = rest / rows[row][row]
        }
        return changes.allSatisfy { $0.isFinite } ? changes : nil
    }
}
