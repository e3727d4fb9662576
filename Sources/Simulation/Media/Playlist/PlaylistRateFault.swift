/// A bit rate of a playlist that cannot be what it is declared to be: runs go by it all the same. All are in bits per
/// second.
package enum PlaylistRateFault: Equatable, Sendable {
    case averageAbovePeak(average: Int64, peak: Int64)
    /// BANDWIDTH of a variant with pictures.
    case bandwidthWithoutPictures(Int64)
    /// EXT-X-BITRATE of some segment.
    case bitRateBeyondAny
    /// The highest EXT-X-BITRATE of a variant's own playlist, and its BANDWIDTH.
    case bitRateAbovePeak(bitRate: Int64, peak: Int64, file: String)

    /// 10 kbit/s: nobody shows pictures with less, and a ladder that is written in kilobits begins far below.
    fileprivate static let leastOfPictures: Int64 = 10_000
    /// 200 Mbit/s: more than any ladder of a service has, and a bit rate in bits is as many kilobits.
    fileprivate static let mostOfSegment: Int64 = 200_000_000

    var message: String {
        func kbps(_ rate: Int64) -> String { QuantityText.value(rate, .kilobitsPerSecond) }
        switch self {
        case .averageAbovePeak(let average, let peak):
            return "AVERAGE-BANDWIDTH, \(kbps(average)), is more than BANDWIDTH, \(kbps(peak)), which is the peak "
                + "(RFC 8216, 4.3.4.2)"
        case .bandwidthWithoutPictures(let rate):
            return "BANDWIDTH counts bits per second (RFC 8216, 4.3.4.2), and \(rate) of them show no pictures; "
                + "where \(rate) kbit/s are meant, write \(rate)000"
        case .bitRateBeyondAny:
            return "#EXT-X-BITRATE counts kilobits per second (rfc8216bis, 4.4.4.8), and this is more than "
                + "\(Self.mostOfSegment / 1_000_000) Mbit/s; where bits are meant, leave the last three digits out"
        case .bitRateAbovePeak(let bitRate, let peak, let file):
            let words =
                "by #EXT-X-BITRATE a segment of '\(PlaylistWords.cut(file))' has \(kbps(bitRate)), and BANDWIDTH, the "
                + "peak, is \(kbps(peak)) (RFC 8216, 4.3.4.2)"
            let isThousandfold = 300...3000 ~= bitRate / peak
            return isThousandfold ? words + "; the former counts kilobits, the latter bits" : words
        }
    }
}

extension PlaylistScanner {
    /// EXT-X-BITRATE, in kilobits per second.
    mutating func bitRate(_ value: Range<Int>) throws(PlaylistProblem) -> Int32 {
        let kilobits = try positive(value, of: PlaylistTag.bitRate.name, atMost: Int64(Int32.max))
        if kilobits * 1000 > PlaylistRateFault.mostOfSegment { warn(.rate(.bitRateBeyondAny), at: value.lowerBound) }
        return Int32(kilobits)
    }
}

extension PlaylistSet {
    /// The bit rates of variants that cannot be so, one of each.
    func rates(of playlist: MultivariantPlaylist) -> [PlaylistWarning] {
        var warnings = PlaylistWarnings()
        for stream in playlist.variants.map({ $0.stream }) + playlist.iFrameStreams {
            guard let average = stream.averageBandwidth, average > stream.bandwidth else { continue }
            warnings.note(.rate(.averageAbovePeak(average: average, peak: stream.bandwidth)), at: stream.place)
        }
        for variant in playlist.variants {
            let (peak, place) = (variant.stream.bandwidth, variant.stream.place)
            if variant.hasVideo, peak < PlaylistRateFault.leastOfPictures {
                warnings.note(.rate(.bandwidthWithoutPictures(peak)), at: place)
            } else if let (path, own) = media(variant.stream.uri), let bitRate = own.highestBitRate(above: peak) {
                warnings.note(.rate(.bitRateAbovePeak(bitRate: bitRate, peak: peak, file: path)), at: place)
            }
        }
        return warnings.list
    }
}

extension MediaPlaylist {
    /// The highest EXT-X-BITRATE, where a segment with it certainly has more than a peak: EXT-X-BITRATE may be 10 %
    /// more than a segment has (rfc8216bis, 4.4.4.8), and the peak is that of segments which together last half a
    /// target duration or more (RFC 8216, 4.1). Nil where none has.
    fileprivate func highestBitRate(above peak: Int64) -> Int64? {
        let half = targetDuration.nanoseconds / 2
        let rates = segments.lazy.filter { !$0.isGap && $0.duration.nanoseconds >= half }
            .map { Int64($0.bitRateKbps) * 1000 }
        let highest = rates.filter { $0 <= PlaylistRateFault.mostOfSegment }.max()
        return highest.flatMap { Int128($0) * 10 > Int128(peak) * 11 ? $0 : nil }
    }
}
