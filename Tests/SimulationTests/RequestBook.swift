@testable import PlayerModel
@testable import Simulation

/// The requests of a session and their results: the referee's book of requests and bytes.
final class RequestBook {
    private let resources: [Resource]
    /// By slot, the track that it is for, if any.
    private let tracks: [Int?]
    private let player: ScenarioPlayer
    /// Of the first track, the slot that something came from last, and the variant that the trace speaks of.
    private var lastSlot: Int?
    private var variant: Int32
    /// The variant of before the last item that did not follow: one that is loaded on stays with it.
    private var stayed: Int32?
    private let retryCount: Int64
    /// Whether something goes wrong on purpose: then bytes may be in vain that nobody has called off.
    private let mayFail: Bool
    let isOverPackets: Bool
    /// By slot: what was asked for and has not come; what of it was called off and not yet accounted for; how often the
    /// request was made again since anything of it came; whether what is no media has come.
    private var open: [Range<Int32>?]
    private var calledOff: [Range<Int32>?]
    private var retries: [Retries]
    private var counted: CountedFailures
    private var isHere: [Bool]
    private var keys: KeyBook
    /// Slots that were given up at this instant: what was asked for, unless it is called off before the news is read.
    private var givenUp: [(slot: Int, failure: LoadFailure, at: Instant)] = []
    /// Why a player did not get what it may do without.
    private(set) var forgiven: [LoadFailure] = []
    /// The slots of those of the last instant, whose news may be read after they are called off.
    private var forgivenNow: (slots: [Int], at: Instant) = ([], .zero)
    /// Why no more of the current item is asked for; and of one behind it, which is news when it is its turn.
    private(set) var failure: LoadFailure?
    private var failureAhead: (item: Int32, failure: LoadFailure)?
    /// Whether a variant has failed in the middle of a segment, which another makes up.
    private var mayChangeWithin = false
    /// The items that are current and being loaded, and whether anything says which that is.
    private var current: Int32 = -1
    private var loading: Int32 = 0
    private var hasAsked = false
    private var taken: Int64 = 0
    private var wasted: Int64 = 0
    /// The bits that the link down could have carried until `at`, in bits per second times nanoseconds; nil without
    /// limit.
    private var offered: Int128? = 0
    private var capacity: Int64?
    private var at = Instant.zero

    init(_ scenario: Scenario) {
        resources = scenario.resources
        tracks = resources.map { resource in
            switch resource.kind {
            case .file, .video: 0
            case .audio: 1
            default: nil
            }
        }
        player = scenario.players[0]
        variant = Int32(scenario.variant)
        retryCount =
            switch scenario.network.transport {
            case .tcp(let http): http.retryCount
            case .fluid(let fluid): fluid.patience.retryCount ?? 0
            }
        // A server with low latency refuses what it has kept back for too long.
        mayFail =
            !scenario.network.transport.faults.isEmpty || player.assets.contains { $0.media.live?.part != nil }
        isOverPackets = scenario.network.transport.kind == .tcp && scenario.media.kind != .local
        open = resources.map { _ in nil }
        calledOff = open
        retries = resources.map { _ in Retries() }
        counted = CountedFailures(resources)
        isHere = resources.map { _ in false }
        keys = KeyBook(resources, player)
    }

    /// The bytes that came down, wasted or not.
    var bytes: Int64 { taken + wasted }

    var isAnyOpen: Bool { open.contains { $0 != nil } }

    // MARK: Instants and the end

    /// The fault once everything of an instant has happened, or nil.
    func settled(at now: Instant) -> String? {
        if let last = givenUp.last, last.at <= now { takeNews() }
        // Over packets, what is in vain may come late, in parts, or not at all.
        if !isOverPackets, !mayFail, calledOff.contains(where: { $0 != nil }) {
            return "a cancelled request is not accounted for"
        }
        return nil
    }

    /// The loader has read that requests were given up.
    private func takeNews() {
        for news in givenUp where open[news.slot] != nil {
            open[news.slot] = nil
            counted.giveUp(news.slot)
            // A resource of another asset than the one being loaded is requested again when it is needed.
            if Int(resources[news.slot].asset) != player.asset(ofItem: loading) { continue }
            if hasAsked, current >= 0, loading != current {
                failureAhead = (loading, news.failure)
            } else {
                failure = failure ?? news.failure
            }
        }
        givenUp.removeAll()
    }

    /// Whether media is under way.
    var isLoading: Bool { open.indices.contains { open[$0] != nil && tracks[$0] != nil } }

    /// Forgets items that left the queue, or are not near its front: they may be requested anew.
    func forget(except items: [Int32]) {
        if let failureAhead, failureAhead.item != current, !items.contains(failureAhead.item) {
            self.failureAhead = nil
        }
    }

    /// The fault in the counts, or nil: the bytes that a player has seen must be those that it took, those that were
    /// wasted, and those of incomplete chunks.
    func objection(to network: Network) -> String? {
        guard isOverPackets else { return nil }
        let seen = network.web.transport.streams.received[0]
        if seen.wasted < wasted { return "\(wasted) bytes were in vain, of which \(seen.wasted) came" }
        if seen.bytes - seen.wasted < taken {
            return "\(taken) bytes were taken of \(seen.bytes), \(seen.wasted) of which were in vain"
        }
        return nil
    }

    func objection(atEndWith network: Network) -> String? {
        guard isOverPackets else { return nil }
        let seen = network.web.transport.streams.received[0]
        if !isAnyOpen, seen.bytes != taken + seen.wasted {
            return "\(seen.bytes) bytes came, \(taken) were taken, \(seen.wasted) were in vain"
        }
        return nil
    }

    // MARK: Entries

    func take(_ entry: Trace.Entry, with buffer: MediaBuffer) -> String? {
        if entry.at < at { return "the trace goes back" }
        if let last = givenUp.last, last.at < entry.at { takeNews() }
        if let capacity { offered? += Int128(capacity) * Int128((entry.at - at).nanoseconds) }
        at = entry.at
        if let offered, Int128(bytes) * 8_000_000_000 > offered { return "more bytes came than the link carries" }
        switch entry.record {
        case .requested(let request), .allowed(let request):
            if case .requested = entry.record { retries[Int(request.id.slot)] = Retries() }
            return ask(request, buffer)
        case .cancelled(let id):
            let slot = Int(id.slot)
            if open[slot] == nil, forgivenNow.at == at, forgivenNow.slots.contains(slot) { return nil }
            if open[slot] == nil { return "what is not under way is cancelled" }
            (calledOff[slot], open[slot]) = (open[slot], nil)
        case .answered(let slot, let firstByte):
            if open[Int(slot)] == nil { return "what was not asked for is answered" }
            if firstByte > at.nanoseconds { return "an answer begins after its first chunk" }
        case .wasted(let bytes, let slot): return waste(bytes, Int(slot))
        case .loaded(let size, let busy, let chunk, let track): return load(size, busy, chunk, Int(track))
        case .fetched(let size, let slot):
            guard let request = open[Int(slot)] else { return "what was not asked for is fetched" }
            if size != resources[Int(slot)].chunks.bytes(of: Int64(request.lowerBound)) {
                return "a file has another size"
            }
            (open[Int(slot)], isHere[Int(slot)]) = (nil, true)
            keys.take(request, Int(slot))
            taken += size
        case .network(let note): return hear(note, entry.at)
        case .loads(let item, let next):
            // Another item may be loaded because this one has failed.
            takeNews()
            let asset = player.asset(ofItem: item)
            if player.asset(ofVariant: Int(next)) != asset { return "an item is loaded of another asset's variant" }
            // What it stayed with after a failure it leaves for the first one again, or for one by what was measured.
            let isByRule = player.variantChoice.reckoning(with: 1) != player.variantChoice
            if player.asset(ofVariant: Int(variant)) == asset, player.assets.count == 1, next != variant,
                !player.firsts(of: item).contains(next), item != loading || next != stayed,
                player.variantSwitch == .fixed || taken == 0 || !isByRule
            {
                return "another item of the same asset begins with another variant"
            }
            // Another item's segment that was left in the middle goes on in the variant that is current by then.
            (loading, lastSlot, variant, hasAsked) = (item, nil, next, true)
        case .item(let id, _, let isFinished):
            if !isFinished { (stayed, lastSlot, variant) = (variant, nil, player.firsts(of: id)[0]) }
            takeNews()
            (failure, current) = (nil, id)
            if let ahead = failureAhead, ahead.item == id { (failure, failureAhead) = (ahead.failure, nil) }
        case .announced(.itemFailed), .announced(.failedToPlayToEndTime): takeNews()
        case .offer(.capacity(let down, _)):
            capacity = down < 0 ? nil : down
            if capacity == nil { offered = nil }
        case .excludes(let left, _):
            // The player turns elsewhere: this is no end of the item.
            let news = givenUp.filter { one in
                let resource = resources[one.slot]
                let groups = player.assets[Int(resource.asset)].media.allAudio.map { $0.audioGroup }
                let isOfAudio = [.audio, .audioPlaylist, .audioInit].contains(resource.kind)
                return resource.variant == left || keys.areSeveral(inSlot: one.slot)
                    || isOfAudio && groups.contains { $0 != groups[0] }
            }
            for one in news { open[one.slot] = nil }
            givenUp.removeAll { one in news.contains { $0.slot == one.slot } }
            mayChangeWithin = true
        case .switched(let from, let to):
            if variant != from || from == to { return "a switch from another variant than the last" }
            variant = to
        case .gap(.elsewhere): mayChangeWithin = true
        case .action, .offer, .host, .traffic, .announced, .switches, .dropped, .live, .gap,
            .interstitial, .cloned, .event:
            break
        case .recovery(let note):
            for one in givenUp where one.slot == Int(note.slot) {
                open[one.slot] = nil
                counted.giveUp(one.slot)
                forgiven.append(one.failure)
            }
            givenUp.removeAll { $0.slot == Int(note.slot) }
        }
        return nil
    }

    private func ask(_ request: Request, _ buffer: MediaBuffer) -> String? {
        let slot = Int(request.id.slot)
        let chunks = request.firstChunk..<request.endChunk
        if let failure, tracks[slot] == nil || loading == current {
            return "something is asked for after \(failure)"
        }
        if let failureAhead, tracks[slot] != nil, failureAhead.item == loading {
            return "something of an item behind is asked for after \(failureAhead.failure)"
        }
        if tracks[slot] != nil { hasAsked = true }
        if open[slot] != nil { return "a slot has two requests under way" }
        let isThere = !chunks.isEmpty && Int64(chunks.upperBound) <= resources[slot].chunks.count
        if !isThere { return "a request for \(chunks)" }
        if isHere[slot], !isOptional(slot), !keys.areSeveral(inSlot: slot) { return "a file is asked for twice" }
        if let missing = missing(before: resources[slot]) {
            return "\(resources[slot].kind) is asked for before \(missing)"
        }
        if chunks.contains(where: { isGap(Int64($0), inSlot: slot) }) { return "a gap is asked for" }
        if let fault = keys.fault(of: chunks, slot, rendition(resources[slot])) { return fault }
        open[slot] = chunks
        guard let track = tracks[slot] else { return nil }
        if open.indices.contains(where: { $0 != slot && tracks[$0] == track && open[$0] != nil }) {
            return "two variants are asked for at once"
        }
        let loaded = buffer.tracks[track].loaded
        let missing = loaded.firstMissing(from: Int64(chunks.lowerBound))
        if missing != Int64(chunks.lowerBound) {
            // A whole segment may be fetched once more.
            let replaces = track == 0 && player.replacement != .none && missing >= Int64(chunks.upperBound)
            return replaces ? nil : "a chunk is asked for that is loaded"
        }
        if let next = loaded.firstPresent(after: Int64(chunks.lowerBound)), next < Int64(chunks.upperBound) {
            return "chunks are asked for that are loaded"
        }
        return nil
    }

    /// Whether a chunk is listed and not there.
    private func isGap(_ chunk: Int64, inSlot slot: Int) -> Bool {
        rendition(resources[slot])?.gaps.contains(chunk) ?? false
    }

    /// The rendition of a slot of media.
    private func rendition(_ resource: Resource) -> Asset.Variant? {
        let asset = Int(resource.asset)
        let media = player.assets[asset].media
        switch resource.kind {
        case .video: return media.variants[Int(resource.variant) - player.firstNumber(of: asset)]
        case .audio: return media.allAudio[Int(resource.language)]
        default: return nil
        }
    }

    /// The kind of resource that has to come before another and has not, or nil.
    private func missing(before resource: Resource) -> Resource.Kind? {
        let needed: [Resource.Kind] =
            switch resource.kind {
            case .file, .assetList: []
            case .multivariantPlaylist: [.assetList]
            case .video: [.multivariantPlaylist, .key, .videoPlaylist, .videoInit]
            case .audio: [.multivariantPlaylist, .key, .audioPlaylist, .audioInit]
            case .key:
                player.assets[Int(resource.asset)].media.hasSessionKey
                    ? [.multivariantPlaylist] : [.multivariantPlaylist, .videoPlaylist]
            case .videoPlaylist, .audioPlaylist, .subtitlePlaylist: [.multivariantPlaylist]
            case .steeringManifest: [.multivariantPlaylist]
            case .subtitles: [.multivariantPlaylist, .subtitlePlaylist, .subtitleInit]
            case .subtitleInit: [.multivariantPlaylist, .subtitlePlaylist]
            case .videoInit: [.multivariantPlaylist, .videoPlaylist]
            case .audioInit: [.multivariantPlaylist, .audioPlaylist]
            }
        for kind in needed where kind != .key || !keys.areSeveral(of: resource.asset) {
            let those = resources.indices.filter {
                let other = resources[$0]
                let serves = other.variant < 0 || resource.variant < 0 || other.variant == resource.variant
                let isOfAudio = [.audioPlaylist, .audioInit].contains(kind)
                return other.kind == kind && other.asset == resource.asset && serves
                    && (!isOfAudio || other.language == resource.language)
            }
            // Of several initialization sections that which a segment brings along is not asked for.
            let mayComeAlong = [.videoInit, .audioInit].contains(kind)
            if mayComeAlong, those.contains(where: { resources[$0].chunks.count > 1 }) { continue }
            // A resource of no variant follows one of a variant, whichever that is.
            if !those.isEmpty, !those.contains(where: { isHere[$0] }) { return kind }
        }
        return nil
    }

    private func load(_ size: Int64, _ busy: Int64, _ chunk: Int32, _ track: Int) -> String? {
        let slot = open.indices.first { tracks[$0] == track && open[$0] != nil }
        guard let slot, let chunks = open[slot], chunks.lowerBound == chunk else {
            // A gap counts as loaded.
            let slots = resources.indices.filter { tracks[$0] == track }
            if size == 0, slots.contains(where: { isGap(Int64(chunk), inSlot: $0) }) { return nil }
            return "a chunk that was not asked for"
        }
        if size != resources[slot].chunks.bytes(of: Int64(chunk)) { return "a chunk has another size" }
        if track == 0 {
            let perRequest = resources[slot].chunks.chunksPerRequest ?? 1
            if let lastSlot, slot != lastSlot, !mayChangeWithin, Int64(chunk) % perRequest != 0 {
                return "another variant within a segment"
            }
            if resources[slot].kind == .video, resources[slot].variant != variant {
                return "a switch that is not said"
            }
            (lastSlot, mayChangeWithin) = (slot, false)
        }
        if busy < 0 { return "a chunk took negative time" }
        open[slot] = chunks.count > 1 ? chunks.dropFirst() : nil
        // Whoever asks again asks for the rest.
        retries[slot].bring(at: at)
        counted.bring(slot)
        taken += size
        return nil
    }

    private func waste(_ bytes: Int64, _ slot: Int) -> String? {
        wasted += bytes
        if bytes < 0 { return "\(bytes) bytes are wasted" }
        if isOverPackets || mayFail { return nil }
        guard let rest = calledOff[slot] else { return "bytes are wasted for nothing" }
        let most = rest.reduce(0) { $0 + resources[slot].chunks.bytes(of: Int64($1)) }
        if bytes > most { return "\(bytes) of \(most) bytes are wasted" }
        calledOff[slot] = nil
        return nil
    }

    private func hear(_ note: NetworkNote, _ now: Instant) -> String? {
        switch note {
        case .lookedUp, .connected, .secured: return nil
        case .retries(let slot, let failure, _):
            let least = retries[Int(slot)].least
            if !mayAskAgain(Int(slot), least, after: failure) { return "a request is made again after \(failure)" }
            if resources[Int(slot)].requests?.counts(failure) ?? true { retries[Int(slot)].note(at: now) }
            counted.note(Int(slot))
        case .gaveUp(let slot, let failure):
            let isLeft = resources[Int(slot)].failOver.turnsAtOnce(after: failure)
            let may = mayAskAgain(Int(slot), retries[Int(slot)].most, after: failure)
            if may, !isLeft { return "a request is given up too soon" }
            counted.note(Int(slot))
            // Nobody may wait for a key any more, or yet.
            if isOptional(Int(slot)) || mayGoOn(Int(slot), after: failure) || keys.areSeveral(inSlot: Int(slot)) {
                open[Int(slot)] = nil
                forgiven.append(failure)
                forgivenNow = ((forgivenNow.at == now ? forgivenNow.slots : []) + [Int(slot)], now)
            } else {
                givenUp.append((Int(slot), failure, now))
            }
        }
        return nil
    }

    /// Whether a player may do without what it asks for: a newer playlist of a live stream, a part that was hinted at,
    /// or a steering manifest.
    private func isOptional(_ slot: Int) -> Bool {
        let (kind, live) = (resources[slot].kind, player.assets[Int(resources[slot].asset)].media.live)
        if kind == .steeringManifest { return true }
        return live != nil && (kind.isPlaylist ? isHere[slot] : live?.part != nil && kind.track != nil)
    }

    /// Whether a player may ask anew for what it gave up, because it does not give a live stream up.
    private func mayGoOn(_ slot: Int, after failure: LoadFailure) -> Bool {
        player.assets[Int(resources[slot].asset)].media.live != nil
            && player.loader.failOver.liveRest(after: failure) != nil
    }

    /// Whether a request that has been made again so often is once more: as its player has it, or as is usual.
    private func mayAskAgain(_ slot: Int, _ times: Int64, after failure: LoadFailure) -> Bool {
        if let policy = resources[slot].requests {
            return policy.pause(afterFailures: counted.next(slot) ?? times + 1, of: failure) != nil
        }
        return failure.isWorthAnotherTry && times < retryCount
    }
}
