import PlayerModel

/// `AVPlayerItem.accessLog()`, with the events of every item of a player, one item after the other.
///
/// An event "collates the data that relates to each uninterrupted period of playback" (AVPlayerItemAccessLog; B.11).
/// What interrupts, Apple does not say. Here an event begins whenever the playhead of an item begins to move: at the
/// first start, and again after a stall, a pause or a seek, so that no period has a gap in it; and whenever it goes on
/// in another variant, because `indicatedBitrate` can have one value only. Another rate interrupts nothing.
///
/// An event lasts until the next one begins, so that everything belongs to exactly one: what was fetched before the
/// first start to the first, what was fetched during a stall to the event that ended in it, which also counts it. An
/// item that never plays has one event, if anything was fetched for it, with an unknown `playbackStartOffset`. What is
/// fetched ahead for an item of a queue belongs to that item; those that never became current come last.
///
/// As in AVFoundation a negative number is one that is not known, and so is a string of nil.
package struct AccessLog: Sendable {
    /// `AVPlayerItemAccessLogEvent`, in its units: seconds as nanoseconds, bits per second, bytes.
    package struct Event: Equatable, Sendable {
        /// Whose event it is: items are counted from 1, as an app gives them to the player.
        package fileprivate(set) var item: Int64
        /// Which of the player's assets it is of.
        package fileprivate(set) var asset = 0
        /// When the period began, in virtual time, as `playbackStartDate` is in the time of day; nil where it never
        /// began.
        package fileprivate(set) var startedAt: Instant?
        /// Where in the item; -1 where it never began.
        package fileprivate(set) var playbackStartOffset: Int64 = -1
        /// Requests for segments, or for ranges of a file, those that were made again included. Playlists, keys and
        /// initialization sections are no media.
        package fileprivate(set) var numberOfMediaRequests: Int64 = 0
        /// Media that came, in nanoseconds: that of the variant's own track, so that audio beside it counts once.
        package fileprivate(set) var segmentsDownloadedDuration: Int64 = 0
        /// Media that was played, in nanoseconds: at a rate of 2, twice the time.
        package fileprivate(set) var durationWatched: Int64 = 0
        package fileprivate(set) var numberOfStalls: Int64 = 0
        /// Bytes of media that came whole, chunk by chunk. A file on the device transfers none.
        package fileprivate(set) var numberOfBytesTransferred: Int64 = 0
        /// Nanoseconds in which the network was busy with them.
        package fileprivate(set) var transferDuration: Int64 = 0
        /// The standard deviation of the bit rates of segments, each of them its bits over the time from its request
        /// to its last byte; -1 with fewer than two, and for files.
        package fileprivate(set) var observedBitrateStandardDeviation: Int64 = -1
        /// How often a segment took longer, from its request to its last byte, than it lasts; -1 for files.
        package fileprivate(set) var downloadOverdue: Int64 = -1
        /// BANDWIDTH of the variant; -1 for files.
        package fileprivate(set) var indicatedBitrate: Int64 = -1
        /// AVERAGE-BANDWIDTH of the variant; -1 where it is not declared.
        package fileprivate(set) var indicatedAverageBitrate: Int64 = -1
        /// The average of the variant's own track: video, or all of it together.
        package fileprivate(set) var averageVideoBitrate: Int64 = -1
        /// The average of audio that is fetched beside it; -1 where none is.
        package fileprivate(set) var averageAudioBitrate: Int64 = -1
        /// From the item's arrival until there is media to play, in nanoseconds; 0 in later events of an item, -1
        /// where there never is.
        package fileprivate(set) var startupTime: Int64 = -1
        /// The measured bit rate at which another variant was chosen; -1 where none was.
        package fileprivate(set) var switchBitrate: Int64 = -1

        /// The measured throughput: eight times the bytes over the duration of their transfer, rounded to the nearest;
        /// -1 where nothing took any time.
        package var observedBitrate: Int64 {
            guard transferDuration > 0 else { return -1 }
            return (proportion(numberOfBytesTransferred, 16_000_000_000, over: transferDuration, .down) + 1) / 2
        }

        fileprivate init(item: Int64) { self.item = item }
    }

    package private(set) var events: [Event] = []

    /// Of the player that is viewed.
    package init(_ run: Run) {
        var fold = AccessLogFold(run.scenario)
        for entry in run.trace.entries { fold.take(entry) }
        events = fold.finish(at: run.outcome.at)
    }
}

/// A pass over the trace that makes events of it.
private struct AccessLogFold {
    private typealias Event = AccessLog.Event

    /// A request for media that is under way.
    private struct Request {
        let since: Instant
        let chunks: Range<Int64>
        var bytes: Int64 = 0
    }

    /// An event that is not over.
    private struct Open {
        var event: AccessLog.Event
        /// The variant that is fetched: the one that was chosen first, until another is switched to.
        private(set) var variant: Int
        /// The tracks of that variant.
        private(set) var tables: [ChunkTable]
        /// The bit rates of its segments.
        var rates: ContiguousArray<Int64> = []

        init(item: Int64, variant: Int, _ player: ScenarioPlayer) {
            event = AccessLog.Event(item: item)
            self.variant = variant
            tables = player.tracks(ofVariant: variant)
        }

        mutating func follow(to variant: Int, _ player: ScenarioPlayer) {
            self.variant = variant
            tables = player.tracks(ofVariant: variant)
        }

        /// The event as it is kept.
        func closed() -> AccessLog.Event {
            var event = event
            event.observedBitrateStandardDeviation = standardDeviation(rates)
            return event
        }

        var hasFetched: Bool { event.numberOfMediaRequests > 0 || event.numberOfBytesTransferred > 0 }
    }

    private let scenario: Scenario
    private let player: ScenarioPlayer
    private let kinds: [Resource.Kind]
    private let isStream: Bool
    private var events: [AccessLog.Event] = []
    /// The current item's event, and those of items that are loaded ahead, by their numbers.
    private var open: Open
    private var ahead: ContiguousArray<Open?> = []
    /// What the player reckoned with when it last wanted another.
    private var switchThroughput: Int64 = -1
    private var hasItem = false
    private var itemAt = Instant.zero
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    /// By track.
    private var requests: ContiguousArray<Request?>
    /// The items, of which one is current, and one is being loaded.
    private let media: ItemMedia
    private var item: Int32 = 0
    private var loading: Int32 = 0

    init(_ scenario: Scenario) {
        self.scenario = scenario
        kinds = scenario.kindsOfSlots
        isStream = scenario.media.kind == .hls
        media = ItemMedia(scenario)
        player = scenario.players[scenario.viewed]
        open = Open(item: 1, variant: media.firstVariant(of: 0), player)
        requests = ContiguousArray(repeating: nil, count: kinds.reduce(1) { max($0, ($1.track ?? 0) + 1) })
        describe(&open, 0)
    }

    mutating func take(_ entry: Trace.Entry) {
        let now = entry.at
        switch entry.record {
        case .requested(let request): begin(request, now)
        case .cancelled(let id): if let track = track(id.slot) { requests[track] = nil }
        case .loaded(let bytes, let busy, let chunk, let track): load(bytes, busy, Int64(chunk), Int(track), now)
        case .network(.retries(let slot, _)): if track(slot) != nil { load { $0.event.numberOfMediaRequests += 1 } }
        case .item(let id, let start, let isFinished): change(to: id, at: start, isFinished, now)
        case .announced(let announcement): take(announcement, now)
        case .switches(_, _, let throughput): switchThroughput = throughput
        case .switched(_, let to): follow(to: Int(to), now)
        case .loads(let item, let variant):
            loading = item
            load { [player] in $0.follow(to: Int(variant), player) }
            describeLoading()
        case .network, .action, .capacity, .delay, .loss, .dnsDelay, .allowed, .answered, .wasted, .fetched, .dropped,
            .traffic, .event:
            break
        }
    }

    /// The last event, and all before it.
    mutating func finish(at end: Instant) -> [AccessLog.Event] {
        close(at: end)
        var number = open.event.item
        for var other in ahead.compactMap({ $0 }) where other.hasFetched {
            number += 1
            other.event.item = number
            events.append(other.closed())
        }
        return events
    }

    private mutating func take(_ announcement: Announcement, _ now: Instant) {
        switch announcement {
        case .timebase(let rate, let place):
            let wasMoving = playhead.rate.isMoving
            let next =
                rate.isMoving
                ? Playhead(movingFrom: place, at: rate, since: now) : Playhead(restingAt: place, since: now)
            moveClock(to: next, now)
            if rate.isMoving, !wasMoving, place < media.duration(of: item) { start(at: now) }
        case .timeJumped(let place): moveClock(to: Playhead(restingAt: place, since: now), jumping: true, now)
        case .didPlayToEndTime:
            moveClock(to: Playhead(restingAt: playhead.place(at: now), since: now), now)
        case .playbackStalled: open.event.numberOfStalls += 1
        case .bufferEmpty(false):
            if open.event.startupTime < 0 { open.event.startupTime = (now - itemAt).nanoseconds }
        case .status, .likelyToKeepUp, .bufferFull, .bufferEmpty, .failedToPlayToEndTime, .itemFailed, .seekFinished,
            .pipelines, .exception:
            break
        }
    }

    // MARK: Items

    /// Another item is current, or none. What was fetched for it ahead is the beginning of its log.
    private mutating func change(to id: Int32, at start: MediaTime, _ isFinished: Bool, _ now: Instant) {
        close(at: now)
        if !isFinished { for index in requests.indices { requests[index] = nil } }
        if hasItem {
            let number = open.event.item + 1
            open = Open(item: number, variant: isFinished ? open.variant : media.firstVariant(of: id), player)
        } else if !isFinished {
            open.follow(to: media.firstVariant(of: id), player)
        }
        if ahead.indices.contains(Int(id)), var own = ahead[Int(id)] {
            own.event.item = open.event.item
            (open, ahead[Int(id)]) = (own, nil)
        } else {
            describe(&open, id)
        }
        (hasItem, itemAt, item) = (id >= 0, now, id)
        playhead = Playhead(restingAt: start, since: now)
    }

    /// Ends the item's last event. What was fetched while there was no item belongs to the next one.
    private mutating func close(at now: Instant) {
        moveClock(to: Playhead(restingAt: playhead.place(at: now), since: now), now)
        if hasItem, open.event.startedAt != nil || open.hasFetched { events.append(open.closed()) }
    }

    /// The event of what is being loaded changes: the current item's, or that of one that is loaded ahead.
    private mutating func load(_ change: (inout Open) -> Void) {
        guard hasItem, loading != item else { return change(&open) }
        while ahead.count <= Int(loading) { ahead.append(nil) }
        var own = ahead[Int(loading)] ?? Open(item: 0, variant: media.firstVariant(of: loading), player)
        change(&own)
        ahead[Int(loading)] = own
    }

    /// Says of what is being loaded what is known of its variant, unless it plays already.
    private mutating func describeLoading() {
        let (isCurrent, number) = (!hasItem || loading == item, loading)
        if isCurrent {
            if open.event.startedAt == nil { describe(&open, number) }
        } else if var own = ahead[Int(number)] {
            describe(&own, number)
            ahead[Int(number)] = own
        }
    }

    // MARK: Periods

    /// Another variant is fetched. While something of the item is played, that is a period of its own.
    private mutating func follow(to next: Int, _ now: Instant) {
        load { [player] in $0.follow(to: next, player) }
        if playhead.rate.isMoving, loading == item {
            start(at: now)
            open.event.switchBitrate = switchThroughput
        } else {
            describeLoading()
        }
    }

    /// Playback begins, or goes on in another variant: the first period of an item is the event that is open already.
    private mutating func start(at now: Instant) {
        if open.event.startedAt != nil {
            let place = playhead.place(at: now)
            moveClock(to: Playhead(movingFrom: place, at: playhead.rate, since: now), now)
            events.append(open.closed())
            open = Open(item: open.event.item, variant: open.variant, player)
            open.event.startupTime = 0
            describe(&open, item)
        }
        open.event.startedAt = now
        open.event.playbackStartOffset = playhead.place(at: now).nanoseconds
    }

    /// The clock moves otherwise. Unless it jumps, it has come to the place from which it goes on.
    private mutating func moveClock(to next: Playhead, jumping: Bool = false, _ now: Instant) {
        if playhead.rate.isMoving {
            let place = jumping ? playhead.place(at: now) : next.place
            // Where a player runs on behind the end, there is nothing to watch.
            let watched = (min(place, media.duration(of: item)) - playhead.place).nanoseconds
            open.event.durationWatched += max(0, watched)
        }
        playhead = next
    }

    /// What is known of the variant.
    private func describe(_ open: inout Open, _ item: Int32) {
        open.event.asset = player.asset(ofItem: item)
        open.event.averageVideoBitrate = Self.average(open.tables[0])
        open.event.averageAudioBitrate = open.tables.count > 1 ? Self.average(open.tables[1]) : -1
        guard isStream else { return }
        open.event.downloadOverdue = max(0, open.event.downloadOverdue)
        open.event.indicatedBitrate = media.variants[open.variant].bitRate
        open.event.indicatedAverageBitrate = media.variants[open.variant].averageBitRate ?? -1
    }

    private static func average(_ chunks: ChunkTable) -> Int64 {
        (proportion(chunks.bytes(before: chunks.count), 16_000_000_000, over: chunks.duration.nanoseconds, .down) + 1)
            / 2
    }

    // MARK: Transfers

    /// The track that a slot is for; nil where it is no media, or does not come over the network.
    private func track(_ slot: Int32) -> Int? { scenario.media.kind == .local ? nil : kinds[Int(slot)].track }

    private mutating func begin(_ request: Simulation.Request, _ now: Instant) {
        guard let track = track(request.id.slot) else { return }
        load { $0.event.numberOfMediaRequests += 1 }
        let chunks = Int64(request.firstChunk)..<Int64(request.endChunk)
        requests[track] = Request(since: now, chunks: chunks)
    }

    private mutating func load(_ bytes: Int64, _ busy: Int64, _ chunk: Int64, _ track: Int, _ now: Instant) {
        guard scenario.media.kind != .local else { return }
        let isCurrent = !hasItem || loading == item
        guard let table = (isCurrent ? open : ahead[Int(loading)])?.tables[track] else { return }
        let length = table.start(of: chunk + 1) - table.start(of: chunk)
        load { open in
            open.event.numberOfBytesTransferred = open.event.numberOfBytesTransferred.addingClamped(bytes)
            open.event.transferDuration += busy
            if track == 0 { open.event.segmentsDownloadedDuration += length.nanoseconds }
        }
        guard isStream, var request = requests[track] else { return }
        request.bytes = request.bytes.addingClamped(bytes)
        requests[track] = request
        guard chunk + 1 == request.chunks.upperBound else { return }
        let taken = now - request.since
        let lasts = table.start(of: request.chunks.upperBound) - table.start(of: request.chunks.lowerBound)
        load { open in
            if taken.nanoseconds > lasts.nanoseconds { open.event.downloadOverdue += 1 }
            if taken > .zero {
                open.rates.append(proportion(request.bytes, 8_000_000_000, over: taken.nanoseconds, .down))
            }
        }
        requests[track] = nil
    }
}

/// The standard deviation of a sample of whole numbers, none of them negative, rounded down; -1 with fewer than two.
///
/// Numbers of up to 2^50, which is a petabit per second, add up without overflow.
func standardDeviation(_ values: ContiguousArray<Int64>) -> Int64 {
    guard values.count > 1 else { return -1 }
    let count = Int128(values.count)
    let sum = values.reduce(into: Int128(0)) { $0 += Int128($1) }
    // The mean, rounded down: being less than one off shifts the sum of squares by less than one for each value.
    let mean = sum / count
    let squares = values.reduce(into: Int128(0)) { $0 += (Int128($1) - mean) * (Int128($1) - mean) }
    return squareRoot((squares - (sum - mean * count) * (sum - mean * count) / count) / (count - 1))
}

/// The whole part of a square root, by Newton's method. `value` is not negative.
private func squareRoot(_ value: Int128) -> Int64 {
    guard value > 0 else { return 0 }
    var root = Int128(1) << Int128((128 - value.leadingZeroBitCount + 1) / 2)
    while true {
        let next = (root + value / root) / 2
        if next >= root { return Int64(clamping: root) }
        root = next
    }
}
