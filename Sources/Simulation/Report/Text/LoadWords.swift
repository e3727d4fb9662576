import PlayerModel

/// The loading of a player at an instant in words: what was under way, how much of it had come, and how fast the
/// network was.
enum LoadWords {
    /// Phrases for the row of a stall: none where nobody looked.
    static func phrases(at instant: Instant, after order: Int, _ run: PlayerRun) -> [String] {
        guard let glance = run.glance(at: instant) else { return [] }
        return underWay(glance, at: instant, run) + [rates(glance, after: order, run)]
    }

    /// The requests under way, or that none was; and of a live stream, whether there was anything to ask for.
    static func underWay(_ glance: Glance, at instant: Instant, _ run: PlayerRun) -> [String] {
        let requests = glance.requests.map { request($0, at: instant, run) }
        let edge = LiveWords.edge(at: instant, run).map { [$0] } ?? []
        return edge + (requests.isEmpty ? ["no request is under way"] : requests)
    }

    /// `video of variant 3 from 84 s to 88 s is under way since 77.158 s: 893750 of 900000 bytes are here`. Of what was
    /// asked for again all of this is the last attempt's: what came of those before it is loaded, or gone.
    static func request(_ request: RequestUnderWay, at instant: Instant, _ run: PlayerRun) -> String {
        let name = run.player.name(ofSlot: request.slot, in: run.slots)
        let (chunks, host) = (run.slots[Int(request.slot)].chunks, run.slots[Int(request.slot)].host)
        let own = ownLimit(ofHost: host, at: instant, run).map { ", over \($0)" } ?? ""
        guard let exchange = run.exchange(of: request),
            let attempt = run.attempt(of: request, in: exchange, at: instant)
        else {
            let since = request.since.inRoundedSeconds
            return "the \(name) was asked for at \(since): \(request.received) bytes are here\(own)"
        }
        let since = attempt.at.inRoundedSeconds
        if let failedAt = attempt.failedAt, let againAt = attempt.againAt, request.isPausing {
            let again = againAt.inRoundedSeconds
            return "the \(name), asked for at \(since), failed at \(failedAt.inRoundedSeconds), "
                + "and is to be asked for again at \(again)"
        }
        var (place, whole) = ("", chunks.bytes(of: exchange.chunks.lowerBound))
        if exchange.kind.track != nil {
            let first = attempt.chunks.lowerBound
            let end = exchange.kind == .file ? chunks.count : exchange.chunks.upperBound
            let (start, stop) = (chunks.start(of: first).inShortSeconds, chunks.start(of: end).inShortSeconds)
            place = " from \(start) to \(stop)"
            whole = chunks.bytes(before: end) - chunks.bytes(before: first)
        }
        let again = attempt.at > exchange.at ? ", asked for first at \(exchange.at.inRoundedSeconds)" : ""
        let pace = slowServer(attempt, of: exchange, run)
        let limit = pace.map { ", of a server that sends \(rate($0)) at most" } ?? ""
        if request.waitsForConnection {
            return "the \(name)\(place) waits for a connection since \(since)\(again)"
        }
        return "the \(name)\(place) is under way since \(since)\(again): "
            + "\(request.received) of \(whole) bytes are here\(limit)\(own)"
    }

    /// A host's own network where it has less than the one that all share; nil elsewhere.
    private static func ownLimit(ofHost host: Int32, at instant: Instant, _ run: PlayerRun) -> String? {
        let network = run.playback.network
        let shared = network.capacities.last { $0.at <= instant }?.value.down ?? -1
        guard let own = network.limit(ofHost: host, at: instant), shared < 0 || own < shared else { return nil }
        let name = run.scenario.network.transport.hosts.names[Int(host)]
        return own == 0 ? "\(name)'s own network, which carries nothing" : "the \(rate(own)) of \(name)'s own network"
    }

    /// The fetching when the buffer of the current item has become full, or no longer is; nil where it does not go on,
    /// as behind a failure.
    ///
    /// Of a full item a segment that is under way comes whole, and of those behind it the next may be fetched. The
    /// answer of a file stays open while it waits for room.
    static func fetching(whereFull isFull: Bool, after order: Int, _ run: PlayerRun) -> String? {
        let item = run.playback.items.through(order).last?.item ?? -1
        let made = run.playback.exchanges.through(order)
        let media = made[Int(made.last?.firstOpen ?? 0)...].filter {
            $0.kind.track != nil && $0.isUnderWay(after: order)
        }
        // A playlist or a key may have to come before the media.
        let isOpen = !media.isEmpty || made.last?.isUnderWay(after: order) ?? false
        if !isFull { return isOpen ? "fetching goes on" : nil }
        if media.contains(where: { $0.item == item && $0.kind != .file }) { return "what is under way still comes" }
        let isOther = isOpen && run.playback.loading(after: order) != item
        return isOther ? "another item is fetched" : "fetching rests"
    }

    /// The rate at which a server sends that is slow on purpose; nil where it is not, or it is not sure.
    ///
    /// A fault of some requests counts them: here those of this player alone are known in their order.
    static func slowServer(_ attempt: Attempt, of exchange: Exchange, _ run: PlayerRun) -> Int64? {
        let faults = run.scenario.network.transport.faults
        let (hits, misses) = (run.outcome.faultHits, run.outcome.faultMisses)
        // One that has hit nothing in all the run, because chance would not have it, stands before no other.
        let hit = faults.indices.first {
            ($0 >= hits.count || hits[$0] > 0) && fits(faults[$0], attempt, exchange, run)
        }
        guard let index = hit else { return nil }
        let fault = faults[index]
        guard case .slowness(let rate) = fault.kind, fault.chance == nil, fault.from == 1,
            attempt.at >= fault.since, lastMade(attempt, exchange) < fault.until
        else { return nil }
        guard let times = fault.times else { return rate }
        // With times left at the end, there were some left all along.
        if index < hits.count, hits[index] + misses[index] < times { return rate }
        let others = run.scenario.players.indices.filter { $0 != run.index }
        let resources = run.scenario.prepared.players
        guard !others.contains(where: { resources[$0].slots.contains(where: fault.fits) }) else { return nil }
        var before: Int64 = 0
        for other in run.playback.exchanges {
            guard other.at <= attempt.at, before < times else { break }
            for place in 0...other.failures.count {
                guard let made = run.attempt(place, at: other), fits(fault, made, other, run) else { continue }
                if made.at < attempt.at || made.at == attempt.at && other.order < exchange.order { before += 1 }
            }
        }
        return before < times ? rate : nil
    }

    /// The same of the last attempt.
    static func slowServer(_ exchange: Exchange, _ run: PlayerRun) -> Int64? {
        let count = exchange.failures.count
        let last = run.attempt(count, at: exchange) ?? run.attempt(count - 1, at: exchange)
        return last.flatMap { slowServer($0, of: exchange, run) }
    }

    /// Whether a fault is meant for an attempt, by what it is for and when that is asked for.
    private static func fits(_ fault: HTTPFault, _ attempt: Attempt, _ exchange: Exchange, _ run: PlayerRun) -> Bool {
        fault.fits(run.slots[Int(exchange.slot)])
            && (fault.chunks?.contains(Int32(attempt.chunks.lowerBound)) ?? true)
            && attempt.at < fault.until && lastMade(attempt, exchange) >= fault.since
    }

    /// The latest instant at which an attempt may have been made for a fault's time.
    private static func lastMade(_ attempt: Attempt, _ exchange: Exchange) -> Instant {
        max(attempt.at, attempt.failedAt ?? exchange.firstByteAt ?? attempt.at)
    }

    /// `the player reckons with 998 kbit/s, the network offers 1000 kbit/s, and variant 3 of 6 takes 1800 kbit/s`; of a
    /// way up that is narrow, what the network offers there too.
    static func rates(_ glance: Glance, after order: Int, _ run: PlayerRun) -> String {
        let measured = glance.throughput.map { "the player reckons with \(rate($0))" } ?? "nothing is measured"
        let offer = run.playback.network.capacities.through(order).last?.value ?? BothWays(down: -1, up: -1)
        let offered = NetworkHistory.words(offer, tellsUp: NetworkHistory.isNarrowUp(offer))
        return "\(measured), the network offers \(offered), and \(needs(after: order, run))"
    }

    /// `the media takes 2000 kbit/s (4000 kbit/s at rate 2)`
    static func needs(after order: Int, _ run: PlayerRun) -> String {
        "\(media(after: order, run)) \(takes(after: order, run))"
    }

    private static func takes(after order: Int, _ run: PlayerRun) -> String {
        let words = "takes \(rate(run.bitRateLoaded(after: order)))"
        guard let own = run.bitRateWanted(after: order) else { return words }
        return "\(words) (\(rate(own.bits)) at rate \(NumberText.exact(Int64(own.rate.thousandths), places: 3)))"
    }

    /// `; from 1.409 s on it fetched variant 1 of 2, which takes 600 kbit/s`: of media that came in another variant
    /// than the one that was being loaded after an entry. Else nothing.
    static func laterNeeds(after order: Int, _ first: LoadedChunk, _ run: PlayerRun) -> String {
        let turn = run.playback.wantedVariants.between(order, first.order).last { $0.to == first.variant }
        guard let turn, Int(turn.to) != run.variantFetched(after: order) else { return "" }
        let (name, rate) = (media(after: turn.order, run), takes(after: turn.order, run))
        return "; from \(turn.at.inRoundedSeconds) on it fetched \(name), which \(rate)"
    }

    /// The media that is being loaded: its variant, where there are several.
    static func media(after order: Int, _ run: PlayerRun) -> String {
        let number = run.variantFetched(after: order)
        let asset = run.player.asset(ofVariant: number)
        let hasSeveral = run.player.assets[asset].media.variants.count > 1
        return hasSeveral ? VariantWords.variant(Int32(number), run.player) : "the media"
    }

    /// Bits per second in whole kbit/s: in words the rest would only be in the way. Below one it is all that there is.
    static func rate(_ bitsPerSecond: Int64) -> String {
        guard bitsPerSecond >= 1000 || bitsPerSecond <= 0 else {
            return NumberText.exact(bitsPerSecond, places: 3) + " kbit/s"
        }
        return NumberText.rounded(bitsPerSecond, places: 3, decimals: 0) + " kbit/s"
    }
}
