internal import PlayerModel
internal import Simulation

/// `AVPlayerItemAccessLog` of an item.
public struct SimulatedAccessLog: Equatable, Sendable {
    /// `AVPlayerItemAccessLogEvent`: an uninterrupted period of playback. A negative number is one that is not known.
    public struct Event: Equatable, Sendable {
        /// Requests for segments, or for ranges of a file.
        public let numberOfMediaRequests: Int
        /// When the period began, in virtual time, as `playbackStartDate` is in the time of day; nil where it never
        /// began.
        public let playbackStart: Duration?
        /// The place where it began, in seconds.
        public let playbackStartOffset: Double
        /// Seconds of media that came.
        public let segmentsDownloadedDuration: Double
        /// Seconds of media that were played.
        public let durationWatched: Double
        /// How often the buffer ran dry.
        public let numberOfStalls: Int
        /// Bytes of media that came, and of what was called off, as far as it had come by then.
        public let numberOfBytesTransferred: Int64
        /// Seconds in which the network was busy with them.
        public let transferDuration: Double
        /// The measured throughput, in bits per second.
        public let observedBitrate: Double
        /// BANDWIDTH of the variant, in bits per second.
        public let indicatedBitrate: Double
        /// Seconds from the item's arrival until there was media to play.
        public let startupTime: Double
        /// How often a segment took longer than it lasts.
        public let downloadOverdue: Int
        /// The measured bit rate at which another variant was chosen.
        public let switchBitrate: Double
    }

    /// The periods, in order.
    public let events: [Event]

    init?(_ engine: Engine, item: Int32, of player: Int16) {
        events = Self.events(of: engine.run.player(Int(player))).filter { $0.item == item }.map { Event($0.event) }
        if events.isEmpty { return nil }
    }

    /// The events of all items that were current, each with its item, and with the number of times that any item had
    /// become current by then, from 1.
    static func events(of run: PlayerRun) -> [(item: Int32, visit: Int, event: AccessLog.Event)] {
        // There an item is counted anew each time that it becomes current.
        let visits = run.playback.items.filter { $0.item >= 0 }.map(\.item)
        return AccessLog(run).events.compactMap { event in
            let visit = Int(event.item)
            return visit <= visits.count ? (visits[visit - 1], visit, event) : nil
        }
    }
}

extension SimulatedAccessLog.Event {
    init(_ event: AccessLog.Event) {
        func seconds(_ nanoseconds: Int64) -> Double { nanoseconds < 0 ? -1 : Double(nanoseconds) / 1_000_000_000 }
        numberOfMediaRequests = Int(event.numberOfMediaRequests)
        playbackStart = event.startedAt.map { Duration($0) }
        playbackStartOffset = seconds(event.playbackStartOffset)
        segmentsDownloadedDuration = seconds(event.segmentsDownloadedDuration)
        durationWatched = seconds(event.durationWatched)
        numberOfStalls = Int(event.numberOfStalls)
        numberOfBytesTransferred = event.numberOfBytesTransferred
        transferDuration = seconds(event.transferDuration)
        observedBitrate = Double(event.observedBitrate)
        indicatedBitrate = Double(event.indicatedBitrate)
        startupTime = seconds(event.startupTime)
        downloadOverdue = Int(event.downloadOverdue)
        switchBitrate = Double(event.switchBitrate)
    }
}

/// `AVPlayerItemErrorLog`: the requests that have failed, made again or not, and the playlists of live streams that do
/// not change.
public struct SimulatedErrorLog: Equatable, Sendable {
    /// `AVPlayerItemErrorLogEvent`.
    public struct Event: Equatable, Sendable {
        /// `date`, in virtual time.
        public let at: Duration
        /// In the place of `uri`: the resource that was asked for, in words.
        public let resource: String
        /// The domain of the error that the failure corresponds to.
        public let errorDomain: String
        /// Its code.
        public let errorStatusCode: Int
        /// The failure in words. AVFoundation has none for some; here there always is one.
        public let errorComment: String?
    }

    /// The failures, in order.
    public let events: [Event]

    init?(_ engine: Engine, item: Int32, of player: Int16) {
        events = Self.events(of: engine.run.player(Int(player))).filter { $0.item == item }.map { Event($0.entry) }
        if events.isEmpty { return nil }
    }

    /// The entries of all items, each with the item for which the request was made: that of what is fetched ahead is
    /// the next one, and not the one that plays.
    static func events(of run: PlayerRun) -> [(item: Int32, entry: ErrorLog.Entry)] {
        var failures = run.playback.notes.filter { $0.value.isFailure }[...]
        let items = run.itemsOfFailures
        return ErrorLog(run).entries.compactMap { entry in
            // All but the playlists that do not change are failures of requests, in their order.
            guard entry.domain != staleDomain, let note = failures.popFirst() else {
                return run.playback.listings.last { $0.at <= entry.at }.map { ($0.value.item, entry) }
            }
            let item = items[note.order] ?? run.playback.items.last { $0.order < note.order }?.item
            return item.map { ($0, entry) }
        }
    }

    /// The domain of the errors that are no request's.
    private static let staleDomain = "CoreMediaErrorDomain"
}

extension SimulatedErrorLog.Event {
    init(_ entry: ErrorLog.Entry) {
        (at, resource, errorComment) = (Duration(entry.at), entry.resource, entry.comment)
        (errorDomain, errorStatusCode) = (entry.domain, Int(entry.code))
    }
}

extension PlayerRun {
    /// By the place of a failure in the run, the item for which the request was made.
    fileprivate var itemsOfFailures: [Int: Int32] {
        var items: [Int: Int32] = [:]
        for exchange in playback.exchanges {
            for failure in exchange.failures { items[failure.order] = exchange.item }
        }
        return items
    }
}
