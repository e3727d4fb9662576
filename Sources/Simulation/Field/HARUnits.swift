import PlayerModel

/// Times of a HAR that are likely seconds: every download is then faster than links of players are, and every answer
/// begins sooner than light comes from a server.
struct HARUnits {
    private static let least = 3
    /// 1 Gbit/s and a millisecond: what is beyond both comes from the same machine, or the unit is confused.
    private static let leastRate: Int64 = 1_000_000_000
    private static let mostWait: Int64 = 1_000_000

    private var (count, quickCount) = (0, 0)
    private var first: Place?

    init() {}

    /// Takes a download and the place of its phases; `time` is what the entry says of the whole, in nanoseconds.
    mutating func take(_ record: FieldRecord, time: Int64?, at place: Place) {
        guard let request = record.request, let begin = record.firstByte, let end = record.lastByte,
            let bytes = record.bytes, bytes >= FieldRecord.leastBytes, end > request,
            !["localhost", "127.0.0.1", "[::1]"].contains(where: { record.host?.hasPrefix($0) == true })
        else { return }
        let passed = end.subtractingClamped(request)
        // That its phases are a thousandth of the whole is said by itself.
        if let time, time / 100 > passed { return }
        count += 1
        guard begin.subtractingClamped(request) < Self.mostWait,
            proportion(bytes, 8_000_000_000, over: passed, .down) >= Self.leastRate
        else { return }
        quickCount += 1
        first = first ?? place
    }

    func state(in findings: inout RepeatedFindings) {
        guard let first, count >= Self.least, quickCount == count else { return }
        findings.note(
            "likely seconds",
            "all \(count) downloads have more than 1 Gbit/s and a first byte within a millisecond: likely 'timings' "
                + "are in seconds, where HAR has milliseconds", at: first)
    }
}
