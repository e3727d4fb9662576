import PlayerModel

/// A fault as a scenario says it.
struct FaultDraft: Sendable {
    var kinds: [HTTPFault.Kind] = []
    var resource: Placed<Resource.Kind>?
    /// Counted from 1, as reports count them.
    var variant: Placed<Int64>?
    var host: Placed<ExactText>?
    var player: Placed<ExactText>?
    var chunk: Placed<Int32>?
    var fromChunk: Placed<Int32>?
    var toChunk: Placed<Int32>?
    var since: Placed<TimeAmount>?
    var until: Placed<TimeAmount>?
    var from: Int64 = 1
    var times: Int64?
    var chance: Int64?
}

/// The keys of a fault: what goes wrong, with which requests, and how often.
enum FaultFormat {
    static let fault = ValueFormat.object(
        "fault", "Requests that go wrong: one of \(kindNames) says how, the other keys say which.",
        from: FaultDraft()
    ) {
        kinds
        targets
        counts
    }

    /// The keys of which a fault has exactly one.
    static let kindNames = kinds.map { $0.member.name }.joined(separator: ", ")

    private static let kinds = KeyList<FaultDraft>.list {
        Key("status", "The server answers with this status and no media.")
            .holds(.count(400...599)) { $0.kinds.append(.status(Int16(clamping: $1))) }
        Key("reset_after_bytes", "The connection is reset after so much of the body.")
            .holds(bytes) { $0.kinds.append(.reset(afterBytes: $1)) }
        Key("silent_after_bytes", "The server says no more after so much of the body.")
            .holds(bytes) { $0.kinds.append(.silence(afterBytes: $1)) }
        Key("truncated_after_bytes", "The answer ends after so much of the body, which is less than it has said.")
            .holds(bytes) { $0.kinds.append(.truncation(afterBytes: $1)) }
        Key("content_length_bytes", "The answer says this length, whatever its body has.")
            .holds(bytes) { $0.kinds.append(.length($1)) }
        Key("body_kbps", "The server sends no more than this, a portion every tenth of a second, or byte by byte.")
            .holds(.number(.kilobitsPerSecond, 1...100_000_000_000)) { $0.kinds.append(.slowness(bitsPerSecond: $1)) }
        Key("empty_playlist", "Write true: the playlist comes, and has no segments.")
            .holds(.flag) { if $1 { $0.kinds.append(.emptyPlaylist) } }
    }

    private static let targets = KeyList<FaultDraft>.list {
        Key("of", "Requests for this alone.", usually: .said("for anything"))
            .holds(placed: .words(Resource.Kind.allCases.map { ($0.name, $0, "The \($0.name).") })) {
                $0.resource = $1
            }
        Key("variant", "Requests of this variant alone, counted from 1 as in reports.", usually: .said("of any"))
            .holds(placed: .count(1...1_000_000)) { $0.variant = $1 }
        Key("host", "Requests to this host alone: one of 'hosts', or of 'pathways'.", usually: .said("to any"))
            .holds(placed: .name) { $0.host = $1 }
        Key("player", "Requests of this player alone, by its name in reports.", usually: .said("of any"))
            .holds(placed: .name) { $0.player = $1 }
        Key(
            "chunk",
            "Requests that begin with this chunk alone, counted from 0. Of several initialization sections each is one."
        )
        .holds(placed: chunk) { $0.chunk = $1 }
        Key("from_chunk", "Requests that begin with this chunk or a later one, counted from 0.")
            .holds(placed: chunk) { $0.fromChunk = $1 }
        Key("to_chunk", "Requests that begin with this chunk or an earlier one.").holds(placed: chunk) {
            $0.toChunk = $1
        }
        Key("from_s", "Requests that are made from then on alone.").holds(placed: .time(from: 0)) { $0.since = $1 }
        Key("to_s", "Requests that are made before then alone.").holds(placed: .time(from: 1)) { $0.until = $1 }
    }

    private static let counts = KeyList<FaultDraft>.list {
        Key(
            "request", "The first request that goes wrong, of those that the rest fits, counted from 1.",
            usually: .number(1)
        )
        .holds(.count(1...1_000_000_000)) { $0.from = $1 }
        Key("times", "How many of them go wrong.", usually: .said("1, or with 'percent', 'from_s' or 'to_s' all"))
            .holds(.count(1...1_000_000_000)) { $0.times = $1 }
        Key("percent", "How likely each of them goes wrong, by the seed.", usually: .said("always"))
            .holds(.number(.percent, 1...1_000_000)) { $0.chance = $1 }
    }

    private static let chunk = ValueFormat<Int64>.count(0...Int64(Int32.max)).map { Int32(clamping: $0) }
    private static let bytes = ValueFormat.bytes(0...1_000_000_000_000)
}
