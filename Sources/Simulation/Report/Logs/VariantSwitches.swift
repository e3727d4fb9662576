import PlayerModel

/// The switches of variants as `AVMetrics` reports them: each begins when another variant is decided for, or when an
/// item's first one is asked for, and ends when the first segment of it is there, or never will be. What is given up
/// ends none where the item goes on and that variant is not left out.
///
/// The variant before a switch is the one that something has come of last: one that was decided for in between, and of
/// which nothing came, was never the item's. Whoever decides for the item's own variant again therefore begins no
/// switch, but ends in vain the one that is under way.
struct VariantSwitches {
    private struct Start: Ordered {
        let order: Int
        let at: Instant
        let item: Int32
        let to: Int
        /// Whether it is the first variant of an item.
        let isFirst: Bool
    }

    /// The items of which something was asked for, as far as a run is read, and since when. One that comes back, or is
    /// loaded over itself, begins anew, unless what was loaded of it has been kept.
    private struct BegunItems {
        private var turns: ArraySlice<ItemTurn>
        private let keepsFinished: Bool
        private var current: Int32 = -1
        private var begun: [(item: Int32, order: Int, variant: Int32)] = []

        init(_ run: PlayerRun) {
            turns = run.playback.items[...]
            keepsFinished = run.player.loader.keepsFinished
        }

        /// Reads on up to an entry of the trace.
        mutating func pass(to order: Int) {
            while let turn = turns.first, turn.order < order {
                let leaves = !turn.followsEnd || !keepsFinished
                begun.removeAll { turn.beginsAnew || leaves && $0.item == current }
                current = turn.item
                turns.removeFirst()
            }
        }

        mutating func begin(_ item: Int32, _ order: Int, in variant: Int32 = -1) {
            begun.append((item, order, variant))
        }

        /// Something of an item has come in a variant. Says whether it was another one before.
        mutating func come(_ item: Int32, _ order: Int, in variant: Int32) -> Bool {
            guard let place = begun.firstIndex(where: { $0.item == item }) else {
                begin(item, order, in: variant)
                return false
            }
            defer { begun[place].variant = variant }
            return begun[place].variant != variant
        }

        func beginning(of item: Int32) -> Int? { begun.first { $0.item == item }?.order }
    }

    private(set) var occurrences: [MetricOccurrence] = []
    /// The switches that came about, with the items that they were of; first variants are not among them.
    private(set) var done: [(order: Int, item: Int32)] = []

    init(_ run: PlayerRun) {
        guard run.player.media.kind == .hls else { return }
        let playback = run.playback
        let wanted = playback.wantedVariants.map {
            Start(order: $0.order, at: $0.at, item: Self.item(of: $0, playback), to: Int($0.to), isFirst: false)
        }
        let others = Self.firstVariants(of: run) + Self.turnsBack(of: run, besides: wanted)
        let starts = (wanted + others).sorted { $0.order < $1.order }
        var reader = PanelReader(run.player)
        var begun = BegunItems(run)
        for (index, start) in starts.enumerated() {
            begun.pass(to: start.order)
            if start.isFirst { begun.begin(start.item, start.order) }
            // Before anything is asked for, what is decided is which variant is the first.
            guard let since = begun.beginning(of: start.item) else { continue }
            let own = playback.loads.between(since, start.order).last {
                $0.item == start.item && $0.track == 0 && !$0.isAbsent
            }
            let from = own.map { Int($0.variant) }
            if from == start.to { continue }
            func change(_ order: Int) -> MetricEvents.VariantSwitch {
                let ranges = reader.panel(after: order, in: playback).loadedTimeRanges
                return MetricEvents.VariantSwitch(from: from, to: start.to, loadedTimeRanges: ranges)
            }
            occurrences.append(
                MetricOccurrence(start.order, .switchStart, start.at, .variantSwitchStart(change(start.order))))
            let next = index + 1 < starts.count ? starts[index + 1] : nil
            guard let end = Self.end(of: start, next, run) else { continue }
            if end.didSucceed, from != nil { done.append((end.order, start.item)) }
            let kind = MetricEvents.Kind.variantSwitch(change(end.order), didSucceed: end.didSucceed)
            occurrences.append(MetricOccurrence(end.order, .switchEnd, end.at, kind))
        }
    }

    /// How often something of another variant came of an item than before.
    static func count(_ run: PlayerRun) -> Int {
        var begun = BegunItems(run)
        return run.playback.loads.count { load in
            guard load.track == 0, !load.isAbsent else { return false }
            begun.pass(to: load.order)
            return begun.come(load.item, load.order, in: load.variant)
        }
    }

    /// The item that another variant is wanted of. One that is taken up at that instant is named after the decision,
    /// with its next request.
    private static func item(of wanted: VariantTurn, _ playback: Playback) -> Int32 {
        guard let turn = playback.loadTurns.between(wanted.order, .max).first, turn.at == wanted.at else {
            return wanted.item
        }
        return turn.item
    }

    /// The first variant of each item, when something of it is asked for first: the one that is asked for, which need
    /// not be the one that came last of its asset.
    private static func firstVariants(of run: PlayerRun) -> [Start] {
        var (starts, begun): ([Start], BegunItems) = ([], BegunItems(run))
        for exchange in run.playback.exchanges where [.video, .videoPlaylist, .videoInit].contains(exchange.kind) {
            begun.pass(to: exchange.order)
            guard begun.beginning(of: exchange.item) == nil else { continue }
            begun.begin(exchange.item, exchange.order)
            let variant = Int(run.slots[Int(exchange.slot)].variant)
            starts.append(
                Start(order: exchange.order, at: exchange.at, item: exchange.item, to: variant, isFirst: true))
        }
        return starts
    }

    /// The variants in which an item goes on that loading turns back to, unless that is decided in the same instant.
    /// One that goes on in its own begins no switch.
    private static func turnsBack(of run: PlayerRun, besides wanted: [Start]) -> [Start] {
        run.playback.loadTurns.filter { turn in
            turn.manner == .goesOn
                && !(wanted.before(turn.order).last.map { $0.at == turn.at && $0.item == turn.item } ?? false)
        }
        .map { Start(order: $0.order, at: $0.at, item: $0.item, to: Int($0.variant), isFirst: false) }
    }

    /// The end of a switch; nil where it has none, because the item goes, or the run ends, or another item begins.
    private static func end(
        of start: Start, _ next: Start?, _ run: PlayerRun
    ) -> (order: Int, at: Instant, didSucceed: Bool)? {
        let playback = run.playback
        let before = next?.order ?? .max
        let gone = playback.items.between(start.order, before).first { $0.loadedCurrent }?.order
        let last = gone ?? before
        let load = playback.loads.between(start.order, last).first {
            $0.track == 0 && $0.item == start.item && Int($0.variant) == start.to
        }
        let failure = playback.notes.between(start.order, last).first {
            if case .gaveUp = $0.value { isOver(start, after: $0, run) } else { false }
        }
        if let load, load.order < failure?.order ?? last { return (load.order, load.at, true) }
        if let failure { return (failure.order, failure.at, false) }
        guard gone == nil, let next, !next.isFirst, next.item == start.item else { return nil }
        return (next.order, next.at, false)
    }

    /// Whether a switch is over with a request that was given up: its variant is left out, or the item fails.
    private static func isOver(_ start: Start, after note: Observed<NetworkNote>, _ run: PlayerRun) -> Bool {
        guard let recovery = run.recovery(after: note) else { return false }
        return switch recovery {
        case .retried, .calledOff, .askedAnew, .doneWithout: false
        case .turned, .leftOut: run.exclusions(after: note).contains { Int($0.variant) == start.to }
        case .none: true
        }
    }
}
