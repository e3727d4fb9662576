@testable import PlayerModel
@testable import Simulation

/// The queue of a random scenario, its loop, and the actions on its items.
extension RandomScenario {
    /// Makes up items or a loop, or neither, for media of that length in thousandths of a second.
    mutating func queue(_ length: Int64) {
        switch assets.isEmpty ? below(4) : 0 {
        case 0:
            items = Array(["a", "b", "c", "d"].prefix(Int(1 + below(4))))
            let parts = items.map { name in
                let media = assets.isEmpty ? "" : ", \"media\": \"\(pick(assets))\""
                return "{ \"name\": \"\(name)\"\(media)\(part(of: length, atLeast: 1)) }"
            }
            queueMembers.append("\"items\": [\(parts.joined(separator: ", "))]")
        case 1: repeats(pick(["seek-at-end", "treadmill", "looper"]), length)
        default: break
        }
        if !assets.isEmpty, chance(2) { queueMembers.append("\"skips_failed_items\": true") }
        if chance(2) { queueMembers.append("\"preroll_s\": \(time(500))") }
        if chance(2) { queueMembers.append("\"preroll_media_s\": \(time(3000))") }
        if chance(2) { queueMembers.append("\"items_ahead\": \(below(4))") }
    }

    /// A loop of that kind; no shorter than half a second, or there would be too many.
    mutating func repeats(_ kind: String, _ length: Int64) {
        loop = kind
        var members = ["\"rule\": \"\(kind)\""]
        if kind != "looper", chance(2) { members.append("\"notification_latency_s\": \(time(300))") }
        if kind == "treadmill", chance(2) { members.append("\"items\": \(1 + below(4))") }
        if kind == "looper" {
            if chance(2) { members.append("\"replicas\": \(3 + below(3))") }
            if chance(3) { members.append("\"loop_count\": \(below(9))") }
        }
        let range = kind == "looper" && chance(2) ? part(of: length, atLeast: min(length, 500)) : ""
        queueMembers.append("\"loop\": { \(members.joined(separator: ", "))\(range) }")
    }

    /// An in and an out point, or one of them, or none: at least so much lies between.
    private mutating func part(of length: Int64, atLeast least: Int64) -> String {
        var words = ""
        var start: Int64 = 0
        if chance(2) {
            start = below(length - least + 1)
            words += ", \"from_s\": \(decimal(start))"
        }
        if chance(2) || start == length {
            words += ", \"to_s\": \(decimal(start + least + below(length - start - least + 1)))"
        }
        return words
    }

    /// An action of an app on a queue of items, or on a looper.
    mutating func queueAction(_ length: Int64) -> String {
        if items.isEmpty {
            return "\"do\": \"\(pick(["disable_looping", "advance_to_next_item", "remove_all_items"]))\""
        }
        switch below(14) {
        case 0: return "\"do\": \"remove_all_items\""
        case 1...3: return "\"do\": \"advance_to_next_item\""
        case 4...7: return "\"do\": \"remove\", \"item\": \"\(pick(items))\""
        case 8:
            return "\"do\": \"seek\", \"item\": \"\(pick(items))\", \"to_s\": \(time(length))"
        case 9:
            let end = chance(3) ? "" : ", \"value_s\": \(decimal(1 + below(length)))"
            return "\"do\": \"set_forward_playback_end_time\", \"item\": \"\(pick(items))\"\(end)"
        default:
            let after = chance(2) ? ", \"after\": \"\(pick(items))\"" : ""
            return "\"do\": \"insert\", \"item\": \"\(pick(items))\"\(after)"
        }
    }
}
