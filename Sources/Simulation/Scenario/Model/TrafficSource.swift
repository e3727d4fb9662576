import PlayerModel

/// The traffic of another app on the same link, with connections of its own.
package struct TrafficSource: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// A download without end. Where the network has no limit it takes nothing from anybody, and goes on.
        case greedy
        case bounded(bytes: Int64)
        /// A download of so many bytes, begun anew after so long, or as soon as the one before is there.
        case periodic(bytes: Int64, every: TimeAmount)
    }

    package var name: String
    package var kind: Kind
    package var start = Instant.zero
    /// It is called off then.
    package var end = Instant.never
    package var count: Int64 = 1

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    var requestedBytes: Int64 {
        switch kind {
        case .greedy: Link.endlessBytes
        case .bounded(let bytes), .periodic(let bytes, _): bytes
        }
    }
}
