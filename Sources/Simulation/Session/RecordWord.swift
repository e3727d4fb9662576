import SimulationContainers

/// The word of a record: the first one on its line of a log.
///
/// Words that begin with `>` are events as they were taken from the queue; the others are what came of them.
enum RecordWord: Equatable, Sendable {
    case network(OfNetwork)
    case loader(OfLoader)
    case player(OfPlayer)
    case event(OfEvent)
    case playerEvent(OfPlayerEvent)

    /// Of everybody.
    enum OfNetwork: String, CaseIterable, Sendable {
        case capacity, delay, loss, dnsDelay, traffic, lookedUp, connected, secured
        case hostCapacity, hostDelay, hostLoss, hostLookUps, trafficGaveUp
    }

    /// Of a script and a loader.
    enum OfLoader: String, CaseIterable, Sendable {
        case action, requested, allowed, cancelled, answered, wasted, loaded, fetched, switches, switched, loads
        case dropped, retries, gaveUp, excludes, asksAnew, asksLater, doesWithout, cloned, listed, skips, paces
        case gap, gapOfAll, skipsGap
        case interstitial, interstitialEnds, interstitialOff, interstitialNews
    }

    /// Of a player.
    enum OfPlayer: String, CaseIterable, Sendable {
        case item, status, timebase, keepsUp, bufferFull, bufferEmpty, stalled, playedToEnd, endIsAhead, failedToEnd
        case itemFailed, timeJumped, seekFinished, prerollFinished, pipelines, exception
    }

    /// Events of everybody.
    enum OfEvent: String, CaseIterable, Sendable {
        case request = ">request", allow = ">allow", cancel = ">cancel", reachesServer = ">reachesServer"
        case requestOrTurn = ">requestOrTurn", faultDue = ">faultDue"
        case linkFinishes = ">linkFinishes", packets = ">packets", conditions = ">conditions", script = ">script"
        case look = ">look", mayTurn = ">mayTurn"
        case trafficBegins = ">trafficBegins", trafficEnds = ">trafficEnds"
    }

    /// Events of a player and its loader.
    enum OfPlayerEvent: String, CaseIterable, Sendable {
        case delivered = ">delivered", failed = ">failed", clockMoved = ">clockMoved", itemChanged = ">itemChanged"
        case queueChanged = ">queueChanged", endMoved = ">endMoved", drained = ">drained", watched = ">watched"
        case look = ">watches", looked = ">seen"
        case bufferChanged = ">bufferChanged", deadline = ">deadline", loopStep = ">loopStep"
        case loadingFailed = ">loadingFailed", pauseChanged = ">pauseChanged", moveLive = ">moveLive"
        case setPace = ">setPace", pauses = ">pauses"
        case interstitial = ">interstitial", passRate = ">passRate"
    }

    /// Every word, in the order in which they are listed to whoever has written another one.
    static let all: [RecordWord] =
        OfNetwork.allCases.map(RecordWord.network) + OfLoader.allCases.map(RecordWord.loader)
        + OfPlayer.allCases.map(RecordWord.player) + OfEvent.allCases.map(RecordWord.event)
        + OfPlayerEvent.allCases.map(RecordWord.playerEvent)

    var text: String {
        switch self {
        case .network(let word): word.rawValue
        case .loader(let word): word.rawValue
        case .player(let word): word.rawValue
        case .event(let word): word.rawValue
        case .playerEvent(let word): word.rawValue
        }
    }

    /// The component that acts, unless a record names another.
    @inline(__always)
    var speaker: RecordForm.Speaker {
        switch self {
        case .network: .network
        case .loader: .loader
        case .player: .player
        case .event, .playerEvent: .event
        }
    }

    /// Whether it is nobody's own: such a line has no player.
    var isEverybodys: Bool {
        switch self {
        case .network, .event: true
        case .loader, .player, .playerEvent: false
        }
    }

    /// The word of those bytes, or nil. O(log n) in the words that there are.
    static func named(_ bytes: ArraySlice<UInt8>) -> RecordWord? {
        guard let key = key(bytes) else { return nil }
        let index = partitionPoint(in: sorted.indices) { sorted[$0].key >= key }
        return index < sorted.count && sorted[index].key == key ? sorted[index].word : nil
    }

    private static let sorted: [(key: UInt128, word: RecordWord)] = all.map { word in
        guard let key = key(Array(word.text.utf8)[...]) else { preconditionFailure("A word has 16 bytes or less.") }
        return (key: key, word: word)
    }.sorted { $0.key < $1.key }

    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt128? {
        if bytes.count > 16 { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
