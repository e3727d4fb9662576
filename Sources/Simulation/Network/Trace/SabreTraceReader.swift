import PlayerModel

/// Reads Sabre's JSON: `[{"duration_ms": 1000, "bandwidth_kbps": 2000, "latency_ms": 50}, …]`.
///
/// It goes period by period and builds no tree: ten million periods need no more memory than their stretches. The
/// keys may stand in any order, and each must be there.
enum SabreTraceReader {
    private struct Period {
        var duration: Int64?
        var bandwidth: Int64?
        var latency: Int64?
    }

    static func read(_ scanner: inout NetworkTraceScanner) throws(NetworkTraceError) -> NetworkTrace {
        var trace = NetworkTrace(.sabre, capacity: scanner.bytes.count { $0 == UInt8(ascii: "{") })
        let opening = scanner.offset
        scanner.offset += 1
        scanner.skipSpace()
        if scanner.next == UInt8(ascii: "]") { throw scanner.error(.noPoints(.sabre), at: opening) }
        repeat {
            scanner.skipSpace()
            try period(&scanner, &trace)
            scanner.skipSpace()
        } while scanner.skip(.comma)
        try expect(UInt8(ascii: "]"), "a comma, or the closing ]", &scanner)
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw scanner.error(.textAfterList, at: scanner.offset) }
        return trace
    }

    private static func period(
        _ scanner: inout NetworkTraceScanner, _ trace: inout NetworkTrace
    ) throws(NetworkTraceError) {
        let start = scanner.offset
        try expect(UInt8(ascii: "{"), "a period in braces", &scanner)
        var period = Period()
        repeat {
            scanner.skipSpace()
            try member(&scanner, &period)
            scanner.skipSpace()
        } while scanner.skip(.comma)
        try expect(UInt8(ascii: "}"), "a comma, or the closing }", &scanner)
        guard let duration = period.duration else { throw scanner.error(.missingKey("duration_ms"), at: start) }
        guard let bandwidth = period.bandwidth else { throw scanner.error(.missingKey("bandwidth_kbps"), at: start) }
        guard let latency = period.latency else { throw scanner.error(.missingKey("latency_ms"), at: start) }
        let end = trace.end + TimeAmount(nanoseconds: duration)
        guard end.nanoseconds <= TimeLimit.longest else { throw scanner.error(.tooLong, at: start) }
        trace.append(bandwidth, latency: TimeAmount(nanoseconds: latency), until: end)
        trace.points += 1
    }

    private static func member(
        _ scanner: inout NetworkTraceScanner, _ period: inout Period
    ) throws(NetworkTraceError) {
        let start = scanner.offset
        try expect(UInt8(ascii: "\""), "a name in double quotes", &scanner)
        let first = scanner.offset
        while scanner.next != UInt8(ascii: "\""), scanner.next >= .space { scanner.offset += 1 }
        let name = scanner.bytes[first..<scanner.offset]
        try expect(UInt8(ascii: "\""), "the closing quote of this name", &scanner)
        scanner.skipSpace()
        try expect(UInt8(ascii: ":"), "a colon", &scanner)
        scanner.skipSpace()
        if name.elementsEqual("duration_ms".utf8) {
            guard period.duration == nil else { throw scanner.error(.doubledKey("duration_ms"), at: start) }
            let place = scanner.offset
            period.duration = try scanner.number(.durationMilliseconds)
            guard period.duration != 0 else { throw scanner.error(.notPositive(.durationMilliseconds), at: place) }
        } else if name.elementsEqual("bandwidth_kbps".utf8) {
            guard period.bandwidth == nil else { throw scanner.error(.doubledKey("bandwidth_kbps"), at: start) }
            period.bandwidth = try scanner.number(.kilobitsPerSecond)
        } else if name.elementsEqual("latency_ms".utf8) {
            guard period.latency == nil else { throw scanner.error(.doubledKey("latency_ms"), at: start) }
            period.latency = try scanner.number(.latencyMilliseconds)
        } else {
            throw scanner.error(.unknownKey(String(decoding: name.prefix(40), as: UTF8.self)), at: start)
        }
    }

    private static func expect(
        _ byte: UInt8, _ what: String, _ scanner: inout NetworkTraceScanner
    ) throws(NetworkTraceError) {
        guard !scanner.skip(byte) else { return }
        if scanner.isAtEnd { throw scanner.error(.unclosed, at: scanner.offset) }
        throw scanner.error(.missingValue(what), at: scanner.offset)
    }
}
