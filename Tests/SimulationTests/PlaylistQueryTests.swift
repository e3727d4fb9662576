import PlayerModel
import Testing

@testable import Simulation

@Suite("A media playlist with a parameter of its query (EXT-X-DEFINE with QUERYPARAM)")
struct PlaylistQueryTests {
    private struct Folder: PlaylistFolder {
        let media: String

        func playlist(_ path: String) -> FileAnswer<[UInt8]> {
            path == "v.m3u8" ? .found(Array(media.utf8)) : .missing
        }

        func segmentSize(_ path: String) -> FileAnswer<Int64> {
            switch path {
            case "a/s.ts": .found(60_000)
            case "b/s.ts": .found(90_000)
            default: .missing
            }
        }
    }

    private static let define = "#EXT-X-DEFINE:QUERYPARAM=\"q\"\n"
    private static let segment = "#EXTINF:6,\n{$q}/s.ts\n#EXT-X-ENDLIST\n"

    private static func files(_ uris: [String], _ media: String) -> PlaylistFiles {
        let variants = uris.enumerated().map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0.offset + 1)00000\n\($0.element)\n" }
        return PlaylistFiles(
            Array(("#EXTM3U\n" + variants.joined()).utf8), shownAs: "f/m.m3u8", in: Folder(media: media))
    }

    @Test("is another playlist by each query")
    func both() throws {
        let uris = ["v.m3u8?q=b", "v.m3u8?q=a", "./v.m3u8?q=b"]
        let files = Self.files(uris, mediaHead + Self.define + Self.segment)
        let set = try #require(files.set, "\(files.problems)")
        #expect(set.media.map { $0.playlist.query } == ["q=a", "q=b"])
        #expect(files.contents.map { $0.path } == ["m.m3u8", "v.m3u8"])
        let asset = try #require(PlaylistAsset(set).asset)
        #expect(asset.variants.map { $0.chunks.bytes(of: 0) } == [90_000, 60_000, 90_000])
        #expect(set.media("v.m3u8?q=c") == nil)
    }

    @Test("without one the query means nothing, and the file is read once")
    func noParameter() throws {
        let media = mediaHead + "#EXTINF:6,\na/s.ts\n#EXT-X-ENDLIST\n"
        let set = try #require(Self.files(["v.m3u8?q=b", "v.m3u8?q=a", "v.m3u8"], media).set)
        #expect(set.media.map { $0.playlist.query } == [nil])
        let asset = try #require(PlaylistAsset(set).asset)
        #expect(asset.variants.map { $0.chunks.bytes(of: 0) } == [60_000, 60_000, 60_000])
    }

    @Test("goes on as a live stream by each query")
    func live() throws {
        let lines = (0..<6).map { _ in "#EXTINF:6,\n{$q}/s.ts\n" }.joined()
        let set = try #require(Self.files(["v.m3u8?q=a", "v.m3u8?q=b"], mediaHead + Self.define + lines).set)
        let asset = try #require(PlaylistAsset(set).goingOn(until: .seconds(60), part: nil).asset)
        #expect(asset.variants.map { $0.chunks.bytes(of: 0) } == [60_000, 90_000])
    }

    @Test(
        "whose query has no value for it is a mistake, which is told in its place",
        arguments: [
            ("v.m3u8?q", "has 'q' without a value"), ("v.m3u8?q&x=1", "write q=…"), ("v.m3u8", "use NAME and VALUE"),
            ("v.m3u8?q=%2", "write %25"), ("v.m3u8?q=%22", "a quotation mark or a line break"),
        ])
    func noValue(uri: String, words: String) {
        // The other query has its value.
        let again = uri + (uri.contains("?") ? "&y" : "?y")
        let files = Self.files(["v.m3u8?q=a", uri, again], mediaHead + Self.define + Self.segment)
        #expect(files.set == nil)
        let told = files.problems.map { $0.diagnostic.text(sources: files.sources) }
        #expect(told.count == 1 && told[0].hasPrefix("f/v.m3u8:3:1: error: "), "\(told)")
        #expect(told.first?.contains(words) == true, "\(told)")
    }

    @Test("says what is in its text once, however often it is read")
    func warnings() throws {
        let media = mediaHead + Self.define + "#EXT-X-VERSION:99\n" + Self.segment
        let set = try #require(Self.files(["v.m3u8?q=a", "v.m3u8?q=b", "v.m3u8?q=c"], media).set)
        #expect(set.warnings.map { $0.fact } == [.version(99)])
    }
}
