import Testing

@testable import Simulation

@Suite("A search for numbers")
struct ParameterSearchTests {
    private static let scenario = """
        {"network": {"transport": "fluid", "down_kbps": 500},
         "player": {"keep_up": "fixed-seconds"}}
        """

    private static func root(_ text: String = scenario) throws -> JSONNode {
        try JSONReader.read(Array(text.utf8), source: 0).root
    }

    private static func key(_ path: String, _ text: String = scenario) throws -> ParameterKey {
        try ParameterKey(path, in: try root(text), of: ScenarioFormat.whole.shape)
    }

    private static func parameter(_ name: String, _ word: String) throws -> TunedParameter {
        try TunedParameter(try key("player.keep_up.\(name)"), word)
    }

    private static func seconds(_ value: Int64) -> Double { Double(value) / 1e9 }

    private static func search(
        _ parameters: [TunedParameter], _ objectives: String = "startup_mean_s", rounds: Int = 3,
        _ values: ([Double]) -> [Double?]
    ) throws -> ParameterSearch {
        var search = ParameterSearch(parameters, try Objective.all(objectives, .minimise), rounds: rounds)
        search.run { settings in
            settings.map {
                Trial(setting: $0, values: values($0.map(seconds)), isSame: false)
            }
        }
        return search
    }

    /// What starts in half of the sessions alone is quick in those.
    @Test("a setting that starts in fewer sessions than another is not taken for the quicker one")
    func survivors() throws {
        var search = ParameterSearch(
            [try Self.parameter("start_s", "1,2,4")], try Objective.all("startup_mean_s", .minimise), rounds: 0)
        search.run { settings in
            settings.map { setting in
                let start = Self.seconds(setting[0])
                return Trial(
                    setting: setting, values: [5 - start], isSame: false,
                    share: { $0 == .startsLess ? start > 2 ? 500_000 : start > 1 ? 4_000 : 0 : 0 })
            }
        }
        #expect(search.best.map { Self.seconds(search.trials[$0].setting[0]) } == 2)
    }

    @Test(
        "a setting that starts in fewer sessions, but not by more than matters, may be taken; else it is said",
        arguments: [(4_000, nil), (6_000, "0.6 %"), (166_667, "16.67 %")] as [(Int64, String?)],
        Drawback.allCases)
    func hardlyLess(_ own: (share: Int64, said: String?), _ drawback: Drawback) throws {
        let said = own.said
        let verb =
            switch drawback {
            case .startsLess: "does not start"
            case .failsMore: "fails"
            case .resumesLess: "never resumes"
            }
        var search = ParameterSearch(
            [try Self.parameter("start_s", "2,6,8")], try Objective.all("stalled_percent", .minimise), rounds: 0)
        search.run { settings in
            settings.map { setting in
                let start = Self.seconds(setting[0])
                return Trial(
                    setting: setting, values: [start == 6 ? 0 : 100], isSame: false,
                    share: { $0 == drawback && start == 6 ? own.share : 0 },
                    isWorse: { $0 == drawback && start == 6 })
            }
        }
        #expect(search.best.map { Self.seconds(search.trials[$0].setting[0]) } == (said == nil ? 6 : 2))
        #expect((search.shutOut == nil) == (said == nil))
        guard let said else { return }
        let plan = DecisionPlan(
            choiceKeys: ["setting"], choices: [["start_s=2"]], baseline: 0, circumstanceKeys: [], circumstances: [],
            metrics: DecisionMetric.headline)
        let tuning = Tuning(search, plan, .seeds, chosenOn: 1000, candidates: nil)
        #expect(
            TuningText.sentence(tuning)
                == "keep start_s=2: start_s=6 does better in the sessions to choose on, but "
                + "\(verb) in \(said) of them")
        let row = "\(drawback.words); \(verb) in \(said)\n"
        #expect(TuningText.text(tuning, block: nil).contains(row))
    }

    @Test(
        "one other setting is no number of them",
        arguments: [
            ("2,6", [6: 1], "the other setting does no better in the sessions to choose on"),
            ("2,6,8", [6: 1, 8: 1], "none of 2 other settings does better in the sessions to choose on"),
            (
                "2,6", [6: nil],
                "the other setting does no better in the sessions to choose on; with it stalled_percent has no value"
            ),
        ] as [(String, [Double: Double?], String)])
    func others(values: String, others: [Double: Double?], words: String) throws {
        var search = ParameterSearch(
            [try Self.parameter("start_s", values)], try Objective.all("stalled_percent", .minimise), rounds: 0)
        search.run { settings in
            settings.map { setting in
                Trial(
                    setting: setting, values: [others[Self.seconds(setting[0])] ?? 0], isSame: false)
            }
        }
        let plan = DecisionPlan(
            choiceKeys: ["setting"], choices: [["start_s=2"]], baseline: 0, circumstanceKeys: [], circumstances: [],
            metrics: DecisionMetric.headline)
        let tuning = Tuning(search, plan, .seeds, chosenOn: 1000, candidates: nil)
        #expect(TuningText.sentence(tuning) == "keep start_s=2: \(words)")
    }

    // MARK: Values

    @Test(
        "takes values of few digits from a range: factors where it is wide, and steps where it is not",
        arguments: [
            ("0.5..12", "0.5 0.74 1.1 1.6 2.4 3.6 5.4 8.1 12"), ("0..10", "0 1.3 2.5 3.8 5 6.3 7.5 8.8 10"),
            ("2..4", "2 2.25 2.5 2.75 3 3.25 3.5 3.75 4"), ("1..3:0.5", "1 1.5 2 2.5 3"), ("0..5:2", "0 2 4"),
            ("5,1,2.5", "1 2.5 5"),
        ])
    func ladders(word: String, expected: String) throws {
        let parameter = try Self.parameter("start_s", word)
        #expect(parameter.values.map(parameter.text).joined(separator: " ") == expected)
        let finer = parameter.refined(parameter.values)
        #expect(parameter.isFixed ? finer == parameter.values : finer.count == 2 * parameter.values.count - 1)
        #expect(finer == finer.sorted() && Set(finer).isSuperset(of: parameter.values))
    }

    @Test(
        "refuses what is no range",
        arguments: [
            ("12..0.5", "'12..0.5' is upside down; write 0.5..12"), ("3..3", "is one value"), ("3", "is one value"),
            ("1..2:0", "'0' is no step"), ("1..2:3", "'3' is no step"), ("a..b", "'a' is no number"),
            ("..3", "'' is no number"), ("1..90000", "start_s may be from 0 to 86400, and '90000' is not"),
            ("exoplayer,shaka", "'exoplayer' is no number; for choices between words there is"),
            ("1,2,1", "'1' twice"),
            ("0.0000000001,1", "more digits than start_s keeps"), ("0..86400:0.001", "200 are the most"),
        ])
    func ranges(word: String, message: String) {
        do {
            _ = try Self.parameter("start_s", word)
            Issue.record("'\(word)' was read")
        } catch let error as Mistake {
            #expect(error.message.contains(message), "\(error.message)")
        } catch {
            Issue.record(error)
        }
    }

    // MARK: Keys

    @Test(
        "finds the number that a scenario has, and the form of a rule that is a word",
        arguments: [
            (#"{"player": {"keep_up": "exoplayer"}}"#, "player.keep_up.start_s", 1.0, [#"{"rule": "exoplayer"}"#]),
            (#"{"player": {"keep_up": {"rule": "exoplayer", "start_s": 3}}}"#, "player.keep_up.start_s", 3, []),
            ("{}", "player.keep_up.hysteresis_s", 0.1, [#"{"rule": "play-through"}"#]),
            ("{}", "player.drain_s", 10, []), (#"{"player": {"drain_s": 4}}"#, "player.drain_s", 4, []),
            (#"{"player": "exoplayer"}"#, "player.drain_s", 0, [#"{"profile": "exoplayer"}"#]),
            (#"{"player": {"profile": "avplayer"}}"#, "player.evidence_s", 0.5, []),
            (#"{"player": {"profile": "shaka"}}"#, "player.default_forward_buffer_s", 10, []),
            (#"{"player": {"profile": "shaka"}}"#, "player.evaluation_s", 1, []),
            (
                #"{"player": "exoplayer"}"#, "player.keep_up.start_s", 1,
                [#"{"profile": "exoplayer"}"#, #"{"rule": "exoplayer", "start_s": 1, "after_stall_s": 2}"#]
            ),
            (
                #"{"player": {"profile": "exoplayer"}}"#, "player.keep_up.after_stall_s", 2,
                [#"{"rule": "exoplayer", "start_s": 1, "after_stall_s": 2}"#]
            ),
        ] as [(String, String, Double, [String])])
    func keys(text: String, path: String, own: Double, forms: [String]) throws {
        let key = try Self.key(path, text)
        #expect(Self.seconds(key.own) == own)
        #expect(key.forms.map { $0.value } == forms)
        let block = TunedBlock.text(
            try Self.root(text), key.forms + [.init(path: path, value: "7")], paths: [path])
        #expect(block?.hasPrefix("\"player\": {\n") == true && block?.contains(": 7") == true, "\(block ?? "")")
    }

    @Test(
        "says what to write where there is no such number",
        arguments: [
            (
                "{}", "player.keep_up.start_s",
                "the rule 'play-through' of 'player.keep_up' has no 'start_s', but "
                    + "hysteresis_s, resume_margin_s; to tune another one, as fixed-seconds, write "
                    + "--set player.keep_up=fixed-seconds besides"
            ),
            ("{}", "player.keep_upp.start_s", "there is no 'keep_upp'; did you mean 'keep_up'?"),
            ("{}", "keep_up.start_s", "there is no 'keep_up'; it belongs in 'player'"),
            ("{}", "player.keep_up", "'player.keep_up' is a rule, not a number"),
            (
                #"{"player": "avplayer"}"#, "player.buffer_goal.most_s",
                "nobody says which rule 'player.buffer_goal' is; write --set player.buffer_goal=RULE besides"
            ),
            (
                #"{"player": {"profile": "shaka", "default_forward_buffer_s": "unlimited"}}"#,
                "player.default_forward_buffer_s",
                "'player.default_forward_buffer_s' is 'unlimited' and no number; write --set player.default_forward"
            ),
            (
                #"{"player": "avplayer"}"#, "player.segment_requests.back_off_most_s",
                "to tune another one, as hls.js, write --set player.segment_requests=hls.js besides"
            ),
            (
                #"{"player": {"keep_up": "exoplayer"}}"#, "player.keep_up.starts_s",
                "the rule 'exoplayer' has no 'starts_s'; did you mean 'start_s'?"
            ),
            (#"{"player": "exoplayer"}"#, "player.default_forward_buffer_s", "write --set player.default_forward"),
            (#"{"player": "firefox"}"#, "player.default_forward_buffer_s", "write --set player.default_forward"),
            ("{}", "player.items.0.from_s", "there is no list 'player.items' here"),
            (#"{"network": {"outages": []}}"#, "network.outages.0.at_s", "the list 'network.outages' is empty"),
            (
                #"{"network": {"outages": [{}]}}"#, "network.outages.1.at_s",
                "'1' is no element of 'network.outages'; they are counted from 0"
            ),
            ("{}", "player.default_forward_buffer_s", "write --set player.default_forward_buffer_s=NUMBER besides"),
            ("{}", "name", "'name' is no number, but a string; tuning is for numbers"),
            ("{}", "name.x", "'name' has no keys in it"),
            (
                #"{"media": {"kind": "hls", "variants": [{"bitrate_kbps": 1}]}}"#, "media.variants[0].bitrate_kbps",
                "the number of an element stands behind a point; write 'variants.0' for 'variants[0]'"
            ),
            ("{}", "expect.stall_count", "'expect.stall_count' is what a run is held against, and changes none"),
        ] as [(String, String, String)])
    func wrongKeys(text: String, path: String, message: String) {
        do {
            _ = try Self.key(path, text)
            Issue.record("'\(path)' was found")
        } catch let error as Mistake {
            #expect(error.message.contains(message), "\(error.message)")
        } catch {
            Issue.record(error)
        }
    }

    // MARK: The search

    @Test("comes to the best of a smooth function, nearer with each round", arguments: [0.7, 2.9, 3.14, 9.5])
    func smooth(best: Double) throws {
        let parameter = try Self.parameter("start_s", "0.5..12")
        var before = Double.infinity
        for rounds in 1...4 {
            let search = try Self.search([parameter], rounds: rounds) { [($0[0] - best).magnitude / best] }
            let found = try #require(search.best)
            let miss = (Self.seconds(search.trials[found].setting[0]) - best).magnitude / best
            #expect(miss <= before && search.trials.count < 30)
            before = miss
        }
        #expect(before < 0.04)
    }

    @Test("comes to the best of two numbers that depend on each other, and tries none twice")
    func two() throws {
        let parameters = [try Self.parameter("start_s", "0..8"), try Self.parameter("after_stall_s", "0..8")]
        let search = try Self.search(parameters) { at in
            [(at[0] + at[1] - 7) * (at[0] + at[1] - 7) + (at[0] - 2.2) * (at[0] - 2.2)]
        }
        let best = search.trials[try #require(search.best)].setting.map(Self.seconds)
        #expect((best[0] - 2.2).magnitude < 0.3 && (best[0] + best[1] - 7).magnitude < 0.3)
        #expect(Set(search.trials.map { $0.setting }).count == search.trials.count)
        #expect(search.trials.count < 81 + 100)
    }

    @Test("values below zero are rounded as those above are")
    func belowZero() throws {
        let text = #"{"script": [{"at_s": 0, "do": "seek", "by_s": 5}]}"#
        let parameter = try TunedParameter(try Self.key("script.0.by_s", text), "-5..5")
        #expect(parameter.values.map(Self.seconds) == [-5, -3.8, -2.5, -1.3, 0, 1.3, 2.5, 3.8, 5])
    }

    @Test("among equals keeps the scenario's own, or takes the smallest; what has no value never wins")
    func ties() throws {
        let parameter = try Self.parameter("start_s", "0..8:1")
        func best(_ value: @escaping (Double) -> Double?) throws -> Double? {
            let search = try Self.search([parameter]) { [value($0[0])] }
            return search.best.map { Self.seconds(search.trials[$0].setting[0]) }
        }
        // Its own start_s is 2.
        #expect(try best { _ in 1 } == 2)
        #expect(try best { $0 >= 3 ? 1 : 2 } == 3)
        #expect(try best { $0 == 5 ? nil : -$0 } == 8)
        #expect(try best { $0 == 8 ? nil : -$0 } == 7)
        #expect(try best { _ in nil } == nil)
    }

    @Test("of two objectives it keeps what nothing else beats in both")
    func front() throws {
        let parameter = try Self.parameter("start_s", "0..8:1")
        let search = try Self.search([parameter], "startup_mean_s,stalled_percent") { at in
            [at[0], at[0] < 6 ? (6 - at[0]) * 2 + (at[0] == 3 ? 9 : 0) : 0]
        }
        // 3 is worse than 2 in both, and 7 and 8 only start later than 6.
        #expect(search.front.map { Self.seconds(search.trials[$0].setting[0]) } == [0, 1, 2, 4, 5, 6])
    }

    // MARK: What is held out

    @Test("halves are of what varies, and each value of each key is on both sides")
    func halves() {
        func plan(_ values: [[String?]], traces: [String?]? = nil, isDrawn: Bool = false) -> DecisionPlan {
            DecisionPlan(
                choiceKeys: ["k"], choices: [["1"]], baseline: 0, circumstanceKeys: ["a", "b"],
                circumstances: values.enumerated().map {
                    Circumstance(
                        path: "x", name: "", settings: $0.element, trace: traces?[$0.offset], isExact: false)
                }, metrics: DecisionMetric.headline,
                population: isDrawn ? DrawnPopulation("mobile") : nil)
        }
        let crossed = plan([["1", "x"], ["1", "y"], ["2", "x"], ["2", "y"]])
        func halves(_ holdOut: HoldOut) -> [[Int]] { [holdOut.chosen, holdOut.heldOut] }
        let one = HoldOut(crossed, 0..<4)
        #expect(one.kind == .circumstances && halves(one) == [[0, 3], [1, 2]])
        let seeds = HoldOut(crossed, 0..<16)
        #expect(seeds.kind == .seeds && seeds.heldOut == [4, 5, 6, 7, 12, 13, 14, 15])
        let traces = HoldOut(plan([["t2", nil], ["t1", nil], ["t3", nil]], traces: ["t2", "t1", "t3"]), 0..<6)
        #expect(traces.kind == .traces && halves(traces) == [[0, 2, 3, 5], [1, 4]])
        // Equal as text, and two files by their bytes.
        let spelt = HoldOut(plan([["1", nil], ["1", nil]], traces: ["caf\u{E9}", "cafe\u{301}"]), 0..<2)
        #expect(spelt.kind == .traces && spelt.chosen.count == 1 && spelt.heldOut.count == 1)
        let drawn = HoldOut(plan([["1", "x"], ["2", "y"]], isDrawn: true), 10..<14)
        #expect(drawn.kind == .sessions && halves(drawn) == [[10, 11], [12, 13]])
        #expect(halves(HoldOut(plan([["1", nil], [nil, "x"]]), 0..<2)) == [[0], [1]])
        let alone = HoldOut(plan([["1", "x"]]), 0..<1)
        #expect(alone.kind == .nothing && halves(alone) == [[0], [0]])
    }

    /// Whoever knows some sessions over a trace knows the others.
    @Test("of a population no trace is on both sides, however its sessions are drawn")
    func halvesOfPopulation() {
        let traces = ["t3", "t1", nil, "t2"]
        let plan = DecisionPlan(
            choiceKeys: ["k"], choices: [["1"]], baseline: 0, circumstanceKeys: ["network"],
            circumstances: traces.map {
                Circumstance(path: "x", name: "", settings: [$0 ?? "3G"], trace: $0, isExact: false)
            }, metrics: DecisionMetric.headline, population: DrawnPopulation("mobile"))
        let drawn = [1, 0, 2, 3, 2, 1, 1, 3, 0]
        let holdOut = HoldOut(plan, 100..<109) { drawn[$0 - 100] }
        #expect(holdOut.kind == .traces)
        // t1 is out, and of those without a trace one of two sessions.
        #expect(holdOut.chosen == [101, 102, 103, 107, 108] && holdOut.heldOut == [100, 104, 105, 106])
        // Over one trace alone there are but its sessions.
        let single = HoldOut(plan, 100..<104) { _ in 1 }
        #expect(single.kind == .sessions && single.chosen == [102, 103] && single.heldOut == [100, 101])
    }

    /// Of traces `a-lte`, `a-slow`, `b-lte`, … every second one is slow, and of a mix of two populations every second
    /// session is of the second.
    @Test("each half has some of every kind, where every second thing is of one", arguments: [false, true])
    func halvesOfPairs(isDrawn: Bool) {
        let plan = DecisionPlan(
            choiceKeys: ["k"], choices: [["1"]], baseline: 0, circumstanceKeys: ["network"],
            circumstances: (10..<34).map { number in
                let name = String(number)
                return Circumstance(
                    path: "x", name: "", settings: [name], trace: isDrawn ? nil : name, isExact: false)
            }, metrics: DecisionMetric.headline, population: isDrawn ? DrawnPopulation("mix.json") : nil)
        let holdOut = HoldOut(plan, 0..<24) { $0 }
        #expect(holdOut.kind == (isDrawn ? .sessions : .traces))
        #expect(holdOut.chosen.count == 12 && holdOut.heldOut.count == 12)
        #expect(4...8 ~= holdOut.heldOut.count { $0 % 2 == 1 }, "\(holdOut.heldOut)")
    }

    /// What a scenario takes is `--parameter`'s, and what a tuning prints is a scenario's.
    @Test(
        "what is so or not is true or false in all that a tuning takes and prints", arguments: ["false,true", "0,1"])
    func flags(word: String) throws {
        let key = try Self.key("player.switching.bola_o", #"{"player": {"switching": "sabre-bola"}}"#)
        let parameter = try TunedParameter(key, word)
        #expect(parameter.values == [0, 1] && parameter.values.map(parameter.text) == ["false", "true"])
        #expect(throws: Mistake.self) { try TunedParameter(key, word + ",true") }
        let mistake = Mistake(message: "'yes' is no number; write false or true")
        #expect(throws: mistake) { try TunedParameter(key, word + ",yes") }
        let search = try Self.search([parameter], rounds: 0) { $0.map { 1 - $0 } }
        let plan = DecisionPlan(
            choiceKeys: ["setting"], choices: [["bola_o=false"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline)
        let tuning = Tuning(search, plan, .seeds, chosenOn: 100, candidates: nil)
        #expect(tuning.label(0) == "bola_o=false")
        let json = TuningLines.json(tuning, block: nil)
        for value in ["false", "true"] {
            #expect(json.contains("\"player.switching.bola_o\": \(value)"), "\(json)")
            #expect(TuningLines.csv(tuning).contains("\n\(value),"))
        }
    }
}
