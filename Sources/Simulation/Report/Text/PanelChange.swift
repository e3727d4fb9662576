import PlayerModel

/// A change that a row of the panel may tell of, and whether it is worth a row by itself.
struct PanelChange {
    enum Kind {
        case action(Int32)
        case announcement(Announcement)
        case item(ItemTurn)
        case load(LoadTurn)
        case variant(VariantTurn)
        case note(NetworkNote)
        case traffic(TrafficTurn)
        case network(String)
    }

    let order: Int
    let at: Instant
    let hasRow: Bool
    let kind: Kind

    /// Of more changes of the network than this, only the loss of all capacity is worth a row: a trace may have one
    /// each second.
    private static let mostNetworkRows = 20

    /// All of a player's run, in order.
    static func all(of run: PlayerRun) -> [PanelChange] {
        let (playback, player) = (run.playback, run.player)
        let showsNetwork = playback.capacities.count + playback.traffic.count <= mostNetworkRows
        let hasSeveral = player.assets.count > 1
        var all = network(playback, showsNetwork)
        func add<Value>(_ observed: [Observed<Value>], _ change: (Value) -> (hasRow: Bool, kind: Kind)) {
            for one in observed {
                let (hasRow, kind) = change(one.value)
                all.append(PanelChange(order: one.order, at: one.at, hasRow: hasRow, kind: kind))
            }
        }
        add(playback.actions) { (true, .action($0)) }
        add(playback.announcements) { (true, .announcement($0)) }
        add(playback.traffic) { (showsNetwork, .traffic($0)) }
        add(playback.notes) { ($0.isWorthARow, .note($0)) }
        all += playback.items.map { PanelChange(order: $0.order, at: $0.at, hasRow: true, kind: .item($0)) }
        all += playback.wantedVariants.map {
            PanelChange(order: $0.order, at: $0.at, hasRow: true, kind: .variant($0))
        }
        if hasSeveral {
            all += playback.loadTurns.map { PanelChange(order: $0.order, at: $0.at, hasRow: true, kind: .load($0)) }
        }
        return all.sorted { $0.order < $1.order }
    }

    /// The changes of the network; as it begins is among the settings.
    private static func network(_ playback: Playback, _ showsNetwork: Bool) -> [PanelChange] {
        var all: [PanelChange] = []
        func add<Value>(_ observed: [Observed<Value>], _ words: (Value) -> String, _ hasRow: (Value) -> Bool) {
            for one in observed where one.at > .zero {
                all.append(
                    PanelChange(
                        order: one.order, at: one.at, hasRow: hasRow(one.value),
                        kind: .network("the network " + words(one.value))))
            }
        }
        add(playback.capacities) {
            "offers \(QuantityText.capacity($0.down < 0 ? nil : $0.down)) down, "
                + "\(QuantityText.capacity($0.up < 0 ? nil : $0.up)) up"
        } _: {
            showsNetwork || $0.down == 0
        }
        add(playback.delays) {
            "delays \(QuantityText.value($0.down, .milliseconds)) down, \(QuantityText.value($0.up, .milliseconds)) up"
        } _: { _ in
            showsNetwork
        }
        add(playback.losses) {
            "loses \(QuantityText.value($0.down, .percent)) down, \(QuantityText.value($0.up, .percent)) up"
        } _: { _ in
            showsNetwork
        }
        add(playback.lookUpDelays) {
            "delays look-ups by \(QuantityText.value($0, .milliseconds))"
        } _: { _ in
            showsNetwork
        }
        return all
    }

    /// The reasons that a row gives for its changes, in order.
    static func reasons(_ changes: ArraySlice<PanelChange>, _ run: PlayerRun) -> [String] {
        let names = TraceNames(run.scenario, run.player)
        var reasons: [String] = []
        // A reason that the status gives, the flag need not give again.
        var isJudged = false
        var clockStarts = false
        for change in changes {
            switch change.kind {
            case .action(let index): reasons.append(run.player.script[Int(index)].words)
            case .announcement(let announcement):
                if case .likelyToKeepUp(true, _) = announcement, isJudged { continue }
                if case .status(_, _, _, .judged) = announcement { isJudged = true }
                if case .timebase(let rate, _) = announcement { clockStarts = rate.isMoving }
                if let words = Words.announcement(announcement) { reasons.append(words) }
            case .item(let turn):
                if turn.followsEnd, turn.item >= 0 {
                    reasons.append("\(QueueWords.item(turn.item, run.player)) is current")
                }
            case .load(let turn):
                let verb = turn.goesOn ? "goes on" : "begins"
                reasons.append(VariantWords.loads(turn.item, verb, in: turn.variant, run.player))
            case .variant(let turn): reasons.append(VariantWords.switching(turn.from, turn.to, run.player))
            case .traffic(let turn):
                let record = Record.traffic(source: turn.source, isActive: turn.isActive)
                reasons.append(TraceText.words(record.form, names))
            case .note(let note): if note.isWorthARow { reasons.append(TraceText.words(note.form, names)) }
            case .network(let words): reasons.append(words)
            }
        }
        if reasons.isEmpty, clockStarts { reasons.append("the clock starts") }
        return reasons
    }
}
