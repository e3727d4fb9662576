/// The shortest line between bounds from below and from above, which are given in the order of their times.
///
///     bytes          ╷    ╱   a bound from above: no higher here
///              ╷   __╱╲___
///         ╷ __╱╲╱    ╵
///       _╱╲╱   ╵              a bound from below: no lower here
///      ╱  ╵
///     ────────────────────▶ time
///
/// Of all lines between them it has the least greatest slope, and the greatest least one: the taut string of
/// statistics (Davies and Kovac, "Local extremes, runs, strings and multiresolution", Annals of Statistics 29, 2001),
/// and the optimal smoothing of networks (Salehi, Zhang, Kurose and Towsley, "Supporting stored video", SIGMETRICS
/// 1996). O(n) in all.
struct TautString {
    struct Point: Equatable {
        /// Nanoseconds.
        let time: Int64
        let bytes: Int64
    }

    /// The points between which it is straight; from the last one on it is not yet known.
    private(set) var points: [Point]
    /// The points that it may touch next: the hull of the bounds from below, which bends down, and that of those from
    /// above.
    private var below = Hull(bend: 1)
    private var above = Hull(bend: -1)

    init(from first: Point) { points = [first] }

    private struct Hull {
        /// The sign of a turn that it does not make.
        let bend: Int
        private var points: [Point] = []
        private var next = 0

        init(bend: Int) { self.bend = bend }

        var first: Point? { next < points.count ? points[next] : nil }
        var hasOne: Bool { points.count - next == 1 }

        mutating func removeFirst() { next += 1 }

        mutating func add(_ point: Point, behind start: Point) {
            while let last = points[next...].last {
                let before = points.count - next > 1 ? points[points.count - 2] : start
                guard TautString.turn(before, last, point) * bend >= 0 else { break }
                points.removeLast()
            }
            points.append(point)
        }
    }

    /// 1 where `third` lies above the line from the first point through the second, -1 below it, 0 on it.
    private static func turn(_ first: Point, _ second: Point, _ third: Point) -> Int {
        let left = Int128(second.time - first.time) * Int128(third.bytes - first.bytes)
        let right = Int128(second.bytes - first.bytes) * Int128(third.time - first.time)
        return left > right ? 1 : left < right ? -1 : 0
    }

    /// At that time there are so many bytes at least.
    mutating func stayAbove(_ point: Point) { Self.add(point, to: &below, against: &above, &points) }

    /// At that time there are so many at most.
    mutating func stayBelow(_ point: Point) { Self.add(point, to: &above, against: &below, &points) }

    mutating func end(at point: Point) {
        stayAbove(point)
        stayBelow(point)
        if points[points.count - 1] != point { points.append(point) }
    }

    /// Where a bound lies beyond all that the other hull lets through, the string bends around that.
    private static func add(_ point: Point, to hull: inout Hull, against other: inout Hull, _ points: inout [Point]) {
        hull.add(point, behind: points[points.count - 1])
        while hull.hasOne, let first = other.first {
            guard turn(points[points.count - 1], first, point) == hull.bend else { return }
            points.append(first)
            other.removeFirst()
        }
    }
}
