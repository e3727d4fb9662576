import PlayerModel
import Testing

@testable import Simulation

/// Downloads as a scenario has them: segments of given sizes, which a player asks for one after the other on one
/// connection. Measurements are held against its times, so that nothing lies between them and what a person sees.
struct MeasuredScenario: Sendable {
    /// Times are nanoseconds from the request, as the player made it.
    struct Response: Sendable {
        let firstByte_ns: Int64
        let total_ns: Int64
    }

    /// The responses of one player. The first one's times run from the connection's start, as measured.
    struct Responses: Sendable {
        let connect_ns: Int64
        let all: [Response]
    }

    /// Thousandths of kbit/s.
    var down: Int64
    var up: Int64
    var roundTrip_ms: Int64
    var bodies_bytes: [Int64]
    var request_bytes: Int64
    var header_bytes: Int64
    /// The playlist that is fetched before, on the same connection.
    var playlist_bytes: Int64?
    /// Stretches of time with other rates down, in the place of `down`.
    var down_phases: JSONPart?
    /// More members of the network.
    var network: JSONPart = ""
    /// The instants at which players begin.
    var starts_s: [JSONPart] = [0]

    /// The time that a client needs before its first packet, which connecting took longer than the link does.
    static let setup_ns: Int64 = 190_000

    /// Bodies of so many bytes each, with the requests and headers of the measurements, on a path whose rate up is a
    /// third of the rate down.
    init(down: Int64, roundTrip_ms: Int64, bodies_bytes: [Int64]) {
        (self.down, up, self.roundTrip_ms, self.bodies_bytes) = (down, down / 3, roundTrip_ms, bodies_bytes)
        let plain = HTTPTransfer(body_bytes: bodies_bytes[0])
        (request_bytes, header_bytes) = (plain.request_bytes, plain.header_bytes)
    }

    private var link: JSONPart {
        .members([
            #""http": "1.1", "tls": "none", "think_ms": 0.15, "timeout_s": 86400"#,
            down_phases.map { "\"phases\": [\($0)]" } ?? "\"down_kbps\": \(Self.exact(down))",
            "\"up_kbps\": \(Self.exact(up))",
            "\"delay_ms\": \(Self.exact(roundTrip_ms * 500))",
            "\"request_bytes\": \(request_bytes), \"response_header_bytes\": \(header_bytes)", network,
        ])
    }

    private static func exact(_ thousandths: Int64) -> String { NumberText.exact(thousandths, places: 3) }

    func read() throws -> Scenario {
        let sizes = bodies_bytes.map { JSONPart("\($0)") }
        let playlist: JSONPart = playlist_bytes.map { "\"playlist_bytes\": \($0)" } ?? ""
        let variant: JSONPart = "\"bitrate_kbps\": 1000, \"segment_bytes\": \(JSONPart.list(sizes))"
        let media = JSONPart.hls([variant.and(playlist)], segment_s: 1)
        let players = starts_s.map { ScenarioText(name: "from \($0) s", media: media, script: [.load($0)]) }
        guard players.count > 1 else {
            return try ScenarioText(network: link, media: media, script: [.load(starts_s[0])]).read()
        }
        return try ScenarioText(network: link, players: players).read()
    }

    func run() throws -> [Responses] { try Self.responses(Run(read())) }

    /// The total times of one download in µs, over the seeds.
    func totals_us(seeds: ClosedRange<UInt64>) throws -> [Int64] {
        var scenario = try read()
        return try seeds.map { seed in
            scenario.seed = seed
            return try #require(Self.responses(Run(scenario))[0].all.first).total_ns / 1000
        }
    }

    private static func responses(_ run: Run) throws -> [Responses] {
        func time(_ note: NetworkNote) throws -> Int64 {
            let entry = run.trace.entries.first { $0.record == .network(note) }
            return try #require(entry).at.nanoseconds
        }
        let (known, connected) = (try time(.lookedUp(host: 0)), try time(.connected(host: 0)))
        return try run.players.enumerated().map { index, player in
            let segments = player.playback.exchanges.filter { $0.kind == .video }
            let opens = !player.playback.exchanges.contains { $0.kind == .videoPlaylist }
            let responses = try segments.enumerated().map { number, segment in
                // The connection begins as soon as the address is known, and with it the measurement.
                let begins = index == 0 ? known : segment.at.nanoseconds
                let asked = number == 0 && opens ? begins - setup_ns : segment.at.nanoseconds
                let (first, end) = (try #require(segment.firstByteAt), try #require(segment.end))
                #expect(end.how == .whole)
                return Response(firstByte_ns: first.nanoseconds - asked, total_ns: end.at.nanoseconds - asked)
            }
            return Responses(connect_ns: index == 0 ? connected - known + setup_ns : 0, all: responses)
        }
    }
}
