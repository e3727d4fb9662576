import PlayerModel

/// A scenario that is read many times, each time with other values of the same keys: what has none of these keys in it
/// is parsed, checked and read once.
///
///     file, settings ──▶ root ─┬─ members with none of the keys ──▶ a draft, once ───────────────┐
///                              └─ members with some of them ──┐                                  ▼
///     values of the keys ─────────────────────── laid over ───┴──▶ checked, read ──▶ the whole draft ──▶ judged
///
/// All is judged each time, because judgements go by all that there is. `ScenarioReader.read` is the definition, and
/// has the words for what is wrong: where something is, there is no scenario here. A class, because it never changes.
package final class ScenarioTemplate: Sendable {
    /// The text. Settings that are laid over it stand at its beginning.
    private let file: SourceText
    private let format: ScenarioFormat
    private let shape: Shape
    /// The members that have some of the keys in them, and their names.
    private let changing: JSONNode
    private let names: [String]
    /// The draft of the others.
    private let others: ScenarioDraft
    /// Settings of keys within those that change: they are laid over these.
    private let within: [ScenarioReader.Setting]
    private let companions: Companions

    /// The template of a text with settings laid over it, for readings with other values of some paths. Nil where
    /// something is wrong with it. `companions` are the files that it names.
    package init?(
        _ file: SourceText, settings: [ScenarioReader.Setting], changing paths: [String], companions: Companions,
        as format: ScenarioFormat
    ) {
        guard let document = try? JSONReader.read(file.bytes, source: 0), document.duplicates.isEmpty else {
            return nil
        }
        func isWithin(_ setting: ScenarioReader.Setting) -> Bool {
            paths.contains { PathNames.leads(setting.path, into: $0) }
        }
        guard let root = Self.laid(settings.filter { !isWithin($0) }, over: document.root),
            case .object(let members) = root.value
        else { return nil }
        let names = paths.map(Self.member)
        let others = JSONNode(value: .object(members.filter { !names.contains($0.name) }), place: root.place)
        let shape = Shape.object(format.shape)
        guard Self.fits(others, shape) else { return nil }
        changing = JSONNode(value: .object(members.filter { names.contains($0.name) }), place: root.place)
        self.others = format.scenario.read(others)
        within = settings.filter(isWithin)
        (self.format, self.shape, self.names) = (format, shape, names)
        (self.file, self.companions) = (file, companions)
    }

    /// The scenario with values of the keys, and without its warnings; nil where something is wrong with them, or they
    /// name other files.
    package func scenario(_ settings: [ScenarioReader.Setting]) -> Scenario? {
        guard settings.allSatisfy({ names.contains(Self.member($0.path)) }),
            let members = Self.laid(within + settings, over: changing), Self.fits(members, shape)
        else { return nil }
        var judgement = Judgement(of: file, companions: companions)
        let draft = format.scenario.read(members, over: others)
        guard var scenario = draft.scenario(at: members.place, &judgement), judgement.findings.errors.isEmpty,
            judgement.wanted.isEmpty
        else { return nil }
        scenario.warnings = []
        return scenario
    }

    /// The member of the scenario that a path leads through.
    private static func member(_ path: String) -> String { String(path.prefix { $0 != "." }) }

    private static func laid(_ settings: [ScenarioReader.Setting], over root: JSONNode) -> JSONNode? {
        var (root, diagnostics) = (root, [Diagnostic]())
        for setting in ScenarioReader.Setting.fromWholeToPart(settings) {
            ScenarioReader.lay(setting, 0...0, over: &root, &diagnostics)
        }
        return diagnostics.isEmpty ? root : nil
    }

    private static func fits(_ node: JSONNode, _ shape: Shape) -> Bool {
        var checker = ShapeChecker()
        checker.check(node, shape, "scenario")
        return checker.diagnostics.isEmpty
    }
}
