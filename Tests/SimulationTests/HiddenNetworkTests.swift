import PlayerModel
import Testing

@testable import Simulation

/// Sessions over networks that only their logs tell of: a rule's log, and another rule over what is inferred from it.
@Suite("What is inferred from a log foretells another rule")
struct HiddenNetworkTests {
    private struct Hidden {
        let network: String
        let transport: Transport.Kind
        let segment: Int
        let first: String
        let second: String
    }

    private static let players = ["avplayer", "hls.js", "exoplayer", "shaka", "dash.js"]

    /// A network of one of three kinds: constant, steps, or a good state and a bad one.
    private static func hidden(_ draw: UInt64) -> Hidden {
        var stream = RandomStream(seed: draw, name: "hidden network")
        func between(_ low: UInt64, _ high: UInt64) -> UInt64 { low + stream.below(high - low) }
        /// One of so many doublings, each as likely.
        func rate(_ least: UInt64, _ doublings: UInt64) -> UInt64 {
            between(least, 2 * least) << stream.below(doublings)
        }
        var phases: [String] = []
        var left = 600
        let (good, bad) = (rate(500, 3), rate(60, 3))
        var isGood = true
        while left > 0 {
            let (length, kbps): (Int, UInt64)
            switch draw % 3 {
            case 0: (length, kbps) = (600, rate(250, 4))
            case 1: (length, kbps) = (Int(between(10, 60)), rate(110, 5))
            default:
                (length, kbps) = (Int(isGood ? between(10, 40) : between(3, 12)), isGood ? good : bad)
                isGood.toggle()
            }
            phases.append("{\"for_s\": \(length), \"down_kbps\": \(kbps)}")
            left -= length
        }
        let kind: Transport.Kind = draw / 3 % 2 == 0 ? .fluid : .tcp
        let delay = between(5, 50)
        let network =
            "\"phases\": [\(phases.joined(separator: ", "))], \"delay_ms\": \(delay), \"transport\": \"\(kind.name)\""
        let first = Int(stream.below(5))
        let second = (first + 1 + Int(stream.below(4))) % 5
        return Hidden(
            network: network, transport: kind, segment: [2, 4, 6][Int(stream.below(3))], first: players[first],
            second: players[second])
    }

    private static func scenario(_ hidden: Hidden, _ player: String, length: Int) throws -> Scenario {
        try readScenario(
            """
            {"network": {\(hidden.network)},
             "media": {"kind": "hls", "duration_s": \(length), "segment_s": \(hidden.segment), "variants": [
               {"bitrate_kbps": 300}, {"bitrate_kbps": 700}, {"bitrate_kbps": 1500}, {"bitrate_kbps": 3000}]},
             "player": "\(player)", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """)
    }

    private static func inference(_ run: Run, _ kind: Transport.Kind, members: Int) throws -> Inference {
        let text = JSONReport.text(run, includingTrace: false)
        let log = try InferenceLog(FieldReader.read(Array(text.utf8)))
        var settings = Inference.Settings()
        (settings.transport, settings.memberCount) = (Transport(kind), members)
        return Inference(log, settings)
    }

    @Test("the report of a run has the bytes and the times of its requests")
    func report() throws {
        let hidden = Self.hidden(0)
        let run = try Run(Self.scenario(hidden, "hls.js", length: 24))
        let text = JSONReport.text(run, includingTrace: false)
        let session = try FieldReader.read(Array(text.utf8))
        let exchanges = run.player(0).playback.exchanges.filter { $0.end?.how == .whole }
        #expect(session.records.count == exchanges.count && !exchanges.isEmpty)
        let bytes = session.records.reduce(Int64(0)) { $0 + ($1.bytes ?? 0) }
        #expect(bytes == run.player(0)["down_bytes"] ?? run.player(0).bytesDown)
        let first = exchanges.map { $0.at.nanoseconds }.min() ?? 0
        for (record, exchange) in zip(session.records, exchanges.sorted { $0.at < $1.at }) {
            #expect(record.request == exchange.at.nanoseconds - first)
            #expect(record.lastByte == (exchange.end?.at.nanoseconds ?? 0) - first)
        }
    }

    /// A session foretold: how much of it the log does not tell, how far off stall time is, naively too, in seconds,
    /// and whether the interval holds the truth.
    private struct Foretold {
        let extrapolated: Int64
        let off: Double
        let naiveOff: Double
        let isInside: Bool
    }

    private static func foretold(_ draw: UInt64, length: Int) throws -> Foretold {
        let hidden = hidden(draw)
        let inference = try inference(
            Run(scenario(hidden, hidden.first, length: length)), hidden.transport, members: 20)
        let other = try scenario(hidden, hidden.second, length: length)
        let truth = try #require(SessionOutcome(Run(other).player(0))?.stallTime)
        let session = try WhatIfSession([other], inference, firstRequest: .zero) { count, body in
            (0..<count).map { body($0) }
        }
        let stalls = try #require(session.spread(0, .stallTime))
        let (low, median, high) = (stalls.low, stalls.median, stalls.high)
        let naive = try #require(session.naive(0, .stallTime))
        // To a twentieth of a second, which nobody sees.
        let margin: Int64 = 50_000_000
        return Foretold(
            extrapolated: session.extrapolated(0) ?? 1_000_000, off: Double(abs(median - truth)) / 1e9,
            naiveOff: Double(abs(naive - truth)) / 1e9, isInside: low - margin...high + margin ~= truth)
    }

    /// Two of them by default, for which nothing can be said but that they come to an end. In debug, where nothing is
    /// specialised, all of them would take an hour: there some shorter ones are held against their intervals alone. So
    /// few are off by what comes in outages, as the naive network is.
    ///
    /// Of 200, 58 were extrapolated up to 5 %, and off by 0.14 s where the naive network is by 5.64. Of the 109 up to
    /// 20 % it was 0.57 and 5.84; beyond that 6.9 and 7.4: what counts happened while nothing was fetched.
    @Test("stalls of another rule, the nearer the more it stays within what the first explored")
    func otherRule() throws {
        #if DEBUG
            let draws = Thoroughness.draws(2, of: 16)
        #else
            let draws = Thoroughness.draws(2, of: 200)
        #endif
        let (isWhole, isSome) = (draws.count == 200, draws.count > 2)
        let all = try draws.map { try Self.foretold($0, length: isWhole ? 300 : isSome ? 120 : 40) }
        #expect(all.allSatisfy { 0...1_000_000 ~= $0.extrapolated })
        if isSome, !isWhole {
            #expect(all.count { $0.isInside } > all.count / 2, "\(all.map { $0.isInside })")
        }
        guard isWhole else { return }
        for (most, share) in [(50_000, 0.25), (200_000, 0.5)] as [(Int64, Double)] {
            let own = all.filter { $0.extrapolated <= most }
            let (off, naive) = (own.reduce(0) { $0 + $1.off }, own.reduce(0) { $0 + $1.naiveOff })
            #expect(own.count > 40 && off <= share * naive, "\(own.count): \(off), \(naive)")
            let inside = own.count { $0.isInside }
            // Of sessions that stall in no network that may have been, each is inside: there are more than 95 %.
            #expect(100 * inside >= 85 * own.count, "\(inside) of \(own.count)")
        }
    }
}
