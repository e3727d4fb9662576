import PlayerModel

/// The traffic of another app, as a scenario has it.
struct TrafficDraft: Sendable {
    enum Kind: Sendable {
        case greedy
        case bounded
        case periodic
    }

    var kind = Kind.greedy
    var bytes: Int64 = 1
    var every = TimeAmount.zero
    var name = "another app"
    var begin = TimeAmount.zero
    var length: TimeAmount?
    var count: Placed<Int64>?
}

enum TrafficFormat {
    static let traffic = ValueFormat<Tagged<TrafficDraft>>.tagged(
        by: "kind",
        [
            alternative("greedy", "A download without end.", .greedy) {},
            alternative("bounded", "A download of so many bytes.", .bounded) { size },
            alternative("periodic", "A download of so many bytes, again and again.", .periodic) {
                size
                Key("every_s", "From the beginning of one to that of the next.")
                    .holds(.time(from: 1), isRequired: true) { $0.every = $1 }
            },
        ])

    private static func alternative(
        _ name: String, _ about: String, _ kind: TrafficDraft.Kind,
        @KeyList<TrafficDraft> _ own: () -> [KeyFormat<TrafficDraft>]
    ) -> Alternative<TrafficDraft> {
        var start = TrafficDraft()
        start.kind = kind
        let own = own()
        let format = ObjectFormat(name, about, from: start) {
            own
            common
        }
        return Alternative(format) { $0 }
    }

    private static let size: KeyFormat<TrafficDraft> = Key("bytes", "The size of a download.")
        .holds(.bytes(1...1_000_000_000_000), isRequired: true) { $0.bytes = $1 }

    private static let common = KeyList<TrafficDraft>.list {
        Key("name", "A name for reports: another app unless said.").holds(.text) { $0.name = $1 }
        Key("at_s", "The time at which it begins: 0 unless said.").holds(.time(from: 0)) { $0.begin = $1 }
        Key("for_s", "The time after which it is called off; it goes on unless said.")
            .holds(.time(from: 1)) { $0.length = $1 }
        Key("count", "How many downloads there are side by side: 1 unless said.")
            .holds(placed: .count(1...100_000)) { $0.count = $1 }
    }
}
