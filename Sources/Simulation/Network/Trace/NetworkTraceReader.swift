import PlayerModel

/// Reads traces, in any of the formats, in one pass over the bytes.
///
/// Tolerated in every format: a UTF-8 byte order mark; LF, CR LF or CR at the end of a line. In the three formats of
/// lines also: empty lines, spaces around fields, and lines that begin with #.
package enum NetworkTraceReader {
    /// The longest text in bytes: places have 32 bits, and a longer file is a mistake rather than a trace.
    package static let maxBytes = 1 << 30

    /// Reads one text and recognizes its format by its beginning; `source` is the source that places will name.
    /// Linear in the bytes; beside them it needs 24 bytes a stretch.
    package static func read(bytes: [UInt8], source: Int32) throws(NetworkTraceError) -> NetworkTrace {
        var scanner = try scanner(bytes, source: source)
        guard scanner.moveToContent() else { throw scanner.error(.empty, at: scanner.offset) }
        switch try format(scanner) {
        case .csv: return try csv(&scanner)
        case .sabre: return try SabreTraceReader.read(&scanner)
        case .pensieve: return try pensieve(&scanner)
        case .mahimahi: return try mahimahi(&scanner)
        }
    }

    /// A scanner behind the byte order mark, if there is one.
    static func scanner(_ bytes: [UInt8], source: Int32) throws(NetworkTraceError) -> NetworkTraceScanner {
        var scanner = NetworkTraceScanner(bytes, source: source)
        guard bytes.count <= maxBytes else { throw scanner.error(.tooManyBytes(limit: maxBytes), at: 0) }
        if let form = TextForm(bytes) { throw scanner.error(.form(form), at: 0) }
        scanner.offset = TextForm.markLength(bytes)
        return scanner
    }

    private static func format(_ scanner: NetworkTraceScanner) throws(NetworkTraceError) -> NetworkTrace.Format {
        if isIperfText(scanner) { throw scanner.error(.isIperfText, at: scanner.offset) }
        if scanner.next == UInt8(ascii: "[") { return .sabre }
        if scanner.next == UInt8(ascii: "{") {
            let rest = scanner.bytes[(scanner.offset + 1)...].drop { $0 <= .space }
            // It begins with the version, or with the connection.
            if rest.starts(with: Array("\"start\"".utf8)), isOfIperf(rest) {
                throw scanner.error(.isIperfJSON, at: scanner.offset)
            }
            let isPeriod = NetworkTraceError.keys.contains { rest.starts(with: Array("\"\($0)\"".utf8)) }
            throw scanner.error(.isObject(isPeriod), at: scanner.offset)
        }
        var look = scanner
        while !look.isAtLineEnd, look.next != .comma {
            if look.next == UInt8(ascii: ";") { throw scanner.error(.semicolon, at: look.offset) }
            if look.next < .space, look.next != .tab {
                throw scanner.error(.unexpectedByte(look.next), at: look.offset)
            }
            look.offset += 1
        }
        if look.next == .comma { return .csv }
        let first = scanner.next
        guard first.isDigit || ".-+".utf8.contains(first) else {
            let word = scanner.word(at: scanner.offset)
            throw scanner.error(word.isEmpty ? .unexpectedByte(first) : .unknownFormat(word), at: scanner.offset)
        }
        look = scanner
        while !look.isAtLineEnd, look.next != .space, look.next != .tab { look.offset += 1 }
        look.skipBlanks()
        return look.isAtLineEnd ? .mahimahi : .pensieve
    }

    /// Whether an object names iperf near its beginning, as the version or in the connection.
    private static func isOfIperf(_ rest: ArraySlice<UInt8>) -> Bool {
        let (head, word) = (rest.prefix(4096), Array("iperf".utf8))
        return head.indices.contains { head[$0...].starts(with: word) }
    }

    /// Whether one of the first lines has a stream's number in brackets, as `[  5]`, or its head, `[ ID]` or `[SUM]`,
    /// and goes on: a client and a server write a line or a few of their connection before.
    private static func isIperfText(_ scanner: NetworkTraceScanner) -> Bool {
        let text = scanner.bytes[scanner.offset...].prefix(1000)
        return text.split(separator: .newline, maxSplits: 8).prefix(8).contains { line in
            guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")) else {
                return false
            }
            let word = line[(line.startIndex + 1)..<close].drop { $0 == .space }
            return close + 1 < line.endIndex && line[close + 1] == .space && !word.isEmpty
                && (word.elementsEqual("ID".utf8) || word.elementsEqual("SUM".utf8) || word.allSatisfy { $0.isDigit })
        }
    }

    private static func start(_ format: NetworkTrace.Format, _ scanner: NetworkTraceScanner) -> NetworkTrace {
        NetworkTrace(format, capacity: 1 + scanner.bytes.count { $0 == .newline })
    }

    /// Reads CSV. The last line has the end, and the value that holds from there on where it does not begin again.
    private static func csv(_ scanner: inout NetworkTraceScanner) throws(NetworkTraceError) -> NetworkTrace {
        var trace = start(.csv, scanner)
        try header(&scanner)
        var value: Int64 = 0
        var last = scanner.offset
        while scanner.moveToContent() {
            last = scanner.offset
            let time = Instant(nanoseconds: try scanner.number(.seconds))
            scanner.skipBlanks()
            guard scanner.skip(.comma) else { throw separator(scanner, .csv) }
            scanner.skipBlanks()
            let next = try scanner.number(.bitsPerSecond)
            try endLine(&scanner, .csv)
            if trace.points == 0 {
                guard time == .zero else { throw scanner.error(.startsLate, at: last) }
            } else {
                try check(time, follows: trace.end, scanner, at: last)
                trace.append(value, until: time)
            }
            value = next
            trace.points += 1
        }
        guard trace.points > 0 else { throw scanner.error(.noPoints(.csv), at: scanner.offset) }
        guard trace.points > 1 else { throw scanner.error(.onePoint, at: last) }
        trace.heldBitsPerSecond = value
        return trace
    }

    /// Names of the two columns. Others may have other units, so they are refused.
    private static let columns = [
        ["seconds", "time", "time_s", "t", "s"],
        ["bits_per_second", "bps", "bit/s", "bandwidth_bps", "capacity_bps"],
    ]

    private static func header(_ scanner: inout NetworkTraceScanner) throws(NetworkTraceError) {
        guard scanner.next.isLetter, !["nan", "inf", "infinity"].contains(lowercased(scanner)) else { return }
        for (index, names) in columns.enumerated() {
            scanner.skipBlanks()
            let word = scanner.word(at: scanner.offset)
            guard names.contains(lowercased(scanner)) else {
                throw scanner.error(.unknownColumn(word, wanted: "seconds,bits_per_second"), at: scanner.offset)
            }
            scanner.offset += word.utf8.count
            scanner.skipBlanks()
            if index == 0, !scanner.skip(.comma) { throw separator(scanner, .csv) }
        }
        try endLine(&scanner, .csv)
    }

    private static func lowercased(_ scanner: NetworkTraceScanner) -> String {
        let bytes = scanner.word(at: scanner.offset).utf8.map { $0.lowercased }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads Pensieve's format. The first line may say 0 and applies to nothing then, as in Pensieve itself.
    private static func pensieve(_ scanner: inout NetworkTraceScanner) throws(NetworkTraceError) -> NetworkTrace {
        var trace = start(.pensieve, scanner)
        while scanner.moveToContent() {
            let start = scanner.offset
            let time = Instant(nanoseconds: try scanner.number(.seconds))
            guard scanner.next == .space || scanner.next == .tab else { throw separator(scanner, .pensieve) }
            scanner.skipBlanks()
            let value = try scanner.number(.megabitsPerSecond)
            try endLine(&scanner, .pensieve)
            if trace.points > 0 || time > .zero {
                try check(time, follows: trace.end, scanner, at: start)
                if trace.points == 0 { trace.lateStart = time }
                trace.append(value, until: time)
            }
            trace.points += 1
        }
        guard trace.end > .zero else { throw scanner.error(.noDuration, at: scanner.offset) }
        return trace
    }

    /// Reads mahimahi's format. A packet at a millisecond has passed by then, so its bits belong to the millisecond
    /// that ends there; those at 0 belong to the first. No bit is lost or added.
    private static func mahimahi(_ scanner: inout NetworkTraceScanner) throws(NetworkTraceError) -> NetworkTrace {
        var trace = start(.mahimahi, scanner)
        var before: Int64 = 0
        var packets: Int64 = 0
        while scanner.moveToContent() {
            let start = scanner.offset
            let time = try scanner.number(.packetMilliseconds)
            try endLine(&scanner, .mahimahi)
            guard time >= before else { throw scanner.error(.timeGoesBack(before: String(before)), at: start) }
            if max(1, time) != max(1, before) {
                trace.append(packets: packets, endingAt: max(1, before))
                packets = 0
            }
            packets += 1
            guard packets <= NetworkTrace.mostPacketsPerMillisecond else {
                throw scanner.error(.tooManyPackets, at: start)
            }
            trace.points += 1
            before = time
        }
        guard before > 0 else { throw scanner.error(.noDuration, at: scanner.offset) }
        trace.append(packets: packets, endingAt: before)
        // In its last millisecond there is always a packet, which says nothing of what follows.
        trace.heldBitsPerSecond = trace.meanBitsPerSecond
        return trace
    }

    private static func check(
        _ time: Instant, follows end: Instant, _ scanner: NetworkTraceScanner, at offset: Int
    ) throws(NetworkTraceError) {
        guard time <= end else { return }
        let before = NumberText.exact(end.nanoseconds, places: 9)
        throw scanner.error(time == end ? .timeStandsStill : .timeGoesBack(before: before), at: offset)
    }

    private static func endLine(
        _ scanner: inout NetworkTraceScanner, _ format: NetworkTrace.Format
    ) throws(NetworkTraceError) {
        scanner.skipBlanks()
        guard scanner.isAtLineEnd else { throw separator(scanner, format) }
    }

    private static func separator(
        _ scanner: NetworkTraceScanner, _ format: NetworkTrace.Format
    ) -> NetworkTraceError {
        if scanner.isAtLineEnd { return scanner.error(.tooFewFields(format), at: scanner.offset) }
        let byte = scanner.next
        if byte == UInt8(ascii: ";") { return scanner.error(.semicolon, at: scanner.offset) }
        if byte < .space || byte >= 0x7F { return scanner.error(.unexpectedByte(byte), at: scanner.offset) }
        return scanner.error(.tooManyFields(format), at: scanner.offset)
    }
}

extension NetworkTrace {
    /// Appends a stretch of nothing, and then that many packets in the millisecond that ends at `milliseconds`.
    fileprivate mutating func append(packets: Int64, endingAt milliseconds: Int64) {
        guard packets > 0 else { return }
        let start = Instant.zero + .milliseconds(milliseconds - 1)
        if start > end { append(0, until: start) }
        append(packets * Self.packetBits * 1000, until: start + .milliseconds(1))
    }
}
