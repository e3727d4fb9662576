import PlayerModel

/// An objection of Apple's authoring specification (HLS Authoring Specification for Apple Devices) or of RFC 8216bis to
/// a playlist, as a fact.
package struct AuthoringObjection: Equatable, Sendable {
    /// The fact that is objected to. Rates are in bits per second.
    package enum Fact: Equatable, Sendable {
        case firstVariant(bitRate: Int64, betterLine: Int32)
        case averageDiffers(measured: Int64, declared: Int64)
        case peakDiffers(measured: Int64, declared: Int64)
        case peakTooHigh(peak: Int64, average: Int64)
        case liveAverageTooHigh(measured: Int64, declared: Int64)
        case livePeakTooHigh(measured: Int64, declared: Int64)
        case targetDuration(seconds: Int64)
        case segmentDuration(typical: MediaTime)
        case segmentTooLong(MediaTime, targetSeconds: Int64, others: Int)
        case targetsDiffer(seconds: Int64, audioSeconds: Int64)
        case variantTargetsDiffer(seconds: Int64, firstSeconds: Int64)
        case unknownWord(String, String, known: [String])
        case lowVersion(Int64, needed: Int64, by: String)
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
        Diagnostic(message.utf8.starts(with: Self.rfc.utf8) ? message : "item \(message)", at: place)
    }

    private static let rfc = "RFC 8216bis"

    /// The objection in a sentence, with its number in front.
    private var message: String {
        switch fact {
        case .firstVariant(let rate, let line):
            "1.32: the first variant has \(kbps(rate)) and should be that of 2000 kbit/s for Wi-Fi (1.32a) or of 730 "
                + "kbit/s for cellular (1.32b), which is nearest on line \(line)"
        case .averageDiffers(let measured, let declared):
            "1.26: the segments have \(kbps(measured)) on average, which must be within 10 % of AVERAGE-BANDWIDTH, "
                + kbps(declared)
        case .peakDiffers(let measured, let declared):
            "1.27: the segments have a peak of \(kbps(measured)), which must be within 10 % of BANDWIDTH, "
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
                + "duration, \(target) s" + (others > 0 ? "; neither must \(others) more" : "")
        case .targetsDiffer(let seconds, let audio):
            "8.2: the target duration is \(seconds) s and that of its audio \(audio) s; they must be the same"
        case .variantTargetsDiffer(let seconds, let first):
            "\(Self.rfc), 6.2.4: the target duration is \(seconds) s and that of the first variant \(first) s; all "
                + "variants must have the same"
        case .unknownWord(let name, let word, let known):
            "\(Self.rfc), 4.4.6.2: \(name) is '\(word.onOneLine)', and must be "
                + "\(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")\(hint(word, known))"
        case .lowVersion(let version, let needed, let name):
            "\(Self.rfc), 8: #EXT-X-VERSION must be at least \(needed), because of \(name.onOneLine); it is \(version)"
                + (version == 1 ? ", or missing" : "")
        case .tooFewLiveSegments(let count): "8.11: there are \(count) segments; a live playlist must have at least 6"
        case .liveTooShort(let length):
            "8.12: there are \(length.inSeconds); a live playlist should have at least 15 min"
        case .noAverageBandwidth: "9.14: AVERAGE-BANDWIDTH is missing; every variant must have it"
        case .noFrameRate: "9.15: FRAME-RATE is missing; every variant with video must have it"
        case .partialScore(let missing): "9.19: \(missing) variants have no SCORE, so that of the others is ignored"
        case .noCellularVariant(let lowest):
            "9.21: the lowest variant has a peak of \(kbps(lowest)); for cellular there must be one of at most "
                + "192 kbit/s"
        case .partHoldBack(let hold, let target):
            "14.3: PART-HOLD-BACK, \(hold.inSeconds), must be at least 3 × PART-TARGET, \(target.inSeconds)"
        }
    }

    private func hint(_ word: String, _ known: [String]) -> String { NearMiss.hint(word, among: known) }

    private func kbps(_ rate: Int64) -> String { QuantityText.value(rate, .kilobitsPerSecond) }
}
