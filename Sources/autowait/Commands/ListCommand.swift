import PlayerModel
import Simulation

enum ListCommand {
    private struct Topic: Sendable {
        let name: String
        let about: String
        let lines: @Sendable () -> [String]
    }

    private static let topics: [Topic] = [
        Topic(name: "players", about: "whole players, with their rules, sources, and what is left out") {
            PlayerProfile.all.flatMap(player)
        },
        Topic(name: "heuristics", about: "rules behind isPlaybackLikelyToKeepUp, with their parameters") {
            KeepUp.all.flatMap { rule($0.name, $0.about, $0.parameters) }
        },
        Topic(name: "throughput", about: "ways to measure throughput, with their parameters") {
            ThroughputEstimator.all.flatMap { rule($0.name, $0.about, $0.parameters) }
        },
        Topic(name: "variants", about: "rules for the first variant") {
            VariantChoice.allCases.flatMap { rule($0.name, $0.about, $0.parameters) }
        },
        Topic(name: "switching", about: "rules for the variants after the first, and for giving segments up") {
            switchingLines
        },
        Topic(name: "requests", about: "how long requests are waited for, and how they are made again") {
            RequestPolicy.all.flatMap { policy in
                let remedy = policy.remedyInWords
                let words = "\(policy.about) \(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
                return rule(policy.name, words, policy.parameters)
            }
        },
        Topic(name: "metrics", about: "figures of a run, with the direction that is better") {
            Metric.all.map { metric in
                "\(NumberText.left(metric.name, 26))\(NumberText.left(better(metric.better), 8))\(metric.about)"
            }
        },
        Topic(name: "actions", about: "what a script can do, with what each takes") { ScenarioFormat.actionLines },
        Topic(name: "keys", about: "every key of a scenario but those of its script") {
            ScenarioFormat.whole.keyLines + ["expect"] + ScenarioFormat.expectationLines.map { "    " + $0 }
        },
        Topic(name: "traces", about: "kinds of network traces to make, with their parameters") {
            NetworkTraceMaker.all.flatMap { rule($0.name, $0.about, $0.parameters) }
        },
        Topic(name: "presets", about: "networks by their names, with where their figures come from") {
            PresetTable.lines
        },
    ]

    static let command = Command(
        name: "list", operands: "[\(topics.map(\.name).joined(separator: "|"))]", operandCount: 0...1,
        about: "lists what there is to choose from", options: [], run: list)

    private static func list(_ arguments: Arguments) -> Reply {
        guard let word = arguments.operands.first else {
            let lines = topics.map { "autowait list \(NumberText.left($0.name, 12))\($0.about)\n" }
            return Reply(output: lines.joined())
        }
        guard let topic = topics.first(where: { $0.name == word }) else {
            return .usage("'\(word)' is no list\(Help.hint(word, among: topics.map(\.name)))\n")
        }
        return Reply(output: topic.lines().joined(separator: "\n") + "\n")
    }

    private static var switchingLines: [String] {
        var lines = VariantSwitch.all.flatMap { rule($0.name, "\($0.about) \($0.wants)", $0.parameters) }
        lines += ["", "abandon_segment:"]
        lines += SegmentAbandonment.all.flatMap { rule($0.name, $0.about, $0.parameters) }
        lines += ["", "replace_segment:"]
        lines += SegmentReplacement.all.flatMap { rule($0.name, $0.about, $0.parameters) }
        return lines
    }

    private static func player(_ profile: PlayerProfile) -> [String] {
        func row(_ key: String, _ value: String) -> String { "    \(NumberText.left(key, 23))\(value)" }
        func rows(_ key: String, _ lines: [String]) -> [String] {
            zip([key] + Array(repeating: "", count: lines.count), lines).map { row($0, $1) }
        }
        let rules = profile.rules.map { row($0.key, Settings.rule($0.name, $0.parameters)) }
        let times = [
            ("drain_s", profile.drain.nanoseconds), ("evidence_s", profile.evidence.span.nanoseconds),
            ("carry_over_s", profile.evidence.carryOver.nanoseconds),
        ].map { row($0.0, QuantityText.value($0.1, .seconds)) }
        return [NumberText.left(profile.name, 20) + profile.about] + rules + times
            + profile.requestRules.map { row($0.key, Settings.policy($0.policy)) }
            + rows("sources", profile.sources) + rows("not modelled", profile.notModelled)
    }

    private static func rule(_ name: String, _ about: String, _ parameters: [Parameter]) -> [String] {
        let values = parameters.map { QuantityText.value($0.value, $0.unit) }
        let width = values.reduce(8) { max($0, $1.unicodeScalars.count) }
        return [NumberText.left(name + " ", 20) + about]
            + zip(parameters, values).map { parameter, value in
                "    \(NumberText.left(parameter.name, 20))\(NumberText.left(value, width)) \(parameter.about)"
            }
    }

    private static func better(_ direction: Metric.Direction) -> String {
        switch direction {
        case .lower: "lower"
        case .higher: "higher"
        case .neither: "-"
        }
    }
}
