import SimulationContainers

/// The bytes that one end of a connection has to send: streams that take turns, cut into packets as they are sent.
///
/// Packets of one stream that follow one another are a run, and all of a run but the last are full: so what each
/// packet carries need not be stored. The run that is being cut, and the stream whose turn it is, lie beside the
/// others, where they can be changed without a look at who else has the list.
struct TCPOutbox: Sendable {
    private struct Entry: BitwiseCopyable, Sendable {
        let stream: Int32
        let use: UInt32
        let end: TCPSegment.End
        var unsent: Int64
        var place: Int64
    }

    private struct Run: BitwiseCopyable, Sendable {
        let stream: Int32
        let use: UInt32
        /// The numbers of its packets.
        let first: Int64
        var end: Int64
        /// Where in the stream it begins.
        let place: Int64
        /// The payload of the last packet, and what it ends.
        var lastBytes = TCPSegment.mostBytes
        var lastEnd = TCPSegment.End.more

        /// The end of its packets that are full and end nothing; its first where it is of another stream or use.
        @inline(__always)
        func endOfFullPackets(of stream: Int32, use: UInt32) -> Int64 {
            guard self.stream == stream, self.use == use else { return first }
            return lastEnd == .more ? end : end - 1
        }

        @inline(__always)
        func segment(_ number: Int64) -> TCPSegment {
            let isLast = number == end - 1
            return TCPSegment(
                stream: stream, use: use, bytes: Int16(truncatingIfNeeded: isLast ? lastBytes : TCPSegment.mostBytes),
                end: isLast ? lastEnd : .more, place: place + (number - first) * TCPSegment.mostBytes)
        }
    }

    /// RFC 9113, section 4.2: the size of a frame unless another is agreed on. A stream's turn has that length.
    private static let frameBytes: Int64 = 16_384

    private var entries: ContiguousArray<Entry> = []
    private var turn = 0
    private var leftOfTurn = frameBytes
    /// The entry whose turn it is, which is newer than its copy in the list.
    private var current = Entry(stream: -1, use: 0, end: .more, unsent: 0, place: 0)

    private var run = Run(stream: -1, use: 0, first: 0, end: 0, place: 0)
    /// Whether the next packet belongs to the run that is being cut.
    private var continuesRun = false
    /// The runs before it, as far as they are not acknowledged; and the one of them that was asked for last.
    private var older = Ring<Run>()
    private var asked: Int64 = 0

    /// The number of packets that were cut.
    var endIndex: Int64 { run.end }

    /// The contents of a packet that was cut and is not acknowledged.
    @inline(__always)
    mutating func segment(_ number: Int64) -> TCPSegment {
        number >= run.first ? run.segment(number) : olderSegment(number)
    }

    /// The end of the full packets that end nothing in the run of the packet with that number, where that run is of
    /// that stream and use; else a number that is no greater.
    @inline(__always)
    mutating func endOfFullPackets(of stream: Int32, use: UInt32, from number: Int64) -> Int64 {
        guard number >= run.first else { return olderRun(number).endOfFullPackets(of: stream, use: use) }
        return run.endOfFullPackets(of: stream, use: use)
    }

    @inline(never)
    private mutating func olderRun(_ number: Int64) -> Run {
        if asked < older.startIndex || number < older[asked].first { asked = older.startIndex }
        while number >= older[asked].end { asked += 1 }
        return older[asked]
    }

    @inline(never)
    private mutating func olderSegment(_ number: Int64) -> TCPSegment { olderRun(number).segment(number) }

    /// Adds bytes to a stream, of which so many were written before. Returns how many packets are added.
    mutating func write(
        _ stream: Int32, _ use: UInt32, from place: Int64, bytes: Int64, end: TCPSegment.End
    ) -> Int64 {
        putBack()
        defer { take() }
        if end == .message, let index = index(stream, use) {
            let before = TCPSegment.packets(entries[index].unsent)
            entries[index].unsent += bytes
            return TCPSegment.packets(entries[index].unsent) - before
        }
        entries.append(Entry(stream: stream, use: use, end: end, unsent: bytes, place: place))
        return TCPSegment.packets(bytes)
    }

    /// Removes the bytes of a stream that have not been sent yet. Returns how many packets that is.
    mutating func withdraw(_ stream: Int32, _ use: UInt32) -> Int64 {
        putBack()
        defer { take() }
        guard let index = index(stream, use) else { return 0 }
        let count = TCPSegment.packets(entries[index].unsent)
        remove(index)
        return count
    }

    /// Cuts the next packet, and returns how many bytes it has. There must be bytes to send.
    @inline(__always)
    mutating func next() -> Int64 {
        if !continuesRun { beginRun() }
        let bytes = min(TCPSegment.mostBytes, current.unsent)
        current.unsent -= bytes
        current.place += bytes
        leftOfTurn -= bytes
        run.end += 1
        if current.unsent == 0 {
            endEntry(bytes)
        } else if leftOfTurn <= 0 {
            if entries.count > 1 { passOn() } else { leftOfTurn = Self.frameBytes }
        }
        return bytes
    }

    /// The number of full packets, ending nothing, that can be cut one after another where the run that is being cut
    /// goes on, and no other stream has a turn; else 0.
    @inline(__always)
    var fullPacketsAhead: Int64 {
        continuesRun && entries.count == 1 ? (current.unsent - 1) / TCPSegment.mostBytes : 0
    }

    /// Cuts so many of them: as often `next`.
    @inline(__always)
    mutating func cutFullPackets(_ count: Int64) {
        current.unsent -= count * TCPSegment.mostBytes
        current.place += count * TCPSegment.mostBytes
        run.end += count
        leftOfTurn -= count * TCPSegment.mostBytes
        if leftOfTurn <= 0 { renewTurn() }
    }

    /// Of a stream whose turns follow one another: each ends with the packet that takes the last of it.
    @inline(never)
    private mutating func renewTurn() {
        let packets = (Self.frameBytes + TCPSegment.mostBytes - 1) / TCPSegment.mostBytes
        let over = -leftOfTurn / TCPSegment.mostBytes
        leftOfTurn = Self.frameBytes - over % packets * TCPSegment.mostBytes
    }

    @inline(__always)
    mutating func forget(below number: Int64) { if older.startIndex < older.endIndex { forgetRuns(below: number) } }

    @inline(never)
    private mutating func forgetRuns(below number: Int64) {
        while !older.isEmpty, older[older.startIndex].end <= number { older.removeAll(below: older.startIndex + 1) }
    }

    @inline(never)
    private mutating func beginRun() {
        if run.end > run.first { older.append(run) }
        run = Run(stream: current.stream, use: current.use, first: run.end, end: run.end, place: current.place)
        continuesRun = true
    }

    @inline(never)
    private mutating func endEntry(_ bytes: Int64) {
        (run.lastBytes, run.lastEnd) = (bytes, current.end)
        remove(turn)
        take()
    }

    /// Gives the next stream its turn.
    @inline(never)
    private mutating func passOn() {
        putBack()
        turn = turn + 1 < entries.count ? turn + 1 : 0
        leftOfTurn = Self.frameBytes
        continuesRun = false
        take()
    }

    private mutating func putBack() { if !entries.isEmpty { entries[turn] = current } }

    private mutating func take() { if !entries.isEmpty { current = entries[turn] } }

    private func index(_ stream: Int32, _ use: UInt32) -> Int? {
        entries.firstIndex { $0.stream == stream && $0.use == use && $0.end == .message }
    }

    private mutating func remove(_ index: Int) {
        entries.remove(at: index)
        if index < turn {
            turn -= 1
        } else if index == turn {
            leftOfTurn = Self.frameBytes
            continuesRun = false
        }
        if turn >= entries.count { turn = 0 }
    }
}
