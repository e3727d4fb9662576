/// The numbers of a policy by their names: those that it has, in this order.
extension RequestPolicy {
    private enum Field: CaseIterable {
        case silence, firstByte, whole, retryCount, timeoutRetryCount, backOff, targetShare, factor, step, mostBackOff
    }

    private func parameter(_ field: Field) -> Parameter? {
        func limit(_ name: String, _ about: String, _ time: TimeAmount?) -> Parameter? {
            time.map { Parameter(name, about, .seconds, $0.nanoseconds, in: 1_000_000...86_400_000_000_000) }
        }
        func count(_ name: String, _ about: String, _ count: Int64?) -> Parameter? {
            count.map { Parameter(name, about, .count, $0, in: 0...100) }
        }
        return switch field {
        case .silence:
            limit(
                "timeout_s", firstByte == nil ? "The longest silence." : "The longest silence in an answer.", silence)
        case .firstByte: limit("first_byte_s", "The longest time to the first byte.", firstByte)
        case .whole: limit("whole_s", "The longest time to the last byte.", whole)
        case .retryCount: count("retry_count", "How often a request that failed is made again.", retryCount)
        case .timeoutRetryCount:
            count("timeout_retry_count", "How often after a limit of time: then at once.", timeoutRetryCount)
        case .backOff: backOff.map { .seconds("back_off_s", "The pause before it is made again.", $0.nanoseconds) }
        case .targetShare:
            targetShare.map {
                Parameter(
                    "back_off_target_ratio", "The pause before it is made again, as a share of the target duration.",
                    .ratio, $0, in: 0...1_000_000_000)
            }
        case .factor:
            factor.map {
                Parameter(
                    "back_off_ratio", "How much longer each pause is than the one before.", .ratio, $0,
                    in: 1_000_000...1_000_000_000)
            }
        case .step:
            step.map { .seconds("back_off_step_s", "How much is added to each further pause.", $0.nanoseconds) }
        case .mostBackOff: mostBackOff.map { .seconds("back_off_most_s", "The longest pause.", $0.nanoseconds) }
        }
    }

    private mutating func set(_ field: Field, _ value: Int64) {
        let time = TimeAmount(nanoseconds: value)
        switch field {
        case .silence: silence = time
        case .firstByte: firstByte = time
        case .whole: whole = time
        case .retryCount: retryCount = value
        case .timeoutRetryCount: timeoutRetryCount = value
        case .backOff: backOff = time
        case .targetShare: targetShare = value
        case .factor: factor = value
        case .step: step = time
        case .mostBackOff: mostBackOff = time
        }
    }

    /// The names of those that say how long pauses are, where there is none, or that make later pauses longer than the
    /// first, where there is no later one.
    package var namesOfIdleBackOff: [String] {
        guard let retryCount, retryCount < 2 else { return [] }
        let later = [Field.factor, .step]
        let idle = retryCount == 0 ? [.backOff, .targetShare] + later + [.mostBackOff] : later
        return idle.compactMap { parameter($0)?.name }
    }

    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] { Field.allCases.compactMap(parameter) }

    /// The same policy with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> RequestPolicy {
        var policy = self
        for (field, value) in zip(Field.allCases.filter { parameter($0) != nil }, values) { policy.set(field, value) }
        return policy
    }
}

/// The policies of a whole player: for what it fetches of media, and for playlists.
public struct PlayerRequests: Equatable, Sendable {
    /// Segments, initialization sections, files and keys.
    public var segments: RequestPolicy
    /// Media playlists.
    public var playlists: RequestPolicy
    /// The multivariant playlist, and lists of interstitial assets.
    public var multivariant: RequestPolicy
    /// Whether a steering manifest is asked for again as the multivariant playlist is, before its TTL is over.
    public let repeatsSteering: Bool

    /// Steering manifests, which have as long to come as the multivariant playlist. A client that cannot load one waits
    /// for the TTL (RFC 8216bis, section 7), so that none is made again but by players whose source has it otherwise.
    public var steering: RequestPolicy { repeatsSteering ? multivariant : multivariant.once }

    /// Ours, for players of which nothing is known.
    public static let standIn = PlayerRequests(.standIn)

    init(
        _ segments: RequestPolicy, playlists: RequestPolicy? = nil, multivariant: RequestPolicy? = nil,
        repeatsSteering: Bool = false
    ) {
        self.segments = segments
        self.playlists = playlists ?? segments
        self.multivariant = multivariant ?? self.playlists
        self.repeatsSteering = repeatsSteering
    }
}
