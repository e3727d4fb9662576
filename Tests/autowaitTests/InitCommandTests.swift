import Foundation
import Testing

@testable import autowait

@Suite("A first scenario")
struct InitCommandTests {
    @Test(
        "runs as it is, meets what it expects, and is what the next commands take",
        arguments: [
            [], ["my-app"], ["my-app.json"], ["--network", "Very Bad Network"], ["x", "--network", "net.csv"],
            ["--network", "link.plist"],
            ["--media", "hls/master.m3u8"], ["hls/x", "--media", "hls/master.m3u8", "--network", "lte"],
        ])
    func first(words: [String]) throws {
        try TestFolder.with { folder in
            try folder.write("0,1M\n2,500k\n", "net.csv")
            let keys = ["Bandwidth", "BandwidthUnit", "Delay", "PacketLossRatio"].flatMap {
                ["Downlink\($0)", "Uplink\($0)"]
            }
            let values = (keys + ["DNSDelayValue"]).map { "<key>\($0)</key><integer>0</integer>" }.joined()
            let profile = "<key>Cabin</key><dict>\(values)</dict>"
            try folder.write(
                "<plist><dict><key>Profiles</key><dict>\(profile)</dict></dict></plist>", "link.plist")
            try folder.write(
                "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-STREAM-INF:BANDWIDTH=400000,AVERAGE-BANDWIDTH=300000\nlow.m3u8\n",
                "hls/master.m3u8")
            try folder.write(
                "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
                    + "#EXT-X-BITRATE:300\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n#EXT-X-ENDLIST\n", "hls/low.m3u8")
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            let answer = try Place.shell("autowait init \(line)", in: folder.url)
            #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
            let commands = answer.output.split(separator: "\n").filter { $0.hasPrefix("autowait ") }.map(String.init)
            #expect(commands.count == 4)
            for command in commands {
                let next = try Place.shell(command, in: folder.url)
                #expect(next.code == 0 && next.errors.isEmpty, "\(command): \(next.errors)")
            }
            let name = answer.output.dropFirst("wrote ".count).prefix { $0 != ":" }
            let test = try Place.shell("autowait test \(name) && autowait check \(name)", in: folder.url)
            #expect(test.output == "ok       \(name)\n1 scenario: ok.\nok  \(name)\n" && test.errors.isEmpty)
            // Never over a file, not even its own.
            let text = try folder.read(String(name))
            let again = try Place.shell("autowait init \(line)", in: folder.url)
            #expect(again.code == ExitCode.cannotWrite.rawValue)
            #expect(again.errors.contains("error: there is a file already"))
            #expect(try folder.read(String(name)) == text)
        }
    }

    @Test("of a live playlist lasts a minute")
    func live() throws {
        try TestFolder.with { folder in
            let segments = String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n", count: 10)
            try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + segments, "live.m3u8")
            let answer = try Place.shell("autowait init s --media live.m3u8", in: folder.url)
            #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
            #expect(try Place.shell("autowait test --update s.json", in: folder.url).code == 0)
            #expect(answer.output.hasPrefix("wrote s.json: the live playlist live.m3u8, over"), "\(answer.output)")
            #expect(try folder.read("s.json").contains("],\n  \"until_s\": 60,\n  \"expect\": {"))
        }
    }

    @Test(
        "has a delay of ours over a trace that says no latency, and over no other",
        arguments: [(0, #"{ "trace": "t.trace", "delay_ms": 50 }"#), (80, #"{ "trace": "t.trace" }"#)])
    func latency(milliseconds: Int, network: String) throws {
        try TestFolder.with { folder in
            let period = #"{"duration_ms": 9000, "bandwidth_kbps": 900, "latency_ms": \#(milliseconds)}"#
            try folder.write("[\(period)]", "t.trace")
            let answer = try Place.shell("autowait init s --network t.trace", in: folder.url)
            #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
            #expect(try folder.read("s.json").contains("\"network\": \(network),"))
        }
    }

    @Test(
        "is not begun where it could not be run",
        arguments: [
            (["--network", "4GG"], .usage, "'4GG' is neither a network's name nor a file"),
            (["--media", "no.m3u8"], .missingFile, "no.m3u8: error: no such file"),
            (["--media", "a.mp4"], .usage, "'--media' takes a playlist"),
            (["--media", "master.m3u8", "sub/x"], .usage, "write autowait init x --media master.m3u8"),
            (["--media", "master.m3u8"], .badData, "master.m3u8:1:1: error: "),
            (
                ["no/such/folder/x"], .cannotWrite,
                "there is no folder no/such/folder/; make it first, or write autowait init x.json"
            ),
            (
                ["--media", "a b.m3u8", "--network", "3G", "no/x y"], .cannotWrite,
                "make it first, or write autowait init 'x y.json' --network 3G --media 'a b.m3u8'"
            ),
            (["no/-x"], .cannotWrite, "make it first, or write autowait init ./-x.json"),
            ([""], .usage, "is no name"),
            (["-"], .usage, "is no name"), (["a\nb"], .usage, "is no name"), (["."], .usage, "is no name"),
            (["sub/.."], .usage, "is no name"), (["folder"], .usage, "is no name"),
            (["sub/folder.json"], .usage, "is no name"), (["sub/.json"], .usage, "is no name"),
        ] as [([String], ExitCode, String)])
    func nonsense(words: [String], code: ExitCode, message: String) throws {
        try TestFolder.with { folder in
            try folder.write("#EXTM3U\n", "master.m3u8")
            try folder.write("", "sub/keep")
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            let answer = try Place.shell("autowait init \(line)", in: folder.url)
            #expect(answer.code == code.rawValue && answer.errors.contains(message), "\(answer.errors)")
            #expect(try folder.names() == ["master.m3u8", "sub"])
        }
    }

    /// A playlist that is in another folder, one that a link in the scenario's own folder leads to, and one that a link
    /// in another folder leads to.
    @Test(
        "the command that is given as advice does what was meant",
        arguments: ["a b/m.m3u8", "own/link.m3u8", "c/link.m3u8"])
    func advice(file: String) throws {
        try TestFolder.with { folder in
            let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:300000@0\n1.ts\n"
            try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(segment)#EXT-X-ENDLIST\n", "a b/m.m3u8")
            try folder.write("", "own/keep")
            try folder.write("", "c/keep")
            let link = "for to in own c; do ln -s '../a b/m.m3u8' $to/link.m3u8; done"
            let line = "autowait init own/n --network Edge --media '\(file)'"
            let refused = try Place.shell("\(link); \(line)", in: folder.url)
            let why = file == "own/link.m3u8" ? "is a link that leads out" : "lies outside"
            #expect(refused.errors.contains("\(file)' \(why) of the scenario's folder"), "\(refused.errors)")
            let advice = try #require(refused.errors.split(separator: "; write ").last)
            let begun = try Place.shell(String(advice), in: folder.url)
            #expect(begun.code == 0, "\(begun.errors)")
            let scenario = try folder.read("a b/n.json")
            #expect(scenario.contains("\"media\": \"m.m3u8\"") && scenario.contains("\"network\": \"Edge\""))
        }
    }

    @Test(
        "a pipe is read once, and so like a file by whoever takes one",
        arguments: [
            "run p.json", "why p.json", "check p.json", "digest p.json", "test --update p.json",
            "compare p.json --vary player.keep_up=shaka,exoplayer,vlc --jobs 3",
            "compare p.json --vary player.keep_up=shaka,vlc --over network.down_kbps=1000,2000 --jobs 3",
        ])
    func pipe(line: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 0"), "p.json")
            let file = try Place.shell("autowait \(line)", in: folder.url)
            #expect(file.code == 0 && !file.output.isEmpty, "\(file.errors)")
            // A name in .json that leads to a pipe: what is read of it once is gone.
            let piped = try Place.shell(
                "rm -f p.golden; mv p.json s.json; ln -s /dev/stdin p.json; cat s.json | autowait \(line)",
                in: folder.url)
            #expect(piped == file)
        }
    }

    @Test("standard input is read where a file is")
    func standardInput() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 0"), "a.json")
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), "b.json")
            try folder.write("0,1M\n2,500k\n", "net.csv")
            for (line, code) in [
                ("run a.json --record a.log >/dev/null && autowait replay - <a.log", 0), ("run - <a.json", 0),
                ("check - <a.json", 0), ("test - <a.json", 0), ("test - <b.json", 1), ("digest - <a.json", 0),
                ("compare - --vary player.keep_up=shaka,exoplayer <a.json", 0), ("diff - a.json <b.json", 0),
                ("trace - <net.csv", 0),
                ("shrink - --keep 'stall_count == 0' <a.json 2>/dev/null", 0),
                ("search - --against player.keep_up=exoplayer --tries 2 <a.json 2>/dev/null", 0),
                ("check - <net.csv", 65), ("run - </dev/null", 65), ("replay - <a.json", 65),
            ] as [(String, Int32)] {
                let answer = try Place.shell("autowait \(line)", in: folder.url)
                #expect(answer.code == code, "\(line): \(answer.errors)")
                #expect(answer.errors.isEmpty || answer.errors.hasPrefix("<stdin>:"), "\(line): \(answer.errors)")
            }
            let shown = try Place.shell("autowait run a.json", in: folder.url).output
            #expect(try Place.shell("cat a.json | autowait run -", in: folder.url).output == shown)
        }
    }
}
