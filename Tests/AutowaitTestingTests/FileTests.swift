import AutowaitTesting
import Foundation
import Testing

@Suite("A world can be made of files")
struct FileTests {
    private static func playlist(_ tags: String = "") -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(tags)#EXTINF:6,\none.ts\n#EXTINF:6,\ntwo.ts\n#EXT-X-ENDLIST\n"
    }

    private static func film(_ player: WorldScenario.Player = .player()) -> String { built(player).text }

    private static func built(_ player: WorldScenario.Player = .player()) -> WorldScenario {
        WorldScenario(network: .fluid(down_kbps: 800), media: .playlist("film/main.m3u8"), player: player)
    }

    @Test("that are given as bytes", arguments: [false, true])
    func given(isBuilt: Bool) throws {
        let files = [
            "film/main.m3u8": Array(Self.playlist().utf8), "film/one.ts": [UInt8](repeating: 0, count: 300_000),
            "film/two.ts": [UInt8](repeating: 0, count: 300_000),
        ]
        let world =
            try isBuilt ? World(Self.built(), files: files) : World(scenario: Self.film(), files: files)
        world.player.load()
        world.player.play()
        try world.run(until: world.player.currentItem?.loadedTimeRanges.last?.end == .seconds(12))
        #expect(world.now >= .seconds(6), "600 kB at 100 kB/s")
    }

    @Test("a trace among them, too")
    func trace() throws {
        let trace = Array("0,8M\n10,0.1M\n".utf8)
        let media = WorldScenario.Media.hls([800], duration: .seconds(60))
        let world = try World(WorldScenario(network: .trace("drive.csv"), media: media), files: ["drive.csv": trace])
        world.player.load()
        world.player.play()
        try world.run(until: world.player.timeControlStatus == .playing)
        #expect(world.now < .seconds(10))
    }

    @Test("that lie beside it, where a folder is no segment")
    func beside() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appendingPathComponent("film")
        try FileManager.default.createDirectory(
            at: film.appendingPathComponent("two.ts"), withIntermediateDirectories: true)
        let playlist = Self.playlist("#EXT-X-BITRATE:400\n")
        try Data(playlist.utf8).write(to: film.appendingPathComponent("main.m3u8"))
        try Data(repeating: 0, count: 600_000).write(to: film.appendingPathComponent("one.ts"))
        try Data(Self.film().utf8).write(to: folder.appendingPathComponent("film.json"))
        let world = try World(contentsOf: folder.appendingPathComponent("film.json").path)
        #expect(world.report.contains("sizes: 1 by files, 1 by EXT-X-BITRATE"), "\(world.report)")
        world.player.load()
        try world.run(until: world.player.currentItem?.loadedTimeRanges.last?.end == .seconds(6))
        #expect(world.now >= .seconds(6), "600 kB at 100 kB/s")
    }

    @Test("and says what is not modelled of them, or hardly meant")
    func warnings() throws {
        let playlist = Self.playlist("#EXT-X-BITRATE:400\n#EXT-X-START:TIME-OFFSET=13\n")
        let world = try World(
            scenario: Self.film(.player(also: "\"switching\": \"throughput\"")),
            files: ["film/main.m3u8": Array(playlist.utf8)])
        #expect(
            world.warnings == [
                "film/main.m3u8:4:1: warning: #EXT-X-START lies behind the end, and means the end (RFC 8216, 4.3.5.2): "
                    + "nothing plays unless an app seeks",
                "scenario:4:55: warning: 'switching' does nothing here: there is one variant alone",
            ])
        let stream = WorldScenario.Media.hls([800], duration: .seconds(60))
        #expect(try World(WorldScenario(network: .preset("3G"), media: stream)).warnings == [])
    }

    @Test("whose faults name them, a line each")
    func faults() throws {
        let files: [String: [UInt8]] = [
            "tram.csv": Array("0,1M\n-1,2M\n".utf8), "main.m3u8": Array("#EXTM3U\n#EXTINF:-6,\none.ts\n".utf8),
        ]
        let scenario = WorldScenario(network: .trace("tram.csv"), media: .playlist("main.m3u8")).text
        let error = #expect(throws: WorldError.self) { try World(scenario: scenario, files: files) }
        let lines = try #require(error).description.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("tram.csv:2:1: error: ") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("main.m3u8:2:9: error: ") }, "\(lines)")
    }

    @Test(
        "and says of a text that is none, and of a path that may not be, what the command line says",
        arguments: [
            (
                #"{ "kind": "population", "base": {} }"#,
                "this is a population, and no scenario: give it to 'autowait compare --population'"
            ),
            (traced("/tram.csv"), "'/tram.csv' is absolute; name a file relative to the scenario's folder"),
            (
                traced("https://a.example/tram.csv"),
                "'https://a.example/tram.csv' is a URL; save the file and name it by its path"
            ),
        ])
    func refused(text: String, words: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("film.json")
        try Data(text.utf8).write(to: file)
        let said = try #require(#expect(throws: WorldError.self) { try World(contentsOf: file.path) }).description
        #expect(said.hasPrefix("\(file.path):") && said.hasSuffix(" error: \(words)"), "\(said)")
    }

    private static func traced(_ path: String) -> String {
        WorldScenario(network: .trace(path), media: .hls([800], duration: .seconds(20))).text
    }

    @Test("and says which are missing, or wrong")
    func missing() {
        let scenario = WorldScenario(network: .trace("tram.csv"), media: .playlist("main.m3u8")).text
        #expect {
            try World(scenario: scenario)
        } throws: {
            let words = "\($0)"
            return words.contains("'tram.csv' is not among the files") && words.contains("'main.m3u8' is not among")
        }
        #expect { try World(contentsOf: "no/such/file.json") } throws: { "\($0)".contains("cannot be read") }
        #expect { try World(WorldScenario(network: .preset("4GG"), media: .playlist("x"))) } throws: { error in
            "\(error)".contains("scenario:2:") && "\(error)".contains("error: ")
        }
    }
}
