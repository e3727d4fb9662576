import PlayerModel
import Simulation

enum ListCommand {
    private struct Topic: Sendable {
        let name: String
        let about: String
        /// The keys of a scenario that it has the words for, where its name is none of them.
        let keys: [String]
        let entries: @Sendable () -> [ListEntry]

        init(
            _ name: String, _ about: String, of keys: [String] = [],
            _ entries: @escaping @Sendable () -> [ListEntry]
        ) {
            self.name = name
            self.about = about
            self.keys = keys
            self.entries = entries
        }
    }

    private static let topics: [Topic] = [
        Topic(
            "players", "whole players, with their rules, sources, and what is left out", of: ["player", "profile"]
        ) { PlayerProfile.all.map(player) },
        Topic(
            "heuristics", "rules of 'keep_up', behind isPlaybackLikelyToKeepUp, with their parameters",
            of: ["keep_up"]
        ) { rules(KeepUp.all) },
        Topic("throughput", "rules of 'throughput': ways to measure it, with their parameters") {
            rules(ThroughputEstimator.all)
        },
        Topic("variants", "rules of 'first_variant': which variant playback begins with", of: ["first_variant"]) {
            rules(VariantChoice.allCases)
        },
        Topic(
            "switching",
            "rules of 'switching' (the variants after the first), 'abandon_segment', 'replace_segment'",
            of: ["abandon_segment", "replace_segment"]
        ) {
            VariantSwitch.all.map { ListEntry($0.name, "\($0.about) \($0.wants)", $0.parameters) }
                + rules(SegmentAbandonment.all, in: "abandon_segment:")
                + rules(SegmentReplacement.all, in: "replace_segment:")
        },
        Topic(
            "requests", "how long requests are waited for, and how they are made again",
            of: ["segment_requests", "playlist_requests", "multivariant_requests"]
        ) {
            RequestPolicy.all.map { policy in
                let remedy = policy.remedyInWords
                let words = "\(policy.about) \(remedy.prefix(1).uppercased())\(remedy.dropFirst())."
                return ListEntry(policy.name, words, policy.parameters)
            }
        },
        Topic(
            "fail-over",
            "rules of 'fail_over': where players turn when a request has failed, and how long a variant is left out",
            of: ["fail_over"]
        ) { rules(FailOver.all) },
        Topic("gaps", "what players do about segments that are listed and not there (EXT-X-GAP)") {
            rules(GapRule.all)
        },
        Topic(
            "catch-up",
            "rules of 'catch_up': how players hold their distance from a live stream's edge by their speed",
            of: ["catch_up"]
        ) { rules(CatchUp.all) },
        Topic("metrics", "figures of a run, with the direction that is better") {
            metrics(Metric.all.map { ($0.name, $0.better, $0.about) })
        },
        Topic("decisions", "figures of many sessions, by which 'compare --over' decides") {
            metrics(DecisionMetric.all.map { ($0.name, $0.better, $0.about) })
        },
        Topic("actions", "what a script can do, with what each takes") {
            ListEntry.rows(ScenarioFormat.actionRows)
                + ListEntry.rows(ScenarioFormat.timingRows, in: "when each of them happens:")
        },
        Topic("keys", "every key of a scenario but those of its script") {
            ListEntry.rows(ScenarioFormat.whole.keyRows)
        },
        Topic("traces", "kinds of network traces to make, with their parameters", of: ["make"]) {
            NetworkTraceMaker.all.map { ListEntry($0.name, $0.about, $0.parameters) }
        },
        Topic("populations", "sessions by their networks and viewers, with weights, for 'compare --population'") {
            ShippedPopulations.all.map(population)
        },
        Topic(presets, "networks by their names, with where their figures come from", of: ["network", "preset"]) {
            PresetTable.entries
        },
    ]

    /// The list that is a table, with a head and footnotes.
    private static let presets = "presets"

    static let command = Command(
        name: "list", operands: "[\(topics.map(\.name).joined(separator: "|"))] [FILTER]", operandCount: 0...2,
        operandKind: .words(topics.map(\.name)),
        about: "lists what there is to choose from; with FILTER only what has this text",
        options: [.init("format", .words(["text", "json"]), "text for people, json for programs")], run: list)

    private static func rules(_ family: [some Choosable], in group: String = "") -> [ListEntry] {
        family.map { ListEntry($0.name, $0.about, $0.parameters, in: group) }
    }

    private static func population(_ entry: ShippedPopulations.Entry) -> ListEntry {
        let source = SourceText(file: entry.name, bytes: Array(entry.text.utf8))
        let axes = PopulationFormat(.whole).read(source, folder: "").population?.axes ?? []
        let rows = axes.map { axis in
            let strata = axis.strata.map { "\($0.value.name) \($0.value.weight)" }
            return "    \(NumberText.left(axis.name, 10))\(strata.joined(separator: ", "))"
        }
        return ListEntry(
            name: entry.name, about: entry.about, lines: [NumberText.left(entry.name + " ", 14) + entry.about] + rows
        ) { writer in writer.member("file", entry.text) }
    }

    private static func list(_ arguments: Arguments) throws(LoadError) -> Reply {
        let isJSON = try arguments.choice("format", among: ["text", "json"]) == "json"
        guard let word = arguments.operands.first else {
            let all = topics.map { topic in
                ListEntry(
                    name: topic.name, about: topic.about,
                    lines: ["autowait list \(NumberText.left(topic.name, 12))\(topic.about)"])
            }
            return isJSON ? json("lists", all) : text(all)
        }
        guard let topic = topics.first(where: { $0.name == word }) else {
            throw .usage("'\(word)' is no list\(hint(word))")
        }
        var entries = topic.entries()
        if arguments.operands.count > 1 {
            let filter = arguments.operands[1]
            let found = ListEntry.filtered(entries, by: filter)
            guard !found.isEmpty else {
                let near = NearMiss.find(filter, among: entries.map { $0.name })
                let hint = near.map { "; did you mean '\($0)'?" } ?? "; 'autowait list \(word)' has them all"
                throw .usage("nothing in 'list \(word)' has '\(filter)'\(hint)")
            }
            entries = found
        }
        if isJSON { return json(topic.name, entries) }
        guard topic.name == presets else { return text(entries) }
        let rows = [PresetTable.head] + entries.flatMap { $0.lines }
        let columns = arguments.terminal.columns ?? Int.max
        let lines = rows.flatMap { PresetTable.folded($0, to: columns) }
        let table = lines + PresetTable.sources(of: entries.map { $0.name })
        return Reply(output: table.joined(separator: "\n") + "\n")
    }

    /// A word that is a key of a scenario leads to the list of what it may be.
    private static func hint(_ word: String) -> String {
        if let topic = topics.first(where: { $0.keys.contains(word) }) {
            return "; 'autowait list \(topic.name)' has what '\(word)' may be"
        }
        return Help.hint(word, among: topics.map(\.name))
    }

    private static func text(_ entries: [ListEntry]) -> Reply {
        var lines: [String] = []
        var group = ""
        for entry in entries {
            if entry.group != group {
                if !lines.isEmpty { lines.append("") }
                lines.append(entry.group)
                group = entry.group
            }
            lines += entry.lines
        }
        return Reply(output: lines.joined(separator: "\n") + "\n")
    }

    /// One JSON object, ending in a line break, with an entry a line.
    private static func json(_ name: String, _ entries: [ListEntry]) -> Reply {
        let text = JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.objects(name, of: entries, inline: true) { entry, writer in
                writer.member("name", entry.name)
                writer.member("about", entry.about)
                if !entry.group.isEmpty { writer.member("group", String(entry.group.dropLast())) }
                entry.write(&writer)
            }
        }
        return Reply(output: text, look: .exact)
    }

    private static func metrics(_ all: [(name: String, better: Metric.Direction, about: String)]) -> [ListEntry] {
        let width = all.reduce(0) { max($0, $1.name.utf8.count) } + 1
        return all.map { metric in
            let better = word(metric.better)
            let line = "\(NumberText.left(metric.name, width))\(NumberText.left(better, 8))\(metric.about)"
            return ListEntry(name: metric.name, about: metric.about, lines: [line]) { writer in
                writer.member("better", better)
            }
        }
    }

    private static func player(_ profile: PlayerProfile) -> ListEntry {
        func row(_ key: String, _ value: String) -> String { "    \(NumberText.left(key, 25))\(value)" }
        func rows(_ key: String, _ lines: [String]) -> [String] {
            zip([key] + Array(repeating: "", count: lines.count), lines).map { row($0, $1) }
        }
        let rules = profile.rules.map { ($0.key, Settings.rule($0.name, $0.parameters)) }
        let times = profile.times.map { time in
            (time.key, time.value.map { QuantityText.value($0, .seconds) } ?? RulesFormat.unlimited)
        }
        let requests = profile.requestRules.map { ($0.key, Settings.policy($0.policy)) }
        let lines = (rules + times + requests).map { row($0.0, $0.1) }
        return ListEntry(
            name: profile.name, about: profile.about,
            lines: [NumberText.left(profile.name, 20) + profile.about] + lines + rows("sources", profile.sources)
                + rows("not modelled", profile.notModelled)
        ) { writer in
            for (name, value) in rules + times + requests { writer.member(name, value) }
            writer.array("sources", of: profile.sources) { $1.string($0) }
            writer.array("not_modelled", of: profile.notModelled) { $1.string($0) }
        }
    }

    private static func word(_ direction: Metric.Direction) -> String {
        switch direction {
        case .lower: "lower"
        case .higher: "higher"
        case .neither: "-"
        }
    }
}
