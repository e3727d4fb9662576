import Foundation
import Testing

@testable import autowait

@Suite("The command line")
struct CommandLineTests {
    static let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")

    private static let playlist = Place.path("Scenarios/media/ladder/master.m3u8")

    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let code: ExitCode
        /// The text that stdout, and that stderr, must contain; empty is nothing at all.
        let output: String
        let errors: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases: [Case] = [
        Case(arguments: [], code: .usage, output: "", errors: "autowait run"),
        Case(arguments: ["--help"], code: .asExpected, output: "autowait test", errors: ""),
        Case(arguments: ["-h"], code: .asExpected, output: "autowait test", errors: ""),
        Case(arguments: ["help", "run"], code: .asExpected, output: "--format text|json", errors: ""),
        Case(arguments: ["run", "--help"], code: .asExpected, output: "--set KEY=VALUE", errors: ""),
        Case(arguments: ["--version"], code: .asExpected, output: "model 45", errors: ""),
        Case(arguments: ["-V"], code: .asExpected, output: "model 45", errors: ""),
        Case(arguments: ["version"], code: .asExpected, output: "model 45", errors: ""),
        Case(arguments: ["help"], code: .asExpected, output: "autowait init", errors: ""),
        Case(arguments: ["help"], code: .asExpected, output: "read, but by 'init' and 'merge', - is", errors: ""),
        Case(arguments: ["test", "--help"], code: .asExpected, output: "1    an expectation is not met", errors: ""),
        Case(arguments: ["help", "rnu"], code: .usage, output: "", errors: "did you mean 'run'?"),
        Case(arguments: ["--verison"], code: .usage, output: "", errors: "did you mean '--version'?"),
        Case(arguments: ["--trace", demo], code: .usage, output: "", errors: "options come after it"),
        Case(arguments: [demo], code: .usage, output: "", errors: "did you mean 'autowait run \(demo)'?"),
        Case(
            arguments: [Place.path("Scenarios")], code: .usage, output: "", errors: "did you mean 'autowait test /"),
        Case(arguments: ["rnu"], code: .usage, output: "", errors: "did you mean 'run'?"),
        Case(
            arguments: ["run"], code: .usage, output: "", errors: "FILE is missing: name a scenario; 'autowait init'"),
        Case(
            arguments: ["run", demo, "--vary"], code: .usage, output: "",
            errors: "it belongs to 'autowait compare' and 'autowait whatif'\n"),
        Case(
            arguments: ["init", "x", "-o", "y"], code: .usage, output: "",
            errors: "unknown option '-o': other commands have it, and 'autowait init' does not\n"),
        Case(
            arguments: ["why", demo, "--format", "json"], code: .usage, output: "",
            errors: "unknown option '--format': other commands have it, and 'autowait why' does not\n"),
        Case(arguments: ["run", demo, "-x"], code: .usage, output: "", errors: "unknown option '-x'"),
        Case(
            arguments: ["run", demo, "–format=html"], code: .usage, output: "",
            errors: "'–format=html' begins with a typographic dash; write --format=html\n"),
        Case(
            arguments: ["test", demo, "—q"], code: .usage, output: "",
            errors: "'—q' begins with a typographic dash; write -q\n"),
        Case(
            arguments: ["run", demo, "–o=a b.html"], code: .usage, output: "",
            errors: "'–o=a b.html' begins with a typographic dash; write -o 'a b.html'\n"),
        Case(
            arguments: ["fit", "-", "-", "--fit", "player.keep_up.start_s=1..9"], code: .usage, output: "",
            errors: "standard input is one file, and 'fit' takes two: name the template or the table\n"),
        Case(arguments: ["run", ""], code: .missingFile, output: "", errors: "'': error: no such file\n"),
        Case(arguments: ["check", "–nowhere.json"], code: .missingFile, output: "", errors: "no such file"),
        Case(arguments: ["run", demo, "-hx"], code: .usage, output: "", errors: "unknown option '-hx'"),
        Case(arguments: ["run", demo, "-o"], code: .usage, output: "", errors: "'-o' needs a value: -o FILE"),
        Case(
            arguments: ["run", demo, "-o=x.txt"], code: .usage, output: "",
            errors: "'-o' takes a value without '=': -o FILE, or --output=FILE\n"),
        Case(
            arguments: ["run", demo, "--record", "./x.log", "-o", "./x.log"], code: .usage, output: "",
            errors: "would be written twice"),
        Case(
            arguments: ["run", demo, "--record", "x.log", "-o", "./x.log"], code: .usage, output: "",
            errors: "would be written twice"),
        Case(
            arguments: ["run", demo, "--record", "Tests/../x.log", "-o", "x.log"], code: .usage, output: "",
            errors: "would be written twice"),
        Case(
            arguments: ["run", demo, "-o", "x.txt", "--output=y.txt"], code: .usage, output: "",
            errors: "'-o' takes one file, and is given twice"),
        Case(
            arguments: ["test", demo, "--html", "x", "--html", "y"], code: .usage, output: "",
            errors: "'--html' takes one folder, and is given twice"),
        Case(
            arguments: ["run", demo, "--seed", "1", "--seed=1"], code: .usage, output: "",
            errors: "'--seed' takes one value, and is given twice"),
        Case(
            arguments: ["compare", demo, "--seeds", "1", "--seeds", "2", "--seeds", "3"], code: .usage, output: "",
            errors: "'--seeds' takes one value, and is given 3 times"),
        Case(arguments: ["test", demo, "--list"], code: .asExpected, output: demo + "\n", errors: ""),
        Case(arguments: ["test", "-q", demo], code: .asExpected, output: "1 scenario: ok.", errors: ""),
        Case(arguments: ["check", "--quiet", demo], code: .asExpected, output: "1 file: ok.", errors: ""),
        Case(
            arguments: ["check", demo, "--set", "player.keep_up=vlx"], code: .badData, output: "",
            errors: "'keep_up' cannot be 'vlx'; did you mean 'vlc'?"),
        Case(
            arguments: ["check", playlist, "--set", "player.keep_up=vlc"], code: .usage, output: "",
            errors: "master.m3u8 is none"),
        Case(arguments: ["test", "--update", "-"], code: .usage, output: "", errors: "the golden of standard input"),
        Case(
            arguments: ["test", "--budget", "stall_count=+0", "-"], code: .usage, output: "",
            errors: "'--budget' has no baseline of standard input"),
        Case(arguments: ["run", "a", "b"], code: .usage, output: "", errors: "it takes FILE and nothing more"),
        Case(arguments: ["diff", "a"], code: .usage, output: "", errors: "it takes A B, and there is only 1"),
        Case(arguments: ["diff", "a", "b", "c"], code: .usage, output: "", errors: "it takes A B and nothing more"),
        Case(
            arguments: ["run", demo, "--fromat", "json"], code: .usage, output: "", errors: "did you mean '--format'?"
        ),
        Case(
            arguments: ["run", demo, "--format"], code: .usage, output: "",
            errors: "needs a value: --format text|json"),
        Case(arguments: ["run", demo, "--format=yaml"], code: .usage, output: "", errors: "'yaml' is no format"),
        Case(arguments: ["run", demo, "--trace=1"], code: .usage, output: "", errors: "'--trace' takes no value"),
        Case(arguments: ["run", demo, "--rows", "5"], code: .usage, output: "", errors: "'--rows' takes 'all'"),
        Case(
            arguments: ["run", demo, "--format", "sabre", "--trace"], code: .usage, output: "",
            errors: "'--trace' is for text and json"),
        Case(
            arguments: ["run", demo, "--format", "p1203", "--goldilocks"], code: .usage, output: "",
            errors: "'--goldilocks' is for text, json, html and svg"),
        Case(
            arguments: ["run", demo, "--format", "html", "--engine", "p.html", "--title", "x"], code: .usage,
            output: "",
            errors: "'--title' changes nothing beside '--engine'"),
        Case(
            arguments: ["run", demo, "--format", "html", "--engine", "p.html", "--record", "r.log"], code: .usage,
            output: "", errors: "'--record' changes nothing beside '--engine'"),
        Case(arguments: ["run", demo, "--seed", "x"], code: .usage, output: "", errors: "whole number"),
        Case(arguments: ["run", demo, "--set", "x"], code: .usage, output: "", errors: "sets nothing"),
        // A shell takes the quotes away.
        Case(
            arguments: ["run", demo, "--set", "network.http=3"], code: .badData, output: "",
            errors: #"'http' must be a word in double quotes, not a number; write '"3"'"#),
        Case(
            arguments: ["run", demo, "--set", "network.http=4"], code: .badData, output: "",
            errors: "'http' must be a word in double quotes, not a number\n"),
        Case(
            arguments: ["run", demo, "--set", "network.down_kpbs=5"], code: .badData, output: "",
            errors: "'down_kbps'"),
        Case(
            arguments: ["run", "no/such.json"], code: .missingFile, output: "",
            errors: "no/such.json: error: no such file"),
        Case(arguments: ["run", Place.package.path], code: .badData, output: "", errors: "this is a folder"),
        Case(arguments: ["run", demo], code: .asExpected, output: "stall_count               1", errors: ""),
        Case(arguments: ["run", "--", demo], code: .asExpected, output: "stall_count               1", errors: ""),
        Case(
            arguments: ["run", demo, "--format=json"], code: .asExpected, output: "\"stall_count\": 1,", errors: ""),
        Case(
            arguments: ["run", demo, "--seed", "7", "--format", "json"], code: .asExpected, output: "\"seed\": 7",
            errors: ""),
        Case(
            arguments: ["run", demo, "--trace"], code: .asExpected, output: "loader: the clock moves otherwise",
            errors: ""),
        Case(arguments: ["check", demo], code: .asExpected, output: "ok  ", errors: ""),
        Case(arguments: ["check", demo, "nowhere.json"], code: .missingFile, output: "ok  ", errors: "nowhere.json"),
        Case(arguments: ["test"], code: .usage, output: "", errors: "PATH… is missing"),
        Case(arguments: ["test", "README.md"], code: .usage, output: "", errors: "ends in .json"),
        Case(arguments: ["test", "no/such/folder.json"], code: .missingFile, output: "", errors: "no such file"),
        Case(arguments: ["list"], code: .asExpected, output: "autowait list heuristics", errors: ""),
        Case(arguments: ["list", "metrics"], code: .asExpected, output: "startup_time_s", errors: ""),
        Case(arguments: ["list", "actions"], code: .asExpected, output: "play_immediately", errors: ""),
        Case(arguments: ["list", "throughput"], code: .asExpected, output: "sliding-window", errors: ""),
        Case(arguments: ["list", "variants"], code: .asExpected, output: "first-listed", errors: ""),
        Case(
            arguments: ["list", "presets"], code: .asExpected,
            output: "values as commonly reported; not an Apple pub",
            errors: ""),
        Case(
            arguments: ["run", demo, "--set", "network=3G"], code: .asExpected, output: "network  3G (", errors: ""),
        Case(
            arguments: ["list", "decisions"], code: .asExpected, output: "goldilocks_distance_mean_s -  ", errors: ""),
        Case(arguments: ["list", "metrics", "STALL_c"], code: .asExpected, output: "stall_count", errors: ""),
        Case(arguments: ["list", "metrics", "stal_count"], code: .usage, output: "", errors: "mean 'stall_count'?"),
        Case(
            arguments: ["list", "keep_up"], code: .usage, output: "",
            errors: "'keep_up' is no list; 'autowait list heuristics' has what 'keep_up' may be"),
        Case(arguments: ["list", "heuristcs"], code: .usage, output: "", errors: "did you mean 'heuristics'?"),
        Case(arguments: ["bench", "que"], code: .usage, output: "", errors: "did you mean 'queue'?"),
    ]

    @Test("answers with the right words on the right stream, and the right code", arguments: cases)
    func answer(_ wanted: Case) {
        let reply = Autowait.reply(to: wanted.arguments)
        #expect(reply.code == wanted.code)
        #expect(wanted.output.isEmpty ? reply.output.isEmpty : reply.output.contains(wanted.output))
        #expect(wanted.errors.isEmpty ? reply.errors.isEmpty : reply.errors.contains(wanted.errors))
        #expect(reply.errors.isEmpty || reply.errors.hasSuffix("\n"))
    }

    @Test("JSON is JSON, for other programs too")
    func json() throws {
        let reply = Autowait.reply(to: ["run", Self.demo, "--format", "json", "--trace"])
        let object = try JSONSerialization.jsonObject(with: Data(reply.output.utf8)) as? [String: Any]
        let metrics = object?["metrics"] as? [String: Any]
        #expect(metrics?["stall_count"] as? Int == 1)
        #expect(metrics?["end_reached"] as? Bool == true)
        let rows = object?["rows"] as? [[String: Any]]
        #expect(rows?.first?["timeControlStatus"] as? String == "paused")
        #expect((object?["trace"] as? [String])?.isEmpty == false)
    }

    @Test("a text report of the longest run fits into 80 lines, and --rows all shows the rest")
    func rows() {
        let stream = #"media={"kind":"hls","duration_s":3000,"variants":[{"bitrate_kbps":2000}]}"#
        let arguments = ["run", Self.demo, "--set", stream, "--set", "network.down_kbps=9000", "--set", "script=[]"]
        let play = ["--set", #"script=[{"at_s":0,"do":"load"},{"at_s":0,"do":"play"}]"#]
        let short = Autowait.reply(to: arguments + play).output
        let long = Autowait.reply(to: arguments + play + ["--rows", "all"]).output
        #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 81)
        #expect(short.contains(" (--rows all shows them)\n"))
        #expect(long.count > short.count * 2)
        #expect(!long.contains("--rows all"))
    }

    @Test("a preferredPeakBitRate in the wrong unit is a warning, and the scenario is still ok (A.60)")
    func warning() {
        let path = Place.path("Scenarios/startup/option-a-unit-mistake.json")
        let reply = Autowait.reply(to: ["check", path])
        #expect(reply.output == "ok  \(path)\n")
        #expect(
            reply.errors.hasPrefix("\(path):19:35: warning: preferredPeakBitRate is 2000 bit/s, below every variant"))
        #expect(reply.code == .asExpected)
    }

    @Test("check says where a request without autowait comes before media, and what follows from it here")
    func earlyRequest() {
        func errors(_ name: String) -> String {
            Autowait.reply(to: ["check", Place.path("Scenarios/field-reports/\(name).json")]).errors
        }
        let quick = errors("autowait-off-starts-quickly")
        #expect(quick.contains("warning: at 0 s playback is asked for without autowait before media is there"))
        #expect(quick.contains("here it is remembered, and starts with the first media (early_request)"))
        #expect(errors("autowait-off-never-starts").contains("here the rate falls to 0"))
        let jump = Autowait.reply(
            to: [
                "run", Place.path("Scenarios/field-reports/autowait-off-starts-quickly.json"), "--set",
                #"script=[{"at_s":0,"do":"load"},{"at_s":5,"do":"play"},{"at_s":6,"do":"seek","to_s":30}]"#,
            ])
        #expect(jump.errors.contains("warning: at 6 s a player without autowait jumps to where no media is yet"))
        #expect(jump.errors.contains("here its rate is remembered, and it plays on with the first media"))
        #expect(errors("does-not-resume-after-a-stall").isEmpty)
    }

    @Test("check says which items cannot follow one another without a gap (A.65)")
    func gaps() {
        func errors(_ name: String) -> String {
            Autowait.reply(to: ["check", Place.path("Scenarios/gapless/\(name).json")]).errors
        }
        #expect(errors("other-audio").contains("there is a gap: the audio codec differs in every variant of 'two'"))
        #expect(errors("fair-play-and-clear").contains("there is a gap: the use of FairPlay differs"))
        #expect(errors("matching-audio").isEmpty)
    }

    @Test(
        "an option that takes several values says that it may be repeated, and no other may",
        arguments: Command.all.map(\.name))
    func repetition(name: String) throws {
        let command = try #require(Command.all.first { $0.name == name })
        for option in command.allOptions {
            #expect(option.mayBeRepeated == option.about.contains("repeated"), "\(option.name)")
            if option.value == nil { continue }
            var message = ""
            do throws(LoadError) {
                _ = try Arguments(["--\(option.name)", "x", "--\(option.name)=x"], for: command)
            } catch {
                message = error.message
            }
            #expect(message.contains(", and is given twice") != option.mayBeRepeated, "\(option.name): \(message)")
        }
    }

    @Test(
        "two numbers that are no range are refused, with the greatest that there may be",
        arguments: ["1..0", "0..0", "0..5", "5..-1", "-5..-1", "1..", "3000000000..3000000001"])
    func ranges(word: String) {
        let reply = Autowait.reply(to: ["compare", Self.demo, "--seeds", word])
        let wanted = "'--seeds' takes a whole number, or two from 1 to 2147483647 as in 101..200, not '\(word)'\n"
        #expect(reply.code == .usage && reply.errors == wanted, "\(reply.errors)")
    }

    @Test("what is neither one nor two numbers is refused, with both forms", arguments: ["0", "1-5", "many", "1,2"])
    func noRange(word: String) {
        let reply = Autowait.reply(to: ["compare", Self.demo, "--seeds", word])
        let wanted = "'--seeds' takes a whole number from 1 to 1000000, or two as in 101..200, not '\(word)'\n"
        #expect(reply.code == .usage && reply.errors == wanted, "\(reply.errors)")
    }

    @Test("'--rows all' is refused where it changes nothing", arguments: ["json", "svg", "sabre", "p1203"])
    func rows(format: String) {
        let reply = Autowait.reply(to: ["run", Self.demo, "--format", format, "--rows", "all"])
        #expect(reply.code == .usage && reply.errors == "'--rows' is for text and html; json has all rows always\n")
    }

    @Test("a seed is given once", arguments: [["run"], ["why"], ["digest"], ["diff", demo]])
    func twoSeeds(words: [String]) {
        let reply = Autowait.reply(to: words + [Self.demo, "--set", "seed=7", "--seed", "8"])
        #expect(reply.errors == "'--seed' gives a run its seed; leave the key 'seed' alone\n" && reply.code == .usage)
    }

    @Test("check takes a folder, and what its scenarios name")
    func checkFolder() {
        let reply = Autowait.reply(to: ["check", Place.path("Scenarios/switching")])
        #expect(reply.code == .asExpected)
        #expect(reply.errors.isEmpty)
        #expect(reply.output.split(separator: "\n").count > 5)
        #expect(Autowait.reply(to: ["check", Place.path("Sources")]).code != .asExpected)
    }
}
