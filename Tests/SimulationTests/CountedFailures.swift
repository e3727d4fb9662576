@testable import PlayerModel
@testable import Simulation

/// The failures of segments as hls.js counts them, all levels of a pathway together: the referee's.
struct CountedFailures {
    private let resources: [Resource]
    /// The slots that have failed, once for each time, until a segment of the same variant comes.
    private var failed: [Int] = []

    init(_ resources: [Resource]) { self.resources = resources }

    /// How often something will have failed with the next failure of a slot; nil where each is counted by itself.
    func next(_ slot: Int) -> Int64? {
        isCounted(slot) ? Int64(failed.count { isOfOnePathway($0, slot) }) + 1 : nil
    }

    mutating func note(_ slot: Int) {
        if isCounted(slot) { failed.append(slot) }
    }

    mutating func bring(_ slot: Int) {
        failed.removeAll { resources[$0].variant == resources[slot].variant && resources[slot].kind == .video }
    }

    /// The item has failed.
    mutating func giveUp(_ slot: Int) { failed = failed.filter { !isOfOnePathway($0, slot) } }

    private func isCounted(_ slot: Int) -> Bool {
        resources[slot].requests?.kind == .hlsJS && [.video, .videoInit].contains(resources[slot].kind)
    }

    private func isOfOnePathway(_ one: Int, _ other: Int) -> Bool {
        resources[one].asset == resources[other].asset && resources[one].ladder == resources[other].ladder
    }
}

/// How often a request was made again since anything of it came, as far as a trace tells: a failed attempt is written
/// down before what it has brought in the same instant.
struct Retries {
    private(set) var least: Int64 = 0
    private(set) var most: Int64 = 0
    private var last = Instant.never

    mutating func note(at now: Instant) { (least, most, last) = (least + 1, most + 1, now) }

    mutating func bring(at now: Instant) { (least, most) = (0, last == now ? 1 : 0) }
}

extension LoadFailure {
    /// Whether it may mend itself, as is usual on a network.
    var isWorthAnotherTry: Bool {
        switch self {
        case .badStatus(let status): status >= 500 || status == 408 || status == 429
        case .unreadable: false
        case .timedOut, .connectionLost, .wrongLength: true
        }
    }
}
