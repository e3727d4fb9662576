import PlayerModel
import Testing

@testable import Simulation

/// A live stream's playlists that a seed makes up, small and of all sorts, by the rules of RFC 8216.
private struct MadePlaylists {
    var root: String
    var named: [(String, String)] = []
    /// Whether each rendition lists something, and whether something says how large it is.
    private(set) var listsAll = true
    private(set) var hasSizes = true

    private var random: RandomStream

    init(seed: UInt64) {
        random = RandomStream(seed: seed, name: "live playlists")
        root = ""
        let sort = below(4)
        let choices: [[Int64]] = [[6000], [2000], [4000], [6006], [6000, 5500, 6006], [1000, 6000]]
        let lengths = one(choices)
        let number = below(3) * 1000
        let head = self.head()
        switch sort {
        case 0: root = media(head, lengths, number)
        case 1: ladder(1, audio: true, head, lengths, number)
        case 2: ladder(2, audio: false, head, lengths, number)
        default: ladder(2, audio: true, head, lengths, number)
        }
        // A ladder declares what is not known.
        if sort > 0 { hasSizes = true }
    }

    private mutating func ladder(
        _ count: Int, audio: Bool, _ head: String, _ lengths: [Int64], _ number: Int64
    ) {
        root = "#EXTM3U\n"
        if audio { root += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",DEFAULT=YES,URI=\"a.m3u8\"\n" }
        for name in ["v", "w"].prefix(count) {
            root += "#EXT-X-STREAM-INF:BANDWIDTH=\(name == "v" ? 500_000 : 900_000)"
            root += (audio ? ",AUDIO=\"a\"" : "") + "\n\(name).m3u8\n"
            named.append(("\(name).m3u8", media(head, lengths, number)))
        }
        if audio { named.append(("a.m3u8", media(head, one([lengths, [4000], [6016]]), number))) }
    }

    private mutating func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }
    private mutating func one<Choice>(_ choices: [Choice]) -> Choice { choices[Int(below(Int64(choices.count)))] }

    /// What all playlists have in common.
    private mutating func head() -> String {
        var head = "#EXT-X-TARGETDURATION:\(one([6, 6, 7, 10]))\n"
        if below(4) == 0 { head += "#EXT-X-PLAYLIST-TYPE:EVENT\n" }
        if below(4) == 0 { head += "#EXT-X-START:TIME-OFFSET=\(one(["-30", "-18.5,PRECISE=YES", "4", "0", "-1"]))\n" }
        switch below(4) {
        case 0: head += "#EXT-X-SERVER-CONTROL:HOLD-BACK=\(one([18, 21, 40]))\n"
        case 1:
            head += "#EXT-X-PART-INF:PART-TARGET=\(one(["1", "0.5", "2.002"]))\n"
            head += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=\(one(["3", "6.006"]))\n"
        default: break
        }
        return head
    }

    private mutating func media(_ head: String, _ lengths: [Int64], _ number: Int64) -> String {
        let count = one([0, 1, 2, 3, 4, 6, 8, 8, 8, 8])
        let number = number + (below(3) == 0 ? below(3) : 0)
        var text = "#EXTM3U\n" + head + "#EXT-X-MEDIA-SEQUENCE:\(below(8) == 0 ? below(9999) : number)\n"
        if below(3) == 0 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:\(one(["00", "10"])):0\(below(9))Z\n" }
        if below(4) == 0 { text += "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" }
        if below(3) == 0 { text += "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"700@0\"\n" }
        let sizes = below(4)
        if sizes == 0 { text += "#EXT-X-BITRATE:400\n" }
        if sizes == 1, count > 0 { hasSizes = false }
        for index in 0..<count {
            if below(9) == 0 { text += "#EXT-X-DISCONTINUITY\n" }
            if below(9) == 0 { text += "#EXT-X-GAP\n" }
            if head.contains("PART-INF"), index > count - 3 {
                text += "#EXT-X-PART:DURATION=1,URI=\"p\(index).mp4\"\n"
            }
            text += "#EXTINF:\(NumberText.exact(lengths[Int(index) % lengths.count], places: 3)),\n"
            if sizes > 1 { text += "#EXT-X-BYTERANGE:\(20_000 + below(300_000))@0\n" }
            text += "\(index).mp4\n"
        }
        if head.contains("PART-INF") {
            for part in 0..<below(3) { text += "#EXT-X-PART:DURATION=0.5,URI=\"q\(part).mp4\"\n" }
        }
        if count == 0 { listsAll = false }
        return text
    }
}

@Suite("Every playlist of a live stream plays, or is refused for a reason that is true")
struct PlaylistLiveVariationTests {
    @Test("as a seed makes it", arguments: Thoroughness.draws(5, of: 150))
    func variations(batch: UInt64) throws {
        for seed in batch * 4..<(batch + 1) * 4 {
            let made = MadePlaylists(seed: seed)
            let set = try #require(playlistSet(made.root, made.named), "seed \(seed)")
            let kinds = PlaylistAsset(set).problems.map { $0.kind }
            guard made.listsAll, made.hasSizes else {
                let isTrue = { (kind: PlaylistProblem.Kind) in
                    kind == .asset(.nothingListed) && !made.listsAll || kind == .asset(.noBitRate) && !made.hasSizes
                }
                #expect(!kinds.isEmpty && kinds.allSatisfy(isTrue), "seed \(seed): \(kinds)\n\(made.root)")
                continue
            }
            #expect(kinds.isEmpty, "seed \(seed): \(kinds)")
            try check(made, seed)
        }
    }

    private func check(_ made: MadePlaylists, _ seed: UInt64) throws {
        var scenario = PlaylistScenario(root: made.root, named: made.named, until: 50)
        scenario.more = ", \"seed\": \(seed), \"player\": { \"switching\": \"throughput\" }"
        let read = try scenario.read()
        let (media, source) = (read.players[0].media, try #require(read.players[0].media.live, "seed \(seed)"))
        // It goes on until the run ends, on every track, and what is listed at first is listed in whole segments.
        #expect(media.duration >= source.made(by: read.until), "seed \(seed)")
        for rendition in media.variants + media.allAudio {
            #expect(rendition.chunks.duration == media.duration)
            let first = LiveTrack(source, rendition.chunks).listing(at: .zero, seed: seed)
            #expect(first.first == 0 && first.end > 0 && !first.isEnded, "seed \(seed)")
            let last = LiveTrack(source, rendition.chunks).listing(at: read.until, seed: seed)
            #expect(last.end > first.end && !last.isEnded, "seed \(seed)")
        }
        if let objection = Judgement.of(read) { Issue.record("seed \(seed): \(objection)") }
        // With so much listed, and a link so fast, there is something to see.
        let three = MediaTime(nanoseconds: (source.targetDuration ?? .zero).nanoseconds * 3)
        if source.history >= three { #expect(try Run(read).player(0).playback.startedAt != nil, "seed \(seed)") }
    }
}
