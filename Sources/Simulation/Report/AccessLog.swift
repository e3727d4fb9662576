import PlayerModel

/// `AVPlayerItem.accessLog()`, with the events of every item of a seat, one item after the other.
///
/// An event "collates the data that relates to each uninterrupted period of playback" (AVPlayerItemAccessLog; B.11).
/// What interrupts, Apple does not say. Here an event begins whenever the playhead of an item begins to move: at the
/// first start, and again after a stall, a pause or a seek, so that no period has a gap in it; and whenever it goes on
/// in another variant, because `indicatedBitrate` can have one value only. Another rate interrupts nothing.
///
/// An event lasts until the next one begins, so that everything belongs to exactly one: what was fetched before the
/// first start to the first, what was fetched during a stall to the event that ended in it, which also counts it. An
/// item that never plays has one event, if anything was fetched for it, with an unknown `playbackStartOffset`.
///
/// As in AVFoundation a negative number is one that is not known, and so is a string of nil.
package struct AccessLog: Sendable {
    /// `AVPlayerItemAccessLogEvent`, in its units: seconds as nanoseconds, bits per second, bytes.
    package struct Event: Equatable, Sendable {
        /// Whose event it is: items are counted from 1, as an app gives them to the player.
        package let item: Int64
        /// Which of the seat's assets it is of.
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

    /// Of the seat that is viewed.
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

    private let scenario: Scenario
    private let kinds: [Resource.Kind]
    private let isStream: Bool
    private var events: [AccessLog.Event] = []
    private var event = AccessLog.Event(item: 1)
    /// The variant of each item: the one that was chosen first, until another is switched to.
    private var variants: ItemVariants
    /// What the player reckoned with when it last wanted another.
    private var switchThroughput: Int64 = -1
    private var hasItem = false
    private var itemAt = Instant.zero
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    /// By track.
    private var requests: ContiguousArray<Request?>
    /// The tracks of the variant that is being loaded.
    private var tables: [ChunkTable]
    /// The items, of which one is current.
    private let media: ItemMedia
    private var item: Int32 = 0
    /// The bit rates of the event's segments.
    private var rates: ContiguousArray<Int64> = []

    init(_ scenario: Scenario) {
        self.scenario = scenario
        kinds = scenario.kindsOfSlots
        isStream = scenario.media.kind == .hls
        tables = scenario.tracks
        media = ItemMedia(scenario)
        variants = ItemVariants(media)
        requests = ContiguousArray(repeating: nil, count: kinds.reduce(1) { max($0, ($1.track ?? 0) + 1) })
        describe()
    }

    mutating func take(_ entry: Trace.Entry) {
        let now = entry.at
        switch entry.record {
        case .requested(let request): begin(request, now)
        case .cancelled(let id): if let track = track(id.slot) { requests[track] = nil }
        case .loaded(let bytes, let busy, let chunk, let track): load(bytes, busy, Int64(chunk), Int(track), now)
        case .network(.retries(let slot, _)): if track(slot) != nil { event.numberOfMediaRequests += 1 }
        case .item(let id, let start, _):
            let isPresent = id >= 0
            close(at: now)
            if hasItem { event = Event(item: event.item + 1) }
            hasItem = isPresent
            itemAt = now
            item = id
            variants.take(entry)
            tables = tracks(of: variants.ofLoading)
            playhead = Playhead(restingAt: start, since: now)
            describe()
        case .announced(let announcement): take(announcement, now)
        case .switches(_, _, let throughput): switchThroughput = throughput
        case .switched, .loads:
            let before = variants.ofCurrent
            variants.take(entry)
            if variants.ofCurrent != before { follow(now) }
            tables = tracks(of: variants.ofLoading)
        case .network, .action, .capacity, .delay, .loss, .dnsDelay, .allowed, .answered, .wasted, .fetched, .dropped,
            .traffic, .event:
            break
        }
    }

    /// The last event, and all before it.
    mutating func finish(at end: Instant) -> [AccessLog.Event] {
        close(at: end)
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
        case .playbackStalled: event.numberOfStalls += 1
        case .bufferEmpty(false): if event.startupTime < 0 { event.startupTime = (now - itemAt).nanoseconds }
        case .status, .likelyToKeepUp, .bufferFull, .bufferEmpty, .failedToPlayToEndTime, .itemFailed, .seekFinished,
            .pipelines, .exception:
            break
        }
    }

    // MARK: Periods

    /// Another variant is fetched. While something is played, that is a period of its own.
    private mutating func follow(_ now: Instant) {
        if playhead.rate.isMoving {
            start(at: now)
            event.switchBitrate = switchThroughput
        } else if event.startedAt == nil {
            describe()
        }
    }

    private func tracks(of variant: Int) -> [ChunkTable] {
        let seat = scenario.seats[scenario.viewed]
        let asset = seat.asset(ofVariant: variant)
        return seat.assets[asset].media.tracks(ofVariant: variant - seat.firstNumber(of: asset))
    }

    /// Playback begins, or goes on in another variant: the first period of an item is the event that is open already.
    private mutating func start(at now: Instant) {
        if event.startedAt != nil {
            let place = playhead.place(at: now)
            moveClock(to: Playhead(movingFrom: place, at: playhead.rate, since: now), now)
            keep()
            event = Event(item: event.item)
            event.startupTime = 0
            describe()
        }
        event.startedAt = now
        event.playbackStartOffset = playhead.place(at: now).nanoseconds
    }

    /// The clock moves otherwise. Unless it jumps, it has come to the place from which it goes on.
    private mutating func moveClock(to next: Playhead, jumping: Bool = false, _ now: Instant) {
        if playhead.rate.isMoving {
            let place = jumping ? playhead.place(at: now) : next.place
            // Where a player runs on behind the end, there is nothing to watch.
            event.durationWatched += max(0, (min(place, media.duration(of: item)) - playhead.place).nanoseconds)
        }
        playhead = next
    }

    /// Ends the item's last event. What was fetched while there was no item belongs to the next one.
    private mutating func close(at now: Instant) {
        moveClock(to: Playhead(restingAt: playhead.place(at: now), since: now), now)
        for index in requests.indices { requests[index] = nil }
        let hasFetched = event.numberOfMediaRequests > 0 || event.numberOfBytesTransferred > 0
        if hasItem, event.startedAt != nil || hasFetched { keep() }
    }

    private mutating func keep() {
        event.observedBitrateStandardDeviation = standardDeviation(rates)
        rates.removeAll(keepingCapacity: true)
        events.append(event)
    }

    /// What is known of the variant.
    private mutating func describe() {
        let (variant, tracks) = (variants.ofCurrent, tracks(of: variants.ofCurrent))
        event.asset = scenario.seats[scenario.viewed].asset(ofItem: item)
        event.averageVideoBitrate = Self.average(tracks[0])
        event.averageAudioBitrate = tracks.count > 1 ? Self.average(tracks[1]) : -1
        guard isStream else { return }
        event.downloadOverdue = max(0, event.downloadOverdue)
        event.indicatedBitrate = media.variants[variant].bitRate
        event.indicatedAverageBitrate = media.variants[variant].averageBitRate ?? -1
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
        event.numberOfMediaRequests += 1
        let chunks = Int64(request.firstChunk)..<Int64(request.endChunk)
        requests[track] = Request(since: now, chunks: chunks)
    }

    private mutating func load(_ bytes: Int64, _ busy: Int64, _ chunk: Int64, _ track: Int, _ now: Instant) {
        guard scenario.media.kind != .local else { return }
        event.numberOfBytesTransferred = event.numberOfBytesTransferred.addingClamped(bytes)
        event.transferDuration += busy
        let table = tables[track]
        if track == 0 {
            let length = table.start(of: chunk + 1) - table.start(of: chunk)
            event.segmentsDownloadedDuration += length.nanoseconds
        }
        guard isStream, var request = requests[track] else { return }
        request.bytes = request.bytes.addingClamped(bytes)
        requests[track] = request
        guard chunk + 1 == request.chunks.upperBound else { return }
        let taken = now - request.since
        let lasts = table.start(of: request.chunks.upperBound) - table.start(of: request.chunks.lowerBound)
        if taken.nanoseconds > lasts.nanoseconds { event.downloadOverdue += 1 }
        if taken > .zero { rates.append(proportion(request.bytes, 8_000_000_000, over: taken.nanoseconds, .down)) }
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
