import PlayerModel
import Simulation

/// The table of `autowait list presets`: every preset with its figures, and how far they can be relied on.
enum PresetTable {
    static let head = row("preset", "down", "up", "delay down, up", "loss down, up", "look-ups", "transport", "")

    /// A row in two lines, for a terminal of fewer columns: the first ends behind the delays.
    static func folded(_ row: String, to columns: Int) -> [String] {
        guard row.unicodeScalars.count > columns else { return [row] }
        let (first, second) = (row.prefix(foldedColumns), row.dropFirst(foldedColumns))
        return [String(first), String(repeating: " ", count: 20) + second.drop { $0 == " " }]
    }

    private static let foldedColumns = 70

    static var entries: [ListEntry] {
        NetworkPreset.all.map { preset in
            ListEntry(name: preset.id, about: preset.about, lines: [row(preset)]) { writer in
                let values = preset.values
                writer.integer("down_bps", orNull: values.down)
                writer.integer("up_bps", orNull: values.up)
                writer.member("delay_down_ms", values.delayDown.nanoseconds, .milliseconds)
                writer.member("delay_up_ms", values.delayUp.nanoseconds, .milliseconds)
                writer.member("loss_down_percent", values.lossDown, .percent)
                writer.member("loss_up_percent", values.lossUp, .percent)
                writer.member("dns_delay_ms", values.dnsDelay.nanoseconds, .milliseconds)
                writer.member("transport", preset.transport.name)
                writer.member("family", preset.family.name)
                writer.member("standing", preset.standing)
                writer.member("source", preset.source)
            }
        }
    }

    /// Where the figures of presets come from, family by family.
    static func sources(of names: [String]) -> [String] {
        var lines: [String] = []
        for family in NetworkPreset.Family.allCases {
            let presets = NetworkPreset.all.filter { $0.family == family && names.contains($0.id) }
            guard !presets.isEmpty else { continue }
            lines += ["", "\(family.name) (\(presets.count)): \(family.about)"] + sources(presets)
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
            NumberText.left(id, 18), NumberText.right(down, 15), NumberText.right(up, 15),
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
