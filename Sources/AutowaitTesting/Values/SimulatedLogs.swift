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
        /// Bytes of media that came.
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
        let run = engine.run.player(Int(player))
        // There an item is counted anew each time that it becomes current.
        let visits = run.playback.items.filter { $0.item >= 0 }.map(\.item)
        events = AccessLog(run).events.filter { event in
            let place = Int(event.item) - 1
            return visits.indices.contains(place) && visits[place] == item
        }.map { Event($0) }
        if events.isEmpty { return nil }
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

/// `AVPlayerItemErrorLog`: the requests that have failed, made again or not.
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
        /// The failure in words.
        public let errorComment: String
    }

    /// The failures, in order.
    public let events: [Event]

    init?(_ engine: Engine, item: Int32, of player: Int16) {
        let run = engine.run.player(Int(player))
        let spans = run.itemSpans(item)
        events = ErrorLog(run).entries.filter { entry in spans.contains { $0.contains(entry.at) } }.map {
            Event(
                at: Duration($0.at), resource: $0.resource, errorDomain: $0.domain, errorStatusCode: Int($0.code),
                errorComment: $0.comment)
        }
        if events.isEmpty { return nil }
    }
}

extension PlayerRun {
    /// When an item was current. A failure of what is fetched ahead for the next one counts for the one that plays.
    fileprivate func itemSpans(_ item: Int32) -> [ClosedRange<PlayerModel.Instant>] {
        playback.items.indices.filter { playback.items[$0].item == item }.map { index in
            let next = playback.items.indices.contains(index + 1) ? playback.items[index + 1].at : .never
            return playback.items[index].at...next
        }
    }
}
