import PlayerModel
import Testing

@testable import Simulation

/// Of a new item everything that is not there is asked for anew, whatever became of the requests of the one before.
@Suite("A new item") struct NewItemTests {
    /// A thing that has to be there before the first segment, and what makes it so.
    struct Case: CustomTestStringConvertible, Sendable {
        let kind: Resource.Kind
        let of: String
        var more: JSONPart = ""
        /// By which request for it something goes wrong.
        var request = 1

        var testDescription: String { "\(of) \(more)" }
    }

    static let cases: [Case] = [
        Case(kind: .multivariantPlaylist, of: "multivariant playlist"),
        Case(kind: .videoPlaylist, of: "video playlist"),
        Case(kind: .videoInit, of: "video init"),
        Case(kind: .key, of: "key"),
        Case(kind: .key, of: "key", more: #""session_key": true"#),
        Case(kind: .key, of: "key", more: #""key_rotation_s": 4"#),
        Case(kind: .key, of: "key", more: #""key_rotation_s": 20, "session_key": true"#),
        Case(kind: .videoPlaylist, of: "video playlist", more: #""live": { "window_s": 24 }"#, request: 3),
    ]

    private static func exchanges(_ one: Case, fault: JSONPart, _ script: [JSONPart]) throws -> [Exchange] {
        let which = #""of": "\#(one.of)", "request": \#(one.request)"#
        let media: JSONPart = #""multivariant_playlist_bytes": 900, "key_bytes": 1000"#
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 20, "faults": [{ \#(which), \#(fault) }]"#),
            media: .hls(
                [#""bitrate_kbps": 1000, "playlist_bytes": 500, "init_bytes": 400"#], duration_s: 40, segment_s: 4,
                media.and(one.more)),
            player: #""keep_up": "first-chunk""#, script: script, until_s: 50
        ).judgedRun()
        return run.player(0).playback.exchanges.filter { $0.kind == one.kind }
    }

    /// Without another request at 30 s it would come when the one that hangs has timed out, after a minute.
    @Test("asks anew at once for what hung", arguments: cases)
    func hung(one: Case) throws {
        let fault: JSONPart = #""silent_after_bytes": 0"#
        let all = try Self.exchanges(one, fault: fault, [.load(), .play(), .load(30)])
        let hung = try #require(all.firstIndex { $0.end?.how == .cancelled })
        #expect(hung == one.request - 1 && all[hung].end?.at.nanoseconds == 30_000_000_000)
        #expect(all[hung + 1].at.nanoseconds == 30_000_000_000 && all[hung + 1].end?.how == .whole)
    }

    /// The first item has failed once at 2 s, or twice; three failures in a row would be one too many.
    @Test("has all its tries before it", arguments: cases.prefix(7))
    func failing(one: Case) throws {
        let fault: JSONPart = #""status": 503, "times": 3"#
        let all = try Self.exchanges(one, fault: fault, [.load(), .play(), .load(2)])
        #expect(all.prefix(2).map { $0.end?.how } == [.cancelled, .whole])
        #expect(all[1].at.nanoseconds == 2_000_000_000)
    }

    @Test("is not there: nothing is asked for any more", arguments: cases)
    func none(one: Case) throws {
        let fault: JSONPart = #""silent_after_bytes": 0"#
        let all = try Self.exchanges(one, fault: fault, [.load(), .play(), .does(30, "unload")])
        #expect(all.count == one.request && all.last?.end?.how == .cancelled)
    }

    /// The app asks for the asset's values 10 ms before it has the item: the answer takes 40 ms, and is the item's.
    @Test("takes over what was asked for before there was one")
    func prepared() throws {
        let script: [JSONPart] = [.does(0, "load_values"), .load(0.01), .play(0.01)]
        let fault: JSONPart = #""status": 503, "from_s": 40"#
        let all = try Self.exchanges(Self.cases[0], fault: fault, script)
        #expect(all.map { $0.at.nanoseconds } == [0] && all[0].end?.how == .whole)
    }

    /// A paused player loads no manifest again, and this one has had none.
    @Test("asks for the first steering manifest at once, be it paused")
    func steering() throws {
        let pathways: JSONPart = #""pathways": ["a", "b"], "multivariant_playlist_bytes": 900"#
        let steering: JSONPart = #""steering": { "ttl_s": 5, "priority": [{ "pathways": ["a", "b"] }] }"#
        let fault: JSONPart = #""faults": [{ "of": "steering manifest", "silent_after_bytes": 0 }]"#
        let run = try ScenarioText(
            network: .fluid(8000, fault), media: .hls([1000], duration_s: 40, segment_s: 4, pathways.and(steering)),
            player: #""keep_up": "first-chunk""#, script: [.load(), .load(6)], until_s: 20
        ).judgedRun()
        let all = run.player(0).playback.exchanges.filter { $0.kind == .steeringManifest }
        #expect(all.map { $0.end?.how } == [.cancelled, .whole] && all.last?.at.nanoseconds == 6_000_000_000)
    }

    /// An item of 4.8 s on the link, and one behind it whose first segment is under way from then on, until 9.6 s.
    private static func skip(
        at at_s: JSONPart, to variants: [JSONPart], _ player: JSONPart = "", before: [JSONPart] = []
    ) throws -> Run {
        try ScenarioText(
            network: .fluid(1500),
            media: .list([
                .hls([1200], name: "a", duration_s: 6, segment_s: 6),
                .hls(variants, name: "b", duration_s: 12, segment_s: 6),
            ]),
            player: GaplessTests.queue([GaplessTests.item("A", "a"), GaplessTests.item("B", "b")]).and(player),
            script: [.load(), .play()] + before + [.does(at_s, "advance_to_next_item")]
        ).judgedRun()
    }

    @Test(
        "goes on with the segment that is under way for it, where its variant stands", arguments: ["9", "9.59"],
        [[1200], [1200, 4000]] as [[JSONPart]])
    func underWay(at_s: String, variants: [JSONPart]) throws {
        for player: JSONPart in [#""switching": "throughput""#, #""switching": "fixed", "evidence_s": 0"#] {
            let run = try Self.skip(at: JSONPart(stringLiteral: at_s), to: variants, player)
            let own = run.player(0).playback
            #expect(own.loads.prefix(2).map { $0.at.nanoseconds } == [4_800_000_000, 9_600_000_000])
            #expect(own.exchanges.allSatisfy { $0.end?.how != .cancelled })
            // All came at what the network offers, with the time that it took before the skip.
            #expect(run["observed_throughput_kbps"] == 1_500_000)
            #expect(TextReport.text(run).contains("B goes on with variant 1 of \(variants.count) of b (1200 kbit/s)"))
        }
    }

    /// What came of it when it was there before, and has gone since, does not count.
    @Test(
        "begins anew where another variant is its first by then, and nothing of it has come",
        arguments: [[], [.does("9.5", "advance_to_next_item"), .load(20)]] as [[JSONPart]])
    func otherVariant(earlier: [JSONPart]) throws {
        let (limited, skipped): (JSONPart, JSONPart) = earlier.isEmpty ? ("9.2", "9.5") : ("25.3", "25.6")
        let limit = JSONPart.does(limited, "set_preferred_peak_bit_rate", #""value_kbps": 500"#)
        let run = try Self.skip(
            at: skipped, to: [1200, 400], #""switching": "throughput""#, before: earlier + [limit])
        #expect(run.player(0).playback.exchanges.contains { $0.end?.how == .cancelled })
        #expect(TextReport.text(run).contains("B begins anew with variant 2 of 2 of b (400 kbit/s)"))
        // The loader begins with it as the one before it has gone, and hears of it as it comes.
        #expect(!TextReport.text(run).contains("A goes on with"))
    }

    /// The third item is asked for behind the second in the variant that is like that one's, and goes on behind it.
    @Test("goes on with what stands behind it")
    func behind() throws {
        let names = ["a", "b", "c"]
        let media = zip(names, [[1200], [1200], [400, 1000]] as [[JSONPart]]).map { name, variants in
            JSONPart.hls(variants, name: name, duration_s: 6, segment_s: 6)
        }
        let run = try ScenarioText(
            network: .fluid(1500), media: .list(media),
            player: GaplessTests.queue(zip(["A", "B", "C"], names).map { GaplessTests.item($0, $1) })
                .and(#""items_ahead": 2, "switching": "throughput""#),
            script: [.load(), .play(), .does(10, "advance_to_next_item")]
        ).judgedRun()
        #expect(run.player(0).playback.exchanges.allSatisfy { $0.end?.how == .whole })
        #expect(TextReport.text(run).contains("C goes on with variant 2 of 2 of c (1000 kbit/s)"))
    }

    /// Chunks of 1.6 s on the link.
    @Test("and so does one file that two items play")
    func file() throws {
        let run = try ScenarioText(
            network: .fluid(1500), media: .progressive(1200, duration_s: 60, chunk_s: 2),
            player: GaplessTests.queue([#"{ "name": "A", "to_s": 20 }, { "name": "B", "from_s": 20 }"#]),
            script: [.load(), .play(), .does("16.9", "advance_to_next_item")]
        ).judgedRun()
        #expect(run["observed_throughput_kbps"] == 1_500_000)
    }

    /// The first item is whole, and the playlist of the one behind it is under way. A third one, of the first asset,
    /// takes the place of the current one; or of both, where that behind it has been taken out as well.
    @Test("calls off nothing of an item behind it that is still in line", arguments: [true, false])
    func inLine(isInLine: Bool) throws {
        let chunks = ChunkTable(
            duration: .seconds(4), chunkDuration: .seconds(4), bitRate: 8000, chunksPerRequest: 1)
        let only = VariantSelector.Rendition(
            variant: 0, declared: DeclaredVariant(bitRate: 8000), bitRate: 8000, chunks: chunks,
            targetDuration: .seconds(4))
        func asset(_ files: [Asset.File], from slot: Int32) -> AssetLoad {
            AssetLoad(
                tracks: [chunks], opening: Opening(files, rendition: 0, hasSessionKey: false),
                selector: VariantSelector(
                    [only], first: 0, rule: .fixed, abandonment: .never, limits: VariantLimits()), firstSlot: slot)
        }
        var settings = LoaderSettings()
        settings.goal = .fixed(.unlimited)
        let first = asset([], from: 0)
        let second = asset([Asset.File(kind: .videoPlaylist, bytes: 500, rendition: nil)], from: first.slots.end)
        var loader = Loader([first, second], settings: settings, estimator: .last)
        var effects = LoaderEffects()
        func change(to items: ContiguousArray<ItemPiece>, from old: Int32) {
            let start = Playhead(restingAt: .zero, since: .zero)
            loader.handle(
                .itemChanged(items, start, from: old, isFinished: false, beginsAnew: old < 0), at: .zero,
                into: &effects)
        }
        func item(_ id: Int32, of asset: Int16) -> ItemPiece {
            ItemPiece(id: id, asset: asset, start: .zero, end: .seconds(4))
        }
        change(to: [item(0, of: 0), item(1, of: 1)], from: -1)
        let segment = ExchangeID(slot: 0, attempt: 1)
        let receipt = Receipt(bytes: 4000, wasted: 0, busy: .zero)
        loader.handle(.arrived(segment, .all(at: .zero), receipt), at: .zero, into: &effects)
        #expect(loader.assets[1].filesUnderWay.count == 1)
        change(to: [item(2, of: 0)] + (isInLine ? [item(1, of: 1)] : []), from: 0)
        #expect(loader.assets[1].filesUnderWay.count == (isInLine ? 1 : 0))
    }
}
