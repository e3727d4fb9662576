import PlayerModel
import Simulation

/// A request of the page: one JSON object, whose member `do` says what is asked.
struct PageRequest {
    /// The page's files may be large, and each is a string in it.
    private static let limits = JSONLimits(maxBytes: 256 << 20, maxDepth: 16, maxNodes: 200_000)

    private let root: JSONNode

    /// Nil where the bytes are no JSON: the page is then at fault.
    init?(_ bytes: [UInt8]) {
        do throws(JSONError) {
            root = try JSONReader.read(bytes, source: 0, limits: Self.limits).root
        } catch {
            return nil
        }
    }

    init(_ node: JSONNode) { root = node }

    private func value(_ name: String) -> JSONNode.Value? {
        guard case .object(let members) = root.value else { return nil }
        return members.first { $0.name == name }?.value.value
    }

    func text(_ name: String) -> String {
        if case .string(let text)? = value(name) { text } else { "" }
    }

    func hasText(_ name: String) -> Bool {
        if case .string? = value(name) { true } else { false }
    }

    func number(_ name: String) -> Int64 {
        guard case .number(let decimal)? = value(name), case .exact(let number) = decimal.scaled(by: 0) else {
            return 0
        }
        return number
    }

    func flag(_ name: String) -> Bool {
        if case .bool(let flag)? = value(name) { flag } else { false }
    }

    func list(_ name: String) -> [PageRequest] {
        if case .array(let elements)? = value(name) { elements.map { PageRequest($0) } } else { [] }
    }

    /// An instant, which the page has in whole nanoseconds.
    func instant(_ name: String) -> Instant { Instant(nanoseconds: max(0, number(name))) }

    /// The settings to lay over the text, as `--set` has them.
    var settings: [ScenarioReader.Setting] {
        list("settings").map { ScenarioReader.Setting(path: $0.text("path"), value: $0.text("value")) }
    }
}
