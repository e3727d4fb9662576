import PlayerModel
import Testing

@testable import Simulation

/// Somebody who asks for things at random, takes in what comes, and changes their mind, over a network that fails.
private struct HTTPProgram {
    /// Where the fetching of one thing has got to.
    private struct Fetch {
        var id: ExchangeID
        /// The chunks that were taken in, and the one behind the last that was asked for.
        var first: Int32
        var taken: Int32
        var end: Int32
    }

    var transport: HTTPTransport
    let settings: HTTPSettings
    private var random: RandomStream
    private var fetches: [Fetch?]
    private var attempt: UInt32 = 0
    private var now: Int64 = 0
    private var effects = NetworkEffects()
    /// By group, bytes of the chunks that were taken in.
    private var kept: [Int64] = [0, 0]
    private var wasted: Int64 = 0
    private var last = Array(repeating: Receipt(bytes: 0, wasted: 0, busy: .zero), count: 2)
    private var lastBusy: Int64 = 0
    private var digest = Digest()
    private(set) var failures = 0
    private(set) var objections: [String] = []

    init(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "program")
        func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }
        var settings = HTTPSettings()
        settings.version = HTTPSettings.Version.allCases[Int(below(3))]
        let words = TransportSecurity.allCases.filter {
            settings.version != .http3 || !$0.datagramSteps(certificateBytes: 3_300).isEmpty
        }
        settings.security = words[Int(below(Int64(words.count)))]
        settings.certificateBytes = [250, 3_300, 40_000][Int(below(3))]
        settings.startJitter = .milliseconds([0, 0, 30][Int(below(3))])
        settings.requestBytes = [0, 1, 500, 5000][Int(below(4))]
        settings.responseHeaderBytes = [0, 300, 4000][Int(below(3))]
        settings.think = .milliseconds([0, 0, 50][Int(below(3))])
        settings.keepAlive = .seconds([0, 1, 75][Int(below(3))])
        settings.timeout = .milliseconds([300, 2_000, 60_000][Int(below(3))])
        settings.retryCount = below(4)
        settings.backOff = .milliseconds([1, 1000][Int(below(2))])
        settings.downQueuePackets = [1, 5, 50][Int(below(3))]
        settings.upQueuePackets = [1, 5, 50][Int(below(3))]
        if below(2) == 0 { (settings.hosts.playlists, settings.hosts.keys) = ("playlists", "keys") }
        for _ in 0..<below(5) {
            var fault = HTTPFault(
                [
                    .status(404), .status(503), .reset(afterBytes: 0), .reset(afterBytes: below(30_000)),
                    .silence(afterBytes: 0), .silence(afterBytes: below(30_000)), .truncation(afterBytes: 0),
                    .truncation(afterBytes: below(30_000)), .length(below(30_000)), .emptyPlaylist,
                    .slowness(bitsPerSecond: 1 + below(1_000_000)),
                ][Int(below(11))])
            if below(2) == 0 { fault.resource = Resource.Kind.allCases[Int(below(9))] }
            if below(3) == 0 {
                let first = Int32(below(3))
                fault.chunks = first...(first + Int32(below(2)))
            }
            if below(3) == 0 { fault.chance = 1 + below(1_000_000) }
            fault.from = 1 + below(4)
            fault.times = below(4) == 0 ? nil : 1 + below(3)
            settings.faults.append(fault)
        }
        var resources: [Resource] = []
        for slot in 0..<8 as Range<Int64> {
            let kind = Resource.Kind.allCases[Int(below(Int64(Resource.Kind.allCases.count)))]
            let perRequest: Int64? = [1, 3, nil][Int(below(3))]
            let chunks = ChunkTable(
                duration: .seconds(10 + below(20)), chunkDuration: .seconds(1), bitRate: 1 + below(500_000),
                chunksPerRequest: perRequest)
            resources.append(
                Resource(
                    kind, chunks, host: settings.hosts.host(of: kind), group: Int32(truncatingIfNeeded: slot % 2)))
        }
        transport = HTTPTransport(settings, resources: resources, groups: 2, seed: seed)
        fetches = Array(repeating: nil, count: resources.count)
        self.settings = settings
        self.random = random
        change()
    }

    private mutating func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }

    private mutating func change() {
        var values = NetworkValues()
        values.down = [nil, 0, 64_000, 3_000_000, 40_000_000][Int(below(5))]
        values.up = [nil, nil, 0, 64_000, 3_000_000][Int(below(5))]
        values.delayDown = .milliseconds([0, 20, 300][Int(below(3))])
        values.delayUp = .milliseconds([0, 20][Int(below(2))])
        values.lossDown = [0, 0, 10_000, 200_000, 1_000_000][Int(below(5))]
        values.lossUp = [0, 0, 50_000, 1_000_000][Int(below(4))]
        values.dnsDelay = .milliseconds([0, 30][Int(below(2))])
        transport.set(values, at: now)
    }

    // MARK: What is done

    mutating func run(actions: Int) -> UInt64 {
        for _ in 0..<actions {
            advance(to: now + [0, 1_000_000, 100_000_000, 3_000_000_000][Int(below(4))] + below(1000))
            act(Int(below(Int64(fetches.count))))
            transport.checkInvariants()
        }
        heal()
        judge()
        return digest.value
    }

    private mutating func act(_ slot: Int) {
        switch below(10) {
        case 9:
            transport.breakConnections(withNewAddress: below(2) == 0, at: now, &effects)
            take()
        case 0...4: if fetches[slot] == nil { request(slot) } else { allow(slot, 1 + Int32(below(4))) }
        case 5, 6: if fetches[slot] != nil { cancel(slot) }
        default: change()
        }
    }

    private mutating func request(_ slot: Int) {
        let chunks = transport.resources[slot].chunks
        let first = below(chunks.count)
        let most = chunks.endOfRequest(from: first)
        // There may be room for less than all of a file.
        let end = chunks.chunksPerRequest == nil ? min(most, first + 1 + below(4)) : most
        attempt += 1
        let id = ExchangeID(slot: Int32(slot), attempt: attempt)
        fetches[slot] = Fetch(id: id, first: Int32(first), taken: Int32(first), end: Int32(end))
        let request = Request(id: id, firstChunk: Int32(first), endChunk: Int32(end))
        transport.request(request, at: now, &effects)
        take()
    }

    /// There is room for more of a file.
    private mutating func allow(_ slot: Int, _ more: Int32) {
        let chunks = transport.resources[slot].chunks
        guard let fetch = fetches[slot], chunks.chunksPerRequest == nil else { return }
        let end = min(Int32(chunks.count), fetch.end + more)
        fetches[slot]?.end = end
        transport.allow(Request(id: fetch.id, firstChunk: fetch.end, endChunk: end), at: now, &effects)
        take()
    }

    private mutating func cancel(_ slot: Int) {
        guard let fetch = fetches[slot] else { return }
        fetches[slot] = nil
        transport.cancel(Request(id: fetch.id, firstChunk: fetch.taken, endChunk: fetch.end), at: now, &effects)
        take()
    }

    // MARK: What comes of it

    private mutating func advance(to end: Int64) {
        var most = 50_000
        while transport.due <= end, most > 0, objections.isEmpty {
            most -= 1
            if transport.due < now { objections.append("time goes back") }
            now = max(now, transport.due)
            transport.advance(before: now + 1, &effects)
            take()
            if most % 32 == 0 { transport.checkInvariants() }
        }
        if most == 0 { objections.append("it does not end") }
        now = max(now, end)
    }

    private mutating func take() {
        for effect in effects {
            switch effect {
            case .arm, .offers, .hostOffers: objections.append("that is not for a transport to say")
            case .deliver(let id, let instant): deliver(id, instant)
            case .fail(let id, _, let instant):
                if instant.nanoseconds > now { objections.append("it fails in the future") }
                guard fetches[Int(id.slot)]?.id == id else { continue }
                fetches[Int(id.slot)] = nil
                failures += 1
            case .wasted(_, let bytes, _): wasted += bytes
            case .pause(let id, let end, let instant):
                if instant.nanoseconds > now || end < instant { objections.append("it pauses at another time") }
                if fetches[Int(id.slot)]?.id != id { objections.append("a pause before what nobody asks for") }
            case .note(_, let instant): digest.mix(UInt64(bitPattern: instant.nanoseconds))
            }
        }
        effects.removeAll()
    }

    private mutating func deliver(_ id: ExchangeID, _ instant: Instant) {
        digest.mix(UInt64(bitPattern: instant.nanoseconds))
        if instant.nanoseconds != now { objections.append("a chunk comes at another time") }
        let slot = Int(id.slot)
        let group = Int(transport.resources[slot].group)
        let receipt = transport.takeReceipt()
        if receipt.bytes < last[group].bytes || receipt.wasted < last[group].wasted || receipt.busy < last[group].busy
        {
            objections.append("a receipt takes something back")
        }
        if receipt.wasted > receipt.bytes { objections.append("more was wasted than came") }
        if receipt.busy.nanoseconds > now { objections.append("bits came for longer than there was time") }
        last[group] = receipt
        guard let fetch = fetches[slot], fetch.id == id else { return objections.append("a chunk of something else") }
        if fetch.taken >= fetch.end { objections.append("a chunk that there is no room for") }
        kept[group] += transport.resources[slot].chunks.bytes(of: Int64(fetch.taken))
        fetches[slot]?.taken += 1
        if fetch.taken + 1 == fetch.end, isAll(slot, fetch.end) { fetches[slot] = nil }
    }

    private func isAll(_ slot: Int, _ end: Int32) -> Bool {
        let chunks = transport.resources[slot].chunks
        return chunks.chunksPerRequest != nil || Int64(end) == chunks.count
    }

    /// All is well again, but for what goes wrong on purpose: every request comes to an end.
    private mutating func heal() {
        var values = NetworkValues()
        values.down = 20_000_000
        values.up = 20_000_000
        values.delayDown = .milliseconds(2)
        transport.set(values, at: now)
        for slot in fetches.indices where fetches[slot] != nil { allow(slot, 1000) }
        let end = now + 4_000_000_000_000
        while transport.due < .max, now < end, objections.isEmpty { advance(to: transport.due) }
        if now >= end { objections.append("it goes on for ever") }
        transport.checkInvariants()
    }

    private mutating func judge() {
        if fetches.contains(where: { $0 != nil }) { objections.append("a request comes to no end: \(fetches)") }
        if !transport.isQuiet { objections.append("it is not quiet") }
        var inVain: Int64 = 0
        for group in 0..<2 {
            let received = transport.transport.streams.received[group]
            inVain += received.wasted
            if received.bytes - received.wasted != kept[group] {
                objections.append("\(received) came, and \(kept[group]) were kept")
            }
        }
        if inVain != wasted { objections.append("\(inVain) in vain, \(wasted) said to be") }
    }
}

/// A request of 10,000 bytes that is 100 ms on its way to a server, and is called off.
private struct CallingOff {
    let wasted: Int64

    /// Times are milliseconds from the request. The word that it is called off may be lost at first. `look` sees the
    /// transport as that is sent, and ten seconds later.
    init(
        _ version: HTTPSettings.Version, thinking think: Int64, at moment: Int64, fault: HTTPFault.Kind? = nil,
        isLost: Bool = false, look: (HTTPTransport) -> Void = { _ in }
    ) {
        var settings = HTTPSettings()
        (settings.version, settings.think, settings.preloaded) = (version, .milliseconds(think), [.video])
        settings.faults = fault.map { [HTTPFault($0)] } ?? []
        let chunks = ChunkTable(
            duration: .seconds(4), chunkDuration: .seconds(4), bitRate: 20_000, chunksPerRequest: 1)
        var transport = HTTPTransport(settings, resources: [Resource(.video, chunks)], groups: 1, seed: 1)
        var values = NetworkValues()
        (values.delayUp, values.delayDown) = (.milliseconds(100), .milliseconds(100))
        transport.set(values, at: 0)
        var (effects, at) = (NetworkEffects(), moment * 1_000_000)
        let request = Request(id: ExchangeID(slot: 0, attempt: 1), firstChunk: 0, endChunk: 1)
        transport.request(request, at: 0, &effects)
        while transport.due < at { transport.advance(before: at, &effects) }
        values.lossUp = isLost ? 1_000_000 : 0
        transport.set(values, at: at)
        transport.cancel(request, at: at, &effects)
        values.lossUp = 0
        transport.set(values, at: at)
        look(transport)
        at += 10_000_000_000
        while transport.due < at {
            transport.advance(before: at, &effects)
            transport.checkInvariants()
        }
        look(transport)
        wasted = transport.transport.streams.received[0].wasted
    }
}

@Suite struct HTTPTransportTests {
    @Test(arguments: Thoroughness.draws(8, of: 20))
    func `every request comes to an end, and every byte is accounted for`(batch: UInt64) {
        for seed in batch * 10..<(batch + 1) * 10 {
            var program = HTTPProgram(seed: seed)
            _ = program.run(actions: 50)
            #expect(program.objections.isEmpty, "seed \(seed): \(program.objections) \(program.settings)")
        }
    }

    /// A request is 100 ms on its way, as is the word that it is called off; in between the server thinks for 80 ms.
    @Test(
        arguments: HTTPSettings.Version.allCases,
        [(0, 0), (50, 0), (79, 0), (81, 10_000), (99, 10_000), (170, 10_000), (190, 10_000)] as [(Int64, Int64)])
    func `a server answers what was called off until it hears of that`(
        version: HTTPSettings.Version, moment: (at_ms: Int64, bytes: Int64)
    ) {
        #expect(CallingOff(version, thinking: 80, at: moment.at_ms).wasted == moment.bytes)
    }

    @Test(
        arguments: HTTPSettings.Version.allCases,
        [
            (.status(404), 500), (.silence(afterBytes: 0), 0), (.silence(afterBytes: 300), 300), (.length(0), 0),
            (.length(3000), 10_000), (.truncation(afterBytes: 3000), 3000), (.slowness(bitsPerSecond: 8000), 100),
        ] as [(HTTPFault.Kind, Int64)])
    func `of an answer that goes wrong it sends as much in vain as it would`(
        version: HTTPSettings.Version, answer: (fault: HTTPFault.Kind, bytes: Int64)
    ) {
        #expect(CallingOff(version, thinking: 80, at: 120, fault: answer.fault).wasted == answer.bytes)
    }

    @Test(arguments: HTTPSettings.Version.allCases)
    func `it is not quiet while the word is lost that something is called off`(version: HTTPSettings.Version) {
        var isQuiet: [Bool] = []
        _ = CallingOff(version, thinking: 500, at: 300, isLost: true) { isQuiet.append($0.isQuiet) }
        #expect(isQuiet == [false, true])
    }

    @Test func `the same seed comes to the same`() {
        for seed in 0..<20 as Range<UInt64> {
            var (one, two) = (HTTPProgram(seed: seed), HTTPProgram(seed: seed))
            #expect(one.run(actions: 40) == two.run(actions: 40))
        }
    }
}
