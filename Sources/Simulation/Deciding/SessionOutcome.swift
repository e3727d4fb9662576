import PlayerModel

/// A session as it was for the person who watched it: the facts that decisions are made from.
///
/// Times are nanoseconds. Stalls are as `stall_count` and `stall_time_s` have them, and where playback never came
/// programs are told of neither; but one that never ends has no length here, whether or not the player waits for its
/// end: how long `until_s` lets it wait says nothing of anybody.
package struct SessionOutcome: Equatable, Sendable {
    /// From the first request to play until the playhead moves; nil where it did not.
    package var startup: Int64?
    /// None where playback never came.
    package var stalls: Int64 = 0
    /// Nil where the last stall never ends; none where playback never came.
    package var stallTime: Int64? = 0
    /// Whether it was stalled when it ended, and was not going to go on: one that until_s has ended while the player
    /// waited may have.
    package var endsStalled = false
    /// How its viewer left; nil where whoever watched stayed.
    package var exit: Exit?
    /// Whether the item failed that was current last, or an exception ended the app.
    package var failed = false
    /// Whether `until_s` ended it before its end.
    package var isCutOff = false
    /// Time during which the playhead moved.
    package var played: Int64 = 0
    /// Bytes that came down, also in vain; none of what is under way at the end.
    package var bytes: Int64 = 0
    /// Bytes, and length of media, of the chunks that were played.
    package var playedBytes: Int64 = 0
    package var playedMedia: Int64 = 0
    /// How far it was behind what the camera saw of a live stream, over time; nil where nothing live was played.
    package var liveLatency: Int64?
    /// How much later playback started than the earliest start that never stalls; nil where it never did, where there
    /// is no such start, or nobody looked for it.
    package var goldilocksDistance: Int64?

    package init() {}

    /// The outcome of a player's run; nil where nobody asked it to play. The run needs its facts traced.
    package init?(_ run: PlayerRun) {
        guard run.playback.requestedAt != nil else { return nil }
        let media = PlayedMedia(run)
        startup = run.startup?.nanoseconds
        endsStalled = run.endsStalled
        if isStarted {
            stalls = Int64(run.playback.stalls.count)
            let end = run.outcome.at
            let stalled = run.playback.stalls.reduce(TimeAmount.zero) { $0 + (($1.endedAt ?? end) - $1.at) }
            stallTime = endsStalled ? nil : stalled.nanoseconds
        }
        (exit, failed) = (run.playback.exit, run.fails)
        isCutOff = run.isCutOff
        played = run.playedTime.nanoseconds
        bytes = run.bytesDown
        playedBytes = media.bytes
        playedMedia = media.media.nanoseconds
        liveLatency = LiveFigures(run).mean
        if let moment = run.goldilocks?.start, let startup = run.startup {
            goldilocksDistance = (startup - moment).nanoseconds
        }
    }

    package var isStarted: Bool { startup != nil }
}

/// A fact of a session for programs: a name and a unit for what `SessionOutcome` has.
struct SessionFact: Sendable {
    let name: String
    let about: String
    let unit: Unit
    let value: @Sendable (SessionOutcome) -> Int64?
    /// Sets it in an outcome that is read, which has all facts before it in the list already; what follows from others
    /// sets nothing.
    let set: @Sendable (inout SessionOutcome, Int64?) -> Void

    static let all = [
        SessionFact(
            name: "started", about: "Whether playback came.", unit: .flag, value: { $0.isStarted ? 1 : 0 },
            set: { _, _ in }),
        SessionFact(
            name: "startup_time_s", about: "From the first request to play until the playhead moves.", unit: .seconds,
            value: { $0.startup }, set: { $0.startup = $1 }),
        SessionFact(
            name: "stall_count", about: "How often it stalled; there is no such number where playback never came.",
            unit: .count, value: { $0.isStarted ? $0.stalls : nil },
            set: { $0.stalls = $0.isStarted ? $1 ?? 0 : 0 }),
        SessionFact(
            name: "stall_time_s",
            about: "For how long, added up; there is no such time where a stall never ends, or playback never came.",
            unit: .seconds, value: { $0.isStarted ? $0.stallTime : nil },
            set: { $0.stallTime = $0.isStarted ? $1 : 0 }),
        SessionFact(
            name: "left_stalled",
            about: "Whether it was stalled when it ended, and until_s did not end it while the player waited.",
            unit: .flag,
            value: { $0.endsStalled ? 1 : 0 },
            set: { $0.endsStalled = $1 == 1 }),
        SessionFact(
            name: "exited", about: "Whether the viewer left.", unit: .flag, value: { $0.exit != nil ? 1 : 0 },
            set: { $0.exit = $1 == 1 ? .otherwise : nil }
        ),
        SessionFact(
            name: "exited_before_start", about: "Whether that was before playback had begun.", unit: .flag,
            value: { $0.exit == .beforeStart ? 1 : 0 },
            set: { if $1 == 1 { $0.exit = .beforeStart } }),
        SessionFact(
            name: "exited_in_stall", about: "Whether that was in a stall.", unit: .flag,
            value: { $0.exit == .inStall ? 1 : 0 },
            set: { if $1 == 1 { $0.exit = .inStall } }),
        SessionFact(
            name: "failed", about: "Whether the item failed that was current last, or an exception ended the app.",
            unit: .flag,
            value: { $0.failed ? 1 : 0 }, set: { $0.failed = $1 == 1 }),
        SessionFact(
            name: "cut_off", about: "Whether until_s ended it before its end.", unit: .flag,
            value: { $0.isCutOff ? 1 : 0 }, set: { $0.isCutOff = $1 == 1 }),
        SessionFact(
            name: "played_time_s", about: "Time during which the playhead moved.", unit: .seconds,
            value: { $0.played }, set: { $0.played = $1 ?? 0 }),
        SessionFact(
            name: "down_bytes", about: "Bytes that came down, also in vain; none of what is under way at the end.",
            unit: .bytes,
            value: { $0.bytes }, set: { $0.bytes = $1 ?? 0 }),
        SessionFact(
            name: "played_bytes", about: "Bytes of the chunks that were played.", unit: .bytes,
            value: { $0.playedBytes }, set: { $0.playedBytes = $1 ?? 0 }),
        SessionFact(
            name: "played_media_s", about: "Length of media of these chunks.", unit: .seconds,
            value: { $0.playedMedia }, set: { $0.playedMedia = $1 ?? 0 }),
        SessionFact(
            name: "live_latency_mean_s",
            about: "From the playhead to what the camera sees, over time from the first start on, of a live stream.",
            unit: .seconds, value: { $0.liveLatency }, set: { $0.liveLatency = $1 }),
        SessionFact(
            name: "goldilocks_distance_s",
            about:
                "How much later playback started than the earliest start that never stalls, where that was looked for.",
            unit: .seconds, value: { $0.goldilocksDistance },
            set: { $0.goldilocksDistance = $1 }),
    ]
}
