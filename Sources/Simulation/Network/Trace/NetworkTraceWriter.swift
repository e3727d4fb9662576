import PlayerModel

/// Writes a trace in a format, page by page, so that a long one is never in memory as text.
package struct NetworkTraceWriter: Sendable {
    package enum Problem: Error, Equatable {
        case noPackets, tooManyPackets(limit: Int64), tooFast(bitsPerSecond: Int64, limit: Int64)

        package var message: String {
            switch self {
            case .noPackets: "not one packet of 1500 bytes passes, and mahimahi has no words for that"
            case .tooManyPackets(let limit):
                "mahimahi has a line for each packet, and here are more than \(limit); use a part of the trace"
            case .tooFast(let rate, let limit):
                "mahimahi, as it is read here, has at most \(QuantityText.capacity(limit)), and this trace up to "
                    + "\(QuantityText.capacity(rate)); use lower rates, or another format"
            }
        }
    }

    private let trace: NetworkTrace
    private let format: NetworkTrace.Format
    private let comment: String?
    /// Where the format is mahimahi.
    private let packets: PacketTimes?

    /// The most packets of a text: more is a mistake rather than a trace; 550 MB of text.
    static let mostPackets: Int64 = 50_000_000

    /// A faster stretch may have more packets in a millisecond than are read.
    private static let mostBitsPerSecond = NetworkTrace.mostPacketsPerMillisecond * NetworkTrace.packetBits * 1000

    /// The number of lines or packets on a page.
    static let pageLength = 4096

    /// Prepares the writing of a trace. `comment` goes on a line of its own where the format has comments.
    package init(_ trace: NetworkTrace, as format: NetworkTrace.Format, comment: String? = nil) throws(Problem) {
        self.trace = trace
        self.format = format
        self.comment = comment
        packets = format == .mahimahi ? PacketTimes(trace) : nil
        guard let packets else { return }
        if packets.count == 0 { throw .noPackets }
        if packets.count > Self.mostPackets { throw .tooManyPackets(limit: Self.mostPackets) }
        let most = trace.stretches.reduce(0) { max($0, $1.bitsPerSecond) }
        if most > Self.mostBitsPerSecond { throw .tooFast(bitsPerSecond: most, limit: Self.mostBitsPerSecond) }
    }

    /// The difference that the format makes at the end of a trace that was read, where nothing else is said.
    package var loopAdvice: String? {
        if trace.format.loops == format.loops { return nil }
        return format.loops
            ? "\(format.name) begins again at its end: write \"loop\": false beside it"
            : "\(format.name) does not begin again at its end: write \"loop\": true beside it"
    }

    /// The properties of this trace that the format cannot hold, in clauses; usually none.
    package var losses: [String] {
        var losses: [String] = []
        if format != .sabre, trace.hasLatency { losses.append("\(format.name) has no latency: it is left out") }
        let last = trace.stretches[trace.stretches.count - 1].bitsPerSecond
        // One that begins again has no time after its end.
        if format != .csv, !trace.format.loops,
            trace.heldBitsPerSecond != (format == .mahimahi ? trace.meanBitsPerSecond : last)
        {
            let held = QuantityText.capacity(trace.heldBitsPerSecond)
            losses.append("\(format.name) has no value for the time after the end: \(held) is left out")
        }
        if let packets {
            let bits = packets.bitsLeft
            if bits > 0 { losses.append("mahimahi has whole packets only: the last \(bits) bits are left out") }
            let end = Instant.zero + .milliseconds(packets.milliseconds(of: packets.count - 1))
            if end != trace.end {
                let lengths = "\(seconds(end)) s instead of \(seconds(trace.end)) s"
                losses.append("mahimahi ends with its last packet: it lasts \(lengths)")
            }
        }
        return losses
    }

    package var pageCount: Int {
        let lines = packets.map { Int($0.count) } ?? trace.stretches.count
        return (lines + Self.pageLength - 1) / Self.pageLength
    }

    /// A page, counted from 0; the pages in order are the text.
    package func page(_ number: Int) -> String {
        let start = number * Self.pageLength
        if let packets { return packets.text(from: Int64(start)) }
        let end = min(trace.stretches.count, start + Self.pageLength)
        var text = number == 0 ? opening : ""
        for index in start..<end { text += line(index) }
        return end == trace.stretches.count ? text + closing : text
    }

    private var opening: String {
        switch format {
        case .csv: (comment.map { "# \($0)\n" } ?? "") + "seconds,bits_per_second\n"
        case .sabre: "[\n"
        // Pensieve itself takes the first line for the beginning and passes over its value.
        case .pensieve: "0 \(megabits(trace.stretches[0].bitsPerSecond))\n"
        case .mahimahi: ""
        }
    }

    private func line(_ index: Int) -> String {
        let stretch = trace.stretches[index]
        let end = trace.endOfStretch(index)
        switch format {
        case .csv: return "\(seconds(stretch.start)),\(stretch.bitsPerSecond)\n"
        case .pensieve: return "\(seconds(end)) \(megabits(stretch.bitsPerSecond))\n"
        case .mahimahi: return ""
        case .sabre:
            let duration = NumberText.exact(trace.length(of: index).nanoseconds, places: 6)
            let bandwidth = NumberText.exact(stretch.bitsPerSecond, places: 3)
            let latency = NumberText.exact(stretch.latency.nanoseconds, places: 6)
            let comma = index + 1 < trace.stretches.count ? "," : ""
            return "  {\"duration_ms\": \(duration), \"bandwidth_kbps\": \(bandwidth), "
                + "\"latency_ms\": \(latency)}\(comma)\n"
        }
    }

    private var closing: String {
        switch format {
        case .csv: "\(seconds(trace.end)),\(trace.heldBitsPerSecond)\n"
        case .sabre: "]\n"
        case .pensieve, .mahimahi: ""
        }
    }

    private func seconds(_ instant: Instant) -> String { NumberText.exact(instant.nanoseconds, places: 9) }

    private func megabits(_ bitsPerSecond: Int64) -> String { NumberText.exact(bitsPerSecond, places: 6) }
}

/// The times at which packets of 1500 bytes pass: each at the end of the millisecond in which its last bit does.
private struct PacketTimes: Sendable {
    /// A stretch, and the work of all that has passed before it, in nanobits.
    private struct Mark: Sendable {
        var index = 0
        var work: Int128 = 0
    }

    private let trace: NetworkTrace
    /// For each page, the stretch in which its first packet passes.
    private var marks: ContiguousArray<Mark> = []
    let count: Int64
    /// The bits beyond the last whole packet.
    let bitsLeft: Int64

    private static let packetWork = Int128(NetworkTrace.packetBits) * 1_000_000_000
    private static let perPage = Int64(NetworkTraceWriter.pageLength)

    init(_ trace: NetworkTrace) {
        self.trace = trace
        let total = NetworkTraceDescription.work(of: trace)
        count = Int64(clamping: total / Self.packetWork)
        bitsLeft = Int64(total % Self.packetWork / 1_000_000_000)
        guard count <= NetworkTraceWriter.mostPackets else { return }
        var mark = Mark()
        for first in stride(from: 0, to: count, by: NetworkTraceWriter.pageLength) {
            mark = Self.mark(of: first, from: mark, in: trace)
            marks.append(mark)
        }
    }

    func milliseconds(of packet: Int64) -> Int64 {
        let mark = Self.mark(of: packet, from: marks[Int(packet / Self.perPage)], in: trace)
        return Self.milliseconds(of: packet, mark, trace)
    }

    func text(from first: Int64) -> String {
        var mark = marks[Int(first / Self.perPage)]
        var text = ""
        for packet in first..<min(count, first + Self.perPage) {
            mark = Self.mark(of: packet, from: mark, in: trace)
            text += "\(Self.milliseconds(of: packet, mark, trace))\n"
        }
        return text
    }

    /// The stretch in which a packet's last bit passes, searched from an earlier one on.
    private static func mark(of packet: Int64, from earlier: Mark, in trace: NetworkTrace) -> Mark {
        var mark = earlier
        let wanted = Int128(packet + 1) * packetWork
        while true {
            let stretch = trace.stretches[mark.index]
            let work = mark.work + Int128(stretch.bitsPerSecond) * Int128(trace.length(of: mark.index).nanoseconds)
            if work >= wanted { return mark }
            mark = Mark(index: mark.index + 1, work: work)
        }
    }

    private static func milliseconds(of packet: Int64, _ mark: Mark, _ trace: NetworkTrace) -> Int64 {
        let stretch = trace.stretches[mark.index]
        let missing = Int128(packet + 1) * packetWork - mark.work
        let time = (missing + Int128(stretch.bitsPerSecond) - 1) / Int128(stretch.bitsPerSecond)
        return (stretch.start.nanoseconds + Int64(time) + 999_999) / 1_000_000
    }
}
