import PlayerModel

/// Units that the requests of a session prove wrong only together: by one of them it could be chance.
struct CMCDUnits {
    /// Fewer say nothing.
    private static let least = 5
    /// The requests whose bytes `br` and `d` can be held against, and those that have eight times as many.
    private var (heldCount, eightfoldCount) = (0, 0)
    private var firstEightfold: Place?
    /// The requests that say `bl`, and the first that says one.
    private var bufferCount = 0
    private var firstBuffer: Place?
    private var greatestBuffer: Int64 = 0
    private var isRounded = true
    private var (hasShortMedia, hasLongMedia, hasStarved) = (false, false, false)

    init() {}

    mutating func take(_ values: CMCDValues, _ record: FieldRecord, at place: Place) {
        takeBytes(record, place)
        if let buffer = values.number("bl") {
            bufferCount += 1
            firstBuffer = firstBuffer ?? place
            greatestBuffer = max(greatestBuffer, buffer)
            // As CTA-5004 has it, to the nearest 100 ms.
            if buffer % 100 != 0 { isRounded = false }
        }
        if let media = record.media { if media < 1_000_000_000 { hasShortMedia = true } else { hasLongMedia = true } }
        if values.hasStarved || values.text("sta") == "r" || (values.number("bsd") ?? 0) > 0 { hasStarved = true }
    }

    /// Bits for bytes: within 5 %, because a bit rate that is encoded may be off by more than that from what a segment
    /// has, and then proves nothing.
    private mutating func takeBytes(_ record: FieldRecord, _ place: Place) {
        guard let bytes = record.bytes, bytes >= FieldRecord.leastBytes, let rate = record.bitRate, rate > 0,
            let media = record.media, media > 0
        else { return }
        heldCount += 1
        let thousandths = proportion(proportion(bytes, 8_000_000_000, over: media, .down), 1000, over: rate, .down)
        guard 7600...8400 ~= thousandths else { return }
        eightfoldCount += 1
        firstEightfold = firstEightfold ?? place
    }

    /// Says what all requests together show.
    func state(in findings: inout RepeatedFindings) {
        if let firstEightfold, eightfoldCount >= Self.least, eightfoldCount * 2 > heldCount {
            findings.note(
                "bits for bytes",
                "\(eightfoldCount) of \(heldCount) requests have 8 times the bytes that 'br' and 'd' say: likely these "
                    + "are bits, and rates come out 8 times too high", at: firstEightfold)
        }
        if let firstBuffer, bufferCount >= Self.least, 1..<1000 ~= greatestBuffer, !isRounded, hasLongMedia,
            !hasShortMedia, !hasStarved
        {
            findings.note(
                "bl in seconds",
                "no 'bl' is more than \(greatestBuffer), though segments last for seconds and none says 'bs': likely "
                    + "it is in seconds, where CMCD has milliseconds", at: firstBuffer)
        }
    }
}
