import PlayerModel

/// Reads baselines. Each fault is reported with its place, as for scenarios.
package enum BaselineReader {
    /// The baseline of a text; nil where there is any fault. `isAcceptable` is whether `--update` would write another
    /// one, and is said to.
    package static func read(
        _ source: SourceText, isAcceptable: Bool = true
    ) -> (baseline: Baseline?, diagnostics: [Diagnostic]) {
        let (root, faults) = shape.root(of: source) { root in
            guard let format = root.member("format"), let number = format.number(.count), number != Baseline.format
            else { return nil }
            let words = "the format of this baseline is \(number), and this program knows \(Baseline.format)"
            return Diagnostic(words + (isAcceptable ? ": let '--update --baseline' write it" : ""), at: format.place)
        }
        guard let root else { return (nil, faults) }
        guard (root.member("metrics") == nil) != (root.member("players") == nil) else {
            return (nil, [Diagnostic("a baseline has either 'metrics' or 'players'", at: root.place)])
        }
        return (baseline(root), [])
    }

    private static let shape = Shape.ObjectShape(
        "baseline", "The metrics of a scenario when they were accepted.",
        [
            .init("format", "The version of this form.", .number(.count, 0...Int64.max), isRequired: true),
            .init("model", "The version of the model's behaviour.", .number(.count, 0...Int64.max), isRequired: true),
            .init("metrics", "Each by its name; null never happened.", .object(metrics)),
            .init("players", "The same for each of several.", .list(of: .object(player), atLeast: 2)),
        ])

    private static let player = Shape.ObjectShape(
        "player", "The metrics of one who plays.",
        [
            .init("name", "As in the scenario.", .text, isRequired: true),
            .init("metrics", "Each by its name; null never happened.", .object(metrics), isRequired: true),
        ])

    private static let metrics = Shape.ObjectShape(
        "metrics", "Each by its name; null never happened.",
        Metric.all.map { metric in
            let value: Shape = metric.unit == .flag ? .flag : .number(metric.unit, (Int64.min + 1)...Int64.max)
            return .init(metric.name, metric.about, .either([value, .null]))
        })

    private static func baseline(_ root: JSONNode) -> Baseline {
        var baseline = Baseline()
        baseline.model = root.count("model") ?? 0
        baseline.players = root.member("players")?.elements.map { player($0) } ?? [player(root)]
        return baseline
    }

    private static func player(_ node: JSONNode) -> Baseline.Player {
        var player = Baseline.Player(name: ExactText(node.member("name")?.string ?? ""))
        for member in node.member("metrics")?.members ?? [] {
            guard let index = Metric.all.firstIndex(where: { $0.name == member.name }) else { continue }
            let value = member.value.flag.map { $0 ? 1 : 0 } ?? member.value.number(Metric.all[index].unit)
            player.metrics.append((index, value))
        }
        return player
    }
}
