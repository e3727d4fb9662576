import PlayerModel
import SimulationContainers

/// Which actions of a script can come, as far as the script alone tells, and what is in the way of the others.
///
/// An action comes if its condition can become true, and that may take another action: playback, somebody who asks for
/// it; the end of an action, that action. All others wait for themselves, for others that wait for them, or for what
/// nobody does. A condition is a tree: nodes that lack all of their parts or one of them, and leaves. What there is no
/// moment for (`Moments`) lacks something for good.
///
///     an action comes ──▶ leaves that wait for it, or for what it makes possible ──▶ nodes that lack one part less
///            ▲                                                                                    │ lack none
///            └────────────────────────────────────────────────────────────────────────────────────┘
///
/// Each node is done with once: O(n log n) in all, and that for sorting (W. Dowling and J. Gallier, "Linear-time
/// algorithms for testing the satisfiability of propositional Horn formulae", Journal of Logic Programming 1, 1984).
struct ScriptReach {
    /// An action, by its place in the script, or behind those a list of conditions.
    private struct Node {
        /// The node that it is a part of; nil of an action.
        let whole: Int?
        /// How many of its parts have to become true still.
        var lacks: Int
    }

    /// A condition without parts, and the node that it is a part of.
    private struct Leaf {
        let condition: Condition
        let node: Int
    }

    private let player: ScenarioPlayer
    private var nodes: [Node]
    /// Leaves that wait for an action to be performed, in the order of that action, and these actions.
    private var followers: [(action: Int, node: Int)] = []
    private var possible: Possible
    private let numbers: ScriptNumbers
    /// The end of the run.
    private let until: Instant
    /// Why no request fails, in words; nil where one may.
    private let whyNoneFails: String?
    private let longest: Int64?
    private let runsOn: Bool
    /// Whether the player puts the playhead elsewhere by itself: of an item, and where it was asked to play.
    private let jumpsInItem, jumpsInPlayback: Bool

    init(_ player: ScenarioPlayer, until: Instant, whyNoneFails: String?) {
        self.player = player
        (self.until, self.whyNoneFails) = (until, whyNoneFails)
        possible = Possible(player)
        numbers = ScriptNumbers(player)
        longest = player.assets.map { $0.media.duration.nanoseconds }.max()
        runsOn = player.runsOn
        // A live stream is joined, and goes on elsewhere. A gap is skipped by a playhead that moves, and an event that
        // it has come to has playback go on behind it.
        jumpsInItem = player.isLive
        jumpsInPlayback = player.hasGaps && player.loader.gaps.skips || player.interstitials != nil
        nodes = player.script.map { _ in Node(whole: nil, lacks: 1) }
        var leaves: [Leaf] = []
        for (index, action) in player.script.enumerated() {
            if let trigger = action.trigger { add(trigger.condition, to: index, &leaves) }
        }
        followers.sort { ($0.action, $0.node) < ($1.action, $1.node) }
        for index in player.script.indices where player.script[index].trigger == nil { fulfil(partOf: index) }
        var before: Possible?
        while before != possible {
            before = possible
            var others: [Leaf] = []
            for leaf in leaves {
                if obstacle(to: leaf.condition) == nil { fulfil(partOf: leaf.node) } else { others.append(leaf) }
            }
            leaves = others
        }
    }

    func comes(_ action: Int) -> Bool { nodes[action].lacks == 0 }

    /// By action, those that it waits for where neither comes.
    var awaitedInVain: [[Int]] {
        player.script.indices.map { index in
            guard !comes(index), let trigger = player.script[index].trigger else { return [] }
            return trigger.condition.performed.filter { !comes($0) }
        }
    }

    private mutating func add(_ condition: Condition, to node: Int, _ leaves: inout [Leaf]) {
        if case .performed(_, let action) = condition { return followers.append((Int(action), node)) }
        let parts = condition.parts
        if parts.isEmpty { return leaves.append(Leaf(condition: condition, node: node)) }
        let own = nodes.count
        // What is at odds with itself lacks something for good.
        let lacks = condition.needsAll ? parts.count + (Moments(of: condition).areNone ? 1 : 0) : 1
        nodes.append(Node(whole: node, lacks: lacks))
        for part in parts { add(part, to: own, &leaves) }
    }

    /// A part of a node can become true, and so whatever lacked nothing else.
    private mutating func fulfil(partOf node: Int) {
        var open = [node]
        while let next = open.popLast() {
            guard nodes[next].lacks > 0 else { continue }
            nodes[next].lacks -= 1
            guard nodes[next].lacks == 0 else { continue }
            if let whole = nodes[next].whole {
                open.append(whole)
            } else {
                possible.formUnion(Possible(by: player.script[next]))
                let first = partitionPoint(in: 0..<followers.count) { followers[$0].action >= next }
                open += followers[first...].prefix { $0.action == next }.map { $0.node }
            }
        }
    }

    // MARK: What is in the way

    /// The reason why a condition never comes true, in words; nil where it may.
    func obstacle(to condition: Condition) -> String? {
        switch condition {
        case .status(.paused), .reason(nil), .bufferEmpty, .likelyToKeepUp(false), .bufferFull(false),
            .itemStatus(.unknown):
            nil
        case .status(.playing): withoutRequest
        case .status(.waitingToPlayAtSpecifiedRate): withoutRequest ?? withoutAnyWait
        case .waited(let length): withoutRequest ?? withoutAnyWait ?? tooLong(length)
        case .reason(.noItemToPlay): withoutRequest ?? withoutEarlyRequest(orItem: true)
        case .reason(.evaluatingBufferingRate): withoutRequest ?? withoutEarlyRequest(orItem: false)
        case .reason(.toMinimizeStalls): withoutRequest ?? withoutWaiting
        case .reason(.interstitialEvent): withoutRequest ?? (player.interstitials == nil ? "there are none" : nil)
        case .rate(let range): range.contains(0) ? nil : withoutRequest ?? withoutRate(in: range)
        // A stream is caught up with at a speed that nobody asks for.
        case .timebaseRate(let range):
            range.contains(0) ? nil : withoutRequest ?? (player.isLive ? nil : withoutRate(in: range))
        case .currentTime(let range): obstacle(toPlace: range)
        case .loadedAhead(let range): range.contains(0) ? nil : withoutItem ?? tooLong(range) ?? notWanted(range)
        case .likelyToKeepUp(true), .itemStatus(.readyToPlay), .bufferFull(true): withoutItem
        case .itemStatus(.failed): withoutItem ?? whyNoneFails
        case .stalled(let length): withoutRequest ?? tooLong(length)
        case .starting(let length): possible.contains(.start) ? tooLong(length) : Self.nobodyAsks
        case .played(let range): range.contains(0) ? nil : withoutRequest ?? neverPlayed(range)
        case .event(let event): obstacle(to: event)
        case .performed(let name, let action): comes(Int(action)) ? nil : "'\(name)' never happens"
        case .all(let parts):
            parts.lazy.compactMap { obstacle(to: $0) }.first ?? condition.partsAtOdds.map { Self.atOdds($0) }
        case .any(let parts):
            parts.contains { obstacle(to: $0) == nil } ? nil : parts.first.flatMap { obstacle(to: $0) }
        }
    }

    private func obstacle(to event: ObservedEvent) -> String? {
        switch event {
        case .playbackStalled, .didPlayToEndTime: withoutRequest
        case .failedToPlayToEndTime: withoutRequest ?? whyNoneFails
        case .timeJumped: jumps ? nil : "nothing in the script jumps"
        case .currentItem: withoutItem
        case .seekFinished: possible.contains(.seek) ? nil : "there is no seek"
        case .prerollFinished: possible.contains(.preroll) ? nil : "there is no preroll"
        }
    }

    /// Linked on iOS 9 playback goes on from a key frame when tracks have changed (A.43).
    private var jumps: Bool {
        switch player.player.linkedOn {
        case .iOS9: goesElsewhere || possible.contains(.changeOfTracks)
        case .iOS10: goesElsewhere
        }
    }

    /// Whether the playhead is put elsewhere, by the app or by the player itself.
    private var goesElsewhere: Bool {
        possible.contains(.jump) || jumpsInItem && possible.contains(.item)
            || jumpsInPlayback && possible.contains(.request)
    }

    private func obstacle(toPlace range: ClosedRange<Int64>) -> String? {
        if range.contains(0) { return nil }
        if let longest, range.lowerBound > longest, !runsOn {
            return "the media has \(QuantityText.value(longest, .seconds)), and nothing plays behind its end"
        }
        return goesElsewhere || possible.contains(.laterStart) ? nil : withoutRequest
    }

    private static func atOdds(_ parts: [Condition]) -> String {
        let words = parts.map { "'\($0.words)'" }
        let others = words.dropLast().joined(separator: ", ")
        return "\(others) and \(words[words.count - 1]) are never so at once; where one is enough, write \"any\""
    }

    private static let nobodyAsks = "nobody asks to play"

    private var withoutRequest: String? { possible.contains(.request) ? nil : Self.nobodyAsks }

    private var withoutItem: String? { possible.contains(.item) ? nil : "no item comes" }

    private var withoutAnyWait: String? {
        player.interstitials == nil ? withoutEarlyRequest(orItem: true) : nil
    }

    /// A player that does not wait by itself never waits to minimize stalls (B.2, B.3).
    private var withoutWaiting: String? {
        possible.contains(.waiting) ? nil : "the player does not wait by itself"
    }

    /// But it waits for the first media of what it was asked to play, where it remembers that it was. Under the rules
    /// of iOS 9 it waits for an item in any case.
    private func withoutEarlyRequest(orItem: Bool) -> String? {
        switch (player.player.earlyRequest, player.player.linkedOn) {
        case (.remembered, _): nil
        case (.dropped, .iOS9): orItem ? nil : withoutWaiting
        case (.dropped, .iOS10): withoutWaiting
        }
    }
}

// MARK: How long and how fast

extension ScriptReach {
    private func tooLong(_ range: ClosedRange<Int64>) -> String? {
        guard let longest, range.lowerBound > longest else { return nil }
        return "the media has \(QuantityText.value(longest, .seconds)) in all"
    }

    /// Nothing lasts longer than the run.
    private func tooLong(_ length: TimeAmount) -> String? {
        guard Instant.zero + length > until else { return nil }
        return "the run ends before, at \(until.inSeconds); write less, or a greater 'until_s'"
    }

    private func withoutRate(in range: ClosedRange<Int64>) -> String? {
        let rates = numbers.rates
        guard let first = rates.first, let last = rates.last, !numbers.hasRate(in: range) else { return nil }
        let (low, high) = (QuantityText.value(first, .rate), QuantityText.value(last, .rate))
        let asked = rates.count == 1 ? low : rates.count == 2 ? "\(low) and \(high)" : "some from \(low) to \(high)"
        return "no rate is asked for but \(asked); 'set_rate' asks for others"
    }

    /// Whether any media may be played twice, or be there before it is loaded in its turn.
    private var goesBack: Bool {
        player.isLive || player.hasGaps || player.interstitials != nil || player.looping != .none
            || !possible.isDisjoint(with: [.jump, .changeOfTracks])
    }

    /// Of each stretch in which the playhead moves the length is rounded: far less than this in all.
    private static let rounding: Int64 = 1_000_000

    private func neverPlayed(_ range: ClosedRange<Int64>) -> String? {
        if let words = tooLong(TimeAmount(nanoseconds: range.lowerBound)) { return words }
        let longest = numbers.longestPlay
        guard !goesBack, range.lowerBound > longest.nanoseconds.addingClamped(Self.rounding) else { return nil }
        return "all that comes is played once, which takes \(longest.inSeconds) at most"
    }

    /// Of a stream whole segments are asked for until so much is ahead as is wanted. Two lengths of a segment are more
    /// than may be beyond that.
    private func notWanted(_ range: ClosedRange<Int64>) -> String? {
        guard !goesBack, !numbers.hasAgain, player.assets.allSatisfy({ $0.media.kind == .hls }) else { return nil }
        let segment = player.assets.reduce(MediaTime.zero) { max($0, $1.media.longestSegment) }.nanoseconds
        let most = numbers.wanted.nanoseconds.addingClamped(segment).addingClamped(segment)
        guard range.lowerBound > most else { return nil }
        return "no more than \(numbers.wanted.inSeconds) is wanted ahead, and whole segments of it; "
            + "'preferred_forward_buffer_duration_s' asks for more"
    }
}

extension Condition {
    /// Whether it takes all of its parts, and not one of them alone.
    fileprivate var needsAll: Bool { if case .all = self { true } else { false } }
}

/// The things that conditions need, and that not every player and not every script has.
private struct Possible: OptionSet {
    let rawValue: UInt16

    /// The player is asked for a rate.
    static let request = Possible(rawValue: 1)
    /// The person asks for playback, or the app does.
    static let start = Possible(rawValue: 2)
    static let item = Possible(rawValue: 4)
    static let seek = Possible(rawValue: 8)
    /// The app puts the playhead elsewhere, or the viewer or the loop does.
    static let jump = Possible(rawValue: 16)
    static let changeOfTracks = Possible(rawValue: 32)
    static let preroll = Possible(rawValue: 64)
    /// The player waits by itself.
    static let waiting = Possible(rawValue: 128)
    /// An item begins elsewhere than at 0.
    static let laterStart = Possible(rawValue: 256)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Those that are there whatever the script does.
    init(_ player: ScenarioPlayer) {
        self = []
        if case .seekAtEnd = player.looping { formUnion([.seek, .jump]) }
        if player.viewer?.seeks ?? false { formUnion([.seek, .jump]) }
        let beginsLater =
            player.items.contains { $0.item.start > .zero } || player.assets.contains { $0.media.start > .zero }
        if beginsLater || player.looping != .none { insert(.laterStart) }
        switch player.player.linkedOn {
        case .iOS9: if player.assets.contains(where: { $0.media.kind == .hls }) { insert(.waiting) }
        case .iOS10: if player.player.automaticallyWaits { insert(.waiting) }
        }
    }

    /// Those that an action makes possible.
    init(by action: Action) {
        self = []
        if action.asksToPlay { insert(.request) }
        if action.isRequest { insert(.start) }
        if action.traits.arrival != nil { insert(.item) }
        if action.traits.seeks { formUnion([.seek, .jump]) }
        switch action.operation {
        case .player(.setRateAtHostTime(_, let place, let host)): if place != nil || host != nil { insert(.jump) }
        case .player(.preroll): insert(.preroll)
        case .player(.setAutomaticallyWaits(true)): insert(.waiting)
        case .player(.changeTracks), .queue(.selectAudio), .limit(.layer): insert(.changeOfTracks)
        case .player, .playing, .items, .queue, .limit, .asset, .network, .surroundings: break
        }
    }
}
