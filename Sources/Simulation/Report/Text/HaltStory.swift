import PlayerModel

/// A wait or a stall in sentences: the network, what it did to the buffer, what the player made of that, and how it
/// went on.
package struct HaltStory {
    let halt: Halt
    let run: PlayerRun
    private let others: [PlayerRun]
    /// The entry that was the last before playback did not go on.
    private let order: Int
    /// The entry that put the playhead where it waits: of several jumps and items at the instant the last, which may
    /// come behind the status. Of a stall `order`, as what comes behind that is told as "Meanwhile".
    private let moved: Int

    /// The other players of the run are worked out anew where nobody has them at hand.
    package init(_ halt: Halt, _ run: PlayerRun, beside others: [PlayerRun]? = nil) {
        (self.halt, self.run, self.others) = (halt, run, others ?? run.others)
        let stall = run.playback.stalls.first { $0.at == halt.from }?.order
        let waits = run.playback.statuses.filter { $0.status == .waitingToPlayAtSpecifiedRate }
        let status = waits.first { $0.from == halt.from }?.order
        order = stall ?? status ?? run.playback.statuses.last { $0.from <= halt.from }?.order ?? 0
        let move = run.playback.clock.last { $0.playhead.anchor <= halt.from }?.order
        moved = halt.kind == .stall ? order : max(order, move ?? 0)
    }

    package var sentences: [String] { causes + statuses + meanwhile + [after] }

    private var end: Instant { halt.to ?? run.stallsUntil }

    /// How it came to this.
    var causes: [String] { way + GivenUpWords.sentences(from: halt.from, to: end, run) }

    private var way: [String] {
        switch halt.kind {
        case .stall: before + [atTheStall]
        case .start: start
        case .seek: [jumped] + fetched(from: halt.from)
        case .item: [itemCame] + fetched(from: halt.from)
        case .interstitial:
            ["An interstitial event was over, and at \(place) there was not enough loaded."]
                + fetched(from: halt.from)
        case .request: [askedAnew] + fetched(from: halt.from)
        case .noItem: ["Playback was asked for, and there was no item to play."]
        }
    }

    // MARK: The way to a stall

    private var before: [String] {
        guard let decline = Decline(of: halt, in: run) else {
            return [offers(since: halt.from, after: order)]
        }
        let time = halt.from - decline.from
        let from = decline.from.inRoundedSeconds
        var words = "At \(from) there were \(decline.ahead.inShortSeconds) ahead of the playhead."
        if time > .zero {
            words += " In the \(time.inRoundedSeconds) from then on, \(decline.played.inShortSeconds) were played "
            words += "and \(came(decline, in: time))"
            if decline.rested.nanoseconds >= Self.least {
                words += "; for \(decline.rested.inRoundedSeconds) fetching rested, because the buffer was full"
            }
            words += "."
        }
        return [offers(since: decline.from, after: order), words]
            + FailureWords(run).sentences(from: decline.from, to: halt.from)
            + [haste(decline), mishaps(since: decline.from, after: order)].compactMap { $0 }
    }

    /// The media that a live stream's player played too fast, to catch up with the edge; nil where it did not.
    private func haste(_ decline: Decline) -> String? {
        let paces = run.ownPaces.filter { $0.rate > .one && $0.from < halt.from && $0.to > decline.from }
        let more = paces.reduce(Int64(0)) { sum, pace in
            let length = min(pace.to, halt.from) - max(pace.from, decline.from)
            return sum + proportion(length.nanoseconds, Int64(pace.rate.thousandths) - 1000, over: 1000, .down)
        }
        guard let last = paces.last?.rate, more >= Self.least else { return nil }
        let time = MediaTime(nanoseconds: more).inShortSeconds
        let rate = NumberText.exact(Int64(last.thousandths), places: 3)
        return "To catch up with the edge it played faster, at \(rate) at last (catch_up): \(time) more was played "
            + "than at natural speed."
    }

    /// Less than a millisecond is not worth a sentence.
    private static let least: Int64 = 1_000_000

    /// The capacity from an instant on, up to the end of the wait; and what the media takes that is being loaded after
    /// an entry, and where the first that came is of another variant, what that takes.
    private func offers(since start: Instant, after last: Int, until first: LoadedChunk? = nil) -> String {
        let later = first.map { LoadWords.laterNeeds(after: last, $0, run) }
        let needs = LoadWords.needs(after: last, run) + (later ?? "")
        guard run.scenario.usesNetwork, let words = history(from: start).capacity(run.playback.network.capacities)
        else { return "Nothing comes over the network, and \(needs)." }
        return "The network \(words), and \(needs)."
    }

    private func history(from start: Instant) -> NetworkHistory { NetworkHistory(run, from: start, to: end) }

    /// Whatever else made it slow.
    private func mishaps(since start: Instant, after last: Int) -> String? {
        MishapWords(run: run, beside: others, history: history(from: start), order: last).sentence
    }

    private var atTheStall: String {
        let dry = "The buffer ran dry at \(place)"
        guard let glance = run.glance(at: halt.from) else { return dry + "." }
        let gone = LiveWords.gone(stalledAt, at: halt.from, run).map { [$0] } ?? []
        let way = (gone + LoadWords.underWay(glance, at: halt.from, run)).joined(separator: ", and ")
        let measured = glance.throughput.map { "the player reckons with \(LoadWords.rate($0))" }
        let goesOn = LiveWords.skips(toldSkips, at: halt.from, run).map { " So \($0)." } ?? ""
        return "\(dry): \(way); \(measured ?? "nothing is measured yet").\(goesOn)"
    }

    /// The jumps behind what is listed no longer, with which the sentence on a dry buffer ends.
    private var toldSkips: [LiveSkip] {
        guard halt.kind == .stall, run.glance(at: halt.from) != nil else { return [] }
        return run.playback.skips.filter { halt.from <= $0.at && $0.at <= halt.to ?? .never && !$0.isFirst }
    }

    private func came(_ decline: Decline, in time: TimeAmount) -> String {
        if decline.came > .zero {
            return "only \(decline.came.inShortSeconds) came whole (\(amount(decline, in: time)))"
        }
        // Pictures may come without their sound, and media of the next item.
        return decline.bytes > 0
            ? "nothing to play next came whole (\(decline.bytes) bytes of other media did)" : "nothing came whole"
    }

    /// The bytes that came before a stall. They are a rate where all of them are counted, and they might have come all
    /// the while; segments that were under way may have as many.
    private func amount(_ decline: Decline, in time: TimeAmount) -> String {
        let requests = run.glance(at: halt.from)?.requests ?? []
        let segments = requests.filter { request in
            run.exchange(of: request).map { $0.kind.track != nil && $0.kind != .file } ?? false
        }
        let others = segments.reduce(0) { $0 + $1.received }
        if others > 0 { return "\(decline.bytes) bytes, and \(others) of what was under way" }
        if decline.rested.nanoseconds >= Self.least { return "\(decline.bytes) bytes" }
        let rate = proportion(decline.bytes, 8_000_000_000, over: time.nanoseconds, .down)
        return "\(decline.bytes) bytes, \(LoadWords.rate(rate))"
    }

    // MARK: The way to a start

    private var start: [String] {
        let start = run.awaitedStart(of: halt)
        let at = start.askedAt
        let late = start.calledAt.flatMap { called in called > at ? called : nil }
        let app = late.map { ", and the app asked the player at \($0.inRoundedSeconds)" } ?? ""
        let hasCome = run.playback.items.contains { $0.item >= 0 && $0.at >= at && $0.at <= end }
        let none = hasCome ? "; no item that came has stayed" : "; no item came"
        let item = start.item.map { "; the item came at \($0.at.inRoundedSeconds)" } ?? none
        return ["Playback was asked for at \(at.inRoundedSeconds)\(app)\(item)."]
            + fetched(from: start.item?.at ?? halt.from, after: start.item?.order ?? -1)
    }

    /// Who shows interstitial events goes on whenever one begins.
    private var askedAnew: String {
        let asked = run.showsEvents ? "An interstitial event was to be shown" : "Playback was asked for again"
        return "\(asked), with the playhead at \(place)."
    }

    private var jumped: String {
        var reader = PanelReader(run.player)
        let panel = reader.panel(after: moved, in: run.playback)
        let ahead = panel.playableEnd(at: halt.from) - panel.currentTime(at: halt.from)
        let loaded = ahead > .zero ? ", with \(ahead.inShortSeconds) loaded ahead of it." : ", which was not loaded."
        return "The playhead jumped to \(place)" + loaded
    }

    private var itemCame: String {
        let none = "There was no item any more."
        guard let nextItem else { return none }
        if nextItem.at == halt.from { return "Another item became current, which was not loaded enough." }
        return "\(none) At \(nextItem.at.inRoundedSeconds) another one came, which was not loaded enough."
    }

    /// The item that came as the wait began, or else the first one after that.
    private var nextItem: ItemTurn? { run.playback.items.first { $0.at >= halt.from && $0.item >= 0 } }

    /// The media and other things that came from an instant until the end of the wait, behind the entry of an item.
    private func fetched(from start: Instant, after item: Int? = nil) -> [String] {
        // At the instant at which a wait begins, something may come in, or fail, that was asked for before and is for
        // another place.
        let first = item ?? moved
        let exchanges = run.playback.exchanges.filter {
            $0.at <= end && $0.end?.at ?? .never >= start && $0.end?.order ?? .max > first
        }
        let loads = run.playback.loads.filter { $0.at >= start && $0.order > first && $0.at <= end }
        // The variant of a new item is chosen behind the status, at the same instant.
        let itemAt = halt.kind == .item ? nextItem?.at : nil
        let chosenAt = max(start, itemAt ?? halt.from)
        let last = run.lastOrder(at: chosenAt)
        let offers = offers(since: start, after: last, until: loads.first { $0.track == 0 })
        return [offers, came(exchanges, Array(loads), from: start)]
            + FailureWords(run).sentences(from: start, to: end, after: first)
            + [mishaps(since: start, after: last)].compactMap { $0 }
    }

    private func came(_ exchanges: [Exchange], _ loads: [LoadedChunk], from start: Instant) -> String {
        let others = others(exchanges, from: start)
        guard loads.isEmpty else {
            return "Of what came, \(others.map { $0 + "; " } ?? "")\(media(exchanges, loads, from: start))."
        }
        let none = others.map { "Of what came, \($0); no media came whole" } ?? "Nothing came whole"
        return none + "\(slow(exchanges))."
    }

    /// The rest that was still to come in the end, of a server that is slow on purpose; nothing where there is none.
    private func slow(_ exchanges: [Exchange]) -> String {
        let open = exchanges.last { $0.end?.at ?? .never > end && !server(of: $0).isEmpty }
        return open.map { one in
            ", and the \(run.player.name(ofSlot: one.slot, in: run.slots)) was still to come\(server(of: one))"
        } ?? ""
    }

    /// `3 requests for playlists, keys and the like took until 16.259 s`, and the one that took longest of those whose
    /// servers are slow on purpose; nil where none came whole.
    private func others(_ exchanges: [Exchange], from start: Instant) -> String? {
        let whole = exchanges.compactMap { exchange -> (exchange: Exchange, end: Instant)? in
            guard exchange.kind.track == nil, let over = exchange.end, over.how == .whole, over.at <= end else {
                return nil
            }
            return (exchange, over.at)
        }
        guard let last = whole.map({ $0.end }).max() else { return nil }
        let count = NumberText.count(whole.count, "request")
        let slow = whole.filter { LoadWords.slowServer($0.exchange, run) != nil }
            .max { $0.end - $0.exchange.at < $1.end - $1.exchange.at }
        let limit = slow.map { slow in
            let name = run.player.name(ofSlot: slow.exchange.slot, in: run.slots)
            let length = (slow.end - slow.exchange.at).inRoundedSeconds
            return ", of which the \(name) took \(length)\(server(of: slow.exchange))"
        }
        let empty = LiveWords.empty(from: start, to: end, run).map { ", and \($0)" } ?? ""
        return "\(count) for playlists, keys and the like took until \(last.inRoundedSeconds)\(limit ?? "")\(empty)"
    }

    /// ` (its server sends 60 kbit/s at most)`; nothing where it is not slow on purpose.
    private func server(of exchange: Exchange) -> String {
        LoadWords.slowServer(exchange, run).map { " (its server sends \(LoadWords.rate($0)) at most)" } ?? ""
    }

    /// When the first media was whole, and how much of it was in the end.
    private func media(_ exchanges: [Exchange], _ loads: [LoadedChunk], from start: Instant) -> String {
        let asked = exchanges.filter { $0.kind.track != nil }
        let bytes = loads.reduce(Int64(0)) { $0.addingClamped($1.bytes) }
        let time = self.time(of: loads, from: start)
        // Bytes of what was under way are counted nowhere, and without them there is no rate.
        let isAll = !asked.contains { $0.end?.at ?? .never > end && $0.at < end }
        let rate =
            isAll && time > .zero
            ? " (\(LoadWords.rate(proportion(bytes, 8_000_000_000, over: time.nanoseconds, .down))))" : ""
        let rest = isAll ? "" : ", besides what was under way"
        return "\(firsts(asked, loads)), and by the end of the wait \(bytes) bytes had come whole\(rate)\(rest)"
    }

    /// `the first media was whole at 1.377 s`; where pictures, sound or subtitles come apart, that of each, in the
    /// order in which they came.
    private func firsts(_ asked: [Exchange], _ loads: [LoadedChunk]) -> String {
        let all = run.playback.exchanges
        let apart: [Resource.Kind] = [.video, .audio, .subtitles]
        // What was called off is not waited for.
        let kinds = apart.filter { kind in
            asked.contains { $0.kind == kind && $0.end?.how != .cancelled && $0.end?.how != .replaced }
        }
        guard kinds.count > 1 else {
            let limit = loads[0].exchange < 0 ? "" : server(of: all[Int(loads[0].exchange)])
            return "the first media was whole at \(loads[0].at.inRoundedSeconds)\(limit)"
        }
        let came = loads.filter { $0.exchange >= 0 }.reduce(into: [LoadedChunk]()) { firsts, load in
            let kind = all[Int(load.exchange)].kind
            if !firsts.contains(where: { all[Int($0.exchange)].kind == kind }) { firsts.append(load) }
        }
        var words = came.enumerated().map { place, load in
            let exchange = all[Int(load.exchange)]
            let verb = place == 0 ? " was whole" : ""
            return "the first \(exchange.kind.name)\(verb) at \(load.at.inRoundedSeconds)\(server(of: exchange))"
        }
        for kind in kinds where !came.contains(where: { all[Int($0.exchange)].kind == kind }) {
            let limit = asked.last { $0.kind == kind }.map(server(of:)) ?? ""
            words.append("no \(kind.name) came whole\(limit)")
        }
        return words.joined(separator: ", ")
    }

    /// The time in which requests for media that came were under way: none in which fetching rested. Of a file the part
    /// before an instant brought what is not counted.
    private func time(of loads: [LoadedChunk], from start: Instant) -> TimeAmount {
        let all = run.playback.exchanges
        var (time, until, last) = (TimeAmount.zero, Instant.zero, Int32(-1))
        for index in loads.map({ $0.exchange }).sorted() where index > last {
            let exchange = all[Int(index)]
            let from = max(until, exchange.kind == .file ? max(start, exchange.at) : exchange.at)
            (last, until) = (index, max(until, min(end, exchange.end?.at ?? .never)))
            if until > from { time = time + (until - from) }
        }
        return time
    }

    // MARK: The statuses

    private var place: String { stalledAt.inShortSeconds }

    private var stalledAt: MediaTime {
        let stretch = run.playback.clock.through(moved).last ?? run.playback.clock[0]
        return stretch.playhead.place(at: max(halt.from, stretch.playhead.anchor))
    }

    /// The statuses that lasted, one after the other. Another rate alone is none.
    var statuses: [String] {
        let all = run.playback.statuses
        let lasting = all.indices.filter { index in
            let (status, next) = (all[index], index + 1 < all.count ? all[index + 1].from : .never)
            return status.status != .playing && status.order >= order && status.from < min(next, halt.to ?? .never)
        }
        let own = lasting.reduce(into: [(status: StatusStretch, why: String?)]()) { own, index in
            let (status, last) = (all[index], own.last?.status)
            let why = why(status)
            let isSame = status.status == last?.status && status.reason == last?.reason
            if why != nil || !isSame { own.append((status, why)) }
        }
        func words(_ one: (status: StatusStretch, why: String?)) -> String {
            let (status, isFirst) = (one.status, one.status.order == own[0].status.order)
            let name = status.reason.map(NamesOfAVFoundation.reason) ?? NamesOfAVFoundation.status(status.status)
            let why = one.why ?? (status.status == .paused ? "rests" : "waits")
            let subject = why.hasPrefix("the rate") ? "" : isFirst ? "the player " : "it "
            return (isFirst ? "" : "from \(status.from.inRoundedSeconds) on ") + "\(subject)\(why) (\(name))"
        }
        return own.isEmpty ? [] : ["So \(Self.abridged(own, words))."]
    }

    private func why(_ status: StatusStretch) -> String? {
        LiveWords.announcement(
            .status(status.status, reason: status.reason, rate: status.rate, cause: status.cause),
            at: status.from, after: status.order, run)
    }

    /// Of many the first and the last.
    private static func abridged<Element>(_ all: [Element], _ words: (Element) -> String) -> String {
        guard all.count > 5 else { return all.map(words).joined(separator: "; ") }
        let others = "and so on \(all.count - 4) times"
        return (all.prefix(3).map(words) + [others, words(all[all.count - 1])]).joined(separator: "; ")
    }

    /// The jumps and the items that came within it, or ended it: then it is no longer for the same media.
    var meanwhile: [String] {
        // An app that hears of a stall may act in the same instant; another wait begins with what moved the playhead.
        func isWithin(_ instant: Instant, _ entry: Int) -> Bool {
            (halt.from < instant || halt.kind == .stall && halt.from == instant && order < entry) && instant <= end
        }
        let (clock, items, told) = (run.playback.clock, run.playback.items, toldSkips)
        let jumps = zip(clock, clock.dropFirst())
            .filter { $0.0.end == .jump && isWithin($0.1.playhead.anchor, $0.1.order) }
            .filter { jump in !told.contains { $0.at == jump.1.playhead.anchor && $0.to == jump.1.playhead.place } }
            .map { (order: $0.1.order, at: $0.1.playhead.anchor, place: Optional($0.1.playhead.place)) }
        // Of a viewer who leaves, the item goes with the rest.
        let turns = items.filter { isWithin($0.at, $0.order) && $0.at != run.playback.leftAt }
            .map { (order: $0.order, at: $0.at, place: MediaTime?.none) }
        let all = (jumps + turns).sorted { $0.order < $1.order }
        if all.isEmpty { return [] }
        let words = Self.abridged(all) { one in
            let what = one.place.map { "the playhead jumped to \($0.inShortSeconds)" } ?? came(itemAt: one.order)
            return "\(what) at \(one.at.inRoundedSeconds)"
        }
        return ["Meanwhile \(words)."]
    }

    private func came(itemAt order: Int) -> String {
        let turns = run.playback.items.through(order)
        guard let turn = turns.last, turn.item >= 0 else { return "there was no item any more" }
        guard turn.beginsAnew, turns.dropLast().contains(where: { $0.item == turn.item }) else {
            return "\(QueueWords.item(turn.item, run.player)) came"
        }
        // It is another one to the app, and of the same name.
        return run.player.items.isEmpty
            ? "the item was loaded anew" : "\(QueueWords.item(turn.item, run.player)) came anew"
    }

    var after: String {
        guard let to = halt.to else { return EndWords.ofOpen(halt, run) }
        // Of several at one instant the last: who is to play, and has nothing to play, only waits.
        let next = run.playback.statuses.last { $0.from == to && $0.order > order }
        let why = next.flatMap(why)
        var reader = PanelReader(run.player)
        // An app answers to a rate that has fallen: its seek comes behind.
        let told = next?.cause == .stalled ? next?.order : nil
        let panel = reader.panel(after: told ?? run.lastOrder(at: to), in: run.playback)
        let ahead = (panel.playableEnd(at: to) - panel.currentTime(at: to)).inShortSeconds
        let at = "At \(to.inRoundedSeconds)"
        if to == run.playback.leftAt, let leaving = ViewerWords.leaving(run) { return "\(at) \(leaving)." }
        let head = "\(at), with \(ahead) ahead"
        if case .itemFailed? = next?.cause { return "\(head), it was over: the item failed." }
        if case .appCall? = next?.cause, let next, next.status == .paused, why == nil {
            // Who shows interstitial events is nobody's to ask but the player's that waits for it.
            if run.showsEvents { return "\(head), it \(InterstitialWords.pause(at: to, after: next.order, run))." }
            return "\(head), it was over: the app asked for no playback any more."
        }
        return head + (why.map { $0.hasPrefix("the rate") ? ", \($0)." : ", it \($0)." } ?? ", it was over.")
    }
}
