import PlayerModel
import Testing

@testable import Simulation

/// Players that measure each request by itself, and players that measure all that the network carries.
@Suite("Measuring requests")
struct RequestMeterTests {
    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private static func receipt(_ kilobytes: Int64, inVain: Int64 = 0, _ milliseconds: Int64) -> Receipt {
        Receipt(bytes: kilobytes * 1000, wasted: inVain * 1000, busy: .milliseconds(milliseconds))
    }

    private static func origin(_ track: Int, attempt: UInt32 = 1, since milliseconds: Int64) -> RequestMeter.Origin {
        RequestMeter.Origin(
            id: ExchangeID(slot: Int32(track), attempt: attempt), track: track, answered: at(milliseconds))
    }

    private static func meter(_ name: String) throws -> LoadMeter {
        LoadMeter(
            estimator: try #require(ThroughputEstimator.all.first { $0.name == name }), evidence: .none)
    }

    private static func expect(_ meter: LoadMeter, _ kbps: Int64?, _ name: String) {
        let measured = (meter.throughput.estimate?.bitsPerSecond).map { ($0 + 500) / 1000 }
        #expect(measured == kbps, "\(name)")
    }

    /// 600 kB of video and 200 kB of audio over 8 Mbit/s, which they share for 400 ms: the audio has 4 Mbit/s, the
    /// video 6 in its 800 ms, and the last 400 kB of it 8. Shaka weighs both: 2^(−0.4 ÷ 5) and 2^(−0.8 ÷ 5).
    @Test(
        "by themselves, with audio beside, or all that comes",
        arguments: [
            ("vhs", 6000), ("hls.js", 6000), ("dash.js", 6000), ("shaka", 5370), ("exoplayer", 8000), ("last", 8000),
            ("sliding-window", 8000), ("harmonic-mean", 8000),
        ] as [(String, Int64)])
    func beside(name: String, kbps: Int64) throws {
        var meter = try Self.meter(name)
        let audio = meter.take(
            chunk: 200_000, from: Self.origin(1, since: 1000), Self.receipt(400, 400), at: Self.at(1400))
        let video = meter.take(
            chunk: 600_000, from: Self.origin(0, since: 1000), Self.receipt(800, 800), at: Self.at(1800))
        Self.expect(meter, kbps, name)
        #expect([audio, video].map { $0.busy } == [.milliseconds(400), .milliseconds(400)])
    }

    /// 300 kB come in 3 s before they are called off; then 100 kB in 100 ms. For ExoPlayer that was a transfer like any
    /// other, and the median is the larger one's.
    @Test(
        "without what was called off before",
        arguments: [
            ("vhs", 8000), ("hls.js", 8000), ("dash.js", 8000), ("exoplayer", 800), ("last", 8000),
            ("sliding-window", 8000), ("worst-of-window", 8000),
        ] as [(String, Int64)])
    func calledOff(name: String, kbps: Int64) throws {
        var meter = try Self.meter(name)
        meter.tellApart(from: Self.receipt(300, inVain: 300, 3000), endingAll: false, at: Self.at(3000))
        _ = meter.take(
            chunk: 100_000, from: Self.origin(0, attempt: 2, since: 4000), Self.receipt(400, inVain: 300, 3100),
            at: Self.at(4100))
        Self.expect(meter, kbps, name)
    }

    /// Of a request that is called off, 100 kB were measured on the way in a second, and 100 kB of the next one in
    /// 0.1 s; the rest of that, 400 kB, takes 0.4 s.
    @Test("on the way: each byte once, and those of another request in no other's chunk")
    func onTheWay() throws {
        var meter = try Self.meter("vhs")
        func look(_ attempt: UInt32, since: Int64, _ receipt: Receipt, at milliseconds: Int64) {
            let times = ResponseTimes.all(at: Self.at(since))
            let progress = Progress(received: 100_000, rest: 0, sent: 100_000, times: times, receipt: receipt)
            let origin = Self.origin(0, attempt: attempt, since: since)
            meter.take(onTheWay: progress, from: origin, after: nil, at: Self.at(milliseconds))
        }
        look(1, since: 0, Self.receipt(100, 1000), at: 1000)
        Self.expect(meter, 800, "of the first")
        look(2, since: 2000, Self.receipt(200, inVain: 100, 1100), at: 2100)
        Self.expect(meter, 8000, "of the second")
        let chunk = meter.take(
            chunk: 500_000, from: Self.origin(0, attempt: 2, since: 2000), Self.receipt(600, inVain: 100, 1500),
            at: Self.at(2500))
        #expect(chunk.measured == ThroughputSample(bits: 4_000_000, busy: .milliseconds(500)))
    }

    /// 450 kB come in 450 ms before the connection is lost. The attempt that the player makes by itself has the same
    /// name, and an answer of its own from 2 s on, at the same 8 Mbit/s.
    @Test("of an attempt that is made again: by its own answer, seen on the way or not", arguments: [nil, 100, 466])
    func anotherAnswer(seen: Int64?) throws {
        var meter = try Self.meter("vhs")
        func look(_ kilobytes: Int64, since: Int64) {
            let receipt = Self.receipt((since > 0 ? 450 : 0) + kilobytes, (since > 0 ? 450 : 0) + kilobytes)
            let progress = Progress(
                received: kilobytes * 1000, rest: 0, sent: kilobytes * 1000, times: .all(at: Self.at(since)),
                receipt: receipt)
            meter.take(
                onTheWay: progress, from: Self.origin(0, since: since), after: nil, at: Self.at(since + kilobytes))
        }
        look(450, since: 0)
        Self.expect(meter, 8000, "of the first answer")
        if let seen {
            look(seen, since: 2000)
            Self.expect(meter, 8000, "of the second answer")
        }
        let size = (seen ?? 300) + 100
        let chunk = meter.take(
            chunk: size * 1000, from: Self.origin(0, since: 2000), Self.receipt(450 + size, 450 + size),
            at: Self.at(2000 + size))
        Self.expect(meter, 8000, "of the rest")
        #expect(chunk.measured == ThroughputSample(bits: size * 8000, busy: .milliseconds(size)))
    }

    /// The delay shrinks: two chunks of an answer left a link of 8 Mbit/s at 400 and 800 ms, and both come at 1 s.
    @Test("of two chunks that come at one instant: as they left the link", arguments: ["vhs", "hls.js", "shaka"])
    func atOnce(name: String) throws {
        var meter = try Self.meter(name)
        _ = meter.take(chunk: 400_000, from: Self.origin(0, since: 600), Self.receipt(400, 400), at: Self.at(1000))
        let origin = RequestMeter.Origin(
            id: ExchangeID(slot: 0, attempt: 1), track: 0, answered: Self.at(600), after: Self.at(1000))
        let second = meter.take(chunk: 400_000, from: origin, Self.receipt(800, 800), at: Self.at(1000))
        #expect(second.measured == ThroughputSample(bits: 3_200_000, busy: .milliseconds(400)))
        Self.expect(meter, 8000, name)
    }

    /// A segment of 4 s that was given up at 8 Mbit/s is not what bounds the next one: of that, 100 kB take 100 ms of
    /// the network, and 2 s with a pause of its server.
    @Test("without the pauses of a server, after what was given up too")
    func pauseAfterGivingUp() throws {
        var meter = try Self.meter("vhs")
        let progress = Progress(
            received: 400_000, rest: 0, sent: 400_000, times: .all(at: Self.at(0)), receipt: Self.receipt(400, 400))
        meter.giveUp(progress, from: Self.origin(0, since: 0), after: .zero, isMeasured: false, at: Self.at(400))
        let chunk = meter.take(
            chunk: 100_000, from: Self.origin(0, attempt: 2, since: 500), Self.receipt(500, inVain: 400, 500),
            at: Self.at(2500))
        #expect(chunk.measured == ThroughputSample(bits: 800_000, busy: .milliseconds(100)))
        #expect(chunk.busy == .milliseconds(500), "also with what was given up")
        Self.expect(meter, 8000, "vhs")
    }

    /// 100 kB come from 1.9 s on, at 8 Mbit/s. hls.js takes 100 ms of the wait for usual, and video.js none.
    @Test(
        "of what is given up: with the wait for its first byte, where that counts",
        arguments: [("hls.js", 421), ("vhs", 400), ("dash.js", 8000), ("last", 8000)] as [(String, Int64)])
    func waitOfWhatIsGivenUp(name: String, kbps: Int64) throws {
        var meter = try Self.meter(name)
        let progress = Progress(
            received: 100_000, rest: 0, sent: 100_000, times: .all(at: Self.at(1900)),
            receipt: Self.receipt(100, 100))
        meter.giveUp(
            progress, from: Self.origin(0, since: 1900), after: .milliseconds(1900), isMeasured: true,
            at: Self.at(2000))
        Self.expect(meter, kbps, name)
    }

    @Test(
        "of an attempt that runs out of time: with hls.js as of what is given up, else not at all",
        arguments: [("hls.js", 421), ("vhs", nil), ("dash.js", nil), ("last", nil)] as [(String, Int64?)])
    func timedOut(name: String, kbps: Int64?) throws {
        var meter = try Self.meter(name)
        let progress = Progress(
            received: 100_000, rest: 0, sent: 100_000, times: .all(at: Self.at(1900)),
            receipt: Self.receipt(100, 100))
        meter.take(
            timedOut: progress, from: Self.origin(0, since: 1900), after: .milliseconds(1900), at: Self.at(2000))
        Self.expect(meter, kbps, name)
    }

    /// 100 kB come from 1.9 s on in 100 ms, and no more of it by 10 s.
    @Test(
        "of what comes in vain: with the silence of its server",
        arguments: [("hls.js", 81), ("vhs", 80), ("dash.js", 99), ("last", 8000)] as [(String, Int64)])
    func silence(name: String, kbps: Int64) throws {
        let progress = Progress(
            received: 100_000, rest: 0, sent: 100_000, times: .all(at: Self.at(1900)),
            receipt: Self.receipt(100, 100))
        var meter = try Self.meter(name)
        meter.giveUp(
            progress, from: Self.origin(0, since: 1900), after: .milliseconds(1900), isMeasured: true,
            at: Self.at(10_000))
        Self.expect(meter, kbps, name)
        meter = try Self.meter(name)
        meter.take(
            timedOut: progress, from: Self.origin(0, since: 1900), after: .milliseconds(1900), at: Self.at(10_000))
        Self.expect(meter, name == "hls.js" ? kbps : nil, name)
        meter = try Self.meter(name)
        meter.giveUp(
            progress, from: Self.origin(0, since: 1900), after: nil, isMeasured: true, at: Self.at(10_000))
        Self.expect(meter, 8000, "kept back: \(name)")
    }

    @Test(
        "of what is given up before any of it is there: as a time to a first byte, with hls.js",
        arguments: [nil, 1500])
    func givenUpWithoutAByte(wait: Int64?) throws {
        var meter = try Self.meter("hls.js")
        let progress = Progress(
            received: 0, rest: 0, sent: 0, times: .all(at: Self.at(0)), receipt: Self.receipt(0, 0))
        meter.giveUp(
            progress, from: Self.origin(0, since: 0), after: wait.map { .milliseconds($0) }, isMeasured: true,
            at: Self.at(1500))
        Self.expect(meter, nil, "of nothing")
        let latency = meter.throughput.meanLatency - .milliseconds(wait ?? 100)
        #expect(abs(latency.nanoseconds) < 1000)
    }

    /// At 8 Mbit/s a look sees 632 kB that have left the link, of which the 192 kB of audio that come next left after
    /// 384 ms. Whoever measures the network has measured them with the look.
    @Test(
        "what comes after a look that it left before takes no time back",
        arguments: ["shaka", "vhs", "dash.js", "last", "sliding-window", "exoplayer"])
    func olderReceipt(name: String) throws {
        var meter = try Self.meter(name)
        let progress = Progress(
            received: 440_000, rest: 0, sent: 440_000, times: .all(at: Self.at(300)),
            receipt: Self.receipt(632, 632))
        meter.take(onTheWay: progress, from: Self.origin(0, since: 300), after: nil, at: Self.at(932))
        let audio = meter.take(
            chunk: 192_000, from: Self.origin(1, since: 600), Self.receipt(384, 384), at: Self.at(984))
        if !meter.measuresRequests, name != "exoplayer" { Self.expect(meter, 8000, name) }
        let video = meter.take(
            chunk: 1_000_000, from: Self.origin(0, since: 300), Self.receipt(1192, 1192), at: Self.at(1492))
        #expect(audio.busy == .milliseconds(384))
        #expect(video.busy == .milliseconds(808))
        if !meter.measuresRequests { Self.expect(meter, 8000, name) }
    }

    /// 500 kB of video and 500 kB of audio come side by side at 4 Mbit/s, when the audio is called off. The video goes
    /// on, and of it the log says all of the time.
    @Test("what is called off takes no time from what goes on", arguments: ["last", "harmonic-mean", "exoplayer"])
    func calledOffBeside(name: String) throws {
        var meter = try Self.meter(name)
        meter.tellApart(from: Self.receipt(1000, inVain: 500, 2000), endingAll: false, at: Self.at(2000))
        let video = meter.take(
            chunk: 2_000_000, from: Self.origin(0, since: 0), Self.receipt(2500, inVain: 500, 5000),
            at: Self.at(5000))
        #expect(video.busy == .seconds(5))
        Self.expect(meter, 4000, name)
    }

    /// German is selected while the first English segment is under way beside the video.
    @Test(
        "observe no more than the link carries, where another language is selected",
        arguments: ["exoplayer", "shaka", "hls.js"])
    func anotherLanguage(profile: String) throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 25, "request_bytes": 0"#),
            media: .hls(
                [2500], duration_s: 60, segment_s: 4,
                #""audio": [{ "bitrate_kbps": 1000, "language": "en" }, { "bitrate_kbps": 1000, "language": "de" }]"#),
            player: #""profile": "\#(profile)""#,
            script: [.load(), .play(0), .does(2, "select_audio", #""language": "de""#)], until_s: 5
        ).judgedRun()
        let loads = run.player(0).playback.loads
        let busy = loads.reduce(Int64(0)) { $0 + $1.busy }
        #expect(busy > 0 && run.player(0).bytesLoaded * 8 <= busy / 1_000_000 * 4000)
    }

    /// 738 kB of video and 288 kB of audio over 3 Mbit/s: the video is there after 2.746 s, at 2160 kbit/s of its own.
    /// Of that, 1950 and 384 kbit/s are too much for each of them; of 3 Mbit/s they would not be.
    @Test("keeps a player down whose audio comes beside", arguments: ["vhs", "dash.js", "shaka"])
    func besideInARun(profile: String) throws {
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 5, "request_bytes": 0"#),
            media: .hls([984, 1950], duration_s: 120, segment_s: 6, #""audio": [{ "bitrate_kbps": 384 }]"#),
            player: #""profile": "\#(profile)", "first_variant": "lowest""#, script: [.load(), .play(0)], until_s: 5
        ).judgedRun()
        #expect(Diary(run).words("video").prefix(2) == ["video 1: 0..<1", "video 1: 1..<2"])
    }

    /// At 220 kbit/s a segment takes more than 7 s. The third is called off by a seek at 20 s, when 8 Mbit/s begin: the
    /// sixth brings 1.6 Mbit in 0.2 s, after a wait of 50 ms.
    @Test("go up with the first segment after a seek", arguments: ["vhs", "last"])
    func afterASeek(estimator: String) throws {
        let run = try ScenarioText(
            network: .fluid(
                nil,
                """
                "delay_ms": 25, "request_bytes": 0,
                "phases": [{ "for_s": 20, "down_kbps": 220 }, { "down_kbps": 8000 }]
                """),
            media: .hls([400, 4000], duration_s: 28, segment_s: 4),
            player: """
                "keep_up": "first-chunk", "first_variant": "lowest", "switching": "throughput", "evidence_s": 0,
                "throughput": "\(estimator)"
                """,
            script: [.load(), .play(0), .does(20, "seek", #""to_s": 20"#)], until_s: 22
        ).judgedRun()
        let asked = Diary(run).lines.filter { $0.at >= Self.at(20_000) && $0.words.contains(":") }
        #expect(asked.prefix(2).map { $0.description } == ["20 video 1: 5..<6", "20.25 video 2: 6..<7"])
    }

    /// 800 kbit leave a link of 1 Mbit/s in 0.8 s. Where the delay grows by a second meanwhile they come in 1.8 s, at
    /// 444 kbit/s: of that, 600 are too much for each. The others take the time in which the link was busy.
    @Test(
        "count the time by which a delay grows",
        arguments: [("vhs", 1000, 1), ("dash.js", 1000, 1), ("vhs", 0, 2), ("dash.js", 0, 2), ("last", 1000, 2)])
    func growingDelay(estimator: String, ms: Int, variant: Int) throws {
        let run = try ScenarioText(
            network: .fluid(
                1000,
                #"""
                "request_bytes": 0,
                "phases": [{ "for_s": 0.5, "delay_down_ms": 0 }, { "delay_down_ms": \#(ms) }]
                """#),
            media: .hls([400, 600], duration_s: 20, segment_s: 2),
            player: #"""
                "keep_up": "first-chunk", "first_variant": "lowest", "switching": "throughput", "evidence_s": 0,
                "throughput": "\#(estimator)"
                """#,
            script: [.load(), .play(0)], until_s: 3
        ).judgedRun()
        #expect(run.player(0).playback.loads.first?.at == Self.at(800 + Int64(ms)))
        #expect(Diary(run).variants.prefix(2) == [1, variant])
    }

    /// 800 kbit over 1 Mbit/s, which carries nothing for three seconds: before the first bit none is coming, and behind
    /// it one is waited for.
    @Test(
        "bits are coming from the first one of an answer on, whatever the link carries then",
        arguments: ["exoplayer", "last", "vhs"],
        [
            (#"{ "for_s": 3, "down_kbps": 0 }"#, 800),
            (#"{ "for_s": 0.4, "down_kbps": 1000 }, { "for_s": 3, "down_kbps": 0 }"#, 3800),
        ])
    func outage(estimator: String, phases: (String, Int64)) throws {
        let run = try ScenarioText(
            network: .fluid(nil, #""request_bytes": 0, "phases": [\#(phases.0), { "down_kbps": 1000 }]"#),
            media: .hls([400], duration_s: 20, segment_s: 2),
            player: #""keep_up": "first-chunk", "evidence_s": 0, "throughput": "\#(estimator)""#,
            script: [.load(), .play(0)], until_s: 4
        ).judgedRun()
        let load = try #require(run.player(0).playback.loads.first)
        #expect(load.at == Self.at(3800) && load.busy == phases.1 * 1_000_000)
    }

    @Test("no time is told twice, where a file has left the link before a chunk, and comes behind it")
    func overtaken() {
        var book = BusyBook()
        let first = book.takeChunk(at: .seconds(10))
        book.passOver(at: .seconds(8))
        let second = book.takeChunk(at: .seconds(12))
        #expect([first, second] == [.seconds(10), .seconds(2)])
    }
}
