import Testing

@testable import Simulation

/// Fine lines have no words beside them: what is said of a drawing says what they are, and of none that is not there.
@Suite("The lines of drawings in words")
struct DrawingLineTests {
    private static let network = #"{ "transport": "fluid", "down_kbps": 1000 }"#
    /// All attempts of a segment fail, or the first alone.
    private static let (failing, repeated) = (failing(times: 99), failing(times: 1))

    private static func failing(times: Int) -> String {
        let fault = #"{ "of": "video", "chunk": 1, "status": 503, "times": \#(times) }"#
        return #"{ "transport": "fluid", "down_kbps": 1000, "faults": [\#(fault)] }"#
    }

    private static func lanes(
        _ network: String, _ script: String, withGoldilocks: Bool = false
    ) throws -> Lanes {
        let text = """
            { "network": \(network), "script": [\(script)],
              "media": { "kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{ "bitrate_kbps": 1500 }] } }
            """
        var run = try Run(readScenario(text))
        if withGoldilocks { try run.findGoldilocks() }
        return Lanes(run.player(0))
    }

    private static let load = #"{ "at_s": 0, "do": "load" }"#
    private static let play = load + #", { "at_s": 1, "do": "play" }"#

    /// The kinds of lines that a drawing has.
    private static func lines(_ drawing: String) -> Set<Substring> {
        Set(drawing.matches(of: /<line [^>]*class="mark ([a-z]+)/).map { $0.1 })
    }

    @Test(
        "of timelines below one another",
        arguments: [
            (network, load, false, []), (network, play, false, ["asked"]),
            (network, play, true, ["asked", "goldilocks"]),
            (failing, play, false, ["asked", "failed"]),
        ] as [(String, String, Bool, Set<Substring>)])
    func strips(network: String, script: String, withGoldilocks: Bool, kinds: Set<Substring>) throws {
        let lanes = try Self.lanes(network, script, withGoldilocks: withGoldilocks)
        let strips = StripDrawing([lanes])
        #expect(Self.lines(strips.strip(lanes)) == kinds)
        let words: [Substring: String] = [
            "asked": "dotted where play was asked for", "goldilocks": "dashed at the Goldilocks moment",
            "failed": "red at a failure",
        ]
        for (kind, words) in words { #expect(strips.lineWords([lanes]).contains(words) == kinds.contains(kind)) }
        #expect(strips.lineWords([lanes]).hasPrefix(" Lines down through both: ") != kinds.isEmpty)
    }

    @Test(
        "of requests",
        arguments: [
            (network, load, []),
            (network, play, ["An upright line is where play was asked for, another where playback started."]),
            (repeated, load, ["✕ is an attempt that failed."]),
        ] as [(String, String, [String])])
    func requests(network: String, script: String, sentences: [String]) throws {
        let drawing = RunDrawing.waterfall(try Self.lanes(network, script))
        #expect(drawing.marks == sentences)
        #expect(Self.lines(drawing.text).isEmpty != sentences.joined().contains("upright line"))
        #expect(drawing.text.contains("figure failed") == sentences.joined().contains("✕"))
    }
}
