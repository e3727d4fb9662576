import Testing

@testable import Simulation

@Suite("A scenario that is shrunk")
struct ShrinkerTests {
    private static func node(_ text: String) throws -> JSONNode {
        try JSONReader.read(Array(text.utf8), source: 0).root
    }

    private static func shrunk(_ text: String, keeping kept: (String) -> Bool) throws -> String {
        JSONText.text(of: Shrinker.shrink(try node(text)) { kept(JSONText.text(of: $0)) }.node)
    }

    @Test(
        "loses whatever it can be without",
        arguments: [
            (
                #"{"name": "n", "a": 1, "b": {"c": [1, 2, 3, 4, 5, 6, 7], "d": true}}"#, "5",
                "{\n  \"name\": \"n\",\n  \"b\": { \"c\": [5] }\n}\n"
            ),
            (#"{"a": [[1], [{"x": "here"}], [3]], "b": []}"#, "here", "{\n  \"a\": [[{ \"x\": \"here\" }]]\n}\n"),
            (#"{"a": 1, "b": 2}"#, "}", "{}\n"), (#"[1, 2, 3]"#, "]", "[]\n"),
        ])
    func removal(text: String, kept: String, expected: String) throws {
        #expect(try Self.shrunk(text) { $0.contains(kept) } == expected)
    }

    @Test(
        "has round numbers, and short times",
        arguments: [
            ("for_s", "123.456", "15", "20"), ("for_s", "123.456", "100", "100"), ("for_s", "1000", "1", "1"),
            ("for_s", "0.0625", "0.01", "0.01"), ("down_kbps", "1716.5", "1000", "2000"),
            ("loss_percent", "2.7", "0.4", "1"), ("loss_up_percent", "3", "1", "1"),
            ("down_kbps", "1249", "1000", "1000"),
            ("duration_s", "300", "170", "200"), ("duration_s", "100", "51", "60"), ("at_s", "45", "41", "50"),
            ("at_s", "45", "38", "40"), ("status", "404", "400", "404"), ("width", "1280", "1000", "1280"),
            ("down_kbps", "1249", "1100", "1200"), ("down_kbps", "-1249", "-2000", "-1000"),
        ])
    func numbers(name: String, text: String, least: String, expected: String) throws {
        let bound = try #require(Double(least))
        let found = Shrinker.shrink(try Self.node(#"{"\#(name)": \#(text)}"#)) { node in
            let text = JSONText.text(of: node)
            let digits = text.drop { !"-0123456789".contains($0) }.prefix { "-.0123456789".contains($0) }
            return Double(String(digits)).map { $0 >= bound } ?? false
        }
        #expect(JSONText.text(of: found.node) == "{\n  \"\(name)\": \(expected)\n}\n")
    }

    @Test(
        "loses two members that mean something together alone",
        arguments: [
            (#"{"a": 1, "width": 1280, "b": 2, "height": 720, "c": 3}"#, ["width", "height"], "c", "\"c\": 3"),
            (#"{"v": {"height": 720, "rate": 5, "width": 1280}}"#, ["width", "height"], "rate", "\"rate\": 5"),
            (
                #"{"name": "n", "a": [1], "b": 2, "c": 3, "d": 4}"#, ["a", "d"], "b",
                "\"b\": 2"
            ),
        ])
    func pairs(text: String, pair: [String], kept: String, expected: String) throws {
        let shrunk = try Self.shrunk(text) { text in
            let has = pair.map { text.contains("\"\($0)\"") }
            return has[0] == has[1] && text.contains("\"\(kept)\"")
        }
        #expect(shrunk.contains(expected) && pair.allSatisfy { !shrunk.contains("\"\($0)\"") }, "\(shrunk)")
    }

    /// Whatever is wanted of a tree: at the end nothing more can go alone.
    @Test("has nothing more that could go alone", arguments: 0..<40 as Range<UInt64>)
    func isLeast(seed: UInt64) throws {
        var stream = RandomStream(seed: seed, name: "tree")
        func tree(_ depth: Int) -> String {
            let kind = depth == 0 ? 0 : stream.below(3)
            let count = Int(stream.below(4))
            return switch kind {
            case 0: String(stream.below(9))
            case 1: "[" + (0..<count).map { _ in tree(depth - 1) }.joined(separator: ", ") + "]"
            default: "{" + (0..<count).map { #""k\#($0)": "# + tree(depth - 1) }.joined(separator: ", ") + "}"
            }
        }
        let text = #"{"a": \#(tree(4)), "b": \#(tree(3))}"#
        let digits = [String(stream.below(9)), String(stream.below(9))]
        func keeps(_ node: JSONNode) -> Bool {
            let text = JSONText.text(of: node)
            return digits.allSatisfy(text.contains)
        }
        let whole = try Self.node(text)
        guard keeps(whole) else { return }
        let found = Shrinker.shrink(whole, keeps: keeps)
        #expect(keeps(found.node) && !found.isCut)
        let again = Shrinker.shrink(found.node, keeps: keeps)
        #expect(JSONText.text(of: again.node) == JSONText.text(of: found.node))
    }

    @Test(
        "has so many values of those that it had, whatever lies around them",
        arguments: [
            (#"{"a": 1, "b": {"c": [], "d": [2, {}]}, "e": null}"#, "2", 5, 1),
            (#"{"a": [[["here"]]], "b": true}"#, "here", 2, 1), ("7", "7", 1, 1),
        ])
    func values(text: String, kept: String, before: Int, after: Int) throws {
        let found = Shrinker.shrink(try Self.node(text)) { JSONText.text(of: $0).contains(kept) }
        #expect(found.values.before == before && found.values.after == after)
    }

    @Test("is left where there are too many tries, and says so")
    func cut() throws {
        let found = Shrinker.shrink(try Self.node("[1, 2, 3, 4, 5, 6, 7, 8]"), most: 3) { _ in false }
        #expect(found.tries == 3 && found.isCut)
    }
}

@Suite("A condition on a metric")
struct MetricConditionTests {
    @Test(
        "holds as it is written, and of a metric that is missing only where that is meant",
        arguments: [
            ("stall_count >= 2", [2, 3], [1, nil]), ("stall_count>2", [3], [2, nil]),
            ("stall_count<= 2", [2], [3, nil]),
            ("stall_count < 2", [1], [2, nil]), ("stall_count == 2", [2], [1, nil]),
            ("stall_count != 2", [1, nil], [2]),
            ("startup_time_s == none", [nil], [0]), ("startup_time_s != none", [0], [nil]),
            ("startup_time_s > 1.5", [1_500_000_001], [1_500_000_000]), ("end_reached == true", [1], [0, nil]),
        ] as [(String, [Int64?], [Int64?])])
    func holds(text: String, yes: [Int64?], no: [Int64?]) throws {
        let condition = try MetricCondition(text)
        #expect(yes.allSatisfy(condition.holds) && !no.contains(where: condition.holds))
    }

    @Test(
        "does not hold of a time that says nothing, as there is nothing that it could be the time of: it is missing",
        arguments: [
            ("seek_time_s", false), ("longest_seek_s", false), ("seam_gap_time_s", false), ("gap_time_s", false),
            ("interstitial_time_s", false), ("catch_up_time_s", false), ("stall_time_s", true), ("seek_count", true),
        ])
    func vacancy(metric: String, says: Bool) throws {
        let text = ScenarioText(
            network: .fluid(1600, #""delay_ms": 0"#), media: .hls([800], duration_s: 20, segment_s: 2),
            player: #""keep_up": "first-chunk""#, script: [.load(), .play()])
        let run = try text.run()
        for (relation, holdsOfZero) in [("== 0", true), ("<= 1", true), ("!= none", true), ("== none", false)] {
            let condition = "\(metric) \(relation)"
            let objection = try [MetricCondition(condition)].objection(to: run)
            #expect((objection == nil) == (holdsOfZero == says), "\(condition): \(objection ?? "")")
            if let objection, !says { #expect(objection.hasSuffix(": \(metric) is none")) }
        }
    }

    @Test(
        "is refused with what to write instead",
        arguments: [
            ("stall_cout >= 1", "'stall_cout' is no metric; did you mean 'stall_count'?"),
            ("stall_count", "'stall_count' compares nothing; write a condition such as 'stall_count >= 2'"),
            ("stall_count >= many", "'many' is nothing that stall_count could be; write a number"),
            (
                "stall_count == many",
                "'many' is nothing that stall_count could be; write a number, or 'none' for one that is missing"
            ),
            ("end_reached == yes", "'yes' is nothing that end_reached could be; write true or false"),
            ("stall_count >= 1.5", "'1.5' is nothing that stall_count could be; write a whole number"),
            ("stall_count => 2", "'=>' compares nothing; write 'stall_count >= 2'"),
            ("stall_count =< 2", "'=<' compares nothing; write 'stall_count <= 2'"),
            ("stall_count <> 2", "'<>' compares nothing; write 'stall_count != 2'"),
            ("stall_count = 0", "'=' compares nothing; write 'stall_count == 0'"),
        ]
            + [">", ">=", "<", "<="].map {
                (
                    "startup_time_s \($0) none",
                    "'none' goes with == and != alone; write 'startup_time_s == none' or 'startup_time_s != none'"
                )
            })
    func mistakes(text: String, message: String) {
        #expect(throws: Mistake(message: message)) { try MetricCondition(text) }
    }
}
