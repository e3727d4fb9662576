import PlayerModel

/// Writes entries of a trace as lines of a log, each an array of JSON: the nanoseconds since the line before, the player
/// where it is not the first one, a word, and what the word needs.
///
/// Nothing in it is lost: `LineReader` reads the same entry back.
struct LogWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The instant of the line before.
    private var last: Instant

    /// Goes on behind a line of that instant.
    init(after last: Instant = .zero) { self.last = last }

    /// Adds a line, with its break.
    mutating func add(_ entry: Trace.Entry) {
        bytes.append(UInt8(ascii: "["))
        digits((entry.at - last).nanoseconds)
        last = entry.at
        if entry.player > 0 { number(entry.player) }
        write(entry.record)
        bytes.append(UInt8(ascii: "]"))
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func write(_ record: Record) {
        switch record {
        case .action(let index): put(.action, index)
        case .capacity(let down, let up): put(.capacity, down, up)
        case .delay(let down, let up): put(.delay, down, up)
        case .loss(let down, let up): put(.loss, down, up)
        case .dnsDelay(let delay): put(.dnsDelay, delay)
        case .requested(let request): put(.requested, request)
        case .allowed(let request): put(.allowed, request)
        case .cancelled(let id): put(.cancelled, id.slot, id.attempt)
        case .answered(let slot, let firstByte): put(.answered, slot, firstByte)
        case .wasted(let bytes, let track): put(.wasted, track, bytes)
        case .loaded(let bytes, let busy, let chunk, let track):
            put(.loaded, track, chunk)
            number(bytes)
            number(busy)
        case .fetched(let bytes, let slot): put(.fetched, slot, bytes)
        case .switches(let from, let to, let throughput):
            put(.switches, from, to)
            number(throughput)
        case .switched(let from, let to): put(.switched, from, to)
        case .dropped(let asset, let track): put(.dropped, asset, track)
        case .item(let id, let start, let isFinished):
            put(.item, id, start.nanoseconds)
            flag(isFinished)
        case .loads(let item, let variant): put(.loads, item, variant)
        case .traffic(let source, let isActive):
            put(.traffic, source)
            flag(isActive)
        case .announced(let announcement): write(announcement)
        case .network(let note): write(note)
        case .event(let event): write(event)
        }
    }

    private mutating func write(_ note: NetworkNote) {
        switch note {
        case .lookedUp(let host): put(.lookedUp, host)
        case .connected(let host): put(.connected, host)
        case .secured(let host): put(.secured, host)
        case .retries(let slot, let failure):
            put(.retries, slot)
            self.failure(failure)
        case .gaveUp(let slot, let failure):
            put(.gaveUp, slot)
            self.failure(failure)
        }
    }

    private mutating func write(_ event: Event) {
        switch event {
        case .network(.request(let request)): put(.onRequest, request)
        case .network(.allow(let request)): put(.onAllow, request)
        case .network(.cancel(let request)): put(.onCancel, request)
        case .network(.reachesServer(let id)): put(.onReachesServer, id.slot, id.attempt)
        case .network(.linkFinishes(let direction, let generation)):
            put(.onLinkFinishes)
            text(direction == .down ? "down" : "up")
            number(generation)
        case .network(.packets(let generation)): put(.onPackets, generation)
        case .network(.conditionsChange): put(.onConditions)
        case .media(.delivered(let id), _): put(.onDelivered, id.slot, id.attempt)
        case .media(.failed(let id, let failure), _):
            put(.onFailed, id.slot, id.attempt)
            self.failure(failure)
        case .media(.clockMoved, _): put(.onClockMoved)
        case .media(.itemChanged(let from, let isFinished), _):
            put(.onItemChanged, from)
            flag(isFinished)
        case .media(.queueChanged, _): put(.onQueueChanged)
        case .media(.endMoved, _): put(.onEndMoved)
        case .media(.drained, _): put(.onDrained)
        case .media(.watched(let id), _): put(.onWatched, id.slot, id.attempt)
        case .player(.bufferChanged, _): put(.onBufferChanged)
        case .player(.deadline, _): put(.onDeadline)
        case .player(.loopStep, _): put(.onLoopStep)
        case .player(.loadingFailed(let failure), _):
            put(.onLoadingFailed)
            self.failure(failure)
        case .script(let action): put(.onScript, action)
        case .traffic(.begins(let download)): put(.onTrafficBegins, download)
        case .traffic(.ends(let download)): put(.onTrafficEnds, download)
        }
    }

    // MARK: Parts of a line

    mutating func put(_ word: LogWord) { text(word.rawValue) }

    mutating func put(_ word: LogWord, _ value: some BinaryInteger) {
        text(word.rawValue)
        number(value)
    }

    mutating func put(_ word: LogWord, _ first: some BinaryInteger, _ second: some BinaryInteger) {
        text(word.rawValue)
        number(first)
        number(second)
    }

    private mutating func put(_ word: LogWord, _ request: Request) {
        put(word, request.id.slot, request.id.attempt)
        number(request.firstChunk)
        number(request.endChunk)
    }

    mutating func number(_ value: some BinaryInteger) {
        bytes.append(UInt8(ascii: ","))
        digits(Int64(value))
    }

    mutating func flag(_ value: Bool) { raw(value ? ",true" : ",false") }

    mutating func null() { raw(",null") }

    /// A word of letters; nothing in it needs to be escaped.
    mutating func text(_ word: String) {
        raw(",\"")
        raw(word)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func failure(_ failure: LoadFailure) {
        switch failure {
        case .timedOut: text("timedOut")
        case .connectionLost: text("connectionLost")
        case .badStatus(let status): number(status)
        }
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func digits(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        var first = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // The last digit was written first.
        var last = bytes.count - 1
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }
}
