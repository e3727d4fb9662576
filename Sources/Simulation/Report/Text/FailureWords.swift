import PlayerModel

/// Failures in words, in order: what failed, what the player did, and what the person saw.
struct FailureWords {
    /// More of them than these are counted.
    private static let most = 12

    private let run: PlayerRun
    private let failures: [(note: Observed<NetworkNote>, slot: Int32, failure: LoadFailure, isFinal: Bool)]

    init(_ run: PlayerRun) {
        self.run = run
        failures = run.playback.notes.compactMap { note in
            switch note.value {
            case .retries(let slot, let failure, _): (note, slot, failure, false)
            case .gaveUp(let slot, let failure): (note, slot, failure, true)
            case .lookedUp, .connected, .secured: nil
            }
        }
    }

    /// A variant is left out: the words of a row of the panel.
    static func exclusion(_ exclusion: Exclusion, _ run: PlayerRun) -> String {
        "leaves \(VariantWords.variant(exclusion.variant, run.player)) out \(until(exclusion))"
    }

    private static func until(_ exclusion: Exclusion) -> String {
        exclusion.until.map { "until \($0.inSeconds)" } ?? "without a time limit"
    }

    /// A sentence for each failure from an instant to another, behind an entry: what failed, and what the player did.
    func sentences(from start: Instant, to end: Instant, after order: Int = -1) -> [String] {
        let own = failures.indices.filter { index in
            let note = failures[index].note
            return note.at >= start && note.at <= end && note.order > order
        }
        return sentences(on: own) { "\(whatFailed($0)); \(whatItDid($0))." }
    }

    /// The whole story; empty where nothing failed.
    var story: [String] {
        if failures.isEmpty { return [] }
        let sight = FailureSight(run)
        return sentences(on: Array(failures.indices)) {
            "\(whatFailed($0)); \(whatItDid($0)); \(whatWasSeen($0, sight))."
        }
    }

    private func sentences(on all: [Int], _ words: (Int) -> String) -> [String] {
        let rest = all.count - Self.most
        return all.prefix(Self.most).map(words)
            + (rest > 0 ? ["\(NumberText.count(rest, "request")) more failed."] : [])
    }

    /// `At 12.3 s the video of variant 1 from 18 s to 24 s failed: the server answered with status 404`
    private func whatFailed(_ index: Int) -> String {
        let (note, slot, failure, _) = failures[index]
        let name = run.player.name(ofSlot: slot, in: run.slots)
        let exchange = request(of: index)
        var place = ""
        if let exchange, exchange.kind.track != nil, exchange.kind != .file {
            let chunks = run.slots[Int(slot)].chunks
            let from = chunks.start(of: exchange.chunks.lowerBound).inShortSeconds
            let to = chunks.start(of: exchange.chunks.upperBound).inShortSeconds
            place = " from \(from) to \(to)"
        }
        return "At \(note.at.inRoundedSeconds) the \(name)\(place) failed: \(Words.failure(failure))"
            + unconnected(index)
    }

    /// Of a request that ran out of time before any connection to its host had opened: that, and since when the address
    /// was known. Whether one that has opened is open still, nobody notes; and of some nobody notes that they open.
    private func unconnected(_ index: Int) -> String {
        let (note, slot, failure, _) = failures[index]
        let host = run.slots[Int(slot)].host
        guard failure == .timedOut, let http = run.scenario.network.transport.http, http.notesOpening(to: host)
        else { return "" }
        var knownAt: Instant?
        for one in run.playback.notes.before(note.order) {
            switch one.value {
            case .connected(let other), .secured(let other): if other == host { return "" }
            case .lookedUp(let other): if other == host { knownAt = one.at }
            case .retries, .gaveUp: break
            }
        }
        // When the device gets another address, those of hosts are known no longer.
        let move = run.addressChanges.first { knownAt ?? .never <= $0 && $0 <= note.at }
        let known = knownAt.map { from in
            "its address was known from \(from.inRoundedSeconds) \(move.map { "to \($0.inRoundedSeconds)" } ?? "on")"
        }
        let name = run.scenario.network.transport.hosts.names[Int(host)]
        return ", and no connection to \(name) had ever opened (\(known ?? "nor was its address known"))"
    }

    private func request(of index: Int) -> Exchange? {
        run.exchange(of: failures[index].note, failures[index].slot)
    }

    private func whatItDid(_ index: Int) -> String {
        let (note, _, _, isFinal) = failures[index]
        guard isFinal else { return askedAgain(index) }
        let recovery = run.recovery(after: note)
        guard let recovery, recovery.leavesVariant else { return "it was given up" + wayOn(index) }
        let out = run.exclusions(after: note)
        let names = out.map { VariantWords.variant($0.variant, run.player) }.joined(separator: ", ")
        let instead = recovery == .turned ? instead(note, ", and ") : ""
        return "the player left \(names) out \(Self.until(out[0]))" + instead
    }

    /// `, and asked for variant 2 instead, 1000 kbit/s`; nothing where no other one was wanted.
    private func instead(_ note: Observed<NetworkNote>, _ start: String) -> String {
        guard let turn = run.turn(after: note) else { return "" }
        let rate = QuantityText.value(run.player.allVariants[Int(turn.to)].bitRate, .kilobitsPerSecond)
        return "\(start)asked for \(VariantWords.variant(turn.to, run.player)) instead, \(rate)"
    }

    private func wayOn(_ index: Int) -> String {
        switch run.goingOn(after: failures[index].note) {
        case .asksAnew(_, let instant):
            return ", and was to be asked for anew from \(instant.inRoundedSeconds) on"
        case .asksLater: return ", and was to be asked for anew when it is needed"
        case .doesWithout: return ", and no longer wanted"
        case nil:
            return losesItem(index) ? ", and nothing more of the item was asked for" : ""
        }
    }

    /// Whether nothing more of an item was asked for after a failure.
    private func losesItem(_ index: Int) -> Bool {
        let note = failures[index].note
        guard run.recovery(after: note) == Recovery.none else { return false }
        // It may be loaded once more.
        let item = request(of: index)?.item
        return !run.playback.exchanges.contains { $0.order > note.order && $0.item == item }
    }

    private func askedAgain(_ index: Int) -> String {
        let (note, slot, _, _) = failures[index]
        if run.recovery(after: note) == .turned {
            return "it was to be asked for again, but the player" + instead(note, " ")
        }
        guard let next = repetition(index), next.failedAt != nil else {
            return run.wasRepeated(after: note) ? "it was asked for again" : "it was to be asked for again"
        }
        if next.chunks.isEmpty { return "it was asked for again, in vain" }
        let end = run.slots[Int(slot)].chunks.start(of: next.chunks.upperBound)
        return "it was asked for again, and came up to \(end.inShortSeconds)"
    }

    /// The attempt that followed a failure, or was to; nil where none was.
    private func repetition(_ index: Int) -> Attempt? {
        guard let exchange = request(of: index),
            let place = exchange.failures.firstIndex(where: { $0.order == failures[index].note.order })
        else { return nil }
        return run.attempt(place + 1, at: exchange)
    }

    /// The sight of the person from this failure to the next one of the same item, or, where the item is lost with this
    /// one, to its end. Nobody sees that what was still under way then fails too.
    private func whatWasSeen(_ index: Int, _ sight: FailureSight) -> String {
        let at = failures[index].note.at
        guard let exchange = request(of: index) else { return FailureSight.nothing }
        func isOfItem(_ other: Int) -> Bool { request(of: other)?.item == exchange.item }
        let before = failures.indices[..<index].filter { failures[$0].note.at < at && isOfItem($0) }
        if before.contains(where: losesItem) { return FailureSight.nothing }
        let next = failures.indices[index...].dropFirst().first { failures[$0].note.at > at && isOfItem($0) }
        let until = losesItem(index) ? nil : next.map { failures[$0].note.at }
        return sight.words(failures[index].note, of: exchange, until: until ?? .never)
    }
}

extension HTTPSettings {
    /// Whether a note tells of the first connection to a host: not of one that was open before the run, nor of QUIC
    /// without a handshake.
    func notesOpening(to host: Int32) -> Bool { hasHandshakes && !hasOpenBefore(host) }

    /// Whether a connection takes a handshake before the first request.
    var hasHandshakes: Bool {
        version != .http3 || !security.datagramSteps(certificateBytes: certificateBytes).isEmpty
    }

    /// Whether a connection to a host was open before the run.
    func hasOpenBefore(_ host: Int32) -> Bool { preloaded.contains { hosts.host(of: $0) == host } }
}
