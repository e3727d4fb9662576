import PlayerModel
import Testing

@testable import Simulation

@Suite("Delta updates of live playlists (RFC 8216bis, 4.4.5.2 and 6.2.5.1)")
struct DeltaUpdateTests {
    /// Thirty segments of 4 s in the window.
    private static func run(
        _ live: JSONPart, network: JSONPart = .fluid(8000, #""delay_ms": 10"#), media: String = "",
        script: [JSONPart] = [.load(), .play()], until_s: JSONPart = 21
    ) throws -> Run {
        try ScenarioText(
            network: network,
            media: .hls(
                ["\"bitrate_kbps\": 1000\(media)"], duration_s: 900, segment_s: 4,
                JSONPart("\"live\": { \"window_s\": 120, \(live.text) }")),
            script: script, until_s: until_s
        ).judgedRun()
    }

    /// The bytes of each playlist that was taken in.
    private static func sizes(_ run: Run) -> [Int64] {
        run.player(0).entries.compactMap { entry in
            guard case .fetched(let bytes, let slot) = entry.record else { return nil }
            return run.player(0).slots[Int(slot)].kind == .videoPlaylist ? bytes : nil
        }
    }

    @Test(
        "leave out what is further from the end than the skip boundary",
        arguments: [
            // 200 + 30 × 60 bytes; within 24 s of the end are six segments, so 24 lines of 30 are left out.
            (#""can_skip_until_s": 24"#, "", [2000, 560]), (#""can_skip_until_s": 25"#, "", [2000, 620]),
            (#""can_skip_until_s": 120"#, "", [2000, 2000]),
            // 24 of 30 lines of what is more than 200 bytes.
            (#""can_skip_until_s": 24"#, ", \"playlist_bytes\": 5200", [5200, 1200]),
            (#""can_skip_until_s": 24"#, ", \"playlist_bytes\": 150", [150, 150]),
            // With parts of 1 s there are 12 lines more, and the 24 of 42 are left out.
            (#""part_s": 1, "can_skip_until_s": 24"#, "", [2720, 1280]),
        ] as [(String, String, [Int64])])
    func sizes(live: String, media: String, expected: [Int64]) throws {
        let sizes = Self.sizes(try Self.run("\(live)", media: media))
        #expect(sizes.first == expected[0])
        #expect(sizes.count > 4 && sizes.dropFirst().allSatisfy { $0 == expected[1] }, "\(sizes)")
    }

    /// 15 lines of segments of 4 s and 12 of parts of 1 s, of which the lines of 9 segments are left out.
    @Test("count the parts of a playlist on disk, also where a scenario does not say how long they are")
    func partsOnDisk() throws {
        var playlist = ListedPlaylist(segments: Array(repeating: (4000, 100_000), count: 15))
        playlist.head =
            "#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=1\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=24\n"
        for live in [nil, #"{ "part_s": 1 }"#] {
            let variant = try PlaylistScenario(root: playlist.text, live: live).asset().variants[0]
            let bytes = try #require(variant.playlistBytes)
            #expect(variant.deltaBytes == bytes - (bytes - 200) * 9 / 27)
        }
    }

    @Test(
        "and where the last playlist is older than half of it, the whole one comes", arguments: [20, 34] as [Int64])
    func old(resumes: Int64) throws {
        // Paused from 10 s on, when the last one had been asked for at 8 s.
        let script = [JSONPart.load(), .play(), .does(10, "pause"), .play("\(resumes)")]
        let run = try Self.run(#""can_skip_until_s": 40"#, script: script, until_s: "\(resumes + 1)")
        #expect(Self.sizes(run) == [2000, 800, 800, resumes == 20 ? 800 : 2000])
    }

    // MARK: Date ranges

    /// Thirty segments, and a date range of 100 bytes every 10 s: twelve of them.
    private static let dates: JSONPart =
        #""program_date": "2026-03-01T20:00:00Z", "date_range_every_s": 10, "date_range_bytes": 100"#

    @Test(
        "have all date ranges, unless a server can leave out those that were listed before the skip boundary",
        arguments: [
            // 200 + 30 × 60 + 12 × 100 bytes; of the 30 lines 24 are left out, and no date range.
            (#""can_skip_until_s": 24"#, [3200, 1760]),
            // Three of twelve are no older than 24 s; 12 IDs of 20 bytes with a tab leave in 120 s: 24 s of that.
            (#""can_skip_until_s": 24, "can_skip_date_ranges": true"#, [3200, 1760 - 900 + 51]),
            (#""can_skip_until_s": 30, "can_skip_date_ranges": true"#, [3200, 1880 - 800 + 63]),
            // An event keeps all of them, so that none has to be named.
            (
                #""can_skip_until_s": 24, "can_skip_date_ranges": true, "event": true, "history_s": 120"#,
                [3200, 1760 - 900]
            ),
        ] as [(String, [Int64])])
    func dateRanges(live: String, expected: [Int64]) throws {
        let isEvent = live.contains("event")
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#),
            media: .hls(
                [1000], duration_s: 900, segment_s: 4,
                "\"live\": { \(isEvent ? "" : "\"window_s\": 120, ")\(Self.dates), \(live) }"),
            script: [.load(), .play()], until_s: 21
        ).judgedRun()
        let sizes = Self.sizes(run)
        #expect(sizes.first == expected[0])
        #expect(sizes.count > 4 && sizes.dropFirst().allSatisfy { $0 == expected[1] }, "\(sizes)")
    }

    @Test(
        "and the server has to be able to",
        arguments: [
            (
                #""can_skip_date_ranges": true"#,
                "CAN-SKIP-DATERANGES takes CAN-SKIP-UNTIL (RFC 8216bis, 4.4.3.8): give 'can_skip_until_s'"
            ),
            (#""date_range_bytes": 100"#, "'date_range_bytes' is of no use without 'date_range_every_s'"),
            (
                #""date_range_every_s": 10"#,
                "a playlist with date ranges says dates (RFC 8216bis, 4.4.5.1): give 'program_date'"
            ),
            (
                #""program_date": "2026-03-01T20:00:00Z", "date_range_every_s": 0.01"#,
                "a playlist would list 12000 date ranges; it has at most 10000"
            ),
        ])
    func mistakes(live: String, message: String) {
        let text = ScenarioText(
            network: .fluid(8000),
            media: .hls([1000], duration_s: 900, segment_s: 4, "\"live\": { \"window_s\": 120, \(live) }"))
        #expect(text.messages == [message])
    }

    /// Ten segments of 6 s end at 20:01:00; two date ranges are of the first half, and one of the last 36 s.
    @Test(
        "of a playlist on disk its own date ranges are left out and come again",
        arguments: [("", 0), (",CAN-SKIP-DATERANGES=YES", 2)])
    func listed(control: String, skipped: Int64) throws {
        var playlist = ListedPlaylist()
        playlist.head +=
            "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36\(control)\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
        let ranges = ["00", "10", "50"].map {
            "#EXT-X-DATERANGE:ID=\"ad-\($0)\",START-DATE=\"2026-03-01T20:00:\($0)Z\",X-WHAT=\"something\"\n"
        }
        playlist.tail = ranges.joined()
        let run = try PlaylistScenario(root: playlist.text, until: 20).judgedRun()
        let sizes = Self.sizes(run)
        let (whole, each) = (Int64(playlist.text.utf8.count), Int64(ranges[0].utf8.count))
        #expect(sizes.first == whole)
        // Of ten lines four are further from the end than 36 s.
        let body = (whole - 200 - 3 * each) * 4 / 10
        // Three IDs of five bytes with a tab in 60 s: in 36 s as many as are 11 bytes.
        let named: Int64 = skipped > 0 ? 11 : 0
        #expect(sizes.dropFirst().allSatisfy { $0 == whole - body - skipped * each + named }, "\(sizes)")
        #expect(sizes.count > 1)
    }

    @Test("and they are written as they are at an instant")
    func written() throws {
        let scenario = try ScenarioText(
            network: .fluid(8000),
            media: .hls(
                [1000], duration_s: 900, segment_s: 4,
                #""live": { "window_s": 24, "can_skip_until_s": 24, "can_skip_date_ranges": true, \#(Self.dates) }"#
            )
        ).read()
        let now = Instant.zero + .seconds(17)
        let text = try #require(LivePlaylistWriter(scenario.players[0].media, at: now, seed: 1)).files[1].text
        #expect(text.contains("CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12\n"))
        // Listed is what lies from 16 s to 40 s, where the last of them begins.
        let ranges = text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-DATERANGE") }
        #expect(
            ranges == [
                "#EXT-X-DATERANGE:ID=\"date-2\",START-DATE=\"2026-03-01T20:00:20.000Z\"",
                "#EXT-X-DATERANGE:ID=\"date-3\",START-DATE=\"2026-03-01T20:00:30.000Z\"",
                "#EXT-X-DATERANGE:ID=\"date-4\",START-DATE=\"2026-03-01T20:00:40.000Z\"",
            ])
        #expect(readPlaylist(text).warnings.isEmpty)
    }
}
