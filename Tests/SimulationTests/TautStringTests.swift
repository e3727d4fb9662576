import Testing

@testable import Simulation

@Suite("The taut string")
struct TautStringTests {
    typealias Point = TautString.Point

    private struct Bound {
        let point: Point
        let isBelow: Bool
    }

    private static func string(_ bounds: [Bound], to end: Point) -> [Point] {
        var string = TautString(from: Point(time: 0, bytes: 0))
        for bound in bounds {
            if bound.isBelow { string.stayAbove(bound.point) } else { string.stayBelow(bound.point) }
        }
        string.end(at: end)
        return string.points
    }

    @Test("is straight where it may be, and bends around what is in its way")
    func bends() {
        let (start, end) = (Point(time: 0, bytes: 0), Point(time: 10, bytes: 20))
        let (below, above) = (Point(time: 4, bytes: 9), Point(time: 6, bytes: 10))
        let (wideBelow, wideAbove) = (Point(time: 4, bytes: 8), Point(time: 6, bytes: 12))
        let straight = Self.string(
            [Bound(point: wideBelow, isBelow: true), Bound(point: wideAbove, isBelow: false)], to: end)
        #expect(straight.first == start && straight.last == end)
        #expect(straight.allSatisfy { $0.bytes == 2 * $0.time })
        let bent = Self.string([Bound(point: below, isBelow: true), Bound(point: above, isBelow: false)], to: end)
        #expect(bent == [start, below, above, end])
    }

    /// Of bounds around a line, the string keeps all, and is nowhere steeper than the line is at its steepest.
    @Test("keeps its bounds, and is no steeper than any line between them", arguments: 0..<50 as Range<UInt64>)
    func laws(seed: UInt64) {
        var random = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func draw(_ count: Int64) -> Int64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(random >> 33) % count
        }
        var (time, bytes, steepest): (Int64, Int64, Int64) = (0, 0, 0)
        var (whole, bounds): (Int64, [Bound]) = (0, [])
        for _ in 0..<12 {
            let (step, rate) = (1 + draw(5), draw(20))
            (time, bytes, steepest) = (time + step, bytes + step * rate, max(steepest, rate))
            whole = max(whole, bytes - draw(8))
            bounds.append(Bound(point: Point(time: time, bytes: whole), isBelow: true))
            if draw(2) == 0 { bounds.append(Bound(point: Point(time: time, bytes: bytes), isBelow: false)) }
        }
        let points = Self.string(bounds, to: Point(time: time, bytes: bytes))
        for (one, other) in zip(points, points.dropFirst()) {
            #expect(other.bytes - one.bytes <= steepest * (other.time - one.time))
            for bound in bounds where one.time <= bound.point.time && bound.point.time <= other.time {
                let above = (other.bytes - one.bytes) * (bound.point.time - one.time)
                let distance = above - (bound.point.bytes - one.bytes) * (other.time - one.time)
                #expect(bound.isBelow ? distance >= 0 : distance <= 0)
            }
        }
    }
}
