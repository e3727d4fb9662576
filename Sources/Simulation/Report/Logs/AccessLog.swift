import PlayerModel

/// `AVPlayerItem.accessLog()`, with the events of every item of a player, one item after the other.
///
/// An event "collates the data that relates to each uninterrupted period of playback" (AVPlayerItemAccessLog; B.11).
/// Apple does not say what interrupts. Here an event begins whenever the playhead of an item begins to move: at the
/// first start, and again after a stall, a pause or a seek, so that no period has a gap in it; and whenever it goes
/// on in another variant, because `indicatedBitrate` can have one value only. Another rate interrupts nothing.
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
        package fileprivate(set) var item: Int64 = 1
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
        /// Media that came, in nanoseconds: that of the variant's own track, so that audio beside it counts once. A gap
        /// (EXT-X-GAP) is none.
        package fileprivate(set) var segmentsDownloadedDuration: Int64 = 0
        /// Media that was played, in nanoseconds: at a rate of 2, twice the time.
        package fileprivate(set) var durationWatched: Int64 = 0
        package fileprivate(set) var numberOfStalls: Int64 = 0
        /// Bytes of media that came, chunk by chunk, and of what failed or was called off, as far as it had come by
        /// then: what comes of that later, over TCP, is in no event. A file on the device transfers none.
        package fileprivate(set) var numberOfBytesTransferred: Int64 = 0
        /// Nanoseconds in which the network was busy with them. Of what comes side by side, as audio beside video, each
        /// has its part, by its bytes. A playlist, an initialization section or a key that comes beside them takes its
        /// time with them, because nobody who looks at the network tells them apart; and of what comes in vain behind
        /// the last chunk neither the time nor the bytes are in any event (both ours).
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
        /// From the item's arrival until there is media to play, in nanoseconds; 0 of an item that was loaded by then,
        /// and in later events of an item; -1 where there never is.
        package fileprivate(set) var startupTime: Int64 = -1
        /// The measured bit rate at which another variant was chosen; -1 where none was.
        package fileprivate(set) var switchBitrate: Int64 = -1

        /// The measured throughput: eight times the bytes over the duration of their transfer, rounded to the nearest,
        /// in which the time of what is under way beside them when the run ends counts as well, and its bytes do not;
        /// -1 where nothing came, or took any time.
        package var observedBitrate: Int64 {
            guard numberOfBytesTransferred > 0, transferDuration > 0 else { return -1 }
            return Metric.bitRate(numberOfBytesTransferred, transferDuration)
        }

        fileprivate mutating func add(_ bytes: Int64, in time: Int64) {
            numberOfBytesTransferred = numberOfBytesTransferred.addingClamped(bytes)
            transferDuration += time
        }
    }

    package let events: [Event]

    package init(_ run: PlayerRun) { events = AccessPeriods(run).events }
}

/// The periods of the events: the clock and the items cut the trace into them; then what was fetched, and what was
/// announced, is added to the one that it belongs to.
private struct AccessPeriods {
    /// A time during which one item was current, together with the time before it in which none was.
    private struct Visit {
        /// -1 where no item has come.
        var item: Int32 = -1
        var at = Instant.zero
        /// The entry with which the item before left, and that with which this one came.
        let left: Int
        var came = Int.max
        /// The entry with which this item left the last time, and the variant that it begins with where nothing of it
        /// has been asked for since.
        var since = -1
        var first = 0
    }

    private struct Period: Ordered {
        var visit: Visit
        /// The entry from which on it is the current item's.
        let order: Int
        /// The entry with which it began to play.
        var start: Int?
        var event: AccessLog.Event
        var rates: ContiguousArray<Int64> = []

        init(_ visit: Visit, order: Int, item: Int64, isStream: Bool) {
            (self.visit, self.order) = (visit, order)
            event = AccessLog.Event(item: item)
            if isStream { event.downloadOverdue = 0 }
        }

        var hasFetched: Bool { event.numberOfMediaRequests > 0 || event.numberOfBytesTransferred > 0 }

        var isOfUse: Bool { start != nil || hasFetched }
    }

    private let run: PlayerRun
    private var playback: Playback { run.playback }
    private let isStream: Bool
    private var periods: [Period]
    /// The one that was found last.
    private var last: Period {
        get { periods[periods.count - 1] }
        set { periods[periods.count - 1] = newValue }
    }
    /// Of items that never became current.
    private var ahead: [Period] = []

    init(_ run: PlayerRun) {
        self.run = run
        isStream = run.player.media.kind == .hls
        periods = [Period(Visit(left: -1), order: -1, item: 1, isStream: isStream)]
        cut()
        if run.player.media.kind != .local { addTransfers() }
        addAnnouncements()
    }

    /// The events, those of items that never became current last.
    var events: [AccessLog.Event] {
        var events: [AccessLog.Event] = []
        for (index, period) in periods.enumerated() where period.visit.item >= 0 && period.isOfUse {
            // Before it begins to play, an event is of the variant that is fetched last.
            let end = index + 1 < periods.count ? periods[index + 1].order - 1 : .max
            events.append(described(period, after: period.start ?? end))
        }
        let number = last.event.item
        let rest = ahead.filter { $0.hasFetched }.sorted { $0.visit.item < $1.visit.item }
        for (index, var period) in rest.enumerated() {
            period.event.item = number + Int64(index) + 1
            events.append(described(period, after: .max))
        }
        return events
    }

    // MARK: Periods

    /// Finds the periods, and where and for how long each of them played.
    private mutating func cut() {
        var (turns, wasMoving) = (playback.items[...], false)
        for stretch in playback.clock {
            if let turn = turns.first, turn.order == stretch.order {
                change(to: turn)
                turns.removeFirst()
            }
            let isMedia =
                stretch.playhead.place < playback.media.duration(of: stretch.item)
                && stretch.playedToEndAt != stretch.playhead.anchor
            if stretch.isMoving, !wasMoving, isMedia { start(stretch.playhead, stretch.order) }
            if stretch.isMoving { watch(stretch) }
            wasMoving = stretch.isMoving && stretch.playedToEndAt == nil
        }
    }

    /// Another item is current, or none.
    private mutating func change(to turn: ItemTurn) {
        var first = playback.media.firstVariant(of: turn.item)
        if last.visit.item >= 0 {
            if turn.followsEnd { first = variant(in: last.visit, after: turn.order - 1) }
            let item = last.event.item + 1
            periods.append(Period(Visit(left: turn.order), order: turn.order, item: item, isStream: isStream))
        }
        guard turn.item >= 0 else { return }
        last.visit = Visit(
            item: turn.item, at: turn.at, left: last.visit.left, came: turn.order, since: departure(of: turn.item),
            first: first)
    }

    /// The entry with which an item left the last time; -1 where it has not been current.
    private func departure(of item: Int32) -> Int {
        let index = periods.lastIndex { $0.visit.item == item }
        return index.map { $0 + 1 < periods.count ? periods[$0 + 1].order : .max } ?? -1
    }

    /// Playback begins, or goes on in another variant. The first period of an item is the one that is there already.
    private mutating func start(_ playhead: Playhead, _ order: Int) {
        if last.start != nil {
            periods.append(Period(last.visit, order: order, item: last.event.item, isStream: isStream))
            last.event.startupTime = 0
        }
        last.start = order
        last.event.startedAt = playhead.anchor
        last.event.playbackStartOffset = playhead.place.nanoseconds
    }

    /// The clock moves. Another variant of what plays is a period of its own.
    private mutating func watch(_ stretch: ClockStretch) {
        var playhead = stretch.playhead
        let switches = playback.variants.between(stretch.order, stretch.endOrder ?? .max)
        for turn in switches where turn.item == stretch.item && turn.at < stretch.playedToEndAt ?? .never {
            let place = playhead.place(at: turn.at)
            count(from: playhead.place, to: place, stretch.item)
            playhead = Playhead(movingFrom: place, at: playhead.rate, since: turn.at)
            start(playhead, turn.order)
            last.event.switchBitrate = playback.wantedVariants.before(turn.order).last?.throughput ?? -1
        }
        let rest = playhead.place(at: stretch.playedUntil(run.outcome.at))
        // Where the clock was stopped or went on at another rate, it had come to where it is from then on.
        let isCut = stretch.end == .rate && stretch.playedToEndAt == nil
        count(from: playhead.place, to: isCut ? stretch.arrival ?? rest : rest, stretch.item)
    }

    /// Counts what was watched. Where a player runs on behind the end, there is nothing to watch.
    private mutating func count(from start: MediaTime, to place: MediaTime, _ item: Int32) {
        let watched = min(place, playback.media.duration(of: item)) - start
        last.event.durationWatched += max(0, watched.nanoseconds)
    }

    // MARK: Variants

    /// The variant of a visit's item. What was fetched of it while there was no item says nothing of it.
    private func variant(in visit: Visit, after order: Int) -> Int {
        let turn = playback.itemVariants.between(visit.since, order == .max ? order : order + 1).last {
            $0.item == visit.item && !(visit.left...visit.came).contains($0.order)
        }
        return turn?.variant ?? visit.first
    }

    /// An event with its figures over all segments, and with what is known of the variant that it has after an entry.
    private func described(_ period: Period, after order: Int) -> AccessLog.Event {
        var event = period.event
        let number = variant(in: period.visit, after: order)
        let tables = run.player.tracks(ofVariant: number)
        event.asset = run.player.asset(ofItem: period.visit.item)
        event.observedBitrateStandardDeviation = standardDeviation(period.rates)
        let media = asset(ofVariant: number)
        event.averageVideoBitrate = Self.average(tables[0], until: media.endOfOwnTrack)
        if media.audio != nil {
            let sound = run.soundLoaded(of: run.player.asset(ofVariant: number), after: order)
            event.averageAudioBitrate = Self.average(
                sound.map { media.allAudio[$0].chunks } ?? tables[1], until: media.audioEnd)
        }
        guard isStream else { return event }
        let declared = run.player.declared(number)
        (event.indicatedBitrate, event.indicatedAverageBitrate) = (declared.bitRate, declared.averageBitRate ?? -1)
        return event
    }

    private func asset(ofVariant number: Int) -> Asset {
        run.player.assets[run.player.asset(ofVariant: number)].media
    }

    /// Tracks that end apart end together in their tables; `end` is where this one does.
    private static func average(_ chunks: ChunkTable, until end: MediaTime?) -> Int64 {
        let length = min(end ?? chunks.duration, chunks.duration)
        return Metric.bitRate(chunks.bytes(before: chunks.count), length.nanoseconds)
    }

    // MARK: Adding

    /// Adds what was fetched: of the current item to its period, of another to the first one that it will have.
    private mutating func addTransfers() {
        for exchange in playback.exchanges where exchange.kind.track != nil {
            change(exchange.item, exchange.order) { $0.event.numberOfMediaRequests += 1 }
        }
        for note in playback.notes where run.wasRepeated(after: note) {
            guard case .retries(let slot, _, _) = note.value, run.slots[Int(slot)].kind.track != nil else { continue }
            change(playback.loading(after: note.order), note.order) { $0.event.numberOfMediaRequests += 1 }
        }
        // By track, the request that brings it, and what it has brought.
        var sums: [(exchange: Int32, bytes: Int64)] = [(-1, 0), (-1, 0), (-1, 0)]
        let times = TransferTimes(run)
        for (attempt, time) in times.vain {
            let (exchange, now) = (playback.exchanges[attempt.exchange], periods[period(at: attempt.order)])
            // Of an item that has left by then, though it may have come again, it belongs to where it was asked for.
            let isOfNow = now.visit.item == exchange.item && now.isOfUse && exchange.order > now.visit.since
            change(exchange.item, isOfNow ? attempt.order : exchange.order) { $0.event.add(attempt.bytes, in: time) }
        }
        for (load, time) in zip(playback.loads, times.times) {
            let (track, chunk) = (Int(load.track), Int64(load.chunk))
            if sums[track].exchange != load.exchange { sums[track] = (load.exchange, 0) }
            sums[track].bytes = sums[track].bytes.addingClamped(load.bytes)
            let table = playback.media.tracks(of: load.item)[track]
            let rate = isStream ? measure(load, table, sums[track].bytes) : nil
            let end = run.player.assets[run.player.asset(ofItem: load.item)].media.endOfOwnTrack ?? table.duration
            change(load.item, load.order) { period in
                period.event.add(load.bytes, in: time)
                if track == 0, !load.isAbsent {
                    let length = min(table.start(of: chunk + 1), end) - table.start(of: chunk)
                    period.event.segmentsDownloadedDuration += max(0, length.nanoseconds)
                }
                if let rate, rate.isOverdue { period.event.downloadOverdue += 1 }
                if let rate = rate?.bitRate { period.rates.append(rate) }
            }
        }
    }

    /// The bit rate of a segment, and whether it was overdue, where a chunk is its last. One that was asked for of an
    /// item that was left before its end is not measured.
    private func measure(
        _ load: LoadedChunk, _ table: ChunkTable, _ bytes: Int64
    ) -> (bitRate: Int64?, isOverdue: Bool)? {
        guard load.exchange >= 0 else { return nil }
        let exchange = playback.exchanges[Int(load.exchange)]
        guard exchange.end?.order == load.order else { return nil }
        let turns = playback.items.between(exchange.order, load.order)
        guard turns.allSatisfy({ $0.followsEnd }) else { return nil }
        let taken = load.at - exchange.at
        let lasts = table.start(of: exchange.chunks.upperBound) - table.start(of: exchange.chunks.lowerBound)
        let bitRate = taken > .zero ? proportion(bytes, 8_000_000_000, over: taken.nanoseconds, .down) : nil
        return (bitRate, taken.nanoseconds > lasts.nanoseconds)
    }

    /// Adds stalls, and when there was something to play: of an item that comes ready, from the first.
    private mutating func addAnnouncements() {
        for stall in playback.stalls { periods[period(at: stall.order)].event.numberOfStalls += 1 }
        let ready = playback.itemsComingReady { if case .bufferEmpty(let isEmpty) = $0 { !isEmpty } else { nil } }
        for turn in ready.map({ playback.items[$0] }) { periods[period(at: turn.order)].event.startupTime = 0 }
        for announcement in playback.announcements {
            guard case .bufferEmpty(false) = announcement.value else { continue }
            let index = period(at: announcement.order)
            if periods[index].event.startupTime < 0 {
                periods[index].event.startupTime = (announcement.at - periods[index].visit.at).nanoseconds
            }
        }
    }

    /// The period of what happens to the current item with an entry. What happens while there is none belongs to the
    /// next one.
    private func period(at order: Int) -> Int { periods.through(order).endIndex - 1 }

    /// Changes the period of what is done for an item with an entry.
    private mutating func change(_ item: Int32, _ order: Int, _ body: (inout Period) -> Void) {
        let now = period(at: order)
        if periods[now].visit.came > order || periods[now].visit.item == item { return body(&periods[now]) }
        if let next = periods[now...].firstIndex(where: { $0.visit.item == item }) { return body(&periods[next]) }
        if let index = ahead.firstIndex(where: { $0.visit.item == item }) { return body(&ahead[index]) }
        let first = playback.media.firstVariant(of: item)
        let visit = Visit(item: item, left: .max, since: departure(of: item), first: first)
        ahead.append(Period(visit, order: .max, item: 0, isStream: isStream))
        body(&ahead[ahead.count - 1])
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
