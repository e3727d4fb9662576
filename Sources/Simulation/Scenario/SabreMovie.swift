import PlayerModel

/// Reads a movie of the simulator Sabre: `{"segment_duration_ms": 3000, "bitrates_kbps": [230, 331],
/// "segment_sizes_bits": [[886360, 1180512], …]}`, a size for each bit rate in each segment.
package enum SabreMovie {
    private static let shape = Shape.ObjectShape(
        "movie", "A movie of Sabre.",
        [
            .init(
                "segment_duration_ms", "The length of a segment.",
                .number(.milliseconds, 1...Shape.longestTime),
                isRequired: true),
            .init(
                "bitrates_kbps", "The ladder, from the lowest.", .list(of: ScenarioShape.bitRate, atLeast: 1),
                isRequired: true),
            .init(
                "segment_sizes_bits", "A list for each segment: its sizes, in the order of the ladder.",
                .list(of: .list(of: .number(.count, 1...800_000_000_000), atLeast: 1), atLeast: 1), isRequired: true),
        ])

    /// A stream of HLS without audio beside it, or what is wrong with the text. A part of a byte counts as one.
    package static func read(_ file: SourceText) -> (asset: Asset?, diagnostics: [Diagnostic]) {
        var root: JSONNode
        do throws(JSONError) {
            root = try JSONReader.read(file.bytes, source: 0).root
        } catch {
            return (nil, [Diagnostic(error.message, at: error.place)])
        }
        var checker = ShapeChecker()
        checker.check(root, .object(shape), "movie")
        guard checker.diagnostics.isEmpty else { return (nil, checker.diagnostics) }
        let segments = root.member("segment_sizes_bits")?.elements ?? []
        let bitRates = (root.member("bitrates_kbps")?.elements ?? []).compactMap { $0.number(.kilobitsPerSecond) }
        let length = root.member("segment_duration_ms")?.number(.milliseconds) ?? 1
        if let odd = segments.first(where: { $0.elements.count != bitRates.count }) {
            func count(_ number: Int, _ name: String) -> String { "\(number) \(name)\(number == 1 ? "" : "s")" }
            let (sizes, rates) = (count(odd.elements.count, "size"), count(bitRates.count, "bit rate"))
            let message = "a segment has \(sizes), and the ladder \(rates)"
            return (nil, [Diagnostic(message, at: odd.place)])
        }
        let (duration, isTooLong) = length.multipliedReportingOverflow(by: Int64(segments.count))
        guard !isTooLong, duration <= Shape.longestTime else {
            return (nil, [Diagnostic("this is longer than a year", at: root.place)])
        }
        let variants = bitRates.indices.map { rung in
            let bytes = segments.map { (($0.elements[rung].number(.count) ?? 1) + 7) / 8 }
            let chunks = ChunkTable(
                duration: MediaTime(nanoseconds: duration), segmentDuration: MediaTime(nanoseconds: length),
                chunksPerSegment: 1, segmentBytes: bytes, declaredBitRate: bitRates[rung])
            return Asset.Variant(bitRate: bitRates[rung], dimensions: nil, chunks: chunks)
        }
        return (Asset(kind: .hls, duration: MediaTime(nanoseconds: duration), variants: variants, audio: nil), [])
    }
}
