import PlayerModel

/// The format of a population in a file. What a stratum sets has the keys, and the form, that it has in a scenario.
package struct PopulationFormat: Sendable {
    /// An axis, by its name in reports.
    enum AxisName: String, CaseIterable {
        case network, media, device, viewer

        /// The key that has its strata.
        fileprivate var key: String { self == .media ? "media" : rawValue + "s" }
    }

    private struct Draft: Sendable {
        var name = ""
        var about = ""
        var source = ""
        var axes: [(name: String, strata: Placed<[Placed<StratumDraft>]>)] = []
        var mix: Placed<[PartDraft]>?
    }

    private struct StratumDraft: Sendable {
        var name: Placed<String>?
        var weight: Int64 = 1
        var source = ""
        var traces: Placed<String>?
        var network: JSONNode?
        var media: JSONNode?
        var player: JSONNode?
    }

    private struct PartDraft: Sendable {
        var weight: Int64 = 1
        var population = Placed("", at: Place(startOf: 0))
    }

    private let format: ObjectFormat<Draft>

    /// The format over that of the scenarios whose keys strata set.
    package init(_ scenario: ScenarioFormat) {
        func node(_ name: String) -> ValueFormat<JSONNode> {
            let member = scenario.shape.members.first { $0.name == name }
            return ValueFormat(member?.shape ?? .null) { $0 }
        }
        let weight: ValueFormat<Int64> = .count(0...1_000_000_000)
        let stratum = ObjectFormat("stratum", "One of several, with its weight.", from: StratumDraft()) {
            Key("name", "A name for reports.").holds(placed: .text) { $0.name = $1 }
            Key("weight", "How many sessions are of this, beside the weights of the others.", usually: .number(1))
                .holds(weight) { $0.weight = $1 }
            Key("source", "Where the figures come from; who has none says so: \"assumed\".").holds(.text) {
                $0.source = $1
            }
            Key("network", "The scenario's network.").holds(node("network")) { $0.network = $1 }
            Key("media", "The scenario's media.").holds(node("media")) { $0.media = $1 }
            Key("player", "Keys of the scenario's player: display, viewer and others.").holds(node("player")) {
                $0.player = $1
            }
            Key(
                "traces",
                "A folder of traces, or files of a pattern such as traces/*.csv; each has an equal part of the weight."
            )
            .holds(placed: .text) { $0.traces = $1 }
        }
        let strata = ValueFormat<[Placed<StratumDraft>]>.list(of: ValueFormat.object(stratum).placed, atLeast: 1)
        func axis(_ name: AxisName, _ about: String) -> KeyFormat<Draft> {
            Key(name.key, about).holds(placed: strata) { $0.axes.append((name.rawValue, $1)) }
        }
        let part = ObjectFormat("part", "A population with its weight.", from: PartDraft()) {
            Key("weight", "How many sessions are of it.", usually: .number(1)).holds(weight) { $0.weight = $1 }
            Key("population", "Its name, or a file, relative to this one's folder.")
                .holds(placed: .text, isRequired: true) { $0.population = $1 }
        }
        format = ObjectFormat(
            "population", "Networks, media, devices and viewers, each with its weight.", from: Draft()
        ) {
            Key("$schema", "Where an editor finds the schema.").holds(.text) { _, _ in }
            Key("kind", "The word by which a file is a population.")
                .holds(.words([("population", true, "")]), isRequired: true) { _, _ in }
            Key("name", "A name for reports.").holds(.text) { $0.name = $1 }
            Key("about", "Words; JSON has no comments.").holds(.text) { $0.about = $1 }
            Key("source", "Where the figures come from.").holds(.text) { $0.source = $1 }
            axis(.network, "The networks, of which a session has one.")
            axis(.media, "The media, of which a session has one.")
            axis(.device, "The devices: the player's display, limits, a profile.")
            axis(.viewer, "The viewers: patience, time to watch, seeks.")
            Key("mix", "Other populations, in the place of all these.")
                .holds(placed: .list(of: .object(part), atLeast: 1)) { $0.mix = $1 }
        }
    }

    package var shape: Shape.ObjectShape { format.shape }
    package var schema: String { JSONSchema.text(of: shape, title: "autowait population") }

    /// Whether a text says of itself that it is a population.
    package static func isPopulation(_ bytes: [UInt8]) -> Bool {
        JSONNode(json: bytes)?.member("kind")?.string == "population"
    }

    /// Reads a population, or says what is wrong with the text. `folder` leads from the scenario's folder to the
    /// population's: paths in it are relative to its own.
    package func read(_ file: SourceText, folder: String) -> (population: Population?, diagnostics: [Diagnostic]) {
        let (target, faults) = format.read(file)
        guard let target else { return (nil, faults) }
        let draft = target.value
        var findings = Findings()
        judge(draft, target.place, &findings)
        let axes = draft.axes.map { axis in
            var strata: [Placed<Population.Stratum>] = []
            for (place, draft) in axis.strata.value.enumerated() {
                let number = "\(axis.name) \(place + 1)"
                guard let own = stratum(draft, number, in: file.name, folder, &findings) else { continue }
                if strata.contains(where: { $0.value.name == own.value.name }) {
                    findings.report(
                        "another \(axis.name) above is '\(own.value.name.onOneLine)', too: no report could tell them "
                            + "apart; give one of them another name",
                        draft.value.name?.place ?? draft.place)
                }
                strata.append(own)
            }
            return Population.Axis(name: axis.name, strata: strata)
        }
        let errors = findings.errors
        guard errors.isEmpty else { return (nil, errors) }
        let mix = (draft.mix?.value ?? []).map { Population.Part(weight: $0.weight, population: $0.population) }
        return (Population(name: draft.name, about: draft.about, source: draft.source, axes: axes, mix: mix), [])
    }

    /// The weights of an axis together: what sessions are drawn by is a million times as much.
    private static let mostWeight: Int64 = 1_000_000_000_000

    private func judge(_ draft: Draft, _ place: Place, _ findings: inout Findings) {
        for axis in draft.axes where axis.strata.value.allSatisfy({ $0.value.weight == 0 }) {
            findings.report("all weights are 0: of which is a session? give one of them a weight", axis.strata.place)
        }
        for axis in draft.axes
        where axis.strata.value.reduce(0, { $0.addingClamped($1.value.weight) }) > Self.mostWeight {
            findings.report(
                "the weights come to more than \(Self.mostWeight); make all of them less", axis.strata.place)
        }
        if let mix = draft.mix {
            if mix.value.allSatisfy({ $0.weight == 0 }) {
                findings.report("all weights are 0: of which is a session? give one of them a weight", mix.place)
            }
            if !draft.axes.isEmpty {
                findings.report("'mix' stands in the place of all axes: write what is here as one of it", mix.place)
            }
        } else if draft.axes.isEmpty {
            findings.report("there is nothing to draw: write \"networks\", or \"mix\"", place)
        }
    }

    private func stratum(
        _ draft: Placed<StratumDraft>, _ number: String, in file: String, _ folder: String,
        _ findings: inout Findings
    ) -> Placed<Population.Stratum>? {
        let own = draft.value
        if own.traces != nil, own.network?.member("trace") != nil {
            findings.report("'traces' and 'network.trace' are two networks; write one of them", draft.place)
            return nil
        }
        guard own.network != nil || own.media != nil || own.player != nil || own.traces != nil else {
            findings.report(
                "this sets nothing: write \"network\", \"traces\", \"media\" or \"player\" beside its weight",
                draft.place)
            return nil
        }
        let name = own.name?.value ?? own.network?.string ?? own.traces?.value ?? number
        let origin = "\(file), \(name.onOneLine)"
        var settings: [ScenarioReader.Setting] = []
        func add(_ path: String, _ node: JSONNode) {
            let text = JSONText.line(node.rebased(on: folder))
            settings.append(ScenarioReader.Setting(path: path, value: text, origin: origin))
        }
        let network = own.network?.asNetwork
        if let network { add("network", network) }
        if var media = own.media {
            // The path of a playlist alone.
            if let path = media.string, !path.hasPrefix("/") { media.value = .string(folder + path) }
            add("media", media)
        }
        for member in own.player?.members ?? [] { add("player.\(member.name)", member.value) }
        return Placed(
            Population.Stratum(
                name: name, weight: own.weight, source: own.source, settings: settings,
                networkKeys: (network?.members ?? []).map { "network.\($0.name)" }, traces: own.traces),
            at: draft.place)
    }
}

extension JSONNode {
    /// The value with the paths in it seen from another folder. An absolute one is refused by whoever reads the file.
    fileprivate func rebased(on folder: String) -> JSONNode {
        var node = self
        switch value {
        case .object(var members):
            for index in members.indices {
                let name = members[index].name
                if ["trace", "profile", "path"].contains(name), let path = members[index].value.string,
                    !path.hasPrefix("/")
                {
                    members[index].value.value = .string(folder + path)
                } else {
                    members[index].value = members[index].value.rebased(on: folder)
                }
            }
            node.value = .object(members)
        case .array(let elements): node.value = .array(elements.map { $0.rebased(on: folder) })
        case .null, .bool, .number, .hugeNumber, .string: break
        }
        return node
    }
}
