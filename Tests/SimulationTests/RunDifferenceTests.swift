import PlayerModel
import Testing

@testable import Simulation

@Suite("What two runs come to, side by side")
struct RunDifferenceTests {
    private static let a = ScenarioText(
        name: "A", media: .hls([500, 900], duration_s: 8), script: [.load(), .play()])
    /// It loads when the other one is over, so that its place among the players changes nothing.
    private static let b = player("B")

    private static func player(_ name: String) -> ScenarioText {
        ScenarioText(name: name, media: .progressive(300, duration_s: 4), script: [.load(20), .play(20)])
    }

    private static func text(_ players: [ScenarioText], _ others: [ScenarioText]) throws -> String {
        let runs = try [players, others].map { try ScenarioText(network: .fluid(2000), players: $0).run() }
        return RunDifference.text(runs[0], runs[1])
    }

    @Test("players of the same names are held against each other, whatever their places")
    func names() throws {
        let same = ["A", "B"].map {
            "— \($0) —\nno metric differs\nthe status is always the same\n"
                + ($0 == "A" ? "the variant is always the same\n" : "")
        }
        #expect(try Self.text([Self.a, Self.b], [Self.a, Self.b]) == same[0] + same[1])
        #expect(try Self.text([Self.a, Self.b], [Self.b, Self.a]) == same[0] + same[1])
        #expect(try Self.text([Self.b, Self.a], [Self.a, Self.b]) == same[1] + same[0])
    }

    @Test("others are held against those in their places, and both are named")
    func places() throws {
        let text = try Self.text([Self.a, Self.b], [Self.a, Self.player("C")])
        #expect(text.contains("— A —\n") && text.contains("— B, and C —\nno metric differs\n"), "\(text)")
        let two = try ScenarioText(network: .fluid(2000), players: [Self.a, Self.b]).run()
        let one = try ScenarioText(network: .fluid(2000), media: .hls([500], duration_s: 8)).run()
        for (first, second, title) in [(two, one, "A, and the only player"), (one, two, "the only player, and A")] {
            let text = RunDifference.text(first, second)
            let counts = "\(first.players.count) and \(second.players.count)"
            #expect(text.hasPrefix("the runs have \(counts) players\n— \(title) —\n"), "\(text)")
        }
    }

    @Test(
        "variants are compared where both have some, and one of them has a choice",
        arguments: [
            (.hls([900, 500], duration_s: 8), .hls([500], duration_s: 8), "1 of 2, 900", "1 of 1, 500"),
            (.hls([500], duration_s: 8), .hls([900, 500], duration_s: 8), "1 of 1, 500", "1 of 2, 900"),
            (.hls([500, 900], duration_s: 8), .hls([900, 500], duration_s: 8), "1 of 2, 500", "1 of 2, 900"),
            (.hls([500], duration_s: 8), .hls([900], duration_s: 8), nil, nil),
            (.hls([500, 900], duration_s: 8), .progressive(500, duration_s: 8), nil, nil),
            (.progressive(500, duration_s: 8), .hls([500, 900], duration_s: 8), nil, nil),
        ] as [(JSONPart, JSONPart, String?, String?)])
    func variants(first: JSONPart, second: JSONPart, was: String?, now: String?) throws {
        let runs = try [first, second].map { try ScenarioText(network: .fluid(2000), media: $0).run() }
        let text = RunDifference.text(runs[0], runs[1])
        #expect(text.contains("the variant differs first at 0 s\n") == (was != nil), "\(text)")
        #expect(!text.contains("the variant is") && !text.contains("nothing\n"), "\(text)")
        for (mark, words) in [("-", was), ("+", now)] {
            if let words { #expect(text.contains("\n\(mark) variant \(words) kbit/s\n"), "\(text)") }
        }
    }

    @Test(
        "a variant is the same in a ladder that is cut down, or stands in another order",
        arguments: [[500, 900], [500]] as [[JSONPart]])
    func ladders(other: [JSONPart]) throws {
        let runs = try [[900, 500], other].map { rates in
            try ScenarioText(
                network: .fluid(2000), media: .hls(rates, duration_s: 8), player: #""first_variant": "lowest""#
            ).run()
        }
        let text = RunDifference.text(runs[0], runs[1])
        #expect(text == "no metric differs\nthe status is always the same\nthe variant is always the same\n")
    }

    /// By pathways, the rates of a ladder by each.
    @Test(
        "each variant is another one of the other ladder, which is told by the name of its pathway",
        arguments: [
            (["a", "b"], [500, 900], ["b", "a"], [500, 900], [2, 3, 0, 1]),
            (["a", "b"], [500, 900], ["b", "c"], [500, 900], [nil, nil, 0, 1]),
            (["a", "b"], [500, 900], [], [500, 900], [0, 1, nil, nil]),
            ([], [500, 500, 900], [], [900, 500, 500], [1, 2, 0]), ([], [500, 500], [], [500], [0, nil]),
        ] as [([String], [JSONPart], [String], [JSONPart], [Int32?])])
    func numbers(
        names: [String], rates: [JSONPart], otherNames: [String], otherRates: [JSONPart], numbers: [Int32?]
    ) throws {
        let players = try [(names, rates), (otherNames, otherRates)].map { names, rates in
            let pathways: JSONPart = names.isEmpty ? "" : JSONPart(stringLiteral: "\"pathways\": \(names)")
            return try ScenarioText(media: .hls(rates, duration_s: 8, pathways)).read().players[0]
        }
        #expect(players[0].numbersOfVariants(in: players[1]) == numbers)
    }

    @Test("behind the end of a run that is cut off nothing is compared", arguments: [false, true])
    func ends(isFirst: Bool) throws {
        // Eight seconds of media play from the first chunk to 9 s or 10 s, and the run is cut off before.
        let whole = ScenarioText(network: .fluid(600), media: .hls([500], duration_s: 8, segment_s: 2))
        var cut = whole
        cut.until_s = 5
        let (first, second) = isFirst ? (cut, whole) : (whole, cut)
        let text = RunDifference.text(try first.run(), try second.run())
        let order = isFirst ? "first" : "second"
        #expect(text.hasSuffix("the status is the same until 5 s, where the \(order) run ends\n"), "\(text)")
        let verdict = try FirstDifference.find(.scenario(try first.read()), .scenario(try second.read()))
        guard case .different(let difference) = verdict else {
            Issue.record("the same")
            return
        }
        #expect(DifferenceText.instant(difference) == "5 s")
    }

    @Test("a status that comes and goes at one instant is no difference")
    func instant() throws {
        var first = ScenarioText(network: .fluid(600), media: .hls([500], duration_s: 600))
        var second = first
        let seek: JSONPart = .does(20, "seek", #""to_s": 400"#)
        (first.script, second.script) = ([.load(), .play(20), seek], [.load(), seek, .play(20)])
        (first.until_s, second.until_s) = (60, 60)
        let run = try first.run()
        #expect(run.player(0).playback.statuses.contains { $0.status == .playing && $0.from == .zero + .seconds(20) })
        let text = RunDifference.text(run, try second.run())
        #expect(text.contains("the status is always the same\n"), "\(text)")
    }

    @Test("a run after which nothing happens goes on as it is")
    func lasting() throws {
        var quiet = ScenarioText(network: .fluid(600), media: .hls([500], duration_s: 2))
        var played = quiet
        (quiet.script, played.script) = ([.load()], [.load(), .play(6)])
        let run = try quiet.run()
        #expect(run.outcome.at < .zero + .seconds(6))
        let text = RunDifference.text(run, try played.run())
        #expect(text.contains("the status differs first at 6 s\n- paused\n"), "\(text)")
    }
}
