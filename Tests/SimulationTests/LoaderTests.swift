import PlayerModel
import Testing

@testable import Simulation

private func seconds(_ count: Int64) -> MediaTime { .seconds(count) }
private func after(_ count: Int64) -> Instant { .zero + .seconds(count) }

private func table(_ length: Int64, _ chunk: Int64, per request: Int64? = nil) -> ChunkTable {
    ChunkTable(
        duration: .seconds(length), chunkDuration: .seconds(chunk), bitRate: 8000, chunksPerRequest: request)
}

/// A loader with a server that answers when the test says so, and a referee who watches every request.
private struct Desk {
    var loader: Loader
    let tracks: [ChunkTable]
    var now = Instant.zero
    /// By track: what was asked for and has not come.
    var open: [(id: ExchangeID, chunks: Range<Int32>)?]
    var fetched: [Set<Int32>]
    var wakes: [Instant] = []
    var log: [String] = []

    init(_ tracks: [ChunkTable], buffer: MediaTime = .unlimited, drain: MediaTime = .seconds(10)) {
        var settings = LoaderSettings()
        settings.goal = .fixed(buffer)
        settings.drain = drain
        // One variant, and so nothing to choose.
        let (table, declared) = (tracks[0], DeclaredVariant(bitRate: tracks[0].declaredBitRate))
        let only = VariantSelector.Rendition(
            variant: 0, declared: declared, bitRate: declared.bitRate, chunks: table, targetDuration: table.duration)
        let asset = AssetLoad(
            tracks: tracks, opening: Opening([], rendition: 0, hasSessionKey: false),
            selector: VariantSelector(
                [only], first: 0, rule: .fixed, abandonment: .never, limits: VariantLimits()))
        loader = Loader([asset], settings: settings, estimator: .last)
        self.tracks = tracks
        open = tracks.map { _ in nil }
        fetched = tracks.map { _ in [] }
    }

    /// Bytes of all chunks that have arrived.
    private var received: Int64 = 0

    mutating func tell(_ input: LoaderInput) {
        var effects = LoaderEffects()
        if case .itemChanged = input { fetched = tracks.map { _ in [] } }
        loader.handle(input, at: now, into: &effects)
        for effect in effects { take(effect) }
    }

    private mutating func take(_ effect: LoaderEffect) {
        switch effect {
        case .send(.request(let request)):
            note(request, "request")
        case .send(.allow(let request)):
            note(request, "allow")
        case .send(.cancel(let request)):
            let track = Int(request.id.slot)
            #expect(open[track]?.id == request.id, "only what is under way is cancelled")
            #expect(open[track]?.chunks == request.firstChunk..<request.endChunk, "what was still to come of it")
            log.append("cancel \(track)")
            open[track] = nil
        case .send: Issue.record("a loader asks, allows and cancels")
        case .bufferChanged, .loadingFailed, .answered, .fetched, .watch, .look, .switches, .switched, .loads,
            .dropped, .excludes, .recovers, .cloned, .listed, .skips, .paces, .gap:
            break
        case .arm(let instant): wakes.append(instant)
        case .loaded(let track, let chunk, let bytes, _):
            #expect(bytes == tracks[Int(track)].bytes(of: Int64(chunk)))
            #expect(fetched[Int(track)].insert(chunk).inserted, "a chunk is never fetched twice")
        }
    }

    private mutating func note(_ request: Request, _ word: String) {
        let track = Int(request.id.slot)
        let chunks = request.firstChunk..<request.endChunk
        log.append("\(word) \(track): \(chunks)")
        #expect(open[track] == nil, "a track has at most one request under way")
        #expect(!chunks.isEmpty)
        #expect(fetched[track].isDisjoint(with: chunks), "what is loaded is not asked for")
        open[track] = (request.id, chunks)
    }

    /// The next chunk of a track arrives.
    mutating func answer(_ track: Int) {
        guard let (id, chunks) = open[track] else { return }
        let rest = chunks.dropFirst()
        open[track] = rest.isEmpty ? nil : (id, rest)
        received += tracks[track].bytes(of: Int64(chunks.lowerBound))
        tell(.arrived(id, .all(at: now), Receipt(bytes: received, wasted: 0, busy: .zero)))
    }

    mutating func seek(to place: MediaTime) { tell(.clockMoved(Playhead(restingAt: place, since: now))) }
}

@Suite struct LoadingInOrder {
    @Test func `nothing is fetched without an item`() {
        var desk = Desk([table(12, 6, per: 1)])
        desk.tell(.clockMoved(Playhead(restingAt: .zero, since: .zero)))
        #expect(desk.log.isEmpty)
        #expect(desk.loader.state(at: .zero, .zero) == .none)
    }

    @Test func `a file is asked for in one go`() {
        var desk = Desk([table(10, 1)])
        desk.tell(.itemChanged(end: seconds(10)))
        for _ in 0..<10 { desk.answer(0) }
        #expect(desk.log == ["request 0: 0..<10"])
        #expect(desk.loader.state(at: .zero, .zero).isComplete)
    }

    @Test func `a stream is asked for segment by segment`() {
        var desk = Desk([table(10, 1, per: 4)])
        desk.tell(.itemChanged(end: seconds(10)))
        for _ in 0..<10 { desk.answer(0) }
        #expect(desk.log == ["request 0: 0..<4", "request 0: 4..<8", "request 0: 8..<10"])
    }

    @Test func `tracks are kept together`() {
        var desk = Desk([table(12, 6, per: 1), table(12, 2, per: 1)])
        desk.tell(.itemChanged(end: seconds(12)))
        #expect(desk.log == ["request 0: 0..<1", "request 1: 0..<1"])
        desk.answer(1)
        #expect(desk.log.count == 2, "the second track is a chunk ahead")
        desk.answer(0)
        #expect(desk.log[2...] == ["request 0: 1..<2", "request 1: 1..<2"])
        for _ in 0..<5 { desk.answer(1) }
        #expect(desk.log.count == 6, "the second has what the first has and a chunk more, and waits")
        #expect(desk.loader.order.buffer.playableEnd(from: .zero) == seconds(6))
    }

    @Test func `a track that has enough is asked for again when it has not, whatever comes of another`() {
        var desk = Desk([table(60, 6, per: 1), table(60, 10, per: 1)], buffer: seconds(8))
        desk.tell(.itemChanged(end: seconds(60)))
        for track in [1, 0] { desk.answer(track) }
        desk.tell(.clockMoved(Playhead(movingFrom: .zero, at: .one, since: desk.now)))
        for instant in [after(1), desk.wakes.last!] {
            desk.now = instant
            desk.tell(.wake)
        }
        #expect(desk.wakes.count { (1...2).contains(($0 - after(2)).nanoseconds) } == 1)
        #expect(desk.log[2...] == ["request 0: 1..<2", "request 1: 1..<2"])
    }

    @Test func `an answer to an old request is not taken in`() {
        var desk = Desk([table(30, 1)])
        desk.tell(.itemChanged(end: seconds(30)))
        desk.answer(0)
        let old = desk.open[0]!.id
        desk.seek(to: seconds(20))
        desk.tell(.arrived(old, .all(at: .zero), Receipt(bytes: 1000, wasted: 0, busy: .zero)))
        desk.answer(0)
        #expect(desk.fetched[0] == [0, 20])
    }

    @Test func `another item begins with nothing, and asks anew`() {
        var desk = Desk([table(3, 1)])
        desk.tell(.itemChanged(end: seconds(3)))
        desk.answer(0)
        desk.tell(.itemChanged(end: seconds(3)))
        #expect(desk.log == ["request 0: 0..<3", "cancel 0", "request 0: 0..<3"])
        #expect(desk.loader.order.buffer.loadedTimeRanges.isEmpty)
        desk.tell(.itemChanged(end: nil))
        #expect(desk.log.last == "cancel 0")
        #expect(desk.loader.state(at: .zero, .zero) == .none)
    }

    @Test func `the latency is the time from a request to its first byte`() {
        var desk = Desk([table(30, 1)])
        desk.now = after(2)
        desk.tell(.itemChanged(end: seconds(30)))
        let id = desk.open[0]!.id
        desk.now = after(9)
        desk.tell(.arrived(id, .all(at: after(5)), Receipt(bytes: 1000, wasted: 0, busy: .seconds(4))))
        let state = desk.loader.state(at: .zero, after(9))
        #expect(state.latency == .seconds(3))
        #expect(state.throughput?.bitsPerSecond == 1999, "8,000 bits in 4 s and a nanosecond")
        #expect(state.fetchingSince == after(9))
    }
}

@Suite struct LoadingAhead {
    @Test func `a full buffer rests until it has drained`() {
        var desk = Desk([table(60, 6, per: 1)], buffer: seconds(20), drain: seconds(8))
        desk.tell(.itemChanged(end: seconds(60)))
        for _ in 0..<4 { desk.answer(0) }
        #expect(desk.loader.isFull)
        #expect(desk.open[0] == nil)
        #expect(desk.log.count == 4, "24 s are loaded; 18 were not enough")
        #expect(desk.loader.state(at: .zero, .zero).isFull)
        #expect(desk.wakes.allSatisfy { $0 == .never }, "a playhead at rest drains nothing")

        desk.now = after(100)
        desk.tell(.clockMoved(Playhead(movingFrom: .zero, at: .one, since: desk.now)))
        // With 12 s ahead fetching goes on, which is at 12 s, or a nanosecond of host time later.
        let wake = desk.wakes.last!
        #expect((0...1).contains((wake - after(112)).nanoseconds))
        desk.now = Instant(nanoseconds: after(112).nanoseconds - 1)
        desk.tell(.wake)
        #expect(desk.loader.isFull)
        desk.now = wake
        desk.tell(.wake)
        #expect(!desk.loader.isFull)
        #expect(desk.log.last == "request 0: 4..<5")
    }

    @Test func `a file's sender goes on where it stopped, without another request`() {
        var desk = Desk([table(60, 1)], buffer: seconds(20), drain: seconds(8))
        desk.tell(.itemChanged(end: seconds(60)))
        #expect(desk.log == ["request 0: 0..<21"])
        for _ in 0..<21 { desk.answer(0) }
        #expect(desk.loader.isFull)
        desk.seek(to: seconds(9))
        #expect(!desk.loader.isFull)
        #expect(desk.log == ["request 0: 0..<21", "allow 0: 21..<30"])
    }

    @Test func `with everything loaded the buffer is not called full`() {
        var desk = Desk([table(18, 6, per: 1)], buffer: seconds(12))
        desk.tell(.itemChanged(end: seconds(18)))
        desk.answer(0)
        #expect(!desk.loader.isFull)
        desk.answer(0)
        #expect(desk.loader.isFull)
        desk.seek(to: seconds(7))
        desk.answer(0)
        #expect(!desk.loader.isFull)
        #expect(desk.loader.state(at: seconds(7), .zero).isComplete)
    }

    @Test func `a wish for less ahead takes effect at once`() {
        var desk = Desk([table(60, 6, per: 1)], buffer: seconds(50))
        desk.tell(.itemChanged(end: seconds(60)))
        desk.answer(0)
        desk.tell(.setPreferredForwardBuffer(seconds(5)))
        #expect(desk.loader.isFull)
        desk.answer(0)
        #expect(desk.open[0] == nil, "what was under way comes, and nothing more")
        desk.tell(.setPreferredForwardBuffer(.zero))
        #expect(!desk.loader.isFull)
        #expect(desk.log.last == "request 0: 2..<3")
    }

    /// A file is one request, for all that was wanted when it was made. It ends where it would, had less been wanted
    /// then: behind the chunk at that place.
    @Test("a wish for less ends what is under way of a file", arguments: 0...8)
    func lessOfAFile(come: Int) {
        var desk = Desk([table(60, 1)], drain: seconds(8))
        desk.tell(.itemChanged(end: seconds(60)))
        for _ in 0..<come { desk.answer(0) }
        desk.tell(.setPreferredForwardBuffer(seconds(5)))
        for _ in 0..<60 { desk.answer(0) }
        let loaded = max(6, come)
        #expect(desk.fetched[0].count == loaded)
        #expect(desk.loader.isFull)
        #expect(desk.log == ["request 0: 0..<60", "cancel 0"])
        // Of five seconds that are wanted two are there, and more than half is missing.
        desk.seek(to: seconds(Int64(loaded) - 2))
        #expect(!desk.loader.isFull)
        #expect(desk.log.last == "request 0: \(loaded)..<\(loaded + 4)")
    }

    @Test func `what was ended of a file is asked for anew when more is wanted`() {
        var desk = Desk([table(60, 1)])
        desk.tell(.itemChanged(end: seconds(60)))
        for _ in 0..<8 { desk.answer(0) }
        desk.tell(.setPreferredForwardBuffer(seconds(5)))
        desk.tell(.setPreferredForwardBuffer(.zero))
        #expect(desk.log == ["request 0: 0..<60", "cancel 0", "request 0: 8..<60"])
    }

    @Test func `nothing behind the end of playback is fetched`() {
        var desk = Desk([table(60, 6, per: 1), table(60, 4, per: 1)])
        desk.tell(.itemChanged(end: seconds(13)))
        for _ in 0..<10 { for track in 0...1 { desk.answer(track) } }
        #expect(desk.fetched == [[0, 1, 2], [0, 1, 2, 3]])
        desk.tell(.endMoved(seconds(19)))
        for _ in 0..<10 { for track in 0...1 { desk.answer(track) } }
        #expect(desk.fetched == [[0, 1, 2, 3], [0, 1, 2, 3, 4]])
    }
}

@Suite struct LoadingAfterSeeks {
    @Test func `a seek to what is not loaded cancels, and asks from there`() {
        var desk = Desk([table(60, 1)])
        desk.tell(.itemChanged(end: seconds(60)))
        desk.answer(0)
        desk.seek(to: seconds(30))
        #expect(desk.log == ["request 0: 0..<60", "cancel 0", "request 0: 30..<60"])
    }

    @Test func `a seek within what is loaded leaves the request alone`() {
        var desk = Desk([table(60, 1)])
        desk.tell(.itemChanged(end: seconds(60)))
        for _ in 0..<10 { desk.answer(0) }
        desk.seek(to: seconds(4))
        desk.seek(to: seconds(10))
        #expect(desk.log == ["request 0: 0..<60"])
    }

    @Test func `a seek back asks for the gap alone, then goes on behind what is loaded`() {
        var desk = Desk([table(20, 1)])
        desk.tell(.itemChanged(end: seconds(20)))
        desk.answer(0)
        desk.seek(to: seconds(10))
        for _ in 0..<3 { desk.answer(0) }
        desk.seek(to: seconds(5))
        #expect(desk.log.last == "request 0: 5..<10")
        for _ in 0..<5 { desk.answer(0) }
        #expect(desk.log.last == "request 0: 13..<20" || desk.log.last == "allow 0: 13..<20")
        for _ in 0..<7 { desk.answer(0) }
        #expect(desk.open[0] == nil)
        #expect(desk.fetched[0] == Set(0...0).union(5...19))
    }

    @Test func `a seek to the end asks for nothing`() {
        var desk = Desk([table(20, 1)])
        desk.tell(.itemChanged(end: seconds(20)))
        desk.seek(to: seconds(20))
        #expect(desk.log == ["request 0: 0..<20", "cancel 0"])
    }

    /// The referee at the desk watches that no chunk comes twice and that a track has one request at a time.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `whatever happens, what is awaited is what is missing`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "loader")
        let perRequest = random.below(3) == 0 ? nil : 1 + Int64(random.below(3))
        var tracks = [table(40, 1 + Int64(random.below(4)), per: perRequest)]
        if random.below(2) == 0 { tracks.append(table(40, 1 + Int64(random.below(4)), per: 1)) }
        var desk = Desk(tracks, buffer: seconds(3 + Int64(random.below(40))), drain: seconds(Int64(random.below(12))))
        var end: MediaTime? = seconds(40)
        var place = MediaTime.zero
        desk.tell(.itemChanged(end: end))
        for _ in 0..<150 {
            desk.now = desk.now + .seconds(1)
            switch random.below(30) {
            case 0:
                end = random.below(4) == 0 ? nil : seconds(1 + Int64(random.below(40)))
                place = .zero
                desk.tell(.itemChanged(end: end))
            case 1 where end != nil:
                end = seconds(1 + Int64(random.below(40)))
                desk.tell(.endMoved(end!))
            case 2...4:
                place = MediaTime(nanoseconds: Int64(random.below(40_000_000_001)))
                desk.seek(to: place)
            case 5: desk.tell(.setPreferredForwardBuffer(seconds(Int64(random.below(30)))))
            case 6: desk.tell(.wake)
            default: desk.answer(Int(random.below(UInt64(tracks.count))))
            }
            check(desk, place, end)
        }
    }

    private func check(_ desk: Desk, _ place: MediaTime, _ end: MediaTime?) {
        let state = desk.loader.state(at: place, desk.now)
        guard let end else { return #expect(desk.open.allSatisfy { $0 == nil } && state == .none) }
        var bytes: Int64 = 0
        // Of the tracks' last chunks, the one that is needed last.
        var lastStart: MediaTime?
        for (index, chunks) in desk.tracks.enumerated() {
            var gap = MediaTime.zero
            var ownLastStart: MediaTime?
            let first = chunks.chunk(at: place)
            let endChunk = chunks.chunk(at: end - MediaTime(nanoseconds: 1)) + 1
            for chunk in first..<max(first, endChunk) where !desk.fetched[index].contains(Int32(chunk)) {
                gap = gap + (chunks.start(of: chunk + 1) - chunks.start(of: chunk))
                ownLastStart = chunks.start(of: chunk)
            }
            if let own = ownLastStart { lastStart = max(lastStart ?? own, own) }
            bytes += gap.nanoseconds / 1_000_000
            guard let (_, open) = desk.open[index] else { continue }
            #expect(Int64(open.lowerBound) == desk.loader.order.buffer.tracks[index].firstMissing(from: place))
        }
        #expect(state.awaited.bytes == bytes, "8,000 bit/s are a byte in a millisecond")
        #expect(state.awaited.lastChunkStart == lastStart ?? .zero)
        #expect(state.isComplete == (bytes == 0 || place >= end))
        #expect(state.playableEnd == max(place, min(end, desk.loader.order.buffer.playableEnd(from: place))))
        let isFetching = desk.open.contains { $0 != nil }
        #expect((state.fetchingSince != nil) == isFetching)
        #expect(isFetching || state.isFull || state.isComplete, "a loader never forgets to ask")
    }
}

extension LoaderInput {
    /// An item takes the place of another, from its beginning; or none does.
    static func itemChanged(end: MediaTime?) -> LoaderInput {
        let items: ContiguousArray<ItemPiece> = end.map { [ItemPiece(id: 0, start: .zero, end: $0)] } ?? []
        return .itemChanged(items, Playhead(restingAt: .zero, since: .zero), from: 0, isFinished: false)
    }
}

extension ResponseTimes {
    /// A request, its answer and the first byte of it at one instant.
    static func all(at instant: Instant) -> ResponseTimes {
        ResponseTimes(begunAt: instant, sentAt: instant, servedAt: instant, firstByte: instant)
    }
}
