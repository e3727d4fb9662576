import PlayerModel
import SimulationContainers

/// The numbers that the actions of a script bring about, whichever of them come: the rates that are asked for, how much
/// media comes in all, and how much of it is wanted ahead.
struct ScriptNumbers {
    /// Thousandths, in ascending order, without 0.
    let rates: [Int64]
    /// The length of all items that come, one after the other.
    private let media: MediaTime
    /// The most media that is wanted ahead of the playhead.
    let wanted: MediaTime
    /// Whether an asset comes more than once, of which something may be there already.
    let hasAgain: Bool

    init(_ player: ScenarioPlayer) {
        rates = Self.rates(of: player)
        var (length, again) = (Int64(0), false)
        var comes = player.assets.map { _ in false }
        for action in player.script {
            let times = action.trigger.map { $0.most ?? .max } ?? 1
            for item in action.traits.items {
                length = length.addingClamped(item.duration.nanoseconds.multipliedClamped(by: times))
                again = again || times > 1 || comes[Int(item.asset)]
                comes[Int(item.asset)] = true
            }
        }
        (media, hasAgain) = (MediaTime(nanoseconds: length), again)
        wanted = Self.wanted(by: player)
    }

    private static func rates(of player: ScenarioPlayer) -> [Int64] {
        // An app that plays over and over may call play().
        var asksForDefault = player.looping != .none
        var (asked, defaults) = ([Rate](), [player.player.defaultRate])
        for action in player.script {
            switch action.traits.request {
            case .rate(let rate)?: asked.append(rate)
            case .defaultRate?: asksForDefault = true
            case nil: break
            }
            if let rate = action.traits.defaultRate { defaults.append(rate) }
        }
        if asksForDefault { asked += defaults }
        let all = asked.filter { $0.isMoving }.sorted().map { Int64($0.thousandths) }
        return all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    }

    private static func wanted(by player: ScenarioPlayer) -> MediaTime {
        let goal = player.loader.goal.longest
        func wanted(_ preferred: MediaTime) -> MediaTime { preferred > .zero ? preferred : goal }
        return player.script.reduce(wanted(player.loader.preferredForwardBuffer)) { most, action in
            switch action.operation {
            case .playing(.setPreferredForwardBuffer(let length)): max(most, wanted(length))
            case .queue(.prefer(let own, _)): max(most, wanted(own.forwardBuffer))
            case .player, .playing, .items, .queue, .limit, .asset, .network, .surroundings: most
            }
        }
    }

    /// Whether any of the rates is within bounds.
    func hasRate(in range: ClosedRange<Int64>) -> Bool {
        let place = partitionPoint(in: 0..<rates.count) { rates[$0] >= range.lowerBound }
        return place < rates.count && rates[place] <= range.upperBound
    }

    /// How long it takes to play all media once, at the lowest of the rates.
    var longestPlay: TimeAmount {
        guard let lowest = rates.first else { return .zero }
        return Rate(thousandths: Int32(lowest)).time(toPass: media, .up)
    }
}

extension BufferGoal {
    /// The most that it ever wants.
    fileprivate var longest: MediaTime {
        switch self {
        case .fixed(let length): length
        case .bySize(_, _, let most): most
        case .vhs(let start, let most): max(start, most)
        case .dashJS(let usual, let top, let long, _): max(usual, max(top, long))
        }
    }
}
