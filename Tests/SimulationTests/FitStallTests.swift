import PlayerModel
import Testing

@testable import Simulation

/// A player in twenty lines, so that a fit of stall times has thousands of sessions in a moment: segments come one
/// after another, playback starts with so much ahead, and goes on after a stall with so much.
struct SegmentPlayer: Sendable {
    /// The rates of the link in Mbit/s, each from an instant on.
    typealias Link = [(from_s: Double, rate_mbps: Double)]

    private static let (duration_s, segment_s, trip_s) = (60.0, 2.0, 0.04)

    /// The instants at which segments are there. Nothing that a player does moves them.
    private var arrivals: [Double] = []

    /// Media of `rate_mbps`, over the link named.
    init(rate_mbps: Double = 1, _ link: Link) {
        var (time, turn) = (0.0, 0)
        while Double(arrivals.count) * Self.segment_s < Self.duration_s {
            var rest = Self.segment_s * rate_mbps
            time += Self.trip_s
            while true {
                let end = turn + 1 < link.count ? link[turn + 1].from_s : .infinity
                let rate = link[turn].rate_mbps
                if time + rest / rate <= end { break }
                if time < end {
                    rest -= (end - time) * rate
                    time = end
                }
                turn += 1
            }
            time += rest / link[turn].rate_mbps
            arrivals.append(time)
        }
    }

    /// The time for which playback stalls, in seconds.
    func stalled(start_s: Double, afterStall_s: Double) -> Double {
        var (loaded, head, movedAt, stalledAt, total) = (0.0, 0.0, 0.0, 0.0, 0.0)
        var (isPlaying, hasStarted) = (false, false)
        for time in arrivals {
            if isPlaying, head + time - movedAt > loaded + 1e-9 {
                (stalledAt, head, isPlaying) = (movedAt + loaded - head, loaded, false)
            }
            loaded += Self.segment_s
            let needed = hasStarted ? afterStall_s : start_s
            guard !isPlaying, loaded - head >= needed - 1e-9 || loaded >= Self.duration_s else { continue }
            if hasStarted { total += time - stalledAt }
            (isPlaying, hasStarted, movedAt) = (true, true, time)
        }
        return total
    }
}

@Suite("A fit to stall times")
struct FitStallTests {
    typealias Cell = @Sendable (FitSetting) -> Double

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fitted: [(path: String, range: String)]
        /// The least and the greatest true value of each, in base units.
        let truths: [ClosedRange<Int64>]
        let cells: [Cell]

        /// The stall time, in base units.
        func stalled(_ cell: Int, _ setting: FitSetting) -> Int64 { Int64(cells[cell](setting) * 1e9) }
    }

    private static func seconds(_ value: Int64) -> Double { Double(value) / 1e9 }

    private static let lengths: [(path: String, range: String)] = [
        ("player.keep_up.start_s", "0.5..20"), ("player.keep_up.after_stall_s", "0.5..20"),
    ]
    private static let ofLength: ClosedRange<Int64> = 1_000_000_000...15_000_000_000

    static let cases = [
        // Four of five cells never stall, whatever is fitted.
        Case(
            testDescription: "a link that fails for a while", fitted: lengths, truths: [ofLength, ofLength],
            cells: [4.0, 8, 12, 16, 24, 32].flatMap { length in
                [0.1, 0.3, 0.5, 0.7].map { rate -> Cell in
                    let player = SegmentPlayer([(0, 2), (15, rate), (15 + length, 3)])
                    return { player.stalled(start_s: seconds($0[0]), afterStall_s: seconds($0[1])) }
                }
            }),
        // Stalls come and go with a percent of the rate, and a longer start makes up for less of it.
        Case(
            testDescription: "a link of unknown rate", fitted: [lengths[0], ("network.down_kbps", "300..4000")],
            truths: [ofLength, 500_000...2_000_000],
            cells: (3..<27).map { rate -> Cell in
                { setting in
                    SegmentPlayer(rate_mbps: Double(rate) / 10, [(0, Double(setting[1]) / 1e6)])
                        .stalled(start_s: seconds(setting[0]), afterStall_s: 4)
                }
            }),
    ]

    /// What was measured: the truth times a factor that scatters.
    private static func table(_ one: Case, of truth: FitSetting, seed: UInt64) -> CellTable {
        var text = "media.duration_s,stall_time_s\n"
        for cell in one.cells.indices {
            var stream = RandomStream(seed: seed, name: "noise", index: UInt64(cell))
            // The sum of twelve even draws is nearly normal.
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double(stream.below(10_000)) / 10_000 }
            let value = Double(one.stalled(cell, truth)) * exponential(of: normal * 0.15)
            text += "\(cell + 1),\(NumberText.exact(Int64(value), places: 9))\n"
        }
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        return CellTableReader(SourceText(file: "a.csv", bytes: Array(text.utf8)), CellColumns(), names: names).table
    }

    private static func fit(_ one: Case, _ table: CellTable) throws -> Fit {
        let parameters = try FitTests.parameters(one.fitted)
        return Fit(FitProblem(parameters, table), holdingOut: []) { trials in
            trials.map { [SimulatedFigure.value(one.stalled($0.cell, $0.setting))] }
        }
    }

    @Test(
        "has the known numbers in its intervals in nine of ten tries, though most cells never stall", arguments: cases
    )
    func coverage(one: Case) throws {
        var (inside, count, all) = (0, 0, 0)
        for draw in Thoroughness.draws(10, of: 100) {
            var stream = RandomStream(seed: draw, name: "truth", index: 0)
            let truth = one.truths.map { $0.lowerBound + Int64(stream.below(UInt64($0.upperBound - $0.lowerBound))) }
            let fit = try Self.fit(one, Self.table(one, of: truth, seed: draw))
            all += 1
            for (index, profile) in fit.profiles.enumerated() {
                let own = fit.problem.parameters[index]
                count += 1
                if own.value(at: profile.low.place)...own.value(at: profile.high.place) ~= truth[index] {
                    inside += 1
                }
            }
        }
        #expect(count >= all, "\(count) intervals in \(all) tries")
        #expect(inside * 100 >= count * (count > 100 ? 85 : 80), "\(inside) of \(count)")
    }

    @Test("says of how many figures its scatter is, and gives no interval where too few stall")
    func telling() throws {
        let one = Self.cases[0]
        let some = try Self.fit(one, Self.table(one, of: [2_000_000_000, 3_000_000_000], seed: 1))
        let words = FitWords(some, template: "", path: "a.json", table: "a.csv").evidence
        #expect(3..<24 ~= some.telling.count && some.threshold != nil)
        #expect(
            words[1]
                == "that factor is of \(some.telling.count) figures of 24: in the others nothing that counts was "
                + "measured, and nothing that counts comes, which tells of no scatter")
        let nothing = "media.duration_s,stall_time_s\n" + (1...24).map { "\($0),0\n" }.joined()
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        let table = CellTableReader(
            SourceText(file: "a.csv", bytes: Array(nothing.utf8)), CellColumns(), names: names
        ).table
        let none = try Self.fit(one, table)
        #expect(none.threshold == nil && none.profiles.isEmpty)
        #expect(
            FitWords(none, template: "", path: "a.json", table: "a.csv").evidence[0].contains(
                " of 24 for 2 parameters are too few to know how sure it is: in the others nothing that counts "))
    }

    @Test(
        "counts no figure that is nothing on both sides",
        arguments: [
            ("stall_time_s", 0, 0, false), ("stall_time_s", 90_000_000, 100_000_000, false),
            ("stall_time_s", 0, 2_000_000_000, true), ("stall_time_s", 300_000_000, 0, true),
            ("stall_count", 0, 0, false), ("stall_count", 1, 1, true), ("stall_count", 0, 1, true),
            ("startup_time_s", nil, nil, false), ("startup_time_s", 0, nil, true), ("startup_time_s", nil, 0, true),
        ] as [(String, Int64?, Int64?, Bool)])
    func nothing(name: String, simulated: Int64?, measured: Int64?, tells: Bool) throws {
        let metric = try #require(Metric.all.first { $0.name == name })
        let measure = CellMeasure(metric, column: name)
        let own = SimulatedFigure(simulated)
        #expect(measure.tellsOfScatter(simulated: own, measured: measure.logarithm(measured)) == tells)
    }
}
