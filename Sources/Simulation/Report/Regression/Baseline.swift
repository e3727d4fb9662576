import PlayerModel

/// The metrics of a scenario at the time they were accepted: budgets are counted from them.
package struct Baseline: Sendable {
    /// The version of the file's format. Whoever changes the meaning of a baseline raises it.
    package static let format: Int64 = 1

    struct Player: Sendable {
        /// Empty where there is one player.
        var name: ExactText = ""
        /// The metrics that a report has, by their indices in `Metric.all`. Nil is a value that is missing.
        var metrics: [(metric: Int, value: Int64?)] = []

        /// The value of a metric; nil where it is missing, or not in the baseline at all.
        func value(_ metric: Int) -> Int64? { metrics.first { $0.metric == metric }?.value }

        func has(_ metric: Int) -> Bool { metrics.contains { $0.metric == metric } }
    }

    var model = Model.number
    var players: [Player] = []

    init() {}

    package init(_ run: Run) {
        players = run.players.map { own in
            let all = own.metrics.enumerated().filter { Metric.all[$0.offset].belongs(to: own) }
            return Player(name: own.name, metrics: all.map { ($0.offset, $0.element) })
        }
    }

    /// The file's text: a metric a line, exactly, so that a review shows what changed.
    package var text: String {
        JSONWriter.text { writer in
            writer.member("format", Self.format)
            writer.member("model", model)
            guard players.count != 1 else { return Self.write(players[0], &writer) }
            writer.objects("players", of: players) { player, writer in
                writer.member("name", player.name.text)
                Self.write(player, &writer)
            }
        }
    }

    private static func write(_ player: Player, _ writer: inout JSONWriter) {
        writer.object("metrics") { writer in
            for (index, value) in player.metrics {
                writer.quantity(Metric.all[index].name, value, Metric.all[index].unit)
            }
        }
    }
}
