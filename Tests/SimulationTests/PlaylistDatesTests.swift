import PlayerModel
import Testing

@testable import Simulation

@Suite("Dates of a playlist, and events at them, are found fast and are the same")
struct PlaylistDatesTests {
    /// A playlist of segments of 1 to 4 s, of which some have a date that jumps now and then, back too.
    private static func playlist(seed: UInt64) -> MediaPlaylist? {
        var random = RandomStream(seed: seed, name: "dates")
        func below(_ bound: UInt64) -> Int64 { Int64(random.below(bound)) }
        var (text, date) = ("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", Int64(1000))
        for _ in 0..<30 {
            let length = 1 + below(4)
            if below(5) == 0 { date += below(60) - 30 }
            if below(3) > 0 {
                let (minutes, seconds) = (date / 60, date % 60)
                let clock = [minutes / 60, minutes % 60, seconds].map { ($0 < 10 ? "0" : "") + "\($0)" }
                text += "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T\(clock.joined(separator: ":"))Z\n"
            }
            text += "#EXTINF:\(length),\ns.ts\n"
            date += length
        }
        return mediaPlaylist(text)
    }

    /// The place of a date, by looking at all of them.
    private static func place(of date: Int64, in playlist: MediaPlaylist) -> MediaTime? {
        guard let first = playlist.dates.first else { return nil }
        for (index, own) in playlist.dates.enumerated().reversed() {
            let (start, next) = (playlist.start(of: Int(own.segment)), index + 1)
            let isLast = next == playlist.dates.count
            let end = isLast ? playlist.duration : playlist.start(of: Int(playlist.dates[next].segment))
            let place = start + MediaTime(nanoseconds: date - own.nanoseconds)
            if start <= place, place < end { return place }
        }
        let index = playlist.dates.lastIndex { $0.nanoseconds <= date }
        let own = index.map { playlist.dates[$0] } ?? first
        let place =
            playlist.start(of: Int(own.segment)) + MediaTime(nanoseconds: date - own.nanoseconds)
        guard let index, index + 1 < playlist.dates.count else { return place }
        return place >= playlist.start(of: Int(playlist.dates[index + 1].segment)) ? nil : place
    }

    @Test("each date has the place that a look at all of them finds", arguments: 0..<40 as Range<UInt64>)
    func places(seed: UInt64) throws {
        let playlist = try #require(Self.playlist(seed: seed))
        let dates = PlaylistDates(of: playlist)
        for second in 900..<1200 as Range<Int64> {
            let date = second * 1_000_000_000
            #expect(dates.place(of: date) == Self.place(of: date, in: playlist), "at \(second) s")
        }
        let jump = zip(playlist.dates, playlist.dates.dropFirst()).contains { earlier, later in
            let media = playlist.start(of: Int(later.segment)) - playlist.start(of: Int(earlier.segment))
            return later.nanoseconds - earlier.nanoseconds != media.nanoseconds
        }
        #expect(playlist.datesJump == jump)
    }

    /// Segments of 6 s between two dates.
    @Test(
        "a date that is not where the one before leads is told, unless media breaks off, or lengths are rounded",
        arguments: [
            (1, 7, false, false), (1, 8, false, true), (1, 5, false, false), (1, 4, false, true), (1, 8, true, false),
            (6, 39, false, false), (6, 40, false, true), (6, 32, false, true), (6, 50, true, false),
        ])
    func jumps(count: Int, second: Int, isDiscontinuity: Bool, isTold: Bool) {
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:"
        let segment = "#EXTINF:6,\ns.ts\n"
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(date)00Z\n" + String(repeating: segment, count: count)
            + (isDiscontinuity ? "#EXT-X-DISCONTINUITY\n" : "") + date + (second < 10 ? "0" : "") + "\(second)Z\n"
            + segment + "#EXT-X-ENDLIST\n"
        let told = readPlaylist(text).warnings.filter { $0.fact == .jumpingDate }
        #expect(told.map { $0.place.line } == (isTold ? [Int32(5 + 2 * count)] : []))
        #expect(
            told.allSatisfy { $0.diagnostic.message.hasPrefix("the date of this segment is more than a second") })
    }

    /// Five segments of 6 s from 20:00:00 on, two of what has a date of its own, and five from 20:00:30 on.
    @Test(
        "an advertisement with a date of its own takes no other date away",
        arguments: ["2020-01-01T00:00:00", "2027-01-01T00:00:00", "2026-03-01T19:00:00"], [20, 35])
    func inserted(date: String, second: Int64) throws {
        let segment = "#EXTINF:6,\ns.ts\n"
        let five = String(repeating: segment, count: 5)
        let (tag, day) = ("#EXT-X-PROGRAM-DATE-TIME:", "2026-03-01T20:00:")
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(tag)\(day)00Z\n\(five)#EXT-X-DISCONTINUITY\n\(tag)\(date)Z\n"
            + "\(segment)\(segment)#EXT-X-DISCONTINUITY\n\(tag)\(day)30Z\n\(five)"
        let playlist = try #require(mediaPlaylist(text))
        let zero = try #require(playlist.dates.first).nanoseconds
        #expect(playlist.place(of: zero + second * 1_000_000_000) == .seconds(second < 30 ? second : second + 12))
    }

    @Test("without dates there is no place, and at the ends of time there is one")
    func ends() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns.ts\n"
        #expect(PlaylistDates(of: try #require(mediaPlaylist(text))).place(of: 0) == nil)
        let dated = text.replacing("#EXTINF", with: "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF")
        let dates = PlaylistDates(of: try #require(mediaPlaylist(dated)))
        for date in [Int64.min, .max] { #expect(dates.place(of: date) != nil) }
    }

    @Test("of events with one ID the first is kept, in the order of the text, and the others are told in theirs")
    func repeated() throws {
        let ids = ["b", "a", "c", "a", "b", "a"]
        let lines = ids.enumerated().map { index, id in
            "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:0"
                + "\(index)Z\",X-ASSET-URI=\"ad.m3u8\"\n"
        }
        let reading = readPlaylist(mediaHead + lines.joined() + "#EXTINF:6,\ns.ts\n#EXT-X-ENDLIST\n")
        guard case .media(let playlist)? = reading.playlist else {
            Issue.record("\(reading.diagnostics)")
            return
        }
        #expect(playlist.interstitials.map { $0.id } == ["b", "a", "c"])
        #expect(playlist.interstitials.map { $0.place.line } == [3, 4, 5])
        #expect(reading.warnings.map { $0.place.line } == [6])
        #expect(reading.warnings.first?.diagnostic.message.hasSuffix("(and 2 times more)") == true)
    }

    @Test("a long live playlist has a date and an event at each segment")
    func long() throws {
        let count = 10_000
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
        for index in 0..<count {
            let (minutes, seconds) = (index / 60, index % 60)
            let clock = [minutes / 60, minutes % 60, seconds].map { ($0 < 10 ? "0" : "") + "\($0)" }
            let date = "2026-01-01T\(clock.joined(separator: ":"))Z"
            text += "#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXT-X-DATERANGE:ID=\"\(index)\",START-DATE=\"\(date)\","
            text += "CLASS=\"com.apple.hls.interstitial\",X-ASSET-URI=\"ad.m3u8\"\n#EXTINF:1,\ns.ts\n"
        }
        let playlist = try #require(mediaPlaylist(text))
        #expect(!playlist.datesJump)
        let set = PlaylistSet(root: .media(playlist), path: "m.m3u8", playlists: [], files: FileSizes([]))
        let events = set.interstitials(zero: playlist.beginning, until: nil)
        #expect(events.count == count && events.last?.at == .seconds(Int64(count) - 1))
    }
}
