import PlayerModel

/// Reads a movie of the simulator Sabre: `{"segment_duration_ms": 3000, "bitrates_kbps": [230, 331],
/// "segment_sizes_bits": [[886360, 1180512], …]}`, a size for each bit rate in each segment.
package enum SabreMovie {
    private struct Draft: Sendable {
        var segmentNanoseconds: Int64 = 1
        var bitRates: [Int64] = []
        var segments: [Placed<[Int64]>] = []
    }

    private static let format = ObjectFormat("movie", "A movie of Sabre.", from: Draft()) {
        Key("segment_duration_ms", "The length of a segment.")
            .holds(.number(.milliseconds, 1...TimeLimit.longest), isRequired: true) { $0.segmentNanoseconds = $1 }
        Key("bitrates_kbps", "The ladder, from the lowest.")
            .holds(.list(of: MediaFormat.bitRate, atLeast: 1), isRequired: true) { $0.bitRates = $1 }
        Key("segment_sizes_bits", "A list for each segment: its sizes, in the order of the ladder.")
            .holds(.list(of: sizes.placed, atLeast: 1), isRequired: true) { $0.segments = $1 }
    }

    private static let sizes = ValueFormat<[Int64]>.list(of: .count(1...800_000_000_000), atLeast: 1)

    /// A stream of HLS without audio beside it, or what is wrong with the text. A part of a byte counts as one.
    package static func read(_ file: SourceText) -> (asset: Asset?, diagnostics: [Diagnostic]) {
        let (target, faults) = format.read(file)
        guard let target else { return (nil, faults) }
        let draft = target.value
        let (segments, bitRates, length) = (draft.segments, draft.bitRates, draft.segmentNanoseconds)
        if let odd = segments.first(where: { $0.value.count != bitRates.count }) {
            let sizes = NumberText.count(odd.value.count, "size")
            let message = "a segment has \(sizes), and the ladder \(NumberText.count(bitRates.count, "bit rate"))"
            return (nil, [Diagnostic(message, at: odd.place)])
        }
        let (duration, isTooLong) = length.multipliedReportingOverflow(by: Int64(segments.count))
        guard !isTooLong, duration <= TimeLimit.longest else {
            return (nil, [Diagnostic("this is longer than a year", at: target.place)])
        }
        let variants = bitRates.indices.map { rung in
            let bytes = segments.map { ($0.value[rung] + 7) / 8 }
            let chunks = ChunkTable(
                duration: MediaTime(nanoseconds: duration), segmentDuration: MediaTime(nanoseconds: length),
                chunksPerSegment: 1, segmentBytes: bytes, declaredBitRate: bitRates[rung])
            return Asset.Variant(bitRate: bitRates[rung], dimensions: nil, chunks: chunks)
        }
        return (Asset(kind: .hls, duration: MediaTime(nanoseconds: duration), variants: variants), [])
    }
}
