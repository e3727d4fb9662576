/// The keys of a scenario that nobody who builds a player decides: they are the circumstances in which it has to do.
///
/// Two networks are no rivals, however fast one of them is. Whoever varies such a key wants to know what a choice does
/// in each of these circumstances.
package enum CircumstanceKey {
    /// The keys at the top of a scenario, with all that is in them.
    static let whole = ["network", "hosts", "traffic", "seed", "until_s"]

    /// The keys of a network that are settings of the app, of its servers or of the model after all.
    static let choices = [
        "transport", "request_bytes", "http", "tls", "think_ms", "connections_per_host", "keep_alive_s", "timeout_s",
        "retry_count", "back_off_s", "hosts",
    ]

    /// Whether a path of names and indices leads to a circumstance: `network`, `network.down_kbps`, `media.path`, and
    /// `media` itself, which is another film. How a film is coded is for a team to decide.
    package static func holds(_ path: String) -> Bool {
        let names = path.split(separator: ".").map(String.init)
        guard let first = names.first else { return false }
        if first == "media" { return names.count == 1 || names[1] == "path" }
        guard whole.contains(first) else { return false }
        return !(first == "network" && names.count > 1 && choices.contains(names[1]))
    }

    /// The settings of a scenario's network that stay when another network is laid over it: nobody's circumstance.
    package static func staying(in scenario: [UInt8]) -> [ScenarioReader.Setting] {
        let network = JSONNode(json: scenario)?.member("network")
        return (network?.members ?? []).filter { choices.contains($0.name) }.map {
            ScenarioReader.Setting(path: "network.\($0.name)", value: JSONText.line($0.value))
        }
    }
}
