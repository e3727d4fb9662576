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
        case vhsPlaylist, vhsMultivariant, mpv, gstreamer, gstreamerPlaylist, chromium, firefox
    }

    /// The failures after which a request is made again.
    public enum Remedy: UInt8, BitwiseCopyable, Sendable {
        /// Those that may mend themselves: no answer, a broken connection, an answer of another length, a server's own
        /// error; of a client's, two (RFC 9110, section 15.5.9, and RFC 6585, section 4).
        case whatMayMend
        /// Whatever has failed, but for an answer that cannot be read: it would be the same once more.
        case everything
        /// Likewise, but for the status 416 as well, which says that a range is not there.
        case everythingButRange
        /// No answer, or a status that blames the server.
        case answersOfServers
        /// No answer, a connection that broke, or an answer of another length.
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
    /// The same as a share of the target duration, in millionths: see `asked(ofTarget:)`.
    public internal(set) var targetShare: Int64?
    /// The multiple of each pause that the next one is, in millionths.
    public internal(set) var factor: Int64?
    /// The time by which each pause is longer than the one before.
    public internal(set) var step: TimeAmount?
    /// The longest pause.
    public internal(set) var mostBackOff: TimeAmount?

    init(
        _ kind: Kind, after remedy: Remedy, silence: TimeAmount? = nil, firstByte: TimeAmount? = nil,
        whole: TimeAmount? = nil, retryCount: Int64? = nil, timeoutRetryCount: Int64? = nil,
        backOff: TimeAmount? = nil, targetShare: Int64? = nil, factor: Int64? = nil, step: TimeAmount? = nil,
        mostBackOff: TimeAmount? = nil
    ) {
        (self.kind, self.remedy) = (kind, remedy)
        (self.silence, self.firstByte, self.whole) = (silence, firstByte, whole)
        (self.retryCount, self.timeoutRetryCount) = (retryCount, timeoutRetryCount)
        (self.backOff, self.targetShare) = (backOff, targetShare)
        (self.factor, self.step, self.mostBackOff) = (factor, step, mostBackOff)
    }

    /// Ours, for players of which nothing is known: 60 s are the default of `URLRequest.timeoutInterval`.
    public static let standIn = RequestPolicy(
        .doubling, after: .whatMayMend, silence: .seconds(60), retryCount: 2, backOff: .seconds(1), factor: 2_000_000)

    /// Every policy with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [RequestPolicy] = [
        .standIn, .hlsJSSegments, .hlsJSPlaylists, .hlsJSMultivariant, .shaka, .exoPlayer, .dashJSSegments,
        .dashJSManifest, .vhs, .vhsPlaylist, .vhsMultivariant, .mpv, .gstreamer, .gstreamerPlaylists, .chromium,
        .firefox,
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
        if let backOff { (policy.backOff, policy.targetShare) = (backOff, nil) }
        return policy
    }

    /// The same policy for media of that target duration: with the pause that is a share of that. Only so does a policy
    /// with a share have a pause.
    package func asked(ofTarget target: MediaTime) -> RequestPolicy {
        guard let targetShare else { return self }
        var policy = self
        let pause = proportion(target.nanoseconds, targetShare, over: 1_000_000, .down)
        (policy.backOff, policy.targetShare) = (TimeAmount(nanoseconds: pause), nil)
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

    /// The row of the table of remedies: after which failures it asks again. The words follow from it.
    private var remedied: (timeouts: Bool, lostConnections: Bool, otherLengths: Bool, statuses: Statuses) {
        switch remedy {
        case .whatMayMend: (true, true, true, .thatMayMend)
        case .everything: (true, true, true, .all)
        case .everythingButRange: (true, true, true, .butRange)
        case .answersOfServers: (true, false, false, .butClients)
        case .brokenConnections: (true, true, true, .none)
        case .nothing: (false, false, false, .none)
        }
    }

    private enum Statuses {
        case all, butRange, thatMayMend, butClients, none

        func contains(_ status: Int16) -> Bool {
            switch self {
            case .all: true
            case .butRange: status != 416
            case .thatMayMend: (500...599).contains(status) || status == 408 || status == 429
            case .butClients: !(400...499).contains(status)
            case .none: false
            }
        }
    }

    private func remedies(_ failure: LoadFailure) -> Bool {
        switch failure {
        case .timedOut: remedied.timeouts
        case .connectionLost: remedied.lostConnections
        case .wrongLength: remedied.otherLengths
        case .badStatus(let status): remedied.statuses.contains(status)
        // It would be as unreadable once more.
        case .unreadable: false
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

    /// Whether a failure is one of those of which there may be so many (`retryCount`). A server's own error is none for
    /// GStreamer, which compares what it has counted with its bound then, and counts no further: so it asks again
    /// without end, unless other failures have come before (gstadaptivedemux-stream.c, `on_download_error`).
    package func counts(_ failure: LoadFailure) -> Bool {
        guard kind == .gstreamer, case .badStatus(let status) = failure else { return true }
        return !(500...599).contains(status)
    }

    // MARK: Words

    /// The failures after which it asks again, in words.
    public var remedyInWords: String {
        let kinds: [(words: String, failure: LoadFailure)] = [
            ("timeouts", .timedOut), ("lost connections", .connectionLost),
            ("answers of another length", .wrongLength), ("answers that cannot be read", .unreadable),
        ]
        let asked = kinds.filter { pause(afterFailures: 1, of: $0.failure) != nil }.map { $0.words }
        let others = kinds.filter { pause(afterFailures: 1, of: $0.failure) == nil }.map { $0.words }
        return switch retryCount == 0 ? .none : remedied.statuses {
        case .all: "again after any failure but \(Self.inARow(others))\(endless)"
        case .butRange: "again after any failure but \(Self.inARow(others + ["status 416"]))"
        case .thatMayMend: "again after \(Self.inARow(asked + ["statuses 408, 429 and 5xx"]))"
        case .butClients: "again after \(Self.inARow(asked + ["statuses but 4xx"]))"
        case .none: asked.isEmpty ? "never again" : "again after \(Self.inARow(asked)), but no status"
        }
    }

    /// The failures after which it asks again without end, though there is an end after others.
    private var endless: String {
        counts(.badStatus(503)) || retryCount == nil ? "" : ", after statuses 5xx without end"
    }

    /// Words with commas and an "and" between them.
    private static func inARow(_ words: [String]) -> String {
        guard words.count > 2 else { return words.joined(separator: " and ") }
        return words.dropLast().joined(separator: ", ") + ", and " + words[words.count - 1]
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
        case .vhsPlaylist: RuleWords("vhs-playlist", "video.js's media playlists, likewise.")
        case .vhsMultivariant: RuleWords("vhs-multivariant", "video.js's multivariant playlist.")
        case .mpv: RuleWords("mpv", "mpv: as libavformat has it.")
        case .gstreamer: RuleWords("gstreamer", "GStreamer's segments: almost at once.")
        case .gstreamerPlaylist: RuleWords("gstreamer-playlist", "GStreamer's media playlists, after equal pauses.")
        case .chromium: RuleWords("chromium", "Chromium's element, after pauses that grow.")
        case .firefox: RuleWords("firefox", "Firefox's element.")
        }
    }
}
