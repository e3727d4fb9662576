import PlayerModel

/// The logs of AVFoundation in a report, under its names and in its units.
enum ReportLogsSchema {
    static var error: [Shape.Member] {
        [
            .key("at_s", "The instant.", .seconds), .key("resource", "What was asked for.", .text),
            .key("errorDomain", "The domain.", .text), .key("errorStatusCode", "The code.", .whole),
            .key("errorComment", "A sentence.", .text), .key("is_retried", "Whether it is tried again.", .flag),
            .maybe("turns_to_another_variant", "True where it does.", .flag),
        ]
    }

    static var access: [Shape.Member] {
        let (number, text) = (Shape.any(.count), Shape.text.orNull)
        let known = "Negative where it is not known."
        return [
            .key("item", "The item, from 1.", number), .key("at_s", "When it began.", Shape.seconds.orNull),
            .key("URI", "The playlist.", text), .key("playbackSessionID", "Always null.", text),
            .key("playbackType", "LIVE, VOD or FILE.", .words(["LIVE", "VOD", "FILE"])),
            .key("playbackStartDate", "Always null.", text), .key("playbackStartOffset", known, .seconds),
            .key("startupTime", known, .seconds), .key("durationWatched", known, .seconds),
            .key("numberOfStalls", "A number.", number), .key("numberOfDroppedVideoFrames", known, number),
            .key("numberOfMediaRequests", "A number.", number), .key("mediaRequestsWWAN", known, number),
            .key("segmentsDownloadedDuration", known, .seconds), .key("downloadOverdue", "A number.", number),
            .key("numberOfBytesTransferred", "Bytes.", number), .key("transferDuration", known, .seconds),
            .key("observedBitrate", known, number), .key("observedBitrateStandardDeviation", known, number),
            .key("indicatedBitrate", known, number), .key("indicatedAverageBitrate", known, number),
            .key("averageVideoBitrate", known, number), .key("averageAudioBitrate", known, number),
            .key("switchBitrate", known, number), .key("serverAddress", "Always null.", text),
            .key("numberOfServerAddressChanges", "Always 0.", number),
        ]
    }

    /// Each kind of event with its own keys behind those that all have.
    static var events: Shape {
        let all: [Shape.Member] = [
            .key("at_s", "The instant.", .seconds), .key("mediaTime", "The playhead.", .seconds),
        ]
        func event(_ name: String, _ own: [Shape.Member]) -> Shape.ObjectShape {
            Shape.ObjectShape(name, "AVMetric…\(name)Event.", all + own)
        }
        let keepingUp = [Shape.Member.key("timeTaken", "Since it was not so.", .seconds), variant("variant"), ranges]
        let rates: [Shape.Member] = [
            .key("rate", "The new one.", .any(.rate)), .key("previousRate", "The old one.", .any(.rate)),
            variant("variant"),
        ]
        let change = [variant("fromVariant"), variant("toVariant"), ranges]
        let requests = [
            ("playlistRequestEvents", playlistRequest), ("mediaSegmentRequestEvents", segmentRequest),
            ("contentKeyRequestEvents", keyRequest),
        ].map { Shape.Member.key($0.0, "Those before it.", .objects($0.0, $0.1)) }
        return .tagged(
            by: "event",
            [
                event("LikelyToKeepUp", keepingUp), event("InitialLikelyToKeepUp", keepingUp + requests),
                event("RateChange", rates), event("Stall", rates), event("Seek", rates),
                event("SeekDidComplete", rates + [.key("didSeekInBuffer", "Whether it was loaded.", .flag)]),
                event("VariantSwitchStart", change),
                event("VariantSwitch", [.key("didSucceed", "Whether it did.", .flag)] + change),
                event("PlaybackSummary", summary), event("HLSPlaylistRequest", playlistRequest),
                event("HLSMediaSegmentRequest", segmentRequest), event("ContentKeyRequest", keyRequest),
                event("MediaResourceRequest", [.key("resource", "What was asked for.", .text)] + request),
                event("Error", failure),
            ])
    }

    private static var failure: [Shape.Member] {
        let error: [Shape.Member] = [
            .key("domain", "The domain.", .text), .key("code", "The code.", .whole),
            .key("localizedDescription", "A sentence.", .text), .key("resource", "What was asked for.", .text),
        ]
        return [
            .key("didRecover", "Whether the item goes on all the same.", .flag),
            .key("error", "The error.", .object("error", error)),
        ]
    }

    private static var ranges: Shape.Member { .key("loadedTimeRanges", "What is loaded: [[from, to], …].", .ranges) }

    private static func variant(_ name: String) -> Shape.Member {
        let members: [Shape.Member] = [
            .maybe("media", "Of several media, which one.", .text), .key("variant", "From 0.", .whole),
            .key("peakBitRate", "Bits per second.", .whole),
            .key("averageBitRate", "Bits per second; negative where it is not known.", .whole),
        ]
        return .key(
            name, "An AVAssetVariant; null where there is none.", Shape.object("asset_variant", members).orNull)
    }

    private static var request: [Shape.Member] {
        let range: [Shape.Member] = [.key("location", "The first byte.", .whole), .key("length", "Bytes.", .whole)]
        return [
            .key("requestStartTime", "An instant.", .seconds),
            .key("requestEndTime", "Always null.", Shape.seconds.orNull),
            .key("responseStartTime", "An instant, or null.", Shape.seconds.orNull),
            .key("responseEndTime", "An instant.", .seconds),
            .key(
                "byteRange", "The bytes of a file that came; null of a segment, also of one with EXT-X-BYTERANGE.",
                Shape.object("byte_range", range).orNull),
            .key(
                "networkTransactionMetrics", "Of URLSessionTaskMetrics.", .object("transaction_metrics", transactions)
            ),
            .key("wasReadFromCache", "Always false.", .flag),
            .key("serverAddress", "Always null.", Shape.text.orNull),
            .maybe("host", "The host that it was asked of, where there are several.", .text),
        ]
    }

    private static var transactions: [Shape.Member] {
        let own: [Shape.Member] = [.key("countOfResponseBodyBytesReceived", "The bytes of the body.", .whole)]
        return [.key("transactionMetrics", "One.", .objects("transaction", own))]
    }

    private static var inner: [Shape.Member] {
        [
            .key("resource", "What was asked for.", .text),
            .key("mediaResourceRequestEvent", "The request itself.", .object("request", request)),
        ]
    }

    private static var playlistRequest: [Shape.Member] {
        inner + [.key("isMultivariantPlaylist", "Whether it is.", .flag)]
    }

    private static var segmentRequest: [Shape.Member] {
        inner + [.key("isMapSegment", "Whether it is an initialization section.", .flag)]
    }

    private static var keyRequest: [Shape.Member] { inner }

    private static var summary: [Shape.Member] {
        [
            "recoverableErrorCount", "stallCount", "variantSwitchCount", "mediaResourceRequestCount",
            "timeWeightedAverageBitrate", "timeWeightedPeakBitrate",
        ].map { .key($0, "A number.", .whole) }
            + ["playbackDuration", "timeSpentInInitialStartup"].map { .key($0, "Seconds.", .seconds) }
            + [
                .key(
                    "timeSpentRecoveringFromStall", "Seconds; null where nobody ends the last stall.",
                    Shape.seconds.orNull)
            ]
    }
}
