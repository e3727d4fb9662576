/// What a line of a log is about: its first word.
///
/// Words that begin with `>` are events as they were taken from the queue; the others are what came of them.
enum LogWord: String, CaseIterable, Sendable {
    // Of everybody.
    case capacity, delay, loss, dnsDelay, traffic, lookedUp, connected, secured
    // Of the script and the loader.
    case action, requested, allowed, cancelled, answered, wasted, loaded, fetched, switches, switched, loads, dropped
    case retries, gaveUp
    // Of the player.
    case item, status, timebase, keepsUp, bufferFull, bufferEmpty, stalled, playedToEnd, failedToEnd, itemFailed
    case timeJumped, seekFinished, pipelines, exception
    // Events.
    case onRequest = ">request"
    case onAllow = ">allow"
    case onCancel = ">cancel"
    case onReachesServer = ">reachesServer"
    case onLinkFinishes = ">linkFinishes"
    case onPackets = ">packets"
    case onConditions = ">conditions"
    case onScript = ">script"
    case onTrafficBegins = ">trafficBegins"
    case onTrafficEnds = ">trafficEnds"
    case onDelivered = ">delivered"
    case onFailed = ">failed"
    case onClockMoved = ">clockMoved"
    case onItemChanged = ">itemChanged"
    case onQueueChanged = ">queueChanged"
    case onEndMoved = ">endMoved"
    case onDrained = ">drained"
    case onWatched = ">watched"
    case onBufferChanged = ">bufferChanged"
    case onDeadline = ">deadline"
    case onLoopStep = ">loopStep"
    case onLoadingFailed = ">loadingFailed"

    /// Whether it is nobody's own: such a line has no player.
    var isEverybodys: Bool {
        switch self {
        case .capacity, .delay, .loss, .dnsDelay, .traffic, .lookedUp, .connected, .secured, .onRequest, .onAllow,
            .onCancel, .onReachesServer, .onLinkFinishes, .onPackets, .onConditions, .onScript, .onTrafficBegins,
            .onTrafficEnds:
            true
        case .action, .requested, .allowed, .cancelled, .answered, .wasted, .loaded, .fetched, .switches, .switched,
            .loads, .dropped, .retries, .gaveUp, .item, .status, .timebase, .keepsUp, .bufferFull, .bufferEmpty,
            .stalled,
            .playedToEnd, .failedToEnd, .itemFailed, .timeJumped, .seekFinished, .pipelines, .exception,
            .onDelivered, .onFailed, .onClockMoved, .onItemChanged, .onQueueChanged, .onEndMoved, .onDrained,
            .onWatched, .onBufferChanged, .onDeadline, .onLoopStep, .onLoadingFailed:
            false
        }
    }

    /// The word of those bytes, or nil. O(log n) in the words that there are.
    static func named(_ bytes: ArraySlice<UInt8>) -> LogWord? {
        guard let key = key(bytes) else { return nil }
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].key == key ? sorted[low].word : nil
    }

    private static let sorted: [(key: UInt128, word: LogWord)] = allCases.map { word in
        guard let key = key(Array(word.rawValue.utf8)[...]) else {
            preconditionFailure("A word has 16 bytes or less.")
        }
        return (key: key, word: word)
    }.sorted { $0.key < $1.key }

    /// A word as a number.
    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt128? {
        if bytes.count > 16 { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
