import Testing

@testable import Simulation

/// The reading of files that a scenario names, from a folder of values.
@Suite("Files that a scenario names are read")
struct CompanionReadingTests {
    private struct Folder: PlaylistFolder {
        var playlists: [String: FileAnswer<[UInt8]>] = [:]
        var segments: [String: FileAnswer<Int64>] = [:]

        func playlist(_ path: String) -> FileAnswer<[UInt8]> { playlists[path] ?? .missing }
        func segmentSize(_ path: String) -> FileAnswer<Int64> { segments[path] ?? .missing }
    }

    private static let text = Array(media.utf8)
    private static let master = "#EXTM3U\n#EXT-X-START:TIME-OFFSET=300\n#EXT-X-STREAM-INF:BANDWIDTH=90000\nv/1.m3u8\n"
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts\n"

    private static func read(
        _ kind: WantedFile.Kind, _ text: String, _ folder: Folder = Folder()
    ) -> CompanionReading {
        CompanionReading(kind, "a/file", Array(text.utf8), shownAs: "home/a/file", in: folder)
    }

    private static let whole = Folder(
        playlists: ["v/1.m3u8": .found(text)], segments: ["v/1.ts": .found(100), "v/2.ts": .found(200)])

    @Test(
        "and their faults name them",
        arguments: [
            (.trace, "0,1M\n-1,2M\n", ["home/a/file:2:1: error: "]),
            (.profile, "[]", ["home/a/file"]),
            (.movie, "{\"segment_duration_ms\": 0}", Array(repeating: "home/a/file:1:", count: 3)),
            (.media, "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:-6,\n1.ts\n", ["home/a/file:3:9: error: "]),
            (.media, "#EXTM3U\n#EXT-X-TARGETDURATION:6\n", ["home/a/file:1:1: error: "]),
        ] as [(WantedFile.Kind, String, [String])])
    func faults(kind: WantedFile.Kind, text: String, beginnings: [String]) {
        let reading = Self.read(kind, text)
        #expect(reading.faults.count == beginnings.count, "\(reading.faults)")
        for (fault, beginning) in zip(reading.faults, beginnings) {
            #expect(fault.hasPrefix(beginning) && fault.contains(": error: "))
        }
    }

    @Test(
        "and a folder that has not what a playlist names, or may not give it, is a fault at its place",
        arguments: [
            (Folder(), "home/a/file:4:1: error: there is no file 'v/1.m3u8'"),
            (
                Folder(playlists: ["v/1.m3u8": .unusable(why: "is away")]),
                "home/a/file:4:1: error: 'v/1.m3u8' is away"
            ),
            (
                Folder(playlists: ["v/1.m3u8": .found(Array(master.utf8))]),
                "home/a/file:4:1: error: 'v/1.m3u8' is a multivariant playlist"
            ),
            (
                Folder(playlists: ["v/1.m3u8": .found(text)], segments: ["v/2.ts": .unusable(why: "is away")]),
                "home/a/v/1.m3u8:6:1: error: 'v/2.ts' is away"
            ),
            (Folder(playlists: ["v/1.m3u8": .found([0xFF])]), "home/a/v/1.m3u8:1:1: error: "),
        ] as [(Folder, String)])
    private func folders(folder: Folder, beginning: String) {
        let reading = Self.read(.media, Self.master, folder)
        #expect(reading.faults.first?.hasPrefix(beginning) == true, "\(reading.faults)")
        #expect(reading.companions.asset("a/file", isGzipped: false) == nil)
    }

    @Test("and what is not modelled of a playlist, or of those that it names, is a note")
    func notes() {
        let text = Self.media.replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n")
        let reading = Self.read(.media, Self.master, Folder(playlists: ["v/1.m3u8": .found(Array(text.utf8))]))
        let notes = reading.notes.map { $0.text() }
        #expect(reading.faults == [])
        #expect(notes.count == 2, "\(notes)")
        #expect(notes.first?.hasPrefix("home/a/file:2:1: warning: #EXT-X-START lies behind the end") == true)
        #expect(notes.last?.hasPrefix("home/a/v/1.m3u8:1:1: warning: #EXT-X-ENDLIST is missing") == true)
        #expect(reading.notes.first?.text(as: .error).hasPrefix("home/a/file:2:1: error: ") == true)
    }

    /// Thousands, named in no order, and each twice: they have none to four assets.
    @Test("and the lists of assets that a playlist's events name, each once, in the order of its text")
    func assetLists() throws {
        let count = 3000
        let numbers = (0..<count).map { $0 * 1777 % count }
        var text = Self.media + "#EXT-X-ENDLIST\n"
        var folder = Folder(segments: ["1.ts": .found(100), "2.ts": .found(200), "ad.m3u8": .found(9)])
        for (place, number) in (numbers + numbers).enumerated() {
            text += "#EXT-X-DATERANGE:ID=\"\(place)\",CLASS=\"com.apple.hls.interstitial\","
            text += "START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-LIST=\"l\(number)\"\n"
            let assets = Array(repeating: #"{ "URI": "ad.m3u8" }"#, count: number % 5).joined(separator: ", ")
            folder.playlists["l\(number)"] = .found(Array("{ \"ASSETS\": [\(assets)] }".utf8))
        }
        let reading = Self.read(.media, text, folder)
        #expect(reading.faults == [])
        #expect(reading.record.contents.map { $0.path } == ["file"] + numbers.map { "l\($0)" })
        let asset = try #require(reading.companions.asset("a/file", isGzipped: false))
        #expect(asset.interstitials.map { $0.paths?.count } == (numbers + numbers).map { $0 % 5 })
    }

    @Test("and the record of a playlist is read as its folder was", arguments: [false, true])
    func record(isGzipped: Bool) throws {
        let reading = Self.read(isGzipped ? .gzippedMedia : .media, Self.master, Self.whole)
        #expect(reading.record.contents.map { $0.path } == ["file", "v/1.m3u8"])
        #expect(reading.record.sizes == [.init(path: "v/1.ts", bytes: 100), .init(path: "v/2.ts", bytes: 200)])
        let again = CompanionReading(reading.record)
        #expect(again.record == reading.record)
        let asset = try #require(again.companions.asset("a/file", isGzipped: isGzipped))
        #expect(asset.sources.map { "\($0.source.name) \($0.segments)" } == ["files 2"])
        #expect(again.companions.asset("a/file", isGzipped: !isGzipped) == nil)
    }

    @Test("and so is that of any other, whose bytes are all there is", arguments: WantedFile.Kind.allCases)
    func plainRecord(kind: WantedFile.Kind) {
        guard !kind.isPlaylist else { return }
        let reading = Self.read(kind, "seconds,bits_per_second\n0,1M\n2,500k\n")
        let again = CompanionReading(reading.record)
        #expect(again.record == reading.record)
        #expect(again.faults.count == reading.faults.count)
        #expect((again.companions.trace("a/file") != nil) == (kind == .trace))
        #expect((again.companions.table("a/file") != nil) == (kind == .table))
    }

    @Test("and a record without contents, as a damaged log may have it, is no file")
    func emptyRecord() {
        let reading = CompanionReading(RecordedFile(.media, path: "a.m3u8", contents: []))
        #expect(reading.companions.asset("a.m3u8", isGzipped: false) == nil && !reading.faults.isEmpty)
    }
}
