import PlayerModel
import Testing

@testable import Simulation

@Suite("The events of AVMetrics") struct MetricEventsTests {
    private static func events(_ text: String) throws -> [MetricEvents.Event] {
        MetricEvents(try Run(text).player(0)).events
    }

    private static func seconds(_ instant: Instant?) -> String {
        instant.map { NumberText.exact($0.nanoseconds, places: 9) } ?? "-"
    }

    /// The instant and the name of each event, from the JSON.
    private static func lines(_ text: String) throws -> [String] {
        JSONReport.text(try Run(text), includingTrace: false).split(separator: "\n").compactMap { line in
            guard let start = line.firstRange(of: "{\"event\": \"") else { return nil }
            let parts = line[start.upperBound...].split(separator: "\"", maxSplits: 3)
            let at = parts[3].drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
            return "\(at) \(parts[0])"
        }
    }

    @Test func `a stream that stalls twice, event by event`() throws {
        #expect(
            try Self.lines(stallingStream) == [
                "0 VariantSwitchStart", "5.1 HLSMediaSegmentRequest", "5.1 VariantSwitch", "5.1 RateChange",
                "5.1 InitialLikelyToKeepUp", "9.1 Stall", "10.2 HLSMediaSegmentRequest", "10.2 RateChange",
                "10.2 LikelyToKeepUp", "14.2 Stall", "15.3 HLSMediaSegmentRequest", "15.3 RateChange",
                "15.3 LikelyToKeepUp", "19.3 RateChange", "19.3 PlaybackSummary",
            ])
    }

    @Test func `the fields of that stream's events`() throws {
        let events = try Self.events(stallingStream)
        var summary: MetricEvents.Summary?
        var (taken, ranges): ([TimeAmount], [[Range<MediaTime>]]) = ([], [])
        for event in events {
            #expect(event.variant == 0)
            switch event.kind {
            case .initialLikelyToKeepUp(let keepingUp, let requests):
                #expect(requests.map { $0.resource } == [.video])
                taken.append(keepingUp.timeTaken)
                ranges.append(keepingUp.loadedTimeRanges)
            case .likelyToKeepUp(let keepingUp):
                taken.append(keepingUp.timeTaken)
                ranges.append(keepingUp.loadedTimeRanges)
            case .stall(let change): #expect(change.rate == .zero && change.previousRate == .one)
            case .request(let request):
                #expect(request.responseStartTime == request.requestStartTime + .milliseconds(100))
                #expect(request.responseEndTime == request.requestStartTime + .milliseconds(5100))
                #expect(request.responseEndTime == event.at && request.byteRange == nil && !request.isMapSegment)
            case .variantSwitch(let change, let didSucceed):
                #expect(didSucceed && change.from == nil && change.to == 0)
                #expect(change.loadedTimeRanges == [.zero..<MediaTime.seconds(4)])
            case .playbackSummary(let figures): summary = figures
            case .rateChange, .seek, .seekDidComplete, .variantSwitchStart, .error: break
            }
        }
        #expect(taken == [.milliseconds(5100), .milliseconds(1100), .milliseconds(1100)])
        #expect(ranges == [4, 8, 12].map { [.zero..<MediaTime.seconds($0)] })
        var wanted = MetricEvents.Summary()
        wanted.stallCount = 2
        wanted.playbackDuration = .seconds(12)
        wanted.mediaResourceRequestCount = 3
        wanted.timeSpentRecoveringFromStall = .milliseconds(2200)
        wanted.timeSpentInInitialStartup = .milliseconds(5100)
        wanted.timeWeightedAverageBitrate = 450_000
        wanted.timeWeightedPeakBitrate = 500_000
        #expect(summary == wanted)
    }

    @Test func `playlists, keys and initialization sections are told apart, and are part of the first keep-up`()
        throws
    {
        let text = """
            { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 50 },
              "media": { "kind": "hls", "duration_s": 6, "multivariant_playlist_bytes": 2000, "key_bytes": 16,
                "variants": [{ "bitrate_kbps": 200, "playlist_bytes": 3000, "init_bytes": 800 }] } }
            """
        let events = try Self.events(text)
        let requests = events.compactMap { event -> MetricEvents.RequestEvent? in
            if case .request(let request) = event.kind { request } else { nil }
        }
        #expect(
            requests.map { $0.name } == [
                "HLSPlaylistRequest", "HLSPlaylistRequest", "ContentKeyRequest", "HLSMediaSegmentRequest",
                "HLSMediaSegmentRequest",
            ])
        #expect(requests.map { $0.isMapSegment } == [false, false, false, true, false])
        for event in events {
            guard case .initialLikelyToKeepUp(_, let first) = event.kind else { continue }
            #expect(first == requests)
        }
        let json = JSONReport.text(try Run(text), includingTrace: false)
        #expect(
            json.contains(
                "\"isMultivariantPlaylist\": true, \"mediaResourceRequestEvent\": {\"requestStartTime\": 0,"))
    }

    /// Segments of 4 s come in 2 s: at 5 s there are 8 s of media.
    @Test(
        arguments: [("2", true, "2"), ("8", false, "8"), ("30", false, "30")] as [(String, Bool, String)])
    func `a seek says whether its place was loaded`(place: String, isLoaded: Bool, mediaTime: String) throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000, "request_bytes": 0 },
              "media": { "kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{ "bitrate_kbps": 500 }] },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 5, "do": "seek", "to_s": 20, "tolerance_before_s": 0, "tolerance_after_s": 0 },
                { "at_s": 5, "do": "seek", "to_s": \(place), "tolerance_before_s": 0, "tolerance_after_s": 0 }
              ] }
            """)
        let seeks = events.filter { if case .seek = $0.kind { true } else { false } }
        let ends = events.compactMap {
            if case .seekDidComplete(_, let isInBuffer) = $0.kind { isInBuffer } else { nil }
        }
        #expect(seeks.map { Self.seconds($0.at) } == ["5", "5"])
        #expect(seeks.last.map { NumberText.exact($0.mediaTime.nanoseconds, places: 9) } == mediaTime)
        #expect(seeks.first?.kind == .seek(.init(rate: .zero, previousRate: .one)))
        #expect(ends == [isLoaded], "the first was interrupted")
    }

    @Test func `a failure is an error, and its request is made again`() throws {
        let events = try Self.events(
            """
            { "network": { "down_kbps": 8000, "delay_ms": 10, "timeout_s": 5, "retry_count": 1,
                "faults": [{ "status": 503, "of": "video", "chunk": 0, "times": 1 },
                           { "status": 503, "of": "video", "chunk": 2, "times": 9 }] },
              "media": { "kind": "hls", "duration_s": 12, "segment_s": 4, "variants": [{ "bitrate_kbps": 400 }] } }
            """)
        let recovered = events.compactMap { if case .error(let entry) = $0.kind { entry.isRetried } else { nil } }
        #expect(recovered == [true, true, false])
        guard case .playbackSummary(let summary)? = events.last?.kind else {
            Issue.record("the summary comes last")
            return
        }
        #expect(summary.recoverableErrorCount == 2 && summary.mediaResourceRequestCount == 5)
        #expect(summary.stallCount == 0 && summary.playbackDuration == .seconds(8))
    }

    @Test func `a file is one range, and a range after a seek another`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000, "request_bytes": 0 },
              "media": { "kind": "progressive", "duration_s": 20, "bitrate_kbps": 800 },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 4, "do": "seek", "to_s": 15, "tolerance_before_s": 0, "tolerance_after_s": 0 }
              ] }
            """)
        let ranges = events.compactMap { event -> Range<Int64>? in
            if case .request(let request) = event.kind { request.byteRange } else { nil }
        }
        #expect(ranges == [0..<500_000, 1_500_000..<2_000_000])
        #expect(events.allSatisfy { $0.variant == nil })
    }

    @Test func `a stall that nothing ends lasts to the end of time`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "phases": [{ "for_s": 6, "down_kbps": 400 }, { "down_kbps": 0 }] },
              "media": { "kind": "hls", "duration_s": 12, "segment_s": 4, "variants": [{ "bitrate_kbps": 500 }] },
              "player": { "keep_up": "first-chunk" }, "until_s": 100 }
            """)
        guard case .playbackSummary(let summary)? = events.last?.kind else {
            Issue.record("the summary comes last")
            return
        }
        #expect(summary.stallCount == 1 && summary.timeSpentRecoveringFromStall ?? .zero > .seconds(80))
    }

    @Test("the startup of an item counts no time before there was one", arguments: [33, 50])
    func laterItem(at: Int) throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000 },
              "media": { "kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{ "bitrate_kbps": 500 }] },
              "player": { "keep_up": "first-chunk" }, "until_s": 60,
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 3, "do": "unload" },
                { "at_s": \(at), "do": "load" }
              ] }
            """)
        let spent = events.compactMap { event -> TimeAmount? in
            if case .playbackSummary(let summary) = event.kind { summary.timeSpentInInitialStartup } else { nil }
        }
        #expect(spent == [.seconds(1), .seconds(1)])
    }

    @Test func `a start that a seek ends in its own instant is none for the summary either`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 2000, "request_bytes": 0 },
              "media": { "kind": "progressive", "duration_s": 10, "bitrate_kbps": 1000, "chunk_s": 1 },
              "player": { "keep_up": "first-chunk" },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0.6, "do": "play" }, { "at_s": 0.6, "do": "seek", "to_s": 9 }
              ] }
            """)
        let spent = events.compactMap { event -> TimeAmount? in
            if case .playbackSummary(let summary) = event.kind { summary.timeSpentInInitialStartup } else { nil }
        }
        #expect(spent == [.milliseconds(500)])
    }

    @Test func `an item's summary is told at its own place, not at that of the next one`() throws {
        let events = try Self.events(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000 },
              "media": { "kind": "hls", "duration_s": 6, "segment_s": 2, "variants": [{ "bitrate_kbps": 500 }] },
              "player": {
                "class": "AVQueuePlayer", "keep_up": "first-chunk",
                "items": [{ "name": "a", "to_s": 4 }, { "name": "b", "from_s": 2 }]
              } }
            """)
        let places = events.compactMap { event -> MediaTime? in
            if case .playbackSummary = event.kind { event.mediaTime } else { nil }
        }
        #expect(places == [.seconds(4), .seconds(6)])
    }
}
