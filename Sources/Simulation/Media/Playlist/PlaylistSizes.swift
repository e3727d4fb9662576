import SimulationContainers
import PlayerModel

/// The source of a segment's size, in the order in which sources are tried.
package enum SizeSource: UInt8, CaseIterable, Sendable {
    /// EXT-X-BYTERANGE.
    case byteRange
    /// The file beside the playlist.
    case file
    /// EXT-X-BITRATE × duration, which is right to 10 %.
    case bitRateTag
    /// AVERAGE-BANDWIDTH × duration. It comes before BANDWIDTH, because it is the average of all segments: BANDWIDTH
    /// is the peak, and may be twice as much.
    case averageBandwidth
    /// BANDWIDTH × duration: too much, but nothing else is declared.
    case bandwidth
    /// `PlaylistAsset.assumedAudioBitRate` × duration: no playlist declares the bit rate of a rendition.
    case assumed

    /// The name in a report, in a few words.
    package var name: String {
        switch self {
        case .byteRange: "byte ranges"
        case .file: "files"
        case .bitRateTag: "EXT-X-BITRATE"
        case .averageBandwidth: "AVERAGE-BANDWIDTH"
        case .bandwidth: "BANDWIDTH"
        case .assumed: "an assumed bit rate"
        }
    }

    /// Whether it is the size itself and not an estimate.
    var isMeasured: Bool { self == .byteRange || self == .file }
}

/// Values of files, by their paths, which are relative to the folder that may be read.
package struct ByPath<Value: Sendable>: Sendable {
    private let sorted: [(path: String, value: Value)]

    package init(_ files: [(path: String, value: Value)]) {
        sorted = files.sorted { ByteOrder.precedes($0.path, $1.path) }
    }

    var isEmpty: Bool { sorted.isEmpty }

    subscript(path: String) -> Value? {
        let index = partitionPoint(in: sorted.indices) { !ByteOrder.precedes(sorted[$0].path, path) }
        return index < sorted.count && sorted[index].path.isSpelt(path) ? sorted[index].value : nil
    }
}

/// Sizes of files.
package struct FileSizes: Sendable {
    private let sizes: ByPath<Int64>

    package init(_ files: [(path: String, bytes: Int64)]) {
        sizes = ByPath(files.map { (path: $0.path, value: $0.bytes) })
    }

    var isEmpty: Bool { sizes.isEmpty }

    package func bytes(of path: String) -> Int64? { sizes[path] }
}

/// The sizes of a media playlist's segments, and their sources.
package struct PlaylistSizes: Sendable {
    /// The bytes of each segment. The first initialization section is a request of its own, also where gaps come before
    /// the segment that needs it, because none of them does; a later one counts to the first segment that needs it,
    /// because it must come before. A gap has no bytes. Where a size is not known yet,
    /// the number is negative: -1, less the bytes of the initialization section.
    package private(set) var bytes: ContiguousArray<Int64> = []
    /// The bytes among them that belong to initialization sections.
    package private(set) var initializationBytes: Int64 = 0
    /// The bytes of the initialization section that the first segment needs which is no gap, where its size is known: a
    /// player asks for it first.
    package private(set) var firstInitializationBytes: Int64?
    /// The initialization sections in turn, each with the first segment that needs it, or the first of all where only
    /// gaps are before that, and its bytes: 0 where nothing says them.
    private(set) var sections: ContiguousArray<Section> = []

    struct Section: Sendable {
        let segment: Int
        let map: MediaPlaylist.Map
        let bytes: Int64
    }

    package private(set) var gaps: Int64 = 0
    private var counts = [Int64](repeating: 0, count: SizeSource.allCases.count)

    /// Takes the sizes that byte ranges, files and EXT-X-BITRATE give. `path` is the playlist's own.
    package init(_ playlist: MediaPlaylist, path: String, files: FileSizes) {
        bytes.reserveCapacity(playlist.segments.count)
        var map: MediaPlaylist.Map?
        for segment in playlist.segments {
            guard !segment.isGap else {
                gaps += 1
                bytes.append(0)
                continue
            }
            let size = size(of: segment, playlist, path, files)
            bytes.append(size?.bytes ?? -1)
            if let size { counts[Int(size.source.rawValue)] += 1 }
            if let next = playlist.map(of: segment), map.map({ !playlist.isSame($0, next) }) ?? true {
                map = next
                add(next, playlist, path, files)
            }
        }
    }

    /// The section that a segment is the first to need; nil where it goes on with the one before it. O(log n).
    func section(at segment: Int) -> Section? {
        let place = partitionPoint(in: sections.indices) { sections[$0].segment >= segment }
        return place < sections.count && sections[place].segment == segment ? sections[place] : nil
    }

    package func count(of source: SizeSource) -> Int64 { counts[Int(source.rawValue)] }

    package var isMeasured: Bool {
        SizeSource.allCases.allSatisfy { $0.isMeasured || count(of: $0) == 0 } && isComplete
    }

    package var isComplete: Bool { counts.reduce(0, +) + gaps == Int64(bytes.count) }

    /// The sum of all bytes, clamped to the range of an `Int64`.
    package var total: Int64 { bytes.reduce(0) { $0.addingClamped(max(0, $1)) } }

    /// Gives segments of unknown size the size that follows from a bit rate.
    mutating func fill(_ playlist: MediaPlaylist, bitRate: Int64, from source: SizeSource) {
        for index in bytes.indices where bytes[index] < 0 {
            let initialization = -1 - bytes[index]
            let duration = playlist.segments[index].duration
            bytes[index] = proportion(duration.nanoseconds, bitRate, over: 8_000_000_000, .up)
                .addingClamped(initialization)
            counts[Int(source.rawValue)] += 1
        }
    }

    private func size(
        of segment: MediaPlaylist.Segment, _ playlist: MediaPlaylist, _ path: String, _ files: FileSizes
    ) -> (bytes: Int64, source: SizeSource)? {
        if let range = playlist.byteRange(of: segment) { return (range.length, .byteRange) }
        if let size = Self.fileSize(playlist.uri(of: segment), path, files) { return (size, .file) }
        guard segment.bitRateKbps > 0 else { return nil }
        let bits = Int64(segment.bitRateKbps) * 1000
        return (proportion(segment.duration.nanoseconds, bits, over: 8_000_000_000, .up), .bitRateTag)
    }

    static func fileSize(_ uri: String, _ path: String, _ files: FileSizes) -> Int64? {
        guard !files.isEmpty, let file = try? PlaylistPath.resolve(uri, relativeTo: path) else { return nil }
        return files.bytes(of: file)
    }

    private mutating func add(
        _ map: MediaPlaylist.Map, _ playlist: MediaPlaylist, _ path: String, _ files: FileSizes
    ) {
        // A size that nothing says is taken for 0.
        let known = map.byteRange?.length ?? Self.fileSize(playlist.text.string(map.uri), path, files)
        let last = bytes.count - 1
        let segment = gaps == Int64(last) ? 0 : last
        sections.append(Section(segment: segment, map: map, bytes: known ?? 0))
        guard let known else { return }
        initializationBytes = initializationBytes.addingClamped(known)
        if segment == 0, known > 0 {
            firstInitializationBytes = known
            return
        }
        bytes[last] = bytes[last] < 0 ? bytes[last].subtractingClamped(known) : bytes[last].addingClamped(known)
    }
}

extension PlaylistSizes {
    /// The segment that needs an initialization section first where the playlist is listed again from one on: the first
    /// from there that is no gap.
    static func needing(inTurnFrom first: Int, _ playlist: MediaPlaylist) -> Int {
        (first..<playlist.segments.count).first { !playlist.segments[$0].isGap } ?? first
    }

    /// The initialization section that a segment needs with which the playlist is listed again; nil where that is the
    /// one of the last segment, or there is none.
    func section(ofTurnFrom first: Int, _ playlist: MediaPlaylist) -> Section? {
        guard let last = sections.last, let own = sections.last(where: { $0.segment <= first }) else { return nil }
        return playlist.isSame(own.map, last.map) ? nil : own
    }

    /// The segment that is the first of a turn to need an initialization section, and the bytes that it has more, or
    /// fewer, than when it was listed first.
    func more(inTurnFrom first: Int, _ playlist: MediaPlaylist) -> (segment: Int, bytes: Int64) {
        let segment = Self.needing(inTurnFrom: first, playlist)
        return (segment, (section(ofTurnFrom: segment, playlist)?.bytes ?? 0) - sectionBytes(in: segment))
    }

    /// The bytes of a segment that are its initialization section. The first section of all is a request of its own,
    /// and no part of the segment.
    private func sectionBytes(in segment: Int) -> Int64 { segment > 0 ? section(at: segment)?.bytes ?? 0 : 0 }

    /// The bytes of each segment by itself, by which bit rates go (RFC 8216, 4.1): an initialization section is what it
    /// takes to read a segment, and no part of it (3).
    private var mediaBytes: ContiguousArray<Int64> {
        ContiguousArray(bytes.indices.map { max(0, max(0, bytes[$0]) - sectionBytes(in: $0)) })
    }

    /// The average bit rate of what is no gap, rounded up. The playlist must have segments.
    func averageBitRate(_ playlist: MediaPlaylist) -> Int64 {
        let there = playlist.segments.reduce(Int64(0)) { $1.isGap ? $0 : $0 + $1.duration.nanoseconds }
        let length = there > 0 ? there : playlist.duration.nanoseconds
        let size = mediaBytes.reduce(Int64(0)) { $0.addingClamped($1) }
        return max(1, proportion(size, 8_000_000_000, over: length, .up))
    }

    /// The peak segment bit rate, rounded up: the largest of any run of segments, each right behind the one before it,
    /// that lasts from half to one and a half target durations (RFC 8216, 4.1). Runs of more than 64 segments are left
    /// out, so that no playlist costs n². Without any run of such a length it is the average. A gap is no part of any.
    func peakBitRate(_ playlist: MediaPlaylist) -> Int64 {
        let (target, own) = (playlist.targetDuration.nanoseconds, mediaBytes)
        var peak: Int64 = 0
        for first in playlist.segments.indices {
            var (length, size) = (Int64(0), Int64(0))
            for index in first..<min(first + 64, playlist.segments.count) {
                if playlist.segments[index].isGap { break }
                length += playlist.segments[index].duration.nanoseconds
                size = size.addingClamped(own[index])
                if length > target + target / 2 { break }
                if length >= target - length { peak = max(peak, proportion(size, 8_000_000_000, over: length, .up)) }
            }
        }
        return peak > 0 ? peak : averageBitRate(playlist)
    }
}
