/// How long a player waits for an answer, and how it asks again when a request has failed.
///
/// A limit that is not there is none. Nothing here knows of other variants to turn to, as `FailOver` does: the same
/// request is made again, or given up.
public struct RequestPolicy: Choosable, Equatable, BitwiseCopyable, Sendable {
    /// The player whose policy it is, and what that asks for where it has several. Numbers stand with the profiles.
    public enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        /// Ours, with pauses that double; and those of players by their names.
        case doubling, hlsJS, hlsJSPlaylist, hlsJSMultivariant, shaka, exoPlayer, dashJS, dashJSManifest, vhs
        /// Likewise.
        case vhsMultivariant, mpv, gstreamer, chromium, firefox
    }

    /// The failures after which a request is made again.
    public enum Remedy: UInt8, BitwiseCopyable, Sendable {
        /// Those that may mend themselves: no answer, a broken connection, a server's own error; of a client's, two
        /// (RFC 9110, section 15.5.9, and RFC 6585, section 4).
        case whatMayMend
        /// Whatever has failed.
        case everything
        /// No answer, or a status that blames the server.
        case answersOfServers
        /// A connection that broke.
        case brokenConnections
        /// None: a failure is the end.
        case nothing
    }

    /// Whose it is.
    public let kind: Kind
    /// After which failures it asks again.
    public let remedy: Remedy
    /// The longest silence, from the first byte on where that has a limit of its own.
    public internal(set) var silence: TimeAmount?
    /// The longest time to the first byte.
    public internal(set) var firstByte: TimeAmount?
    /// The longest time to the last byte.
    public internal(set) var whole: TimeAmount?
    /// The number of times that a request is made again.
    public internal(set) var retryCount: Int64?
    /// The same after a limit of time, which is at once then; as after anything else where it is not there.
    public internal(set) var timeoutRetryCount: Int64?
    /// The pause before the first of these.
    public internal(set) var backOff: TimeAmount?
    /// The multiple of each pause that the next one is, in millionths.
    public internal(set) var factor: Int64?
    /// The time by which each pause is longer than the one before.
    public internal(set) var step: TimeAmount?
    /// The longest pause.
    public internal(set) var mostBackOff: TimeAmount?

    init(
        _ kind: Kind, after remedy: Remedy, silence: TimeAmount? = nil, firstByte: TimeAmount? = nil,
        whole: TimeAmount? = nil, retryCount: Int64? = nil, timeoutRetryCount: Int64? = nil,
        backOff: TimeAmount? = nil, factor: Int64? = nil, step: TimeAmount? = nil, mostBackOff: TimeAmount? = nil
    ) {
        (self.kind, self.remedy) = (kind, remedy)
        (self.silence, self.firstByte, self.whole) = (silence, firstByte, whole)
        (self.retryCount, self.timeoutRetryCount) = (retryCount, timeoutRetryCount)
        (self.backOff, self.factor, self.step, self.mostBackOff) = (backOff, factor, step, mostBackOff)
    }

    /// Ours, for players of which nothing is known: 60 s are the default of `URLRequest.timeoutInterval`.
    public static let standIn = RequestPolicy(
        .doubling, after: .whatMayMend, silence: .seconds(60), retryCount: 2, backOff: .seconds(1), factor: 2_000_000)

    /// Every policy with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [RequestPolicy] = [
        .standIn, .hlsJSSegments, .hlsJSPlaylists, .hlsJSMultivariant, .shaka, .exoPlayer, .dashJSSegments,
        .dashJSManifest, .vhs, .vhsMultivariant, .mpv, .gstreamer, .chromium, .firefox,
    ]

    /// Whether it makes any request again.
    package var asksAgain: Bool { remedy != .nothing }

    /// The same limits of time, for a request that is not made again.
    package var once: RequestPolicy {
        RequestPolicy(kind, after: .nothing, silence: silence, firstByte: firstByte, whole: whole)
    }

    /// The same policy with what is said of these three for everybody on a network: how long a request may bring
    /// nothing, be it before the first byte or later, and how often it is made again, if it is.
    package func saying(silence: TimeAmount?, retryCount: Int64?, backOff: TimeAmount?) -> RequestPolicy {
        var policy = self
        if let silence {
            policy.silence = silence
            policy.firstByte = firstByte.map { min($0, silence) }
        }
        guard asksAgain else { return policy }
        if let retryCount {
            policy.retryCount = retryCount
            if let count = timeoutRetryCount { policy.timeoutRetryCount = min(count, retryCount) }
        }
        if let backOff { policy.backOff = backOff }
        return policy
    }

    // MARK: Failures

    /// The pause after so many failures of one request, the last of which is given; nil where it is given up.
    public func pause(afterFailures count: Int64, of failure: LoadFailure) -> TimeAmount? {
        guard count > 0, remedies(failure) else { return nil }
        let repetition = count - 1
        if failure == .timedOut, let timeoutRetryCount { return repetition < timeoutRetryCount ? .zero : nil }
        if let retryCount, repetition >= retryCount { return nil }
        var pause = backOff?.nanoseconds ?? 0
        for _ in 0..<min(repetition, Self.mostMultiplications) {
            pause = min(proportion(pause, factor ?? 1_000_000, over: 1_000_000, .down), Self.longest)
        }
        // Who has steps has a bound of 100 repetitions or fewer.
        pause += (step?.nanoseconds ?? 0) * min(repetition, 100)
        return TimeAmount(nanoseconds: min(pause, mostBackOff?.nanoseconds ?? .max))
    }

    private static let mostMultiplications: Int64 = 6
    /// A day, doubled `mostMultiplications` times.
    private static let longest: Int64 = 86_400_000_000_000 << 6

    private func remedies(_ failure: LoadFailure) -> Bool {
        switch (remedy, failure) {
        // It would be as unreadable once more.
        case (_, .unreadable): false
        case (.everything, _): true
        case (.nothing, _): false
        case (.whatMayMend, .badStatus(let status)): (500...599).contains(status) || status == 408 || status == 429
        case (.whatMayMend, _): true
        case (.answersOfServers, .badStatus(let status)): !(400...499).contains(status)
        case (.answersOfServers, .timedOut), (.brokenConnections, .timedOut): true
        case (.answersOfServers, .connectionLost), (.answersOfServers, .wrongLength): false
        case (.brokenConnections, .connectionLost), (.brokenConnections, .wrongLength): true
        case (.brokenConnections, .badStatus): false
        }
    }

    /// Whether a connection that says nothing is closed with the request that times out on it; else that request alone
    /// is called off, as a browser does for a page.
    package var closesSilentConnections: Bool { kind == .doubling }

    /// Whether failures of all variants that may be switched to count together, against the bound of each: hls.js adds
    /// up what its levels count (error-controller.ts, `getFragRetryOrSwitchAction`), each until a segment of it is
    /// buffered (base-stream-controller.ts). Audio and subtitles of their own, which hls.js counts with the level that
    /// plays, count by themselves here.
    package var countsTogether: Bool { kind == .hlsJS }

    // MARK: Words

    /// The failures after which it asks again, in words.
    public var remedyInWords: String {
        switch remedy {
        case .whatMayMend: "again after timeouts, lost connections, and statuses 408, 429 and 5xx"
        case .everything: "again after any failure"
        case .answersOfServers: "again after timeouts and statuses but 4xx"
        case .brokenConnections: "again after timeouts and lost connections, but no status"
        case .nothing: "never again"
        }
    }

    /// Its row in its table.
    public var words: RuleWords {
        switch kind {
        case .doubling:
            RuleWords(
                "doubling", "Ours, where nothing is published: each pause is twice the one before, six times at most."
            )
        case .hlsJS:
            RuleWords(
                "hls.js", "hls.js's segments: one count for all levels, until a segment of the one that failed comes."
            )
        case .hlsJSPlaylist: RuleWords("hls.js-playlist", "hls.js's media playlists, likewise.")
        case .hlsJSMultivariant: RuleWords("hls.js-multivariant", "hls.js's multivariant playlist.")
        case .shaka:
            RuleWords(
                "shaka", "Shaka: a second attempt, and limits for the head, for silence, and for the whole.")
        case .exoPlayer: RuleWords("exoplayer", "ExoPlayer: at once, then after pauses that grow by a second.")
        case .dashJS: RuleWords("dash.js", "dash.js's segments, after equal pauses.")
        case .dashJSManifest: RuleWords("dash.js-manifest", "dash.js's manifest, after equal pauses.")
        case .vhs: RuleWords("vhs", "video.js with one rendition: over and over, without end.")
        case .vhsMultivariant: RuleWords("vhs-multivariant", "video.js's multivariant playlist.")
        case .mpv: RuleWords("mpv", "mpv: as libavformat has it.")
        case .gstreamer: RuleWords("gstreamer", "GStreamer: almost at once.")
        case .chromium: RuleWords("chromium", "Chromium's element, after pauses that grow.")
        case .firefox: RuleWords("firefox", "Firefox's element.")
        }
    }
}
