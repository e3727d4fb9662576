import PlayerModel
import Testing

@testable import Simulation

@Suite("What a live playlist must say, and must not")
struct PlaylistLiveFaultTests {
    @Test(
        "warnings name what is hardly meant",
        arguments: [
            ("#EXT-X-START:TIME-OFFSET=-12\n", "EXT-X-START lies within three target durations of the end"),
            ("#EXT-X-START:TIME-OFFSET=50\n", "EXT-X-START lies within three target durations of the end"),
            ("#EXT-X-START:TIME-OFFSET=60\n", "EXT-X-START lies within three target durations of the end"),
            ("#EXT-X-START:TIME-OFFSET=61\n", "EXT-X-START lies behind the end, and means the end"),
            ("#EXT-X-START:TIME-OFFSET=-61\n", "EXT-X-START lies before what is listed, and means its beginning"),
            (
                "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1\n",
                "parts come without CAN-BLOCK-RELOAD=YES"
            ),
            (
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES\n#EXT-X-PART-INF:PART-TARGET=1\n",
                "parts come without PART-HOLD-BACK"
            ),
            ("#EXT-X-SERVER-CONTROL:HOLD-BACK=600\n", "HOLD-BACK is longer than what is listed"),
            (
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=600\n#EXT-X-PART-INF:PART-TARGET=1\n",
                "PART-HOLD-BACK is longer than what is listed"
            ),
            ("#EXTINF:6.5,\n#EXT-X-BYTERANGE:100@0\ns.ts\n", "this segment, rounded to whole seconds, is longer"),
            ("#EXT-X-PART:DURATION=1,URI=\"p\"\n", "parts need #EXT-X-PART-INF"),
            ("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"\n", "a hint at a part is of use with #EXT-X-PART-INF alone"),
            (
                "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n",
                "PART-HOLD-BACK is of use with #EXT-X-PART-INF alone"
            ),
            (
                "#EXT-X-PART-INF:PART-TARGET=7\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=21\n",
                "PART-TARGET, rounded to whole seconds, is longer than #EXT-X-TARGETDURATION"
            ),
            (
                "#EXT-X-PART-INF:PART-TARGET=3.1\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=9.3\n"
                    + "#EXT-X-PART:DURATION=3.1,URI=\"p\"\n#EXT-X-PART:DURATION=3.1,URI=\"q\"\n",
                "the parts of this segment last longer than it"
            ),
        ])
    func warnings(head: String, words: String) throws {
        var playlist = ListedPlaylist()
        playlist.head += head
        let reading = readPlaylist(playlist.text)
        #expect(reading.problems.isEmpty)
        #expect(reading.warnings.map { $0.diagnostic.message.hasPrefix(words) } == [true])
        #expect(try PlaylistScenario(root: playlist.text).read().warnings.isEmpty, "the playlist has said it")
    }

    @Test(
        "a multivariant playlist's EXT-X-START is warned of at its line",
        arguments: [
            ("-12", "EXT-X-START lies within three target durations of the end"),
            ("500", "EXT-X-START lies behind the end, and means the end"), ("-30", nil), ("-60", nil),
            ("-500", "EXT-X-START lies before what is listed, and means its beginning"),
        ] as [(String, String?)])
    func startOfRoot(offset: String, words: String?) throws {
        var scenario = PlaylistScenario.ladder(ListedPlaylist(), ListedPlaylist())
        scenario.root = scenario.root.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-START:TIME-OFFSET=\(offset)\n")
        let told = try #require(scenario.set).warnings.map { $0.diagnostic }
        #expect(told.map { $0.place.line } == (words == nil ? [] : [2]))
        #expect(told.allSatisfy { $0.message.hasPrefix(words ?? "") }, "\(told.map { $0.message })")
        #expect(try scenario.read().warnings.isEmpty, "the playlist has said it")
    }

    /// A playlist without a fault: 18 s and a part, with all that parts need, and a date range.
    @Test(
        "nothing is said by what could not be read",
        arguments: [
            ("PART-HOLD-BACK=3", "PART-HOLD-BACK=-3"), ("CAN-SKIP-UNTIL=36", "CAN-SKIP-UNTIL=abc"),
            ("PART-TARGET=1", "PART-TARGET=one"), ("TARGETDURATION:6", "TARGETDURATION:6s"),
            ("#EXT-X-TARGETDURATION:6\n", ""),
            ("TARGETDURATION:6", "TARGETDURATION:-6"), ("EXTINF:6,", "EXTINF:six,"), ("s.ts", "{$a}.ts"),
            ("TIME:2026-03-01T20:00:00Z", "TIME:yesterday"), ("DURATION=1,", "DURATION=one,"),
        ])
    func unread(right: String, wrong: String) {
        var playlist = ListedPlaylist(segments: Array(repeating: (6000, 100), count: 3))
        playlist.head +=
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=36\n"
            + "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
        playlist.tail =
            "#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-03-01T20:00:01Z\"\n"
        #expect(readPlaylist(playlist.text).warnings.isEmpty)
        let reading = readPlaylist(playlist.text.replacing(right, with: wrong, maxReplacements: 1))
        #expect(reading.problems.count == 1)
        #expect(reading.warnings.isEmpty, "\(reading.warnings.map { $0.diagnostic.message })")
    }

    @Test("a list that is thinner than three target durations is warned of, and so is a window that is asked for")
    func thin() throws {
        let playlist = ListedPlaylist(segments: [(6000, 100), (6000, 100)])
        let warnings = readPlaylist(playlist.text).warnings.map { $0.diagnostic.message }
        #expect(warnings.map { $0.hasPrefix("less than three target durations are listed") } == [true])
        let whole = PlaylistScenario(root: ListedPlaylist().text, live: #"{ "window_s": 12 }"#)
        let own = try whole.read().warnings.map { $0.message }
        #expect(own.map { $0.hasPrefix("a window holds three target durations at least, 18 s") } == [true])
    }

    /// Listed are 60 s.
    @Test(
        "a HOLD-BACK that is longer than the window of a scenario is told there, unless the list is shorter still",
        arguments: [
            ("HOLD-BACK=24", 24, false), ("HOLD-BACK=24.1", 24, true), ("HOLD-BACK=61", 24, false),
            ("CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=24\n#EXT-X-PART-INF:PART-TARGET=6", 24, false),
            ("CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=25\n#EXT-X-PART-INF:PART-TARGET=6", 24, true),
        ])
    func heldBackBeyondWindow(control: String, window: Int, isTold: Bool) throws {
        var playlist = ListedPlaylist()
        playlist.head += "#EXT-X-SERVER-CONTROL:\(control)\n"
        let scenario = PlaylistScenario(root: playlist.text, live: "{ \"window_s\": \(window) }")
        let told = try scenario.read().warnings.map { $0.message }
        let name = control.contains("PART") ? "PART-HOLD-BACK" : "HOLD-BACK"
        let words = "\(name) is longer than the window: playback begins with the oldest segment"
        #expect(told == (isTold ? [words] : []), "\(told)")
    }

    @Test("dates that are centuries apart are told, and playlists are held side by side otherwise")
    func centuries() throws {
        func dated(_ year: Int, _ count: Int) -> String {
            var playlist = ListedPlaylist(segments: Array(repeating: (6000, 100), count: count))
            playlist.head += "#EXT-X-PROGRAM-DATE-TIME:\(year)-03-01T20:00:00Z\n"
            return playlist.text
        }
        let root = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,AUTOSELECT=YES,URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"
            v.m3u8

            """
        for (video, audio) in [(2199, 1701), (1701, 2199)] {
            let scenario = PlaylistScenario(
                root: root, named: [("v.m3u8", dated(video, 6)), ("a.m3u8", dated(audio, 5))])
            _ = try scenario.judgedRun()
            let words = try scenario.read().warnings.map { $0.message }
            #expect(words.contains { $0.contains("EXT-X-PROGRAM-DATE-TIME") }, "\(words)")
        }
    }

    @Test("an interstitial event of another century is passed over", arguments: ["1701-03-01", "2199-03-01"])
    func distantEvent(date: String) throws {
        var (video, audio) = (ListedPlaylist(), ListedPlaylist())
        video.head += "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
        video.tail =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date)T20:00:00Z\","
            + "X-ASSET-URI=\"ad.m3u8\"\n"
        audio.head += "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:06Z\n"
        var scenario = PlaylistScenario.ladder(video, audio)
        scenario.others = [("ad.m3u8", ListedPlaylist().text + "#EXT-X-ENDLIST\n")]
        let run = try scenario.judgedRun()
        #expect(run.player(0).playback.interstitials.isEmpty)
    }

    @Test("segments of a tenth of a second are listed as others are", arguments: [1, 2, 60])
    func tenths(count: Int) throws {
        var playlist = ListedPlaylist(segments: Array(repeating: (100, 1000), count: count))
        playlist.head = "#EXT-X-TARGETDURATION:1\n"
        let source = try #require(try PlaylistScenario(root: playlist.text, live: "{}").asset().live)
        #expect(source.history == MediaTime(nanoseconds: Int64(count) * 100_000_000))
        #expect(source.repeated == Int64(count))
        var longer = ListedPlaylist(segments: [(100, 1000)] + Array(repeating: (1000, 1000), count: 6))
        longer.head = "#EXT-X-TARGETDURATION:1\n"
        let other = try #require(try PlaylistScenario(root: longer.text, live: "{}").asset().live)
        #expect(other.history == MediaTime(nanoseconds: 6_100_000_000))
    }

    /// As long as a segment of the target duration may be, and as the six parts of one are that are rounded.
    @Test("parts that are no longer than their segment are right", arguments: [("6.4", 1), ("1.01", 6), ("1", 3)])
    func rightParts(length: String, count: Int) {
        var playlist = ListedPlaylist()
        playlist.segments[0].milliseconds = length == "6.4" ? 6400 : 6000
        playlist.head +=
            "#EXT-X-PART-INF:PART-TARGET=\(length)\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=19.2\n"
            + String(repeating: "#EXT-X-PART:DURATION=\(length),URI=\"p\"\n", count: count)
        let told = readPlaylist(playlist.text).warnings.map { $0.diagnostic.message }
        #expect(told.isEmpty, "\(told)")
    }

    @Test("a part that is too long is warned of")
    func longPart() {
        var playlist = ListedPlaylist()
        playlist.head +=
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
        playlist.tail = "#EXT-X-PART:DURATION=1.7,URI=\"a.mp4\"\n"
        let warnings = readPlaylist(playlist.text).warnings.map { $0.diagnostic.message }
        #expect(warnings.map { $0.hasPrefix("this part is longer than PART-TARGET") } == [true])
    }

    @Test(
        "dates and numbers that put playlists too far apart are said to be passed over",
        arguments: [
            (
                "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n", "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:30Z\n",
                30, "they are held side by side by #EXT-X-MEDIA-SEQUENCE (ours)"
            ),
            (
                "#EXT-X-MEDIA-SEQUENCE:100\n", "#EXT-X-MEDIA-SEQUENCE:102\n", 12,
                "they are taken to end together (ours)"
            ),
        ])
    func disagreement(first: String, second: String, apart: Int, end: String) throws {
        var (one, other) = (ListedPlaylist(), ListedPlaylist())
        one.head += first
        other.head += second
        let warnings = try PlaylistScenario.ladder(one, other).read().warnings.map { $0.message }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("the playlists end \(apart) s apart") == true, "\(warnings)")
        #expect(warnings.first?.hasSuffix(end) == true, "\(warnings)")
        let told = PlaylistAsset(try #require(PlaylistScenario.ladder(one, other).set)).warnings
        #expect(told.map { $0.diagnostic.message } == warnings)
        #expect(told.map { $0.place } == [Place(source: 5, line: 4, column: 1)])
    }

    @Test("and so are dates by which nothing is listed at the same time", arguments: [1, 2] as [Int64])
    func nothingTogether(count: Int64) throws {
        func dated(_ second: Int) -> ListedPlaylist {
            ListedPlaylist(
                head: "#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:0\(second)Z\n",
                segments: Array(repeating: (6000 / count, 100), count: Int(count)))
        }
        let words =
            "by #EXT-X-PROGRAM-DATE-TIME not every playlist lists a whole segment of what all list; they are held side "
            + "by side by #EXT-X-MEDIA-SEQUENCE (ours)"
        #expect(try PlaylistScenario.ladder(dated(0), dated(6)).read().warnings.map { $0.message } == [words])
    }

    /// The first lists the numbers from 100 to 109.
    @Test(
        "and so are numbers of which none is in both, unless segments are not of one length",
        arguments: [(110, 6000, true), (90, 6000, true), (5000, 6000, true), (5000, 4000, false), (101, 6000, false)])
    func noCommonNumber(number: Int, milliseconds: Int64, isTold: Bool) throws {
        var one = ListedPlaylist()
        var other = ListedPlaylist(segments: Array(repeating: (milliseconds, 100), count: 10))
        one.head += "#EXT-X-MEDIA-SEQUENCE:100\n"
        other.head += "#EXT-X-MEDIA-SEQUENCE:\(number)\n"
        let words =
            "by #EXT-X-MEDIA-SEQUENCE not every playlist lists a whole segment of what all list; they are taken to end "
            + "together (ours)"
        let told = try PlaylistScenario.ladder(one, other).read().warnings.map { $0.message }
        #expect(told == (isTold ? [words] : []))
    }

    @Test("a playlist whose only segment ends far behind that of another leaves a live stream one")
    func longSegment() throws {
        func listed(_ target: Int64) -> ListedPlaylist {
            ListedPlaylist(
                head: "#EXT-X-TARGETDURATION:\(target)\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n",
                segments: [(target * 1000, 100)])
        }
        let asset = PlaylistAsset(try #require(PlaylistScenario.ladder(listed(6), listed(10)).set))
        #expect(asset.edge?.history == .seconds(6))
        #expect(asset.edge?.disagreement?.tag == .programDateTime)
        let alone = PlaylistAsset(try #require(playlistSet(ListedPlaylist(segments: [(50, 100)]).text, [])))
        #expect(alone.edge?.history == MediaTime(nanoseconds: 50_000_000))
        #expect(alone.warnings.isEmpty, "one playlist does not disagree with itself")
    }

    @Test("what is listed again and again makes a petabyte at most", arguments: [(99, true), (101, false)])
    func most(gigabytes: Int64, isRead: Bool) throws {
        // In 60,000 s there are 10,000 segments of 6 s, and a few for the list and the end.
        let playlist = ListedPlaylist(segments: [(6000, gigabytes * 1_000_000_000)])
        let reading = try #require(PlaylistScenario(root: playlist.text, until: 60_000).reading)
        #expect((reading.scenario != nil) == isRead)
        let words = isRead ? [] : ["this makes more than a petabyte of media"]
        #expect(reading.diagnostics.map { $0.message } == words)
    }

    @Test("and so does what each turn needs again")
    func mostSections() throws {
        // Of 40,000 turns of a second all but the first add half a petabyte to a segment.
        let playlist = ListedPlaylist(
            head: "#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:URI=\"a.mp4\",BYTERANGE=\"500000000000000@0\"\n",
            segments: [(500, 100)],
            tail: "#EXT-X-MAP:URI=\"b.mp4\",BYTERANGE=\"100@0\"\n#EXTINF:0.5,\n#EXT-X-BYTERANGE:100@100\ns.ts\n")
        let reading = try #require(PlaylistScenario(root: playlist.text, until: 40_000).reading)
        #expect(reading.diagnostics.map { $0.message } == ["this makes more than a petabyte of media"])
    }

    @Test("beside one a key that is not said is as it says, but for what it alone says: such a key is refused")
    func notSaid() throws {
        let object: Shape.ObjectShape? =
            if case .object(let own) = LiveFormat.continuation.shape { own } else { nil }
        let own = try #require(object)
        let playlists = [
            "event", "hold_back_s", "part_s", "part_hold_back_s", "open_range", "can_skip_until_s",
            "can_skip_date_ranges", "program_date",
        ]
        #expect(own.members.filter { $0.about.contains(": as the playlist says, or ") }.map { $0.name } == playlists)
        let refused = own.refused.map { $0.name }
        #expect(refused == ["history_s", "discontinuities_s", "date_range_every_s", "date_range_bytes"])
        for name in refused {
            #expect(!own.members.contains { $0.name == name }, "nor is it in lists and schemas")
            let value = name == "discontinuities_s" ? "[30]" : "30"
            let scenario = PlaylistScenario(root: ListedPlaylist().text, live: "{ \"\(name)\": \(value) }")
            let messages = try #require(scenario.reading).diagnostics.map { $0.message }
            #expect(messages.count == 1 && messages[0].hasSuffix("; remove '\(name)'"), "\(messages)")
        }
    }
}
