import PlayerModel
import Testing

@testable import Simulation

/// What has left a link, and is on its way or has come.
@Suite("What a link has carried of late")
struct LinkPastTests {
    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// 1,000 bytes in a millisecond, and half of that from 150 ms on. One flow from the beginning, and another from 100
    /// to 200 ms.
    @Test("is known of each flow, whoever shares it, on the link and off it")
    func shares() {
        var link = SharedLink(capacity: 8_000_000)
        link.keepPast(.milliseconds(100))
        link.start(0, Link.work(bytes: 1_000_000), at: Self.at(0))
        link.start(1, Link.work(bytes: 1_000_000), at: Self.at(100))
        link.setCapacity(4_000_000, at: Self.at(150))
        link.advance(to: Self.at(200))
        func given(_ flow: Int, since milliseconds: Int64) -> Int64 {
            Link.bytes(in: link.given(to: flow, since: Self.at(milliseconds)))
        }
        #expect([100, 125, 150, 175, 200].map { given(0, since: $0) } == [37_500, 25_000, 12_500, 6250, 0])
        #expect([100, 125, 150, 175, 200].map { given(1, since: $0) } == [37_500, 25_000, 12_500, 6250, 0])
        link.stop(1, at: Self.at(200))
        link.advance(to: Self.at(250))
        #expect([150, 175, 200, 250].map { given(0, since: $0) } == [37_500, 31_250, 25_000, 0])
        #expect([150, 175, 200, 250].map { given(1, since: $0) } == [12_500, 6250, 0, 0])
        #expect(link.instant(of: 0, giving: Link.work(bytes: 31_250)) == Self.at(175))
        #expect(link.instant(of: 1, giving: Link.work(bytes: 6250)) == Self.at(175))
        #expect(link.instant(of: 1, giving: Link.work(bytes: 40_000)) == nil, "it never had so much")
    }

    @Test("is not kept where nobody looks")
    func notKept() {
        var link = SharedLink(capacity: 8_000_000)
        link.start(0, Link.work(bytes: 1_000_000), at: Self.at(0))
        link.advance(to: Self.at(100))
        #expect(link.given(to: 0, since: Self.at(50)) == 0)
    }

    /// 100 ms, from 200 ms on 20, and from 400 ms on 100 again: what left before 200 ms is there by 300 ms, and before
    /// that nothing of what left later.
    @Test("comes in its order, where the delay shrinks or grows")
    func delays() {
        var delays = PastDelays()
        func departures(_ instants: [Int64], _ delay: Int64) -> [Int64] {
            instants.map { delays.departure(of: Self.at($0), .milliseconds(delay)).nanoseconds / 1_000_000 }
        }
        func arrivals(_ instants: [Int64], _ delay: Int64) -> [Int64] {
            instants.map { delays.arrival(of: Self.at($0), .milliseconds(delay)).nanoseconds / 1_000_000 }
        }
        let (long, short) = (TimeAmount.milliseconds(100), TimeAmount.milliseconds(20))
        #expect(departures([150], 100) == [50] && arrivals([50], 100) == [150])
        delays.note(before: long, after: short, arrivingAt: Self.at(300), Self.at(200))
        #expect(departures([250, 299, 300, 310], 20) == [150, 199, 280, 290])
        #expect(arrivals([150, 200, 210, 290], 20) == [250, 300, 300, 310])
        delays.note(before: short, after: long, arrivingAt: Self.at(420), Self.at(400))
        #expect(departures([410, 420, 480, 510], 100) == [390, 400, 400, 410])
        #expect(arrivals([390, 400, 405], 100) == [410, 420, 505])
    }

    /// A segment of 8 Mbit over 1 Mbit/s takes 8 s from its first byte on, which is more than 1.8 times as long as it
    /// plays. dash.js looks every 0.25 s, and measures from 0.5 s after the first byte on: not too much, however much
    /// is on its way. What has left the server by then was in vain.
    @Test(
        "is not there before its time",
        arguments: [(1, "0.75", 93_625), (100, "0.75", 81_250), (300, "1.25", 118_750)])
    func dashJS(delay_ms: Int, at: String, wasted: Int) throws {
        let run = try ScenarioText(
            network: .fluid(1000, #""delay_ms": \#(delay_ms), "request_bytes": 0"#),
            media: .hls([300, 2000], duration_s: 120, segment_s: 4),
            player: #""profile": "dash.js", "first_variant": "highest""#, script: [.load(), .play(0)], until_s: 2
        ).judgedRun()
        let diary = Diary(run)
        #expect(diary.lines.first { $0.words.contains("cancelled") }?.description == "\(at) video 2 cancelled")
        #expect(diary.words("video 2 wasted") == ["video 2 wasted \(wasted)"])
    }

    /// From 8.5 s on what leaves is on its way for half a second, but comes behind what has left before.
    private static let hastened: JSONPart = .does(8.5, "change_network", #""delay_down_ms": 500"#)

    /// A segment of 500,000 bytes is asked for at 6.01 s. It leaves the server from 6.02 to 10.02 s, and is on its way
    /// for 2 s. The answer that breaks off has left by 8.02 s, and the player knows at 10.02 s.
    @Test(
        "is here in no report before its time",
        arguments: [
            ("", [], 7900, 0), ("", [], 8030, 1250), ("", [], 10_010, 248_750),
            ("", [hastened], 9000, 122_500), ("", [hastened], 10_400, 297_500), ("", [hastened], 10_510, 498_750),
            (
                #", "faults": [{ "of": "video", "chunk": 1, "reset_after_bytes": 250000, "times": 1 }]"#, [], 9020,
                125_000
            ),
        ] as [(JSONPart, [JSONPart], Int64, Int)])
    func reports(fault: JSONPart, script: [JSONPart], at: Int64, bytes: Int) throws {
        let text = ScenarioText(
            network: .fluid(1000, #""delay_down_ms": 2000, "delay_up_ms": 10\#(fault)"#),
            media: .hls([1000], duration_s: 60, segment_s: 4), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play()] + script)
        let held = try HeldRun(text.read(), at: Self.at(at)).requests(of: 0)
        #expect(held == ["video, chunks 1..<2 to come, since 6.01 s: \(bytes) bytes are here"])
        guard at == 10_010 else { return }
        // Playback stalls at that instant.
        let report = TextReport.text(try text.judgedRun())
        let row = "the video from 4 s to 8 s is under way since 6.010 s: 248750 of 500000 bytes are here"
        #expect(report.contains(row), "\(report)")
    }
}
