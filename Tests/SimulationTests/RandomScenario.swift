import PlayerModel

@testable import Simulation

/// A scenario made up from a seed, as the text of a file: small media, a network of any kind, and a person who cannot
/// keep still.
///
/// Times are often round, so that many things fall on the same nanosecond, and often not.
///
/// Half of the networks are `tcp`, whose packets are the cost of a run: then there are few bytes.
struct RandomScenario {
    let seed: UInt64
    private(set) var text = ""
    private var random: RandomStream
    private(set) var isTCP = false
    private var mostKilobits: Int64 = 3000
    /// The kinds of resources that are fetched, as a fault names them.
    private(set) var fetched: [String] = []
    /// The kind of loop, and the names of what is in the queue.
    var loop = "none"
    private var isQueue = false
    var items: [String] = []
    var queueMembers: [String] = []
    /// Whether some of the media is in English and French.
    private(set) var hasLanguages = false
    /// The names of assets, where there are several.
    private(set) var assets: [String] = []

    /// Media of up to `longest` seconds, in up to 40 chunks or so: one asset, or several of which a queue is made.
    init(seed: UInt64, longest: Int64 = 20, hasSeveralAssets: Bool = false) {
        self.seed = seed
        assets = hasSeveralAssets ? ["x", "y", "z"] : []
        random = RandomStream(seed: seed, name: "scenario")
        isTCP = chance(2)
        if isTCP { mostKilobits = pick([100, 300, 1000]) }
        let isOld = chance(6)
        let length = 500 * (1 + below(longest * 2))
        var members = [
            "\"media\": \(hasSeveralAssets ? severalMedia(length) : media(length))",
            "\"player\": \(player(length, isOld))", "\"until_s\": \(60 + below(60))",
        ]
        members.append("\"network\": \(network())")
        if !chance(8) { members.append("\"script\": [\(script(length, isOld))]") }
        text = "{ \(members.joined(separator: ",\n  ")) }"
    }

    // MARK: Dice

    mutating func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }

    /// Once in `many` times.
    mutating func chance(_ many: Int64) -> Bool { below(many) == 0 }

    mutating func pick<Item>(_ items: [Item]) -> Item { items[Int(below(Int64(items.count)))] }

    /// Some of the members, each as likely as not, in braces.
    mutating func object(_ always: [String], _ maybe: [String] = []) -> String {
        "{ \((always + maybe.filter { _ in chance(2) }).joined(separator: ", ")) }"
    }

    func decimal(_ thousandths: Int64) -> String { NumberText.exact(thousandths, places: 3) }

    /// Seconds up to so many thousandths: whole tenths, whole thousandths, or to the nanosecond.
    mutating func time(_ most: Int64) -> String {
        switch below(4) {
        case 0: NumberText.exact(below(most * 1_000_000 + 1), places: 9)
        case 1: decimal(below(most + 1))
        default: decimal(below(most / 100 + 1) * 100)
        }
    }

    mutating func rate(orZero: Bool = false) -> String {
        if orZero, chance(5) { return "0" }
        return pick(["1", "1", "0.5", "2", "1.5", "0.001", "32", decimal(1 + below(4000))])
    }

    // MARK: Media

    /// No shorter than `length`, so that every in and out point is in all of them.
    private mutating func severalMedia(_ length: Int64) -> String {
        assets = Array(assets.prefix(Int(2 + below(2))))
        let media = assets.map { self.media(length + 500 * below(3), name: $0) }
        return "[\(media.joined(separator: ", "))]"
    }

    private mutating func media(_ length: Int64, name: String? = nil) -> String {
        let kind = name == nil ? pick(["local", "progressive", "progressive", "hls", "hls"]) : "hls"
        guard kind == "hls" else {
            fetched = ["file"]
            let chunk = max(100, length / (1 + below(40)))
            return object([
                "\"kind\": \"\(kind)\"", "\"duration_s\": \(decimal(length))",
                "\"bitrate_kbps\": \(decimal(20_000 + below(mostKilobits * 1000)))",
                "\"chunk_s\": \(decimal(chunk))",
            ])
        }
        fetched = ["video"]
        let parts = pick([1, 1, 2, 5] as [Int64])
        let segment = 500 * (1 + below(12))
        let hasFiles = chance(isTCP ? 2 : 4)
        // The same files of every variant, so that any of them may be the one that is fetched.
        let files = hasFiles ? self.files("video") : []
        let variants = (0..<pick([1, 1, 2, 3])).map { _ in variant(length, segment, files) }
        var members = name.map { ["\"name\": \"\($0)\""] } ?? []
        members += [
            "\"kind\": \"hls\"", "\"duration_s\": \(decimal(length))", "\"segment_s\": \(decimal(segment))",
            "\"chunks_per_segment\": \(parts)", "\"variants\": [\(variants.joined(separator: ", "))]",
        ]
        if chance(3) {
            fetched.append("audio")
            let own = 500 * (1 + below(12))
            let ofAudio = hasFiles ? self.files("audio") : []
            let always = ["\"bitrate_kbps\": \(8 + below(100))", "\"segment_s\": \(decimal(own))"]
            if assets.isEmpty {
                members.append("\"audio\": " + object(always + ofAudio))
            } else {
                let renditions = ["en", "fr"].map { object(["\"language\": \"\($0)\""] + always + ofAudio) }
                members.append("\"audio\": [\(renditions.joined(separator: ", "))]")
                hasLanguages = true
            }
        }
        return object(members + (hasFiles ? opening() : []))
    }

    private mutating func variant(_ length: Int64, _ segment: Int64, _ files: [String]) -> String {
        var members = ["\"bitrate_kbps\": \(20 + below(mostKilobits))"]
        if chance(3) {
            let most = mostKilobits * segment / 8
            let sizes = (0..<(length + segment - 1) / segment).map { _ in String(1 + below(most)) }
            members.append("\"segment_bytes\": [\(sizes.joined(separator: ", "))]")
        }
        if chance(2) { members.append("\"width\": \(1 + below(1920)), \"height\": \(1 + below(1080))") }
        if !assets.isEmpty { members += sound() }
        return object(members + files)
    }

    private mutating func sound() -> [String] {
        let all = ["\"channels\": \(pick([2, 6]))", "\"sample_rate_hz\": \(pick([44_100, 48_000]))"]
        return ["\"codecs\": [\"avc1.64001f\", \"mp4a.40.\(pick([2, 5]))\"]"] + all.filter { _ in chance(3) }
    }

    private mutating func fileBytes() -> Int64 { pick([1, 100, 1448, 1 + below(20_000)]) }

    /// A playlist and an initialization section of a track, or one of them, or none.
    private mutating func files(_ track: String) -> [String] {
        var members: [String] = []
        if !chance(4) {
            fetched.append("\(track) playlist")
            members.append("\"playlist_bytes\": \(fileBytes())")
        }
        if chance(2) {
            fetched.append("\(track) init")
            members.append("\"init_bytes\": \(fileBytes())")
        }
        return members
    }

    /// The resources that come before the tracks, some of them there already.
    private mutating func opening() -> [String] {
        var members: [String] = []
        var preloaded: [String] = []
        if !chance(4) {
            members.append("\"multivariant_playlist_bytes\": \(fileBytes())")
            if chance(4) {
                preloaded.append("multivariant playlist")
            } else {
                fetched.append("multivariant playlist")
            }
        }
        if chance(2) {
            members.append("\"key_bytes\": \(fileBytes())")
            let isOfSession = chance(2)
            if isOfSession || chance(3) { members.append("\"session_key\": \(isOfSession)") }
            if isOfSession, chance(3) { preloaded.append("key") } else { fetched.append("key") }
        }
        if !preloaded.isEmpty {
            members.append("\"preloaded\": [\(preloaded.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }
        return members
    }

    // MARK: Player

    private mutating func player(_ length: Int64, _ isOld: Bool) -> String {
        var always: [String] = []
        queue(length)
        let isAdvancing = loop == "treadmill" || loop == "looper"
        isQueue = isAdvancing || !items.isEmpty || chance(3)
        always += queueMembers
        if isQueue { always.append("\"class\": \"AVQueuePlayer\"") }
        if isOld { always.append("\"linked_on\": \"iOS 9\"") }
        if !isOld, chance(4) {
            always.append("\"automatically_waits_to_minimize_stalling\": false")
            if chance(2) { always.append("\"early_request\": \"dropped\"") }
        }
        if !isAdvancing, chance(3) || loop == "seek-at-end" {
            let mayAdvance = isQueue && loop != "seek-at-end"
            let action = pick(mayAdvance ? ["advance", "pause", "none"] : ["pause", "none"])
            always.append("\"action_at_item_end\": \"\(action)\"")
        }
        let hasInPoint = queueMembers.contains { $0.contains("from_s") }
        if chance(4), !hasInPoint {
            always.append("\"forward_playback_end_time_s\": \(decimal(1 + below(length + 2000)))")
        }
        let keepUp = rule(KeepUp.all.map { ($0.name, $0.parameters) })
        let throughput = rule(ThroughputEstimator.all.map { ($0.name, $0.parameters) })
        let firstVariant = rule(VariantChoice.allCases.map { ($0.name, $0.parameters) })
        let switching = rule(VariantSwitch.all.map { ($0.name, $0.parameters) })
        let abandonment = rule(SegmentAbandonment.all.map { ($0.name, $0.parameters) })
        let replacement = pick(SegmentReplacement.all).name
        let sides = "\"width\": \(pick([1, 640, 1280])), \"height\": \(pick([1, 360, 720]))"
        let layer = "{ \(sides), \"attached\": \"\(pick(PlayerLayer.Attachment.allCases).name)\" }"
        return object(
            always,
            [
                "\"default_rate\": \(rate())", "\"preferred_forward_buffer_duration_s\": \(time(10_000))",
                "\"default_forward_buffer_s\": \(decimal(1 + below(20_000)))", "\"drain_s\": \(time(12_000))",
                "\"keep_up\": \(keepUp)", "\"throughput\": \(throughput)",
                "\"first_variant\": \(firstVariant)", "\"preferred_peak_bitrate_kbps\": \(below(2000))",
                "\"preferred_maximum_resolution\": { \(sides) }", "\"layer\": \(layer)",
                "\"switching\": \(switching)", "\"abandon_segment\": \(abandonment)",
                "\"replace_segment\": \"\(replacement)\"",
            ])
    }

    private mutating func rule(_ rules: [(name: String, parameters: [Parameter])]) -> String {
        let rule = pick(rules)
        let parameters = rule.parameters.map { parameter in
            let most: Int64 = [.seconds: 10_000_000_000, .milliseconds: 5_000_000_000][parameter.unit] ?? 3_000_000
            let high = min(parameter.range.upperBound, max(parameter.range.lowerBound, most))
            let value = parameter.range.lowerBound + below(high - parameter.range.lowerBound + 1)
            return "\"\(parameter.name)\": \(NumberText.exact(value, places: parameter.unit.decimalPlaces))"
        }
        return chance(3) ? "\"\(rule.name)\"" : object(["\"rule\": \"\(rule.name)\""], parameters)
    }

    // MARK: Script

    private mutating func script(_ length: Int64, _ isOld: Bool) -> String {
        var actions: [(at: Int64, words: String)] = []
        if !chance(10) { actions.append((0, "\"do\": \"load\"")) }
        if !chance(6) { actions.append((below(3) * 700, "\"do\": \"play\"")) }
        let span = pick([2_000, 15_000, 40_000] as [Int64])
        for _ in 0..<below(14) {
            let at = chance(3) ? below(span) : below(span / 500) * 500
            let action = action(length, isOld)
            // Most of them are right: an exception ends the run, and what would come behind it is for nothing.
            if action.contains("set_rate_at_host_time"), !isOld, !chance(8) { actions.append((at, Self.waitsNot)) }
            if action.contains("\"insert\""), !chance(8) { actions.append((at, removal(action))) }
            actions.append((at, action))
        }
        // A stable sort: what was said first of two at one time comes first.
        let sorted = actions.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        return sorted.map { "\n    { \"at_s\": \(decimal($0.element.at)), \($0.element.words) }" }
            .joined(separator: ",")
    }

    private mutating func action(_ length: Int64, _ isOld: Bool) -> String {
        let beyond = length + 1000
        if !items.isEmpty || loop == "looper", chance(4) { return queueAction(length) }
        if hasLanguages, chance(4) { return "\"do\": \"select_audio\", \"language\": \"\(pick(["en", "fr"]))\"" }
        switch below(24) {
        case 0: return "\"do\": \"load\""
        case 1: return "\"do\": \"unload\""
        case 2...4: return "\"do\": \"play\""
        case 5, 6: return "\"do\": \"pause\""
        case 7, 8: return "\"do\": \"set_rate\", \"rate\": \(rate(orZero: true))"
        case 9, 10: return "\"do\": \"play_immediately\", \"rate\": \(rate())"
        case 11: return hostTime(beyond)
        case 12 where !isOld:
            return "\"do\": \"set_automatically_waits_to_minimize_stalling\", \"value\": \(chance(2))"
        case 13: return "\"do\": \"set_default_rate\", \"rate\": \(rate())"
        case 14:
            let values = isQueue || chance(8) ? ["pause", "none", "advance"] : ["pause", "none"]
            return "\"do\": \"set_action_at_item_end\", \"value\": \"\(pick(values))\""
        case 15: return chance(2) ? endTime() : endTime(beyond)
        case 16: return "\"do\": \"set_preferred_forward_buffer_duration\", \"value_s\": \(time(12_000))"
        case 17: return "\"do\": \"change_network\", " + changed().joined(separator: ", ")
        case 18: return "\"do\": \"break_network\", \"for_s\": \(decimal(1 + below(5000)))"
        case 22: return limit()
        default: return seek(beyond)
        }
    }

    private static let waitsNot = "\"do\": \"set_automatically_waits_to_minimize_stalling\", \"value\": false"

    /// Takes the item out of the queue that an action puts into it: it is there once at most.
    private func removal(_ insertion: String) -> String {
        let item = insertion.split(separator: "\"item\": ").last?.prefix { $0 != "," } ?? ""
        return "\"do\": \"remove\", \"item\": \(item)"
    }

    private mutating func limit() -> String {
        let size = "\"width\": \(pick([1, 640, 1280])), \"height\": \(pick([1, 360, 720]))"
        return switch below(4) {
        case 0: "\"do\": \"set_preferred_peak_bit_rate\", \"value_kbps\": \(below(2000))"
        case 1: "\"do\": \"set_preferred_maximum_resolution\", \(size)"
        case 2: "\"do\": \"set_layer\", \(size)"
        default: "\"do\": \"set_layer\""
        }
    }

    private mutating func hostTime(_ beyond: Int64) -> String {
        var words = "\"do\": \"set_rate_at_host_time\", \"rate\": \(rate())"
        if chance(2) { words += ", \"item_time_s\": \(time(beyond))" }
        if chance(2) { words += ", \"host_time_s\": \(time(40_000))" }
        return words
    }

    private func endTime() -> String { "\"do\": \"set_forward_playback_end_time\"" }

    private mutating func endTime(_ beyond: Int64) -> String {
        "\"do\": \"set_forward_playback_end_time\", \"value_s\": \(decimal(1 + below(beyond)))"
    }

    private mutating func seek(_ beyond: Int64) -> String {
        var words = "\"do\": \"seek\", \"to_s\": \(time(beyond))"
        if chance(2) { words += ", \"tolerance_before_s\": \(chance(2) ? "0" : time(3000))" }
        if chance(2) { words += ", \"tolerance_after_s\": \(chance(2) ? "0" : time(3000))" }
        return words
    }
}
