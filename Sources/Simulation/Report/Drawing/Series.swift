import PlayerModel

/// A quantity over time, as lines from point to point; where it has no value, there is a gap.
package struct Series: Equatable, Sendable {
    package struct Point: Equatable, BitwiseCopyable, Sendable {
        package let at: Instant
        package let value: Int64

        package init(_ at: Instant, _ value: Int64) {
            self.at = at
            self.value = value
        }
    }

    package typealias Step = (at: Instant, value: Int64?)

    /// The lines, one after the other, none of them empty.
    package private(set) var lines: [[Point]] = []

    /// The columns to which it was thinned out; nil where it has all of its points.
    package private(set) var columns: Int64?

    package init() {}

    package init(line: [Point]) { if !line.isEmpty { lines = [line] } }

    /// A quantity that keeps each value until the next one is given, and the last one until `end`.
    package init(steps: [Step], until end: Instant) {
        var line: [Point] = []
        for (index, step) in steps.enumerated() where step.at <= end {
            let next = index + 1 < steps.count ? min(end, steps[index + 1].at) : end
            guard let value = step.value else {
                if !line.isEmpty { lines.append(line) }
                line = []
                continue
            }
            line += [Point(step.at, value), Point(next, value)]
        }
        if !line.isEmpty { lines.append(line) }
    }

    /// Adds a line, which goes on with the last one where that ends when it begins.
    mutating func append(_ line: [Point]) {
        guard let first = line.first else { return }
        guard let end = lines.last?.last, end.at == first.at else { return lines.append(line) }
        lines[lines.count - 1] += end == first ? line.dropFirst() : line[...]
    }

    /// The same, with its last value until an instant.
    func lasting(until end: Instant) -> Series {
        guard let last = lines.last?.last, last.at < end else { return self }
        var result = self
        result.lines[lines.count - 1].append(Point(end, last.value))
        return result
    }

    package var most: Int64? { lines.lazy.joined().map { $0.value }.max() }

    /// The least value above zero.
    package var leastPositive: Int64? { lines.lazy.joined().map { $0.value }.filter { $0 > 0 }.min() }

    package var constant: Int64? {
        guard let most, lines.count == 1 else { return nil }
        return lines[0].allSatisfy { $0.value == most } ? most : nil
    }

    /// A series that looks the same on an axis of `columns`, by default more than a page has that shows a part of it:
    /// of the points in a column, the first, the last, the least and the greatest.
    package func thinned(on axis: Axis, columns: Int64 = 8000) -> Series {
        // As few points as columns are all kept: whoever reads values from the drawing reads each of them.
        if lines.reduce(0, { $0 + $1.count }) <= columns { return self }
        let whole = axis.columns + 1
        func column(_ point: Point) -> Int64 { proportion(axis.column(point.at), columns, over: whole, .down) }
        var result = Series()
        result.columns = columns
        for line in lines {
            let thin = Self.thinned(line, column)
            // Gaps that are denser than columns cannot be seen.
            if let before = result.lines.last, let last = before.last, before.count > 1,
                column(before[0]) == column(thin[thin.count - 1]), column(last) == column(thin[0])
            {
                result.lines[result.lines.count - 1] = Self.thinned(before + thin, column)
            } else {
                result.lines.append(thin)
            }
        }
        return result
    }

    private static func thinned(_ line: [Point], _ column: (Point) -> Int64) -> [Point] {
        var result: [Point] = []
        var start = 0
        while start < line.count {
            var (end, least, most) = (start + 1, start, start)
            while end < line.count, column(line[end]) == column(line[start]) {
                if line[end].value < line[least].value { least = end }
                if line[end].value > line[most].value { most = end }
                end += 1
            }
            var kept: [Int] = []
            for index in [start, min(least, most), max(least, most), end - 1] where kept.last != index {
                kept.append(index)
            }
            for index in kept where result.last != line[index] { result.append(line[index]) }
            start = end
        }
        return result
    }
}
