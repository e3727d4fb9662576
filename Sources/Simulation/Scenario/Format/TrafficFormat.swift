import PlayerModel

/// The traffic of another app.
enum TrafficFormat {
    private struct Draft: Sendable {
        var bytes: Int64 = 1
        var every = TimeAmount.zero
        var name = "another app"
        var begin = TimeAmount.zero
        var length: TimeAmount?
        var count: Int64 = 1
    }

    static let traffic = ValueFormat<Placed<TrafficSource>>.tagged(
        by: "kind",
        [
            alternative("greedy", "A download without end.", { _ in .greedy }) {},
            alternative("bounded", "A download of so many bytes.", { .bounded(bytes: $0.bytes) }) { size },
            alternative(
                "periodic", "A download of so many bytes, again and again.",
                { .periodic(bytes: $0.bytes, every: $0.every) }
            ) {
                size
                Key(
                    "every_s",
                    "From the beginning of one to that of the next, or when the one before is over, where that is "
                        + "later."
                )
                .holds(.time(from: 1), isRequired: true) { $0.every = $1 }
            },
        ])

    private static func alternative(
        _ name: String, _ about: String, _ kind: @escaping @Sendable (Draft) -> TrafficSource.Kind,
        @KeyList<Draft> _ own: () -> [KeyFormat<Draft>]
    ) -> Alternative<TrafficSource> {
        let own = own()
        let format = ObjectFormat(name, about, from: Draft()) {
            own
            common
        }
        return Alternative(format) { draft in
            var source = TrafficSource(draft.name, kind(draft))
            source.start = .zero + draft.begin
            if let length = draft.length { source.end = source.start + length }
            source.count = draft.count
            return source
        }
    }

    private static let size: KeyFormat<Draft> = Key("bytes", "The size of a download.")
        .holds(.bytes(1...1_000_000_000_000), isRequired: true) { $0.bytes = $1 }

    private static let common = KeyList<Draft>.list {
        Key("name", "A name for reports.", usually: .word("another app")).holds(.text) { $0.name = $1 }
        Key("at_s", "The time at which it begins.", usually: .number(0)).holds(.time(from: 0)) { $0.begin = $1 }
        Key("for_s", "The time after which it is called off.", usually: .said("it goes on"))
            .holds(.time(from: 1)) { $0.length = $1 }
        // More than that would fill the memory.
        Key("count", "How many downloads there are side by side.", usually: .number(1))
            .holds(.count(1...100_000)) { $0.count = $1 }
    }
}
