/// A stream of bytes towards the client, and how much of it has come.
struct TCPStream: BitwiseCopyable, Sendable {
    var use: UInt32 = 0
    var group: Int32 = 0
    /// Bytes that have come in order. Bytes before the body are counted from below zero.
    var received: Int64 = 0
    /// Bytes that the server was given to send, counted likewise.
    var written: Int64 = 0
    /// The count of received bytes that the owner wants to be told of.
    var mark: Int64 = .max
    /// The bytes that came with the packet of which the owner was told last; with those behind a gap that it closed.
    var told: Int64 = 0
    var heardAt: Int64 = 0
}

/// The streams as the client has received them.
struct TCPStreams: Sendable {
    struct Received: BitwiseCopyable, Sendable {
        var bytes: Int64 = 0
        var wasted: Int64 = 0
        /// When the last of them came, far off while none is to come; and the longest time between two since somebody
        /// asked.
        var heardAt: Int64 = .max
        var pause: Int64 = 0

        @inline(__always)
        mutating func note(_ count: Int64, at now: Int64) {
            bytes += count
            if now - heardAt > pause { pause = now - heardAt }
            heardAt = now
        }
    }

    private var streams: ContiguousArray<TCPStream>
    var received: ContiguousArray<Received>
    /// By stream, the ranges that have come beyond a gap, on connections that keep no order among streams.
    private var beyond: ContiguousArray<ContiguousArray<Range<Int64>>>

    init(count: Int, groups: Int) {
        streams = ContiguousArray(repeating: TCPStream(), count: count)
        beyond = ContiguousArray(repeating: [], count: count)
        received = ContiguousArray(repeating: Received(), count: groups)
    }

    @inline(__always)
    subscript(stream: Int) -> TCPStream {
        get { streams[stream] }
        set { streams[stream] = newValue }
    }

    mutating func add() {
        streams.append(TCPStream())
        beyond.append([])
    }

    /// Begins a new use of a stream, of which `before` bytes come before its body.
    mutating func begin(_ stream: Int, group: Int32, before: Int64, mark: Int64, at now: Int64) {
        streams[stream] = TCPStream(
            use: streams[stream].use &+ 1, group: group, received: -before, written: -before, mark: mark, heardAt: now
        )
        beyond[stream].removeAll(keepingCapacity: true)
    }

    /// Takes in a packet that comes in its turn. Returns false where its use of the stream is over.
    @inline(__always)
    mutating func take(_ segment: TCPSegment, _ now: Int64, _ effects: inout TCPEffects) -> Bool {
        let place = Int(segment.stream)
        let stream = streams[place]
        guard segment.use == stream.use else { return false }
        advance(place, stream, to: stream.received + Int64(segment.bytes), now, &effects)
        return true
    }

    /// Takes in a packet that may come before its turn. Returns false where its use of the stream is over.
    mutating func takeOutOfOrder(_ segment: TCPSegment, _ now: Int64, _ effects: inout TCPEffects) -> Bool {
        let place = Int(segment.stream)
        guard segment.use == streams[place].use else { return false }
        var range = segment.place..<segment.place + Int64(segment.bytes)
        if range.lowerBound == streams[place].received {
            while let next = beyond[place].firstIndex(where: { $0.lowerBound == range.upperBound }) {
                range = range.lowerBound..<beyond[place].remove(at: next).upperBound
            }
            advance(place, streams[place], to: range.upperBound, now, &effects)
        } else {
            if let before = beyond[place].firstIndex(where: { $0.upperBound == range.lowerBound }) {
                range = beyond[place].remove(at: before).lowerBound..<range.upperBound
            }
            beyond[place].append(range)
        }
        return true
    }

    /// Ends this use of a stream. Returns the bytes of its body that had come beyond a gap, which are wasted now.
    mutating func abandon(_ stream: Int) -> Int64 {
        var bytes: Int64 = 0
        for range in beyond[stream] { bytes += TCPSegment.bodyBytes(range) }
        beyond[stream].removeAll(keepingCapacity: true)
        streams[stream].use &+= 1
        let group = Int(streams[stream].group)
        received[group].bytes += bytes
        received[group].wasted += bytes
        return bytes
    }

    mutating func waste(_ segment: TCPSegment) {
        let group = Int(streams[Int(segment.stream)].group)
        received[group].bytes += segment.bodyBytes
        received[group].wasted += segment.bodyBytes
    }

    @inline(__always)
    private mutating func advance(
        _ place: Int, _ before: TCPStream, to end: Int64, _ now: Int64,
        _ effects: inout TCPEffects
    ) {
        var stream = before
        stream.received = end
        stream.heardAt = now
        if end > 0 { count(end - max(0, before.received), Int(stream.group), now) }
        if end >= stream.mark {
            (stream.mark, stream.told) = (.max, end - before.received)
            Self.tell(place, &effects)
        }
        streams[place] = stream
    }

    /// Counts bytes, and the time since the last ones.
    @inline(__always)
    private mutating func count(_ bytes: Int64, _ group: Int, _ now: Int64) {
        received[group].note(bytes, at: now)
    }

    @inline(never)
    private static func tell(_ place: Int, _ effects: inout TCPEffects) {
        effects.append(.reached(stream: Int32(truncatingIfNeeded: place)))
    }
}
