import PlayerModel

/// An objection of Apple's authoring specification (HLS Authoring Specification for Apple Devices) or of RFC 8216bis to
/// a playlist, as a fact.
package struct AuthoringObjection: Equatable, Sendable {
    /// The fact that is objected to. Rates are in bits per second.
    package enum Fact: Equatable, Sendable {
        case firstVariant(bitRate: Int64, wifiLine: Int32, cellularLine: Int32)
        case averageDiffers(measured: Int64, declared: Int64, isByTag: Bool)
        case peakDiffers(measured: Int64, declared: Int64, isByTag: Bool)
        case peakTooHigh(peak: Int64, average: Int64)
        case liveAverageTooHigh(measured: Int64, declared: Int64)
        case livePeakTooHigh(measured: Int64, declared: Int64)
        case targetDuration(seconds: Int64)
        case segmentDuration(typical: MediaTime)
        case segmentTooLong(MediaTime, targetSeconds: Int64, others: Int)
        case targetsDiffer(seconds: Int64, audioSeconds: Int64)
        case rule(AuthoringRuleFault)
        case tooFewLiveSegments(Int)
        case liveTooShort(MediaTime)
        case noAverageBandwidth
        case noFrameRate
        case partialScore(missing: Int)
        case noCellularVariant(lowest: Int64)
        case partHoldBack(MediaTime, partTarget: MediaTime)
    }

    package let fact: Fact
    package let place: Place

    package init(_ fact: Fact, _ place: Place) {
        self.fact = fact
        self.place = place
    }

    /// The number that it has in the specification; of the RFC its name and section.
    package var item: String { String(message.prefix { $0 != ":" }) }

    package var diagnostic: Diagnostic {
        let isOfRFC = if case .rule = fact { true } else { false }
        return Diagnostic(isOfRFC ? message : "item \(message)", at: place)
    }

    /// The objection in a sentence, with its number in front.
    private var message: String {
        switch fact {
        case .firstVariant(let rate, let wifi, let cellular):
            "1.32: the first variant has \(kbps(rate)) and should be that of 2000 kbit/s for Wi-Fi (1.32a), nearest on "
                + "line \(wifi), or of 730 kbit/s for cellular (1.32b), nearest on line \(cellular)"
        case .averageDiffers(let measured, let declared, let isByTag):
            "1.26: \(Self.segments(isByTag)) have \(kbps(measured)) on average, which must be within 10 % of "
                + "AVERAGE-BANDWIDTH, \(kbps(declared))"
        case .peakDiffers(let measured, let declared, let isByTag):
            "1.27: \(Self.segments(isByTag)) have a peak of \(kbps(measured)), which must be within 10 % of BANDWIDTH, "
                + kbps(declared)
        case .peakTooHigh(let peak, let average):
            "1.30: the peak, \(kbps(peak)), should be at most 200 % of the average, \(kbps(average))"
        case .liveAverageTooHigh(let measured, let declared):
            "1.28: the segments have \(kbps(measured)) on average, which must be less than 110 % of "
                + "AVERAGE-BANDWIDTH, \(kbps(declared))"
        case .livePeakTooHigh(let measured, let declared):
            "1.29: the segments have a peak of \(kbps(measured)), which must be less than 125 % of BANDWIDTH, "
                + kbps(declared)
        case .targetDuration(let seconds): "7.5: the target duration is \(seconds) s and should be 6 s"
        case .segmentDuration(let typical):
            "7.6: segments last \(typical.inSeconds) and should last 6 s, or 6.006 s for NTSC"
        case .segmentTooLong(let length, let target, let others):
            "7.7: this segment lasts \(length.inSeconds), and must not last more than 0.5 s longer than the target "
                + "duration, \(target) s" + Self.others(others)
        case .targetsDiffer(let seconds, let audio):
            "8.2: the target duration is \(seconds) s and that of its audio \(audio) s; they must be the same"
        case .rule(let fault): "RFC 8216bis, \(fault.message)"
        case .tooFewLiveSegments(let count):
            "8.11: there \(count == 1 ? "is" : "are") \(NumberText.count(count, "segment")); a live playlist must have "
                + "at least 6"
        case .liveTooShort(let length):
            "8.12: there are \(length.inSeconds); a live playlist should have at least 15 min"
        case .noAverageBandwidth: "9.14: AVERAGE-BANDWIDTH is missing; every variant must have it"
        case .noFrameRate: "9.15: FRAME-RATE is missing; every variant with video must have it"
        case .partialScore(let missing):
            "9.19: \(NumberText.count(missing, "variant")) \(missing == 1 ? "has" : "have") no SCORE, so that of the "
                + "others is ignored"
        case .noCellularVariant(let lowest):
            "9.21: the lowest variant has a peak of \(kbps(lowest)); for cellular there must be one of at most "
                + "192 kbit/s"
        case .partHoldBack(let hold, let target):
            "14.3: PART-HOLD-BACK, \(hold.inSeconds), must be at least 3 × PART-TARGET, \(target.inSeconds)"
        }
    }

    private static func segments(_ isByTag: Bool) -> String {
        isByTag ? "by #EXT-X-BITRATE the segments" : "the segments"
    }

    private static func others(_ count: Int) -> String {
        count > 0 ? "; neither must \(count == 1 ? "one" : "\(count)") more" : ""
    }

    private func kbps(_ rate: Int64) -> String { QuantityText.value(rate, .kilobitsPerSecond) }
}
