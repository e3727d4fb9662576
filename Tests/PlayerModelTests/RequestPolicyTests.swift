import Testing

@testable import PlayerModel

@Suite("Policies for requests")
struct RequestPolicyTests {
    /// Pauses in milliseconds after each failure of the same kind, until it is given up or ten have been.
    private func pauses(_ policy: RequestPolicy, _ failure: LoadFailure) -> [Int64] {
        var (pauses, counted): ([Int64], Int64) = ([], 0)
        while pauses.count < 10, let pause = policy.pause(afterFailures: counted + 1, of: failure) {
            pauses.append(pause.nanoseconds / 1_000_000)
            if policy.counts(failure) { counted += 1 }
        }
        return pauses
    }

    private struct Row: Sendable {
        let name: String
        /// Limits in seconds: of silence, to the first byte, of the whole.
        let limits: [Int64?]
        let afterTimeout: [Int64]
        let after503: [Int64]
        let after404: [Int64]
        let afterLoss: [Int64]
    }

    private static let backOff: [Int64] = [1000, 2000, 4000, 8000, 8000, 8000]

    private static func over(_ pause: Int64) -> [Int64] { Array(repeating: pause, count: 10) }

    /// Segments, media playlists and the multivariant playlist of each player, as their sources have them.
    private static let rows = [
        Row(
            name: "doubling", limits: [60, nil, nil], afterTimeout: [1000, 2000], after503: [1000, 2000],
            after404: [], afterLoss: [1000, 2000]),
        Row(
            name: "hls.js", limits: [nil, 10, 120], afterTimeout: [0, 0, 0, 0], after503: backOff, after404: backOff,
            afterLoss: backOff),
        Row(
            name: "hls.js-playlist", limits: [nil, 10, 20], afterTimeout: [0, 0], after503: [1000, 2000],
            after404: [1000, 2000], afterLoss: [1000, 2000]),
        Row(
            name: "hls.js-multivariant", limits: [nil, nil, 20], afterTimeout: [0, 0], after503: [1000],
            after404: [], afterLoss: []),
        Row(
            name: "shaka", limits: [5, 10, 30], afterTimeout: [1000], after503: [1000], after404: [1000],
            afterLoss: [1000]),
        Row(
            name: "exoplayer", limits: [8, nil, nil], afterTimeout: [0, 1000, 2000], after503: [0, 1000, 2000],
            after404: [0, 1000, 2000], afterLoss: [0, 1000, 2000]),
        Row(
            name: "dash.js", limits: [nil, nil, 20], afterTimeout: [1000, 1000, 1000], after503: [1000, 1000, 1000],
            after404: [1000, 1000, 1000], afterLoss: [1000, 1000, 1000]),
        Row(
            name: "dash.js-manifest", limits: [nil, nil, 10], afterTimeout: [500, 500, 500],
            after503: [500, 500, 500], after404: [500, 500, 500], afterLoss: [500, 500, 500]),
        Row(
            name: "vhs", limits: [nil, nil, nil], afterTimeout: over(3000), after503: over(3000),
            after404: over(3000), afterLoss: over(3000)),
        Row(
            name: "vhs-playlist", limits: [nil, nil, 45], afterTimeout: over(5000), after503: over(5000),
            after404: over(5000), afterLoss: over(5000)),
        Row(
            name: "vhs-multivariant", limits: [nil, nil, 45], afterTimeout: [], after503: [], after404: [],
            afterLoss: []),
        Row(name: "mpv", limits: [60, nil, nil], afterTimeout: [], after503: [], after404: [], afterLoss: []),
        Row(
            name: "gstreamer", limits: [nil, nil, nil], afterTimeout: [10, 10, 10], after503: over(10),
            after404: [10, 10, 10], afterLoss: [10, 10, 10]),
        Row(
            name: "gstreamer-playlist", limits: [nil, nil, nil], afterTimeout: [100, 100, 100],
            after503: [100, 100, 100], after404: [100, 100, 100], afterLoss: [100, 100, 100]),
        Row(
            name: "chromium", limits: [nil, nil, nil],
            afterTimeout: [300, 350, 400, 450, 500, 550, 600, 650, 700, 750], after503: [], after404: [],
            afterLoss: [300, 350, 400, 450, 500, 550, 600, 650, 700, 750]),
        Row(name: "firefox", limits: [nil, nil, nil], afterTimeout: [], after503: [], after404: [], afterLoss: []),
    ]

    @Test("have their players' numbers", arguments: rows.indices)
    func numbers(index: Int) throws {
        let row = Self.rows[index]
        let policy = try #require(RequestPolicy.all.first { $0.name == row.name }).asked(ofTarget: .seconds(6))
        let limits = [policy.silence, policy.firstByte, policy.whole]
        #expect(limits.map { $0.map { $0.nanoseconds / 1_000_000_000 } } == row.limits)
        #expect(pauses(policy, .timedOut) == row.afterTimeout)
        #expect(pauses(policy, .badStatus(503)) == row.after503)
        #expect(pauses(policy, .badStatus(404)) == row.after404)
        #expect(pauses(policy, .connectionLost) == row.afterLoss)
    }

    @Test("are all in the table, and each player has its own")
    func complete() {
        #expect(RequestPolicy.all.map(\.name) == Self.rows.map(\.name))
        let named = PlayerProfile.all.map { profile in
            [profile.name] + profile.requestRules.map { $0.policy.name }
        }
        #expect(
            named == [
                ["avplayer", "doubling", "doubling", "doubling"],
                ["avplayer-ios", "doubling", "doubling", "doubling"],
                ["hls.js", "hls.js", "hls.js-playlist", "hls.js-multivariant"], ["shaka", "shaka", "shaka", "shaka"],
                ["exoplayer", "exoplayer", "exoplayer", "exoplayer"],
                ["dash.js", "dash.js", "dash.js-manifest", "dash.js-manifest"],
                ["vhs", "vhs", "vhs-playlist", "vhs-multivariant"], ["mpv", "mpv", "mpv", "mpv"],
                ["vlc", "doubling", "doubling", "doubling"],
                ["gstreamer", "gstreamer", "gstreamer-playlist", "gstreamer-playlist"],
                ["chromium", "chromium", "chromium", "chromium"], ["firefox", "firefox", "firefox", "firefox"],
            ])
    }

    @Test(
        "wait for a steering manifest as for the multivariant playlist, and repeat it where the player's source does",
        arguments: PlayerProfile.all)
    func steering(profile: PlayerProfile) {
        let (steering, multivariant) = (profile.requests.steering, profile.requests.multivariant)
        #expect(steering.silence == multivariant.silence && steering.firstByte == multivariant.firstByte)
        #expect(steering.whole == multivariant.whole && steering.name == multivariant.name)
        #expect(steering.asksAgain == ["hls.js", "shaka"].contains(profile.name))
        if profile.requests.repeatsSteering { #expect(steering == multivariant) }
    }

    @Test("take their own parameters, in their order", arguments: RequestPolicy.all)
    func parameters(policy: RequestPolicy) {
        let values = policy.parameters.map(\.value)
        #expect(policy.setting(values) == policy)
        let others = policy.parameters.map { min($0.value + 1_000_000, $0.range.upperBound) }
        #expect(policy.setting(others).parameters.map(\.value) == others)
        #expect(policy.parameters.allSatisfy { $0.range.contains($0.value) })
        #expect(policy.about.hasSuffix(".") && !policy.remedyInWords.isEmpty)
    }

    private static let gstreamerOnce = RequestPolicy.gstreamer.saying(silence: nil, retryCount: 0, backOff: nil)

    private static func hlsJS(retries: Int64, timeouts: Int64) -> RequestPolicy {
        var policy = RequestPolicy.hlsJSSegments
        (policy.retryCount, policy.timeoutRetryCount) = (retries, timeouts)
        return policy
    }

    @Test(
        "say after which failures they ask again",
        arguments: [
            (
                .standIn,
                "again after timeouts, lost connections, answers of another length, and statuses 408, 429 and 5xx"
            ), (.shaka, "again after any failure but answers that cannot be read"),
            (.hlsJSMultivariant, "again after timeouts and statuses but 4xx"),
            (.exoPlayer, "again after any failure but answers that cannot be read and status 416"),
            (.gstreamer, "again after any failure but answers that cannot be read, after statuses 5xx without end"),
            (.gstreamerPlaylists, "again after any failure but answers that cannot be read"),
            (.chromium, "again after timeouts, lost connections, and answers of another length, but no status"),
            (.firefox, "never again"), (gstreamerOnce, "never again"),
            (hlsJS(retries: 0, timeouts: 4), "again after timeouts, but no status"),
            (hlsJS(retries: 6, timeouts: 0), "again after any failure but timeouts and answers that cannot be read"),
        ] as [(RequestPolicy, String)])
    func remedies(policy: RequestPolicy, words: String) {
        #expect(policy.remedyInWords == words)
        let isAny = words.contains("any failure")
        let isAsked = policy.pause(afterFailures: 1, of: .wrongLength) != nil
        #expect(isAsked == (isAny || words.contains("another length")))
        #expect(policy.pause(afterFailures: 1, of: .unreadable) == nil)
        if isAny {
            #expect((policy.pause(afterFailures: 1, of: .badStatus(416)) == nil) == words.contains("416"))
        }
    }

    @Test("take what a network says of everybody, and the greatest numbers")
    func said() throws {
        let policy = RequestPolicy.hlsJSSegments.saying(
            silence: .seconds(3), retryCount: 2, backOff: .milliseconds(500))
        #expect(pauses(policy, .badStatus(404)) == [500, 1000])
        #expect(pauses(policy, .timedOut) == [0, 0])
        #expect(policy.silence == .seconds(3) && policy.firstByte == .seconds(3))
        let patient = RequestPolicy.hlsJSSegments.saying(silence: .seconds(30), retryCount: nil, backOff: nil)
        #expect(patient.silence == .seconds(30) && patient.firstByte == .seconds(10))
        #expect(RequestPolicy.shaka.saying(silence: nil, retryCount: nil, backOff: nil) == .shaka)
        for policy in RequestPolicy.all {
            let most = policy.setting(policy.parameters.map(\.range.upperBound))
            for count in [1, 2, 7, 100, .max] as [Int64] {
                #expect(most.pause(afterFailures: count, of: .connectionLost).map { $0 >= .zero } ?? true)
            }
        }
    }

    /// With six doublings as the most, the seventh pause and all later ones are 64 s.
    @Test("double six times")
    func doublings() {
        let policy = RequestPolicy.standIn.saying(silence: nil, retryCount: 9, backOff: nil)
        #expect(
            pauses(policy, .timedOut) == [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 64_000, 64_000])
    }
}
