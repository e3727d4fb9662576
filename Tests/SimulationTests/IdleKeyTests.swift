import Testing

@testable import Simulation

@Suite("Keys and actions that do nothing where they stand are told of, with what to write")
struct IdleKeyTests {
    /// A scenario with one warning, the value that it points at, and scenarios that are near and have none.
    struct Case: Sendable {
        let text: ScenarioText
        let words: String
        let value: String
        let near: [ScenarioText]
    }

    private static let file: JSONPart = .local(1000, duration_s: 10)
    private static let stream: JSONPart = .hls([1000], duration_s: 60)

    private static func player(
        _ keys: JSONPart, _ media: JSONPart = file, then actions: [JSONPart] = []
    ) -> ScenarioText {
        ScenarioText(media: media, player: keys, script: [.load(), .play()] + actions)
    }

    private static let size: JSONPart = #""width": 640, "height": 360"#

    private static let layers = ["video_pipeline_s", "still_frame_s"].flatMap { name -> [Case] in
        let key: JSONPart = "\"\(JSONPart(stringLiteral: name))\": 0.1"
        let near = [
            player(key.and("\"layer\": { \(size) }")), player(key, then: [.does(1, "set_layer", size)]),
        ]
        func coded(_ format: JSONPart) -> ScenarioText {
            let media: JSONPart = .hls([#""bitrate_kbps": 1000, "codecs": ["\#(format)"]"#], duration_s: 60)
            return player(key.and("\"layer\": { \(size) }"), media)
        }
        let idle = "'\(name)' does nothing here: "
        let none = idle + "there is no layer; give 'layer', or 'set_layer' in the script"
        let late = idle + "the layer is attached 'late'; write \"attached\": \"early\", or 'set_layer' in the script"
        return [
            Case(text: player(key), words: none, value: "0.1", near: near),
            Case(text: player(key, then: [.does(1, "set_layer")]), words: none, value: "0.1", near: near),
            Case(
                text: player(key.and("\"layer\": { \(size), \"attached\": \"late\" }")), words: late, value: "0.1",
                near: near),
            Case(
                text: coded("mp4a.40.2"), words: idle + "the media is sound alone, by its 'codecs'", value: "0.1",
                near: [coded("avc1.64001f")]),
        ]
    }

    private static let early: JSONPart = #""early_request": "dropped""#
    private static let withoutAutowait: JSONPart = #""automatically_waits_to_minimize_stalling": false"#
    private static let off: JSONPart = #""value": false"#
    private static let iOS9: JSONPart = #""linked_on": "iOS 9""#

    private static let requests = [
        Case(
            text: player(early),
            words: "'early_request' does nothing here: the player waits by itself; give "
                + "\"automatically_waits_to_minimize_stalling\": false",
            value: "\"dropped\"",
            near: [
                player(early.and(withoutAutowait)),
                player(early, then: [.does(1, "set_automatically_waits_to_minimize_stalling", off)]),
            ]),
        Case(
            text: player(early.and(iOS9), stream),
            words: "'early_request' does nothing here: linked on iOS 9, a player of streams waits by itself",
            value: "\"dropped\"", near: [player(early.and(iOS9))]),
    ]

    private static func coded(_ keys: JSONPart) -> [JSONPart] {
        [.local(1000, duration_s: 10, keys), .hls([1000], duration_s: 60, keys)]
    }

    private static let silence = coded(#""edit_list": false"#).map { media in
        Case(
            text: player("", media),
            words: "'edit_list' does nothing here: there is no silence; give 'audio_priming_s' or "
                + "'audio_remainder_s'",
            value: "false",
            near: (coded(#""edit_list": false, "audio_priming_s": 0.048"#)
                + coded(#""edit_list": false, "audio_remainder_s": 0.02"#)).map { player("", $0) })
    }

    private static let networks = [
        ("change_network", #""down_kbps": 500"#), ("break_network", #""for_s": 2"#),
    ].map { (name: String, keys: JSONPart) in
        let action: JSONPart = .does(1, name, keys)
        return Case(
            text: player("", then: [action]), words: "'\(name)' does nothing here: the file is on the device",
            value: "\"\(name)\"",
            near: [.progressive(1000, duration_s: 10), stream].map { player("", $0, then: [action]) })
    }

    private static func viewer(_ watching: JSONPart, _ after: JSONPart) -> ScenarioText {
        let seek: JSONPart = "{ \"after_s\": \(after), \"by_s\": 30 }"
        return player("\"viewer\": { \"watching_s\": \(watching), \"seeks\": [\(seek)] }", stream)
    }

    private static let viewers = ([(90, 90), ("[5, 90]", 90), (90, "[90, 200]")] as [(JSONPart, JSONPart)]).map {
        Case(
            text: viewer($0, $1),
            words: "this never happens: by then the viewer has left, who watches 90 s at most (watching_s); "
                + "write less",
            value: $1.text, near: [viewer($0, 89.999), viewer($0, "[80, 200]"), viewer("[5, 90.001]", $1)])
    }

    private static func link(_ network: JSONPart, _ more: JSONPart = "") -> ScenarioText {
        ScenarioText(network: network, media: stream, more: more)
    }

    private static let offered: JSONPart = #""receive_buffer_bytes": 70000"#
    private static let atOnce =
        "every packet is acknowledged at once, whatever is offered to receive; "
        + "'receive_buffer_bytes' does nothing"

    private static let connections: [Case] = [
        Case(
            text: link(#""http": "3", "quickack": true"#),
            words: "HTTP/3 has every packet acknowledged at once; 'quickack' does nothing", value: "true",
            near: [link(#""http": "2", "quickack": true"#)]),
        Case(
            text: link(offered.and(#""http": "3""#)), words: atOnce, value: "70000",
            near: [link(offered), link(offered.and(#""quickack": false"#))]),
        Case(text: link(offered.and(#""quickack": true"#)), words: atOnce, value: "70000", near: []),
        Case(
            text: link(#""header_alone": true, "response_header_bytes": 0"#),
            words: "answers have no header; 'header_alone' does nothing", value: "true",
            near: [link(#""header_alone": true, "response_header_bytes": 1"#)]),
        Case(
            text: link(#""retry_count": 0, "back_off_s": 2"#),
            words: "'back_off_s' does nothing here: 'retry_count' is 0", value: "2",
            near: [link(#""retry_count": 1, "back_off_s": 2"#)]),
    ]

    private static func backup(_ network: JSONPart, _ keys: JSONPart = #""kind": "greedy""#) -> ScenarioText {
        link(network, "\"traffic\": [{ \(keys), \"at_s\": 1, \"for_s\": 3 }]")
    }

    /// The backup is under way from 1 s to 4 s.
    private static let downloads: [Case] = [
        (at: "1 s", network: "", near: #""delay_up_ms": 1"#),
        (at: "2 s", network: phases(2), near: phases(4)),
    ].map { (at: String, network: JSONPart, near: JSONPart) in
        let words =
            "at \(at) the network has neither limit nor delay, so that packets of this download come without "
            + "end at one instant; give 'down_kbps' or 'delay_ms'"
        let others = [
            backup(near), backup(network.and(#""up_kbps": 500"#)), backup(network.and(#""transport": "fluid""#)),
            backup(network, #""kind": "bounded", "bytes": 1000"#),
        ]
        return Case(text: backup(network), words: words, value: "\"greedy\"", near: others)
    }

    private static func phases(_ length: Int) -> JSONPart {
        "\"phases\": [{ \"for_s\": \(length), \"down_kbps\": 900 }, { \"down_kbps\": \"unlimited\" }]"
    }

    @Test(
        "at their places, and those that are near are not",
        arguments: layers + requests + silence + networks + viewers + connections + downloads)
    func idle(one: Case) throws {
        let warnings = try one.text.read().warnings
        #expect(warnings.map { $0.message } == [one.words])
        let place = try #require(warnings.first).place
        #expect(one.text.text.dropFirst(Int(place.column) - 1).hasPrefix(one.value), "\(place)")
        for near in one.near { #expect(try near.read().warnings.map { $0.message } == []) }
    }

    @Test("and do nothing indeed", arguments: layers + requests)
    func same(one: Case) throws {
        var other = one.text
        let keys = other.player?.text.replacing(": 0.1", with: ": 0.2").replacing("dropped", with: "remembered")
        other.player = JSONPart(stringLiteral: keys ?? "")
        #expect(other.text != one.text.text)
        let (own, its) = (try one.text.run().player(0), try other.run().player(0))
        #expect(Metric.all.map { own[$0.name] } == Metric.all.map { its[$0.name] })
    }
}
