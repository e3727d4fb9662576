import PlayerModel
import Simulation

/// Changes of a scenario's text that a person makes by pressing a button: exact, whatever its numbers are, and laid out
/// as a person would.
enum Edits {
    /// Adds an action to the script of a player, before the first that comes later, or behind all. Nobody knows when
    /// those happen that wait for something: they are in nobody's way. Where no script is said, what happens then is
    /// said first: the item is loaded and played at once.
    static func perform(_ request: PageRequest, _ writer: inout JSONWriter) {
        guard let root = node(request.text("text")), let action = node(request.text("action")) else {
            return writer.member("error", "the scenario is no JSON")
        }
        let player = request.number("player")
        var (owner, path) = (root, "script")
        if case .array(let players)? = root["players"]?.value, players.indices.contains(Int(player)) {
            (owner, path) = (players[Int(player)], "players.\(player).script")
        }
        guard var script = owner["script"] ?? node(usual), case .array(var actions) = script.value else {
            return writer.member("error", "the script is no list")
        }
        let at = action.nanoseconds ?? 0
        let place = actions.firstIndex { $0["when"] == nil && $0.nanoseconds.map { $0 > at } ?? false }
        actions.insert(action, at: place ?? actions.count)
        script.value = .array(actions)
        set(ScenarioReader.Setting(path: path, value: JSONText.text(of: script)), in: root, &writer)
    }

    private static let usual = #"[{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]"#

    /// Sets what a path leads to, as `--set` does.
    static func set(_ request: PageRequest, _ writer: inout JSONWriter) {
        guard let root = node(request.text("text")) else { return writer.member("error", "the scenario is no JSON") }
        for setting in request.settings { set(setting, in: root, &writer) }
    }

    private static func set(_ setting: ScenarioReader.Setting, in root: JSONNode, _ writer: inout JSONWriter) {
        guard let changed = root.with([setting]) else {
            return writer.member("error", "there is no such place in the scenario")
        }
        writer.member("text", JSONText.text(of: changed))
    }

    private static func node(_ text: String) -> JSONNode? { JSONNode(json: Array(text.utf8)) }
}

extension JSONNode {
    fileprivate subscript(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The time that an action says; nil where it says none.
    fileprivate var nanoseconds: Int64? {
        guard case .number(let decimal)? = self["at_s"]?.value, case .exact(let number) = decimal.scaled(by: 9) else {
            return nil
        }
        return number
    }
}
