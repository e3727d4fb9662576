import Foundation
import Testing

@testable import autowait

@Suite("Movies of Sabre")
struct SabreCommandTests {
    private static let movie = """
        {"segment_duration_ms": 2000, "bitrates_kbps": [400, 800], "segment_sizes_bits": [
        [800000, 1600000], [800000, 1600000], [800000, 1600000]]}
        """
    private static let network = #"[{"duration_ms": 1000, "bandwidth_kbps": 800, "latency_ms": 0}]"#

    /// A scenario of these words, beside a movie, a network and a movie that is not one.
    private func withFiles(_ text: String, _ body: (String, URL) throws -> Void) throws {
        try Place.withFolder { folder in
            for (name, text) in [
                ("movie.json", Self.movie), ("network.json", Self.network), ("s.json", text),
                ("odd.json", Self.movie.replacingOccurrences(of: "[400, 800]", with: "[400]")),
            ] {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            try body(folder.appendingPathComponent("s.json").path, folder)
        }
    }

    private static func scenario(_ media: String, _ more: String = "") -> String {
        """
        {"network": {"transport": "fluid", "trace": "network.json", "loop": true, "request_bytes": 0},
         "media": \(media), "player": {"keep_up": "first-chunk"}\(more)}
        """
    }

    @Test("an early start that never stalls is found where some later ones stall, and is not called the earliest")
    func earlyStart() throws {
        let path = Place.path("Scenarios/switching/as-in-sabre.json")
        let report = Autowait.reply(to: ["run", path, "--goldilocks"]).output
        let line = try #require(
            report.firstMatch(
                of: /goldilocks_start_s +([0-9.]+) s, found by a search in \d+ runs; an earlier one may exist/))
        #expect(try #require(Double(line.1)) < 0.65, "\(line.0)")
        func stalls(_ wait: String) -> Bool {
            let rule = #"player.keep_up={"rule":"fixed-wait","wait_s":\#(wait)}"#
            return !Autowait.reply(to: ["run", path, "--set", rule, "--set", "expect={}"]).output
                .contains(/stall_count +0\n/)
        }
        #expect(stalls("0") && !stalls(String(line.1)) && stalls("5"))
    }

    @Test("are media like others")
    func media() throws {
        try withFiles(Self.scenario(#""movie.json""#)) { path, _ in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == .asExpected)
            #expect(reply.output.contains("startup_time_s            1 s\n"))
            #expect(reply.output.contains("end_reached               yes\n"))
            #expect(Autowait.reply(to: ["check", path]).code == .asExpected)
        }
    }

    /// Each of three segments comes in a second, and plays for two: 7 s from the request to the end.
    @Test("are reported on as Sabre does")
    func report() throws {
        try withFiles(Self.scenario(#""movie.json""#)) { path, _ in
            let reply = Autowait.reply(to: ["run", path, "--format", "sabre"])
            #expect(reply.code == .asExpected && reply.errors.isEmpty)
            let lines = reply.output.split(separator: "\n")
            #expect(lines.count == 17)
            for line in [
                "total played bitrate: 1200.000000", "total play time: 7.000000", "total play time chunks: 3.500000",
                "total rebuffer: 0.000000", "total bitrate change: 0.000000", "time average played utility: 0.000000",
            ] { #expect(lines.contains { $0 == line }, "\(line)") }
        }
    }

    @Test("have no figures where Sabre could have none")
    func refused() throws {
        let file = #"{"kind": "progressive", "duration_s": 4, "bitrate_kbps": 100}"#
        let idle = Self.scenario(#""movie.json""#, #", "script": []"#)
        for text in [Self.scenario(file), idle] {
            try withFiles(text) { path, _ in
                let reply = Autowait.reply(to: ["run", path, "--format", "sabre"])
                #expect(reply.code == .badData && reply.output.isEmpty)
                #expect(
                    reply.errors == "\(path): error: nothing of a stream was played, so Sabre has no figures\n")
            }
        }
        let several = """
            {"players": [{"name": "a", "media": "movie.json"}, {"name": "b", "media": "movie.json"}]}
            """
        try withFiles(several) { path, _ in
            #expect(Autowait.reply(to: ["run", path]).code == .asExpected)
            let reply = Autowait.reply(to: ["run", path, "--format", "sabre"])
            #expect(reply.code == .badData && reply.output.isEmpty)
            #expect(reply.errors == "\(path): error: Sabre knows one player alone\n")
        }
    }

    @Test("that cannot be had are said to be so, at their place")
    func wrong() throws {
        try withFiles(Self.scenario(#""odd.json""#)) { path, folder in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == .badData)
            let odd = folder.appendingPathComponent("odd.json").path
            #expect(reply.errors.hasSuffix("odd.json:2:1: error: a segment has 2 sizes, and the ladder 1 bit rate\n"))
            #expect(FileManager.default.fileExists(atPath: odd))
        }
        try withFiles(Self.scenario(#""nowhere.json""#)) { path, _ in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == .missingFile)
            #expect(reply.errors.contains("s.json:2:11: error: 'nowhere.json' is not there"))
        }
        try withFiles(Self.scenario(#""movie.json""#)) { path, _ in
            let reply = Autowait.reply(to: ["run", path, "--format", "sabr"])
            #expect(reply.code == .usage && reply.errors.contains("did you mean 'sabre'?"))
        }
    }

    @Test("are no scenarios, and a folder that is tested may hold them; one that is wrong is not passed over")
    func folders() throws {
        try withFiles(Self.scenario(#""movie.json""#)) { _, folder in
            let reply = Autowait.reply(to: ["test", "--update", folder.path])
            #expect(reply.output.contains("odd.json") && !reply.output.contains("movie.json"))
            #expect(!reply.output.contains("network.json"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("odd.json"))
            #expect(Autowait.reply(to: ["test", folder.path]).code == .asExpected)
        }
    }

    @Test("and networks that are shipped are what they say")
    func shipped() throws {
        let rates = [500, 1000, 2000, 4000, 8000]
        let segments = (0..<60).map { segment in
            "    [" + rates.map { String($0 * 40 * (80 + segment * 37 % 41)) }.joined(separator: ", ") + "]"
        }
        let movie = """
            {
              "segment_duration_ms": 4000,
              "bitrates_kbps": [500, 1000, 2000, 4000, 8000],
              "segment_sizes_bits": [
            \(segments.joined(separator: ",\n"))
              ]
            }

            """
        #expect(try Place.text("Scenarios/switching/sabre/round-movie.json") == movie)
        let periods = (1...13).map {
            "  { \"duration_ms\": 10000, \"bandwidth_kbps\": \(500 * ($0 * 7 % 13)), \"latency_ms\": 100 }"
        }
        let network = "[\n" + periods.joined(separator: ",\n") + "\n]\n"
        #expect(try Place.text("Scenarios/switching/sabre/round-network.json") == network)
    }
}
