import PlayerModel
import Simulation

/// The table of `autowait list presets`: every preset's figures, then how far they can be relied on.
enum PresetTable {
    static var lines: [String] {
        var lines = [row("preset", "down", "up", "delay down, up", "loss down, up", "look-ups", "transport", "")]
        lines += NetworkPreset.all.map { row($0) }
        for family in NetworkPreset.Family.allCases {
            let presets = NetworkPreset.all.filter { $0.family == family }
            lines += ["", "\(family.name) (\(presets.count)): \(family.about)"]
            lines += sources(presets)
        }
        return lines
    }

    private static func row(_ preset: NetworkPreset) -> String {
        let values = preset.values
        return row(
            preset.id, QuantityText.capacity(values.down), QuantityText.capacity(values.up),
            pair(values.delayDown.nanoseconds, values.delayUp.nanoseconds, .milliseconds),
            pair(values.lossDown, values.lossUp, .percent),
            values.dnsDelay > .zero ? QuantityText.value(values.dnsDelay.nanoseconds, .milliseconds) : "-",
            preset.transport.name, preset.about)
    }

    private static func row(
        _ id: String, _ down: String, _ up: String, _ delay: String, _ loss: String, _ names: String,
        _ transport: String, _ about: String
    ) -> String {
        let columns = [
            NumberText.left(id, 18), NumberText.right(down, 14), NumberText.right(up, 14),
            NumberText.right(delay, 16), NumberText.right(loss, 13), NumberText.right(names, 8),
            about.isEmpty ? transport : NumberText.left(transport, 9), about,
        ]
        return columns.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Two values with their unit once; a dash where there are none.
    private static func pair(_ down: Int64, _ up: Int64, _ unit: Unit) -> String {
        if down == 0, up == 0 { return "-" }
        return "\(NumberText.exact(down, places: unit.decimalPlaces)), \(QuantityText.value(up, unit))"
    }

    /// The sources of a family, each once, with its presets where there are several.
    private static func sources(_ presets: [NetworkPreset]) -> [String] {
        var sources: [(text: String, ids: [String])] = []
        for preset in presets {
            let text = "\(preset.standing): \(preset.source)"
            if let index = sources.firstIndex(where: { $0.text == text }) {
                sources[index].ids.append(preset.id)
            } else {
                sources.append((text, [preset.id]))
            }
        }
        return sources.map { "    \($0.text)\(sources.count > 1 ? " (\($0.ids.joined(separator: ", ")))" : "")" }
    }
}
