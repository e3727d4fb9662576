import PlayerModel
import Testing

@testable import Simulation

@Suite("Colours in a scenario")
struct ColorTests {
    private static let p3: JSONPart =
        #""color": { "primaries": "P3_D65", "transfer": "ITU_R_709_2", "matrix": "ITU_R_709_2" }"#
    private static let pq: JSONPart = #""color": { "primaries": 9, "transfer": 16, "matrix": 9 }"#

    /// Variants of 100, 200 … kbit/s, each with what is said of it.
    private static func scenario(
        _ variants: [JSONPart], _ player: JSONPart = #""first_variant": "highest""#, duration_s: JSONPart = 6
    ) -> ScenarioText {
        let ladder = variants.enumerated().map { JSONPart("\"bitrate_kbps\": \(($0 + 1) * 100)").and($1) }
        return ScenarioText(network: .fluid(1000), media: .hls(ladder, duration_s: duration_s), player: player)
    }

    private func setting(_ name: String, _ text: ScenarioText) throws -> String? {
        Settings.all(try text.read()).first { $0.name == name }?.value
    }

    @Test("tags have names or numbers, and the range follows from them unless it is said")
    func reading() throws {
        let media = try Self.scenario(
            ["", Self.p3, Self.pq, Self.pq.and(#""video_range": "PQ""#), #""video_range": "HLG""#]
        ).read().media
        let variants = media.variants
        #expect(variants.map { $0.videoRange } == [.sdr, .sdr, .pq, .pq, .hlg])
        let bt2020 = ColorTags(.ituR2020, .pq, .ituR2020)
        #expect(
            variants.map { $0.color } == [nil, ColorTags(.p3D65, .ituR709, .ituR709), bt2020, bt2020, nil])
        #expect(media.declaredVariants.map { $0.videoRange } == variants.map { $0.videoRange })
    }

    @Test("a file has tags, too, and an output that gets them")
    func file() throws {
        var text = ScenarioText(
            media: .local(100, duration_s: 6, Self.pq), player: #""video_output": { "allows_wide_color": false }"#)
        #expect(try setting("color", text) == "ITU_R_2020 / SMPTE_ST_2084_PQ / ITU_R_2020 (9/16/9), wide gamut, PQ")
        #expect(
            try setting("output", text)
                == "AVVideoAllowWideColorKey false: converted to ITU_R_709_2 / ITU_R_709_2 / ITU_R_709_2 (1/1/1)")
        text.media = .file("hls", 100, duration_s: 6, Self.pq)
        #expect(text.messages != [])
    }

    @Test(
        "what is not known is an error that says what is",
        arguments: [
            (
                #""color": { "primaries": 3, "transfer": 1, "matrix": 1 }"#,
                "'primaries' cannot be 3; known are 1 (ITU_R_709_2), 5 (EBU_3213), 6 (SMPTE_C), 9 (ITU_R_2020), "
                    + "12 (P3_D65)"
            ),
            (
                #""color": { "primaries": 1, "transfer": 17, "matrix": 1 }"#,
                "'transfer' cannot be 17; known are 1/6/14/15 (ITU_R_709_2), 7 (SMPTE_240M_1995), 8 (Linear), "
                    + "13 (IEC_sRGB), 16 (SMPTE_ST_2084_PQ), 18 (ITU_R_2100_HLG)"
            ),
            (
                #""color": { "primaries": 1, "transfer": 1, "matrix": 10 }"#,
                "'matrix' cannot be 10; known are 1 (ITU_R_709_2), 6/5 (ITU_R_601_4), 7 (SMPTE_240M_1995), "
                    + "9 (ITU_R_2020)"
            ),
            (
                #""color": { "primaries": "P3_D56", "transfer": 1, "matrix": 1 }"#,
                "'primaries' cannot be 'P3_D56'; did you mean 'P3_D65'?"
            ),
            (
                #""color": { "primaries": 1, "transfer": 1 }"#,
                "'matrix' is missing: how brightness and differences become colours: AVVideoYCbCrMatrixKey"
            ),
            (
                #""color": { "primaries": true, "transfer": 1, "matrix": 1 }"#,
                "'primaries' must be a word in double quotes or a number, not true"
            ),
            (#""color": { "primaries": 256, "transfer": 1, "matrix": 1 }"#, "'primaries' must be from 0 to 255"),
            (#""video_range": "HLQ""#, "'video_range' cannot be 'HLQ'; did you mean 'HLG'?"),
            (
                #""video_range": "HLG", "color": { "primaries": 9, "transfer": 16, "matrix": 9 }"#,
                "'video_range' cannot be HLG: the transfer function SMPTE_ST_2084_PQ is PQ"
            ),
        ] as [(JSONPart, String)])
    func errors(_ words: JSONPart, _ message: String) {
        #expect(Self.scenario([words]).messages == [message])
    }

    @Test("all unknown numbers are reported at once")
    func severalErrors() {
        let text = Self.scenario([#""color": { "primaries": 0, "transfer": 0, "matrix": 0 }"#])
        #expect(text.messages.count == 3)
    }

    @Test(
        "pictures of a lower range may be among those of a higher one",
        arguments: [("HLG", 1), ("PQ", 1), ("PQ", 18), ("HLG", 18), ("PQ", 16), ("SDR", 1)])
    func mixedRanges(_ range: String, _ transfer: Int) {
        let text = Self.scenario([
            #""video_range": "\#(range)", "color": { "primaries": 9, "transfer": \#(transfer), "matrix": 9 }"#
        ])
        #expect(text.messages == [])
    }

    @Test(
        "a display and an output say all of themselves",
        arguments: [
            (#""display": { "gamut": "P3" }"#, "'range' is missing: whether it shows high dynamic range"),
            (#""display": { "gamut": "p3", "range": "HDR" }"#, "'gamut' cannot be 'p3'; did you mean 'P3'?"),
            (#""display": { "gamut": "sRGB", "range": "PQ" }"#, "'range' cannot be 'PQ'; known here: SDR, HDR"),
            (
                #""video_output": {}"#,
                "'allows_wide_color' is missing: whether pictures stay in the colours of their source: "
                    + "AVVideoAllowWideColorKey"
            ),
        ] as [(JSONPart, String)])
    func playerErrors(_ player: JSONPart, _ message: String) {
        #expect(Self.scenario([""], player).messages == [message])
    }

    @Test(
        "each display, and what is fetched on it",
        arguments: [
            (nil, 2, nil), ("sRGB SDR", 1, "2 of 3: display (sRGB, SDR) rules out 3 and converts 2"),
            ("P3 SDR", 1, "2 of 3: display (P3, SDR) rules out 3"),
            ("sRGB HDR", 2, "3 of 3: display (sRGB, HDR) rules out none and converts 2, 3"),
            ("P3 HDR", 2, "3 of 3: display (P3, HDR) rules out none and converts 3"),
        ] as [(String?, Int, String?)])
    func display(_ display: String?, _ variant: Int, _ words: String?) throws {
        let parts = (display ?? "").split(separator: " ")
        let shown: JSONPart =
            display == nil ? "" : #""display": { "gamut": "\#(parts[0])", "range": "\#(parts[1])" }"#
        let text = Self.scenario(["", Self.p3, Self.pq], JSONPart(#""first_variant": "highest""#).and(shown))
        #expect(try text.read().variant == variant)
        #expect(try setting("eligible", text) == words)
    }

    @Test("where high dynamic range is all that there is, it is converted")
    func highRangeAlone() throws {
        let text = Self.scenario([Self.pq, Self.pq], #""display": { "gamut": "P3", "range": "SDR" }"#)
        #expect(try setting("eligible", text) == "2 of 2: display (P3, SDR) rules out none and converts 1, 2")
    }

    @Test("switching stays with what the display shows")
    func switching() throws {
        func run(_ range: String) throws -> Run {
            try Self.scenario(
                ["", Self.p3, Self.pq],
                #""switching": "throughput", "display": { "gamut": "P3", "range": "\#(range)" }"#, duration_s: 60
            ).run()
        }
        let seen = try run("SDR")
        #expect(seen["variant_switch_count"] == 1, "up to the second of three, on a link that carries the third")
        let unlimited = try run("HDR")
        #expect(try #require(unlimited["average_bitrate_kbps"]) > #require(seen["average_bitrate_kbps"]))
    }

    @Test("an output says what it gets of each variant, once where it is the same")
    func output() throws {
        let hd: JSONPart = #""color": { "primaries": 1, "transfer": 1, "matrix": 1 }"#
        func words(_ variants: [JSONPart], _ allows: Bool, switching: String) throws -> String? {
            let player: JSONPart =
                #""switching": "\#(switching)", "video_output": { "allows_wide_color": \#(allows) }"#
            return try setting("output", Self.scenario(variants, player))
        }
        let (of709, ofP3) = (
            "ITU_R_709_2 / ITU_R_709_2 / ITU_R_709_2 (1/1/1)", "P3_D65 / ITU_R_709_2 / ITU_R_709_2 (12/1/1)"
        )
        let (yes, no) = ("AVVideoAllowWideColorKey true: ", "AVVideoAllowWideColorKey false: ")
        #expect(try words([hd], false, switching: "fixed") == no + "in \(of709), which the source has already")
        #expect(try words([Self.p3], false, switching: "fixed") == no + "converted to \(of709)")
        #expect(try words([Self.p3], true, switching: "fixed") == yes + "left alone, in \(ofP3)")
        #expect(try words([""], true, switching: "fixed") == yes + "left alone, in tags that are not known")
        #expect(try words([""], false, switching: "fixed") == no + "in \(of709), of unknown tags")
        #expect(try words([Self.p3, hd], true, switching: "fixed") == yes + "left alone, in \(ofP3)")
        #expect(
            try words([Self.p3, hd], true, switching: "throughput")
                == yes + "variant 1 left alone, in \(ofP3); variant 2 left alone, in \(of709)")
        #expect(try words([Self.p3, Self.pq], false, switching: "throughput") == no + "converted to \(of709)")
        #expect(
            try words([Self.p3, hd, Self.pq], false, switching: "throughput")
                == no + "variants 1, 3 converted to \(of709); variant 2 in \(of709), which the source has already")
    }

    @Test("programs get the same")
    func json() throws {
        let run = try Self.scenario(
            [Self.p3, Self.pq],
            #""display": { "gamut": "sRGB", "range": "SDR" }, "video_output": { "allows_wide_color": false }"#
        ).run()
        let json = JSONReport.text(run, includingTrace: false)
        for line in [
            #""display": {"gamut": "sRGB", "range": "SDR", "converts": [0]}"#,
            #""videoRange": [], "display": [1], "soundAlone": []}"#,
            #""video_range": "SDR""#,
            #""color": {"primaries": "P3_D65", "transfer": "ITU_R_709_2", "matrix": "ITU_R_709_2", "#
                + #""numbers": [12, 1, 1], "uses_wide_gamut": true}"#,
            #""allows_wide_color": false"#, #""converted": true"#,
            #""color": {"primaries": "ITU_R_709_2", "transfer": "ITU_R_709_2", "matrix": "ITU_R_709_2", "#
                + #""numbers": [1, 1, 1], "uses_wide_gamut": false}"#,
        ] { #expect(json.contains(line), "\(line)") }
        let plain = JSONReport.text(try Self.scenario([""]).run(), includingTrace: false)
        for line in [#""display": null"#, #""color": null"#, #""video_output": null"#] {
            #expect(plain.contains(line), "\(line)")
        }
    }

    @Test("a playlist declares the range, and one that is not known is not fetched")
    func playlist() throws {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=4000000,VIDEO-RANGE=DOLBY
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3000000,VIDEO-RANGE=PQ
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,VIDEO-RANGE=HLG
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1000000,VIDEO-RANGE=SDR
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=500000
            v.m3u8

            """
        let media = mediaHead + "#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n"
        let set = try #require(playlistSet(master, [("v.m3u8", media)]))
        let asset = try #require(PlaylistAsset(set).asset)
        #expect(asset.variants.map { $0.videoRange } == [.unrecognized, .pq, .hlg, .sdr, .sdr])
        #expect(asset.variants.allSatisfy { $0.color == nil })
        var scenario = Scenario(media: asset)
        #expect(scenario.variant == 1)
        #expect(
            Settings.all(scenario, scenario.players[0]).first { $0.name == "eligible" }?.value
                == "4 of 5: videoRange unrecognized rules out 1")
        scenario.variantLimits.display = Display(gamut: .p3, range: .standard)
        #expect(scenario.variant == 3)
    }
}
