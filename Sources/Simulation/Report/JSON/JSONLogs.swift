import PlayerModel

/// The logs that AVFoundation keeps of an item, under its names.
enum JSONLogs {
    static func write(_ log: ErrorLog, _ writer: inout JSONWriter) {
        writer.objects("error_log", of: log.entries, inline: true) { entry, writer in
            writer.member("at_s", entry.at.nanoseconds, .seconds)
            writer.member("resource", entry.resource)
            writer.member("errorDomain", entry.domain)
            writer.member("errorStatusCode", entry.code)
            writer.member("errorComment", entry.comment)
            writer.member("is_retried", entry.isRetried)
            if entry.recovery == .turned { writer.member("turns_to_another_variant", true) }
        }
    }

    /// Numbers are in AVFoundation's units, which are seconds, bits per second and bytes. What is not known is negative
    /// or null.
    static func write(_ log: AccessLog, _ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.objects("access_log", of: log.events) { event, writer in
            writer.member("item", event.item)
            writer.quantity("at_s", event.startedAt?.nanoseconds, .seconds)
            writer.member("URI", orNull: player.assets[event.asset].file?.path)
            writer.member("playbackSessionID", orNull: nil)
            writer.member("playbackType", type(of: player.assets[event.asset].media))
            writer.member("playbackStartDate", orNull: nil)
            writer.member("playbackStartOffset", known: event.playbackStartOffset)
            writer.member("startupTime", known: event.startupTime)
            writer.member("durationWatched", known: event.durationWatched)
            writer.member("numberOfStalls", event.numberOfStalls)
            writer.member("numberOfDroppedVideoFrames", unknown)
            writer.member("numberOfMediaRequests", event.numberOfMediaRequests)
            writer.member("mediaRequestsWWAN", unknown)
            writer.member("segmentsDownloadedDuration", known: event.segmentsDownloadedDuration)
            writer.member("downloadOverdue", event.downloadOverdue)
            writer.member("numberOfBytesTransferred", event.numberOfBytesTransferred)
            writer.member("transferDuration", known: event.transferDuration)
            writer.member("observedBitrate", event.observedBitrate)
            writer.member("observedBitrateStandardDeviation", event.observedBitrateStandardDeviation)
            writer.member("indicatedBitrate", event.indicatedBitrate)
            writer.member("indicatedAverageBitrate", event.indicatedAverageBitrate)
            writer.member("averageVideoBitrate", event.averageVideoBitrate)
            writer.member("averageAudioBitrate", event.averageAudioBitrate)
            writer.member("switchBitrate", event.switchBitrate)
            writer.member("serverAddress", orNull: nil)
            // A host keeps its address for the length of a run.
            writer.member("numberOfServerAddressChanges", 0)
        }
    }

    private static func type(of media: Asset) -> String {
        if media.live != nil { return "LIVE" }
        return media.kind == .hls ? "VOD" : "FILE"
    }

    /// A number that AVFoundation has and the model does not know.
    private static var unknown: Int64 { -1 }

    /// A line for each event. Times are in seconds; an event's own fields stand behind those that all have.
    static func write(_ log: MetricEvents, _ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.objects("metric_events", of: log.events, inline: true) { event, writer in
            writer.member("event", event.kind.name)
            writer.member("at_s", event.at.nanoseconds, .seconds)
            writer.member("mediaTime", event.mediaTime.nanoseconds, .seconds)
            write(event.kind, event.variant, player, &writer)
        }
    }

    private static func write(
        _ kind: MetricEvents.Kind, _ variant: Int?, _ player: ScenarioPlayer, _ writer: inout JSONWriter
    ) {
        switch kind {
        case .likelyToKeepUp(let keepingUp): write(keepingUp, variant, player, &writer)
        case .initialLikelyToKeepUp(let keepingUp, let requests):
            write(keepingUp, variant, player, &writer)
            for (name, event) in [
                ("playlistRequestEvents", "HLSPlaylistRequest"),
                ("mediaSegmentRequestEvents", "HLSMediaSegmentRequest"),
                ("contentKeyRequestEvents", "ContentKeyRequest"),
            ] {
                writer.objects(name, of: requests.filter { $0.name == event }) { write($0, &$1) }
            }
        case .rateChange(let change), .stall(let change), .seek(let change): write(change, variant, player, &writer)
        case .seekDidComplete(let change, let didSeekInBuffer):
            write(change, variant, player, &writer)
            writer.member("didSeekInBuffer", didSeekInBuffer)
        case .variantSwitchStart(let change): write(change, player, &writer)
        case .variantSwitch(let change, let didSucceed):
            writer.member("didSucceed", didSucceed)
            write(change, player, &writer)
        case .playbackSummary(let summary): write(summary, &writer)
        case .request(let request): write(request, &writer)
        case .error(let error):
            writer.member("didRecover", error.recovery != .none)
            writer.object("error") { writer in
                writer.member("domain", error.domain)
                writer.member("code", error.code)
                writer.member("localizedDescription", error.comment)
                writer.member("resource", error.resource)
            }
        }
    }

    private static func write(
        _ keepingUp: MetricEvents.KeepingUp, _ variant: Int?, _ player: ScenarioPlayer, _ writer: inout JSONWriter
    ) {
        writer.member("timeTaken", keepingUp.timeTaken.nanoseconds, .seconds)
        write("variant", variant, player, &writer)
        write(keepingUp.loadedTimeRanges, &writer)
    }

    private static func write(
        _ change: MetricEvents.RateChange, _ variant: Int?, _ player: ScenarioPlayer, _ writer: inout JSONWriter
    ) {
        writer.member("rate", Int64(change.rate.thousandths), .rate)
        writer.member("previousRate", Int64(change.previousRate.thousandths), .rate)
        write("variant", variant, player, &writer)
    }

    private static func write(
        _ change: MetricEvents.VariantSwitch, _ player: ScenarioPlayer, _ writer: inout JSONWriter
    ) {
        write("fromVariant", change.from, player, &writer)
        write("toVariant", change.to, player, &writer)
        write(change.loadedTimeRanges, &writer)
    }

    /// An `AVAssetVariant`, with its place in the playlist.
    private static func write(_ name: String, _ index: Int?, _ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.key(name)
        guard let index else { return writer.null() }
        let asset = player.asset(ofVariant: index)
        let place = index - player.firstNumber(of: asset)
        let variant = player.assets[asset].media.declared(place)
        writer.object { writer in
            if player.assets.count > 1 { writer.member("media", player.assets[asset].name.text) }
            writer.member("variant", Int64(place))
            writer.member("peakBitRate", variant.bitRate)
            writer.member("averageBitRate", variant.averageBitRate ?? unknown)
        }
    }

    private static func write(_ ranges: [Range<MediaTime>], _ writer: inout JSONWriter) {
        writer.array("loadedTimeRanges", of: ranges) { $1.range($0) }
    }

    /// Writes a request of HLS as an event of its own kind, and in it that of the request.
    private static func write(_ request: MetricEvents.RequestEvent, _ writer: inout JSONWriter) {
        writer.member("resource", request.resource.name)
        switch request.resource {
        case .file, .steeringManifest, .assetList: return writeRequest(request, &writer)
        case .multivariantPlaylist, .videoPlaylist, .audioPlaylist, .subtitlePlaylist:
            writer.member("isMultivariantPlaylist", request.resource == .multivariantPlaylist)
        case .video, .audio, .subtitles, .videoInit, .audioInit, .subtitleInit:
            writer.member("isMapSegment", request.isMapSegment)
        case .key: break
        }
        writer.object("mediaResourceRequestEvent") { writeRequest(request, &$0) }
    }

    /// When the last byte of a request is on its way, the trace does not say.
    private static func writeRequest(_ request: MetricEvents.RequestEvent, _ writer: inout JSONWriter) {
        writer.member("requestStartTime", request.requestStartTime.nanoseconds, .seconds)
        writer.member("requestEndTime", orNull: nil)
        writer.quantity("responseStartTime", request.responseStartTime?.nanoseconds, .seconds)
        writer.member("responseEndTime", request.responseEndTime.nanoseconds, .seconds)
        writer.object("byteRange", orNull: request.byteRange) { range, writer in
            writer.member("location", range.lowerBound)
            writer.member("length", range.upperBound - range.lowerBound)
        }
        // Of `URLSessionTaskMetrics` what a model has: one transaction, and of it the bytes on the wire.
        writer.object("networkTransactionMetrics", inline: true) { writer in
            writer.objects("transactionMetrics", of: [request.bodyBytes], inline: true) { bytes, writer in
                writer.member("countOfResponseBodyBytesReceived", bytes)
            }
        }
        // There is no cache: what was loaded before the run began is not requested at all.
        writer.member("wasReadFromCache", false)
        if let host = request.host { writer.member("host", host) }
        writer.member("serverAddress", orNull: nil)
    }

    private static func write(_ summary: MetricEvents.Summary, _ writer: inout JSONWriter) {
        writer.member("recoverableErrorCount", summary.recoverableErrorCount)
        writer.member("stallCount", summary.stallCount)
        writer.member("variantSwitchCount", summary.variantSwitchCount)
        writer.member("playbackDuration", summary.playbackDuration.nanoseconds, .seconds)
        writer.member("mediaResourceRequestCount", summary.mediaResourceRequestCount)
        writer.quantity("timeSpentRecoveringFromStall", summary.timeSpentRecoveringFromStall?.nanoseconds, .seconds)
        writer.member("timeSpentInInitialStartup", summary.timeSpentInInitialStartup.nanoseconds, .seconds)
        writer.member("timeWeightedAverageBitrate", summary.timeWeightedAverageBitrate)
        writer.member("timeWeightedPeakBitrate", summary.timeWeightedPeakBitrate)
    }
}

extension MetricEvents.Kind {
    /// The name of AVFoundation's class, without what all of them have in common.
    fileprivate var name: String {
        switch self {
        case .likelyToKeepUp: "LikelyToKeepUp"
        case .initialLikelyToKeepUp: "InitialLikelyToKeepUp"
        case .rateChange: "RateChange"
        case .stall: "Stall"
        case .seek: "Seek"
        case .seekDidComplete: "SeekDidComplete"
        case .variantSwitchStart: "VariantSwitchStart"
        case .variantSwitch: "VariantSwitch"
        case .playbackSummary: "PlaybackSummary"
        case .request(let request): request.name
        case .error: "Error"
        }
    }
}

extension JSONWriter {
    /// A number of base units, or a negative one as it is, which means that it is not known.
    fileprivate mutating func member(_ name: String, known value: Int64) {
        key(name)
        if value < 0 { integer(value) } else { decimal(value, places: Unit.seconds.decimalPlaces) }
    }
}
