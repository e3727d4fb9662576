import Foundation
import Testing

@testable import autowait

@Suite("autowait trace")
struct TraceCommandTests {
    static let train = Place.path("Scenarios/networks/train-with-tunnels.csv")

    static let phone = Place.path("Scenarios/journeys/phone-log.csv")

    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let code: ExitCode
        /// The text that stdout, and that stderr, must contain; empty is nothing at all.
        let output: String
        let errors: String

        init(_ arguments: [String], _ code: ExitCode, output: String = "", errors: String = "") {
            self.arguments = arguments
            self.code = code
            self.output = output
            self.errors = errors
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases: [Case] = [
        Case([train], .asExpected, output: "duration_s                600 s\n"),
        Case([train, "--format", "json"], .asExpected, output: "\"begins_again\": false,"),
        Case([train, "--to", "pensieve"], .asExpected, output: "\n600 ", errors: "pensieve begins again at its end"),
        Case([train, "--to", "mahimahi"], .asExpected, output: "\n", errors: "whole packets only"),
        Case(
            ["--make", "steady", "--duration", "2"], .asExpected, output: "# autowait trace --make steady --seed 1"),
        Case(["--make", "steady", "--duration", "2", "--to", "sabre"], .asExpected, output: "[\n  {\"duration_ms\""),
        Case(["--make", "drive", "--format", "text"], .asExpected, output: "outages                   1"),
        Case(
            ["--make", "steady", "--set", "mean_kbps=8", "--set", "jitter_ratio=0", "--duration=0.5"], .asExpected,
            output:
                "--duration 0.5 --set mean_kbps=8 --set jitter_ratio=0\nseconds,bits_per_second\n0,8000\n0.5,8000\n"
        ),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "kbps=DL_bitrate"], .asExpected,
            output: "duration_s                120 s\n", errors: "phone-log.csv:8:"),
        Case(
            [
                phone, "--column", "time=Timestamp", "--column", "kbps=DL_bitrate", "--where", "State=D", "--to",
                "csv",
            ],
            .asExpected, output: "seconds,bits_per_second\n0,", errors: "warning: "),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "bps=DL_bitrate"], .asExpected,
            output: "duration_s                120 s\n", errors: "is that the unit of the column?"),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "kbps=DL_bitrat"], .badData,
            errors: "--column kbps=DL_bitrat: error: the table has no column 'DL_bitrat'; did you mean 'DL_bitrate'?"),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "kbsp=3"], .badData,
            errors: "--column kbsp=3: error: unknown key 'kbsp' in columns; did you mean 'kbps'?"),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "gbps=3"], .badData,
            errors: "unknown key 'gbps' in columns; did you mean 'bps', which counts bit/s?"),
        Case(
            [phone, "--column", "time=Timestamp", "--column", "kbps=DL_bitrate", "--where", "State=X"], .badData,
            errors: "--where State=X: error: no line has 'X' there; the first one has 'I'"),
        Case([phone, "--column", "kbps"], .usage, errors: "'--column kbps' says nothing; write --column kbps=DL"),
        Case([phone, "--where", "State=D"], .badData, errors: "'time' is missing"),
        Case(["--make", "steady", "--column", "time=1"], .usage, errors: "'--column' is for a FILE"),
        Case(["--help"], .asExpected, output: "--make steady|"),
        Case([], .usage, errors: "FILE is missing, or --make KIND"),
        Case([train, "--make", "train"], .usage, errors: "'--make' reads no FILE"),
        Case([train, "--seed", "1"], .usage, errors: "'--seed' is for '--make'"),
        Case([train, "--format", "json", "--to", "csv"], .usage, errors: "give one of them"),
        Case([train, "--to", "sabr"], .usage, errors: "did you mean 'sabre'?"),
        Case([train, "--format", "xml"], .usage, errors: "'xml' is no format"),
        Case([train, "--format", "sabre"], .usage, errors: "and '--to' converts; write --to sabre"),
        Case(["--make", "train", "--to", "json"], .usage, errors: "and '--to' converts; write --format json"),
        Case([train, "--format", "sabre", "--to", "csv"], .usage, errors: "'sabre' is no format; known here: text"),
        Case(["--make", "trian"], .usage, errors: "did you mean 'train'?"),
        Case(["--make", "train", "--set", "tunel_s=1"], .usage, errors: "did you mean 'tunnel_s'?"),
        Case(["--make", "train", "--set", "tunnel_s"], .usage, errors: "sets nothing"),
        Case(["--make", "train", "--seed", "-1"], .usage, errors: "whole number"),
        Case(["--make", "train", "--duration", "0"], .usage, errors: "'duration' must be from"),
        Case(["--make", "train", "--duration", "3x"], .usage, errors: "'duration' must be a number, not '3x'"),
        Case(["--make", "steady", "--set", "mean_kbps=0", "--to", "mahimahi"], .badData, errors: "not one packet"),
        Case(["no/such.csv"], .missingFile, errors: "no/such.csv: error: no such file"),
        Case([Place.package.path], .badData, errors: "this is a folder"),
        Case([Place.path("Package.swift")], .badData, errors: "Package.swift:1:1: error: "),
    ]

    @Test("answers with the right words on the right stream, and the right code", arguments: cases)
    func answer(_ wanted: Case) {
        let reply = Autowait.reply(to: ["trace"] + wanted.arguments)
        #expect(reply.code == wanted.code)
        #expect(wanted.output.isEmpty ? reply.output.isEmpty : reply.output.contains(wanted.output))
        #expect(
            wanted.errors.isEmpty ? reply.errors.isEmpty : reply.errors.contains(wanted.errors), "\(reply.errors)")
        #expect(reply.errors.isEmpty || reply.errors.hasSuffix("\n"))
    }

    @Test("JSON is JSON, for other programs too")
    func json() throws {
        let reply = Autowait.reply(to: ["trace", Self.train, "--format", "json"])
        let object = try JSONSerialization.jsonObject(with: Data(reply.output.utf8)) as? [String: Any]
        #expect(object?["duration_s"] as? Int == 600)
        #expect((object?["profile_kbps"] as? [Any])?.count == 72)
    }

    @Test(
        "a shipped trace is what the command in its first line makes",
        arguments: Place.files(in: "Scenarios/networks", ending: ".csv"))
    func shipped(path: String) throws {
        let text = try Place.text(path)
        let recipe = try #require(text.split(separator: "\n").first).split(separator: " ").map(String.init)
        try #require(recipe.prefix(3) == ["#", "autowait", "trace"])
        #expect(Autowait.reply(to: Array(recipe.dropFirst(2))).output == text)
    }

    @Test("there are shipped traces, and 'list traces' names every kind")
    func kinds() {
        #expect(Place.files(in: "Scenarios/networks", ending: ".csv").count >= 4)
        let list = Autowait.reply(to: ["list", "traces"]).output
        let ends = "The mean time in a tunnel; likewise, or to the ride's end if sooner."
        for word in ["steady", "markov", "train", "drive", "mean_kbps", "tunnel_s", "cell_s", ends] {
            #expect(list.contains(word))
        }
    }
}
