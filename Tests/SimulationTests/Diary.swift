import PlayerModel

@testable import Simulation

/// The requests of a run in short lines: `0.5 video 2: 4..<8` is a request for chunks of the second variant.
struct Diary {
    struct Line: Equatable, CustomStringConvertible {
        let at: Instant
        let words: String

        var description: String { "\(NumberText.exact(at.nanoseconds, places: 9)) \(words)" }
    }

    let lines: [Line]

    init(_ run: Run) {
        let slots = run.scenario.slots
        func name(_ slot: Int32) -> String {
            let resource = slots[Int(slot)]
            let kind =
                switch resource.kind {
                case .video: "video"
                case .audio: "audio"
                case .videoPlaylist: "playlist"
                case .videoInit: "init"
                default: "\(resource.kind)"
                }
            return resource.variant < 0 ? kind : "\(kind) \(resource.variant + 1)"
        }
        lines = run.trace.entries.compactMap { entry in
            let words: String? =
                switch entry.record {
                case .requested(let request): "\(name(request.id.slot)): \(request.firstChunk)..<\(request.endChunk)"
                case .cancelled(let id): "\(name(id.slot)) cancelled"
                case .wasted(let bytes, let slot): "\(name(slot)) wasted \(bytes)"
                case .switches(let from, let to, _): "switches \(from + 1) to \(to + 1)"
                case .switched(let from, let to): "switched \(from + 1) to \(to + 1)"
                case .fetched(_, let slot): "\(name(slot)) fetched"
                default: nil
                }
            return words.map { Line(at: entry.at, words: $0) }
        }
    }

    /// The lines that begin so, as text with their times.
    func lines(_ beginning: String) -> [String] {
        lines.filter { $0.words.hasPrefix(beginning) }.map { $0.description }
    }

    /// The same without their times.
    func words(_ beginning: String) -> [String] {
        lines.filter { $0.words.hasPrefix(beginning) }.map { $0.words }
    }

    /// Which variant each segment was asked for of, in the order of the requests.
    var variants: [Int] {
        words("video ").filter { $0.contains(":") }.compactMap { Int($0.dropFirst(6).prefix { $0 != ":" }) }
    }

    /// Where a line stands among all.
    func place(_ words: String) -> Int? { lines.firstIndex { $0.words == words } }
}
