import SimulationContainers
import PlayerModel

/// The playlists of a live stream as its server gives them at an instant of the run: the multivariant playlist, and
/// each media playlist with what it lists then (RFC 8216 and draft-pantos-hls-rfc8216bis).
///
/// A segment is a file of its own, of which EXT-X-BYTERANGE says the size: so `PlaylistReader` finds it without the
/// file. Parts are ranges of their segment's file (rfc8216bis, 4.4.4.9), and are listed of those segments whose last
/// part begins within three target durations of the end. A segment of no bytes is a gap. What a file is called is ours;
/// so is what a playlist does not have of a scenario: a key is one of 16 bytes, or a licence of FairPlay.
package struct LivePlaylistWriter: Sendable {
    /// A playlist, by its path in the folder of all.
    package struct File: Equatable, Sendable {
        package let path: String
        package let text: String
    }

    /// The path of the multivariant playlist.
    package static let multivariantPath = "master.m3u8"

    private let asset: Asset
    private let source: LiveSource
    private let now: Instant
    private let seed: UInt64

    /// Nil of an asset that is not live.
    package init?(_ asset: Asset, at now: Instant, seed: UInt64) {
        guard let source = asset.live else { return nil }
        // What steering makes is in no playlist.
        self.asset = asset.unsteered
        self.source = source
        self.now = now
        self.seed = seed
    }

    /// The multivariant playlist, then those of the variants in their order, then those of the audio.
    package var files: [File] {
        var files = [File(path: Self.multivariantPath, text: multivariant)]
        for index in asset.variants.indices {
            files.append(media(asset.variants[index], Self.name("video", index), number: index))
        }
        for (index, audio) in asset.allAudio.enumerated() {
            files.append(media(audio, Self.name("audio", index), number: asset.variants.count + index))
        }
        return files
    }

    private static func name(_ kind: String, _ index: Int) -> String { "\(kind)-\(index + 1)" }

    // MARK: The multivariant playlist

    private var multivariant: String {
        var text = "#EXTM3U\n#EXT-X-VERSION:\(version)\n"
        for (index, audio) in asset.allAudio.enumerated() {
            text += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\(PlaylistWriting.quoted(group(audio.audioGroup)))"
            text += "\(attributes(ofAudio: index)),URI=\"\(Self.name("audio", index)).m3u8\"\n"
        }
        for number in asset.hasSessionKey ? asset.keys?.named.ranges.flatMap(Array.init) ?? [0] : [] {
            if let key = key(number) { text += "#EXT-X-SESSION-KEY:\(key)\n" }
        }
        for index in asset.variants.indices {
            text += "#EXT-X-STREAM-INF:\(attributes(ofVariant: index))\n\(Self.name("video", index)).m3u8\n"
        }
        return text
    }

    private func group(_ name: ExactText?) -> String {
        guard let name, !name.isEmpty else { return "audio" }
        return name.text
    }

    /// Audio is listed as a playlist on disk has it. Else a language has its own name, and what plays first of a group
    /// is its default.
    private func attributes(ofAudio index: Int) -> String {
        let (audio, place) = (asset.allAudio[index], asset.variants.count + index)
        let listed = source.renditions.indices.contains(place) ? source.renditions[place].audio : nil
        let isFirst = asset.allAudio.firstIndex { $0.audioGroup == audio.audioGroup } == index
        let language = audio.language.isEmpty ? nil : audio.language.text
        let own =
            listed
            ?? LiveSource.Audio(
                name: language ?? "audio", language: language, isDefault: isFirst, isAutoselect: true,
                channels: audio.channels.map { "\($0)" }, sampleRate: audio.sampleRate, bitDepth: audio.bitDepth)
        var text = ",NAME=\(PlaylistWriting.quoted(own.name))"
        if let language = own.language { text += ",LANGUAGE=\(PlaylistWriting.quoted(language))" }
        if let language = own.associatedLanguage { text += ",ASSOC-LANGUAGE=\(PlaylistWriting.quoted(language))" }
        text += ",DEFAULT=\(own.isDefault ? "YES" : "NO")"
        // It must not be NO of a default (RFC 8216, 4.3.4.1), which need not say it.
        if own.isAutoselect { text += ",AUTOSELECT=YES" }
        if let roles = own.characteristics { text += ",CHARACTERISTICS=\(PlaylistWriting.quoted(roles))" }
        if let channels = own.channels { text += ",CHANNELS=\(PlaylistWriting.quoted(channels))" }
        if let rate = own.sampleRate { text += ",SAMPLE-RATE=\(rate)" }
        if let depth = own.bitDepth { text += ",BIT-DEPTH=\(depth)" }
        if let id = audio.stableID { text += ",STABLE-RENDITION-ID=\(PlaylistWriting.quoted(id.text))" }
        return text
    }

    /// The rates include the audio beside the variant, as BANDWIDTH does (RFC 8216, 4.3.4.2): of a ladder that is
    /// written in a scenario they do not.
    private func attributes(ofVariant index: Int) -> String {
        let variant = asset.variants[index]
        let audio = asset.audio(beside: index).map { asset.allAudio[$0] }
        var text = "BANDWIDTH=\(asset.bitRate(withAudioOf: index))"
        if let average = asset.averageBitRate(withAudioOf: index) { text += ",AVERAGE-BANDWIDTH=\(average)" }
        var codecs = variant.codecs
        for codec in audio?.codecs ?? [] where !codecs.contains(codec) { codecs.append(codec) }
        if !codecs.isEmpty { text += ",CODECS=\(PlaylistWriting.quoted(codecs.joined(separator: ",")))" }
        if let size = variant.dimensions { text += ",RESOLUTION=\(size.width)x\(size.height)" }
        if let rate = variant.frameRateThousandths { text += ",FRAME-RATE=\(NumberText.exact(rate, places: 3))" }
        switch variant.videoRange {
        case .hlg, .pq: text += ",VIDEO-RANGE=\(variant.videoRange.name)"
        case .sdr, .unrecognized: break
        }
        if let id = variant.stableID { text += ",STABLE-VARIANT-ID=\(PlaylistWriting.quoted(id.text))" }
        if let id = asset.pathway(ofVariant: index) { text += ",PATHWAY-ID=\(PlaylistWriting.quoted(id.text))" }
        if let audio { text += ",AUDIO=\(PlaylistWriting.quoted(group(audio.audioGroup)))" }
        return text
    }

    /// The attributes of a key by its number; nil where the content is clear.
    private func key(_ number: Int64) -> String? {
        guard asset.keyBytes != nil else { return nil }
        let name = asset.keys == nil ? "key" : "key-\(number + 1)"
        let format = "KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""
        return isOfFairPlay(number)
            ? "METHOD=SAMPLE-AES,URI=\"skd://\(name)\",\(format)"
            : "METHOD=AES-128,URI=\"\(name).bin\"\(iv(number))"
    }

    /// The IV of AES-128, which must be there where initialization sections are encrypted (RFC 8216, 4.3.2.5): the
    /// number of the key.
    private func iv(_ number: Int64) -> String {
        guard hasSections else { return "" }
        let digits = String(number, radix: 16)
        return ",IV=0x" + String(repeating: "0", count: 32 - digits.count) + digits
    }

    private var hasSections: Bool { (asset.variants + asset.allAudio).contains { $0.initBytes != nil } }

    private func isOfFairPlay(_ number: Int64) -> Bool {
        asset.keys?.ofFairPlay.contains(number) ?? asset.usesFairPlay
    }

    /// The key that a rendition needs for a chunk; nil where that is clear.
    private func key(of rendition: Asset.Variant, at chunk: Int64) -> Int64? {
        guard asset.keys != nil else { return asset.keyBytes.map { _ in 0 } }
        return turn(of: rendition, at: chunk)?.key
    }

    /// The key in force at the initialization section that a chunk needs; nil where the section is clear, as playlists
    /// on disk have it, and of an inline stream where keys change. Under a key of samples it stays as it is.
    private func sectionKey(of rendition: Asset.Variant, at chunk: Int64) -> Int64? {
        let turn = turn(of: rendition, at: chunk)
        guard let own = key(of: rendition, at: chunk) else { return turn?.section }
        if let turn, turn.hasClearSection { return nil }
        if let section = turn?.section { return section }
        if asset.keys == nil || source.repeated != nil { return own }
        let isAlone = rendition.keyTurns.allSatisfy { $0.key == own }
        return isAlone || isOfFairPlay(own) || rendition.keyTurns.contains { $0.section == own } ? own : nil
    }

    private func turn(of rendition: Asset.Variant, at chunk: Int64) -> KeyTurn? {
        let index = partitionPoint(in: rendition.keyTurns.indices) { rendition.keyTurns[$0].chunk > chunk }
        return index > 0 ? rendition.keyTurns[index - 1] : nil
    }

    /// The lines by which another key is in force, or none. A key is so until another of the same format comes, or none
    /// (RFC 8216, 4.3.2.4).
    private func turn(to number: Int64?, from old: inout Int64?) -> String {
        guard number != old else { return "" }
        defer { old = number }
        let clear = "#EXT-X-KEY:METHOD=NONE\n"
        guard let number, let key = key(number) else { return clear }
        let isOfOtherFormat = old.map { isOfFairPlay($0) != isOfFairPlay(number) } ?? false
        return (isOfOtherFormat ? clear : "") + "#EXT-X-KEY:\(key)\n"
    }

    // MARK: Media playlists

    /// The least version for what the playlists have (rfc8216bis, section 8): 4 for byte ranges, 5 for SAMPLE-AES, 6
    /// for an EXT-X-MAP. EXT-X-GAP takes none.
    private var version: Int {
        let hasFormat = asset.keys.map { !$0.ofFairPlay.isEmpty } ?? asset.usesFairPlay
        return hasSections ? 6 : hasFormat ? 5 : 4
    }

    /// EXT-X-TARGETDURATION of a rendition, by its number among the variants and then the audio.
    private func target(ofRendition number: Int) -> MediaTime {
        if number < source.renditions.count { return source.renditions[number].targetDuration }
        return asset.targetDuration
    }

    /// PART-TARGET of a rendition; nil where its segments come whole. Of playlists on disk each has its own.
    private func part(of chunks: ChunkTable) -> MediaTime? {
        guard let part = source.part, source.repeated != nil else { return source.part }
        let isDivided = chunks.chunksPerSegment > 1
        return isDivided || chunks.chunkDuration <= part ? chunks.chunkDuration : nil
    }

    private func media(_ rendition: Asset.Variant, _ name: String, number: Int) -> File {
        let chunks = rendition.chunks.adding(-(rendition.initBytes ?? 0), at: source.discontinuities)
            .without(rendition.initTurns.dropFirst())
        let listing = LiveTrack(source, chunks).listing(at: now, seed: seed)
        let perSegment = chunks.chunksPerSegment
        let (target, part) = (target(ofRendition: number), part(of: chunks))
        let start = chunks.start(of: listing.first)
        var text = head(target, part, rendition, sequence: listing.first / perSegment, from: start)
        var inForce: Int64?
        text += beginning(rendition, name, at: start, listing.first, isListed: !listing.isEmpty, &inForce)
        text += dateRanges(from: start, to: chunks.start(of: listing.end))
        let track = WrittenTrack(
            chunks: chunks, gaps: rendition.gaps, name: name, isFragmented: rendition.initBytes != nil,
            part: part, hasOpenRange: source.hasOpenRange, target: target,
            keyFrameInterval: number < asset.variants.count && rendition.hasPictures
                ? asset.item.keyFrameInterval : nil)
        for segment in listing.first / perSegment..<(listing.end + perSegment - 1) / perSegment {
            let place = chunks.start(of: segment * perSegment)
            let isDiscontinuity = source.discontinuities.contains(place)
            if isDiscontinuity { text += "#EXT-X-DISCONTINUITY\n" }
            if place > start {
                let chunk = segment * perSegment
                let hasOwnSection = isDiscontinuity || rendition.initTurns.begin(with: chunk)
                text +=
                    hasOwnSection
                    ? beginning(rendition, name, at: place, chunk, isListed: isDiscontinuity, &inForce)
                    : turn(to: key(of: rendition, at: chunk), from: &inForce)
            }
            text += track.segment(segment, listedEnd: listing.end)
        }
        if listing.isEnded { text += "#EXT-X-ENDLIST\n" } else { text += track.hint(behind: listing.end) }
        return File(path: name + ".m3u8", text: text)
    }

    /// The date ranges of what is listed, up to that of the edge: those that a scenario has at equal distances.
    private func dateRanges(from start: MediaTime, to end: MediaTime) -> String {
        guard let interval = source.dateRangeInterval?.nanoseconds, let date = source.programDate else { return "" }
        let first = (start.nanoseconds + interval - 1) / interval
        return (first..<max(first, end.nanoseconds / interval + 1)).reduce(into: "") { text, number in
            let own = PlaylistDate.text(date.addingClamped(number * interval))
            text += "#EXT-X-DATERANGE:ID=\"date-\(number)\",START-DATE=\"\(own)\"\n"
        }
    }

    /// The lines where the listed media begins, behind each discontinuity, and where a playlist on disk has another
    /// initialization section: that section, of which each stretch between two has one of its own, behind its key; the
    /// key of the segment; and the date, unless dates go on. One that is listed again is a file of its own each time,
    /// because the run fetches it each time.
    private func beginning(
        _ rendition: Asset.Variant, _ name: String, at place: MediaTime, _ chunk: Int64, isListed: Bool,
        _ inForce: inout Int64?
    ) -> String {
        var text = ""
        if let first = rendition.initBytes {
            let turn = rendition.initTurns.turn(at: chunk)
            let (number, bytes) = turn ?? (source.discontinuities.count { $0 <= place }, first)
            let file = number > 0 ? "init-\(number + 1).mp4" : "init.mp4"
            text += self.turn(to: sectionKey(of: rendition, at: chunk), from: &inForce)
            text += "#EXT-X-MAP:URI=\"\(name)/\(file)\""
            // Of one whose size nobody knows it is not said.
            text += (bytes > 0 ? ",BYTERANGE=\"\(bytes)@0\"" : "") + "\n"
        }
        text += turn(to: key(of: rendition, at: chunk), from: &inForce)
        if let date = source.programDate, isListed, !source.unlisted.contains(.jumpingDates) {
            text += "#EXT-X-PROGRAM-DATE-TIME:\(PlaylistDate.text(date.addingClamped(place.nanoseconds)))\n"
        }
        return text
    }

    /// The tags of the whole playlist, which begins with that segment at that place. Numbers go on from those of a
    /// playlist on disk. A discontinuity before the first segment is still listed (RFC 8216, 6.2.2).
    private func head(
        _ target: MediaTime, _ part: MediaTime?, _ rendition: Asset.Variant, sequence: Int64, from start: MediaTime
    ) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:\(version)\n"
        text += "#EXT-X-TARGETDURATION:\(target.nanoseconds / 1_000_000_000)\n"
        let holdBack = PlaylistWriting.seconds(source.holdBack)
        var control = source.skipBoundary.map { ["CAN-SKIP-UNTIL=\(PlaylistWriting.seconds($0))"] } ?? []
        if source.skipBoundary != nil, source.skipsDateRanges { control.append("CAN-SKIP-DATERANGES=YES") }
        if source.part != nil { control.append("CAN-BLOCK-RELOAD=YES") }
        if let own = source.holdBackOfSegments { control.append("HOLD-BACK=\(PlaylistWriting.seconds(own))") }
        if part != nil {
            control.append("PART-HOLD-BACK=\(holdBack)")
        } else if source.part == nil, source.saysHoldBack {
            control.append("HOLD-BACK=\(holdBack)")
        }
        if let start = source.start {
            let precise = start.isPrecise ? ",PRECISE=YES" : ""
            text += "#EXT-X-START:TIME-OFFSET=\(PlaylistWriting.seconds(start.offset))\(precise)\n"
        }
        if !control.isEmpty { text += "#EXT-X-SERVER-CONTROL:\(control.joined(separator: ","))\n" }
        if let part { text += "#EXT-X-PART-INF:PART-TARGET=\(PlaylistWriting.seconds(part))\n" }
        text += "#EXT-X-MEDIA-SEQUENCE:\(rendition.mediaSequence.addingClamped(sequence))\n"
        let passed = rendition.discontinuitySequence.addingClamped(Int64(source.discontinuities.count { $0 < start }))
        if !source.discontinuities.isEmpty || passed > 0 { text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(passed)\n" }
        return text + (source.window == nil ? "#EXT-X-PLAYLIST-TYPE:EVENT\n" : "")
    }
}

/// The lines of one track's segments.
private struct WrittenTrack {
    let chunks: ChunkTable
    let gaps: ChunkRanges
    let name: String
    let isFragmented: Bool
    let part: MediaTime?
    let hasOpenRange: Bool
    let target: MediaTime
    /// How far apart key frames are; nil of sound, each frame of which is one.
    let keyFrameInterval: MediaTime?

    private var perSegment: Int64 { chunks.chunksPerSegment }

    /// A segment, with its parts where they are listed; one that is not whole yet is its parts alone.
    func segment(_ number: Int64, listedEnd: Int64) -> String {
        let (first, end) = (number * perSegment, min(chunks.count, (number + 1) * perSegment))
        var text = ""
        if areListed(partsUntil: end, listedEnd) {
            for chunk in first..<min(end, listedEnd) { text += line(ofPart: chunk, from: first) }
        }
        guard end <= listedEnd else { return text }
        let isGap = (first..<end).contains { gaps.contains($0) }
        let bytes = isGap ? 0 : chunks.bytes(before: end) - chunks.bytes(before: first)
        text += bytes > 0 ? "" : "#EXT-X-GAP\n"
        text += "#EXTINF:\(PlaylistWriting.seconds(chunks.start(of: end) - chunks.start(of: first))),\n"
        return text + (bytes > 0 ? "#EXT-X-BYTERANGE:\(bytes)@0\n" : "") + uri(number) + "\n"
    }

    /// The part that comes next, which clients ask for before it is listed.
    func hint(behind listedEnd: Int64) -> String {
        guard part != nil, listedEnd < chunks.count, isThere(listedEnd) else { return "" }
        let number = listedEnd / perSegment
        let start = chunks.bytes(before: listedEnd) - chunks.bytes(before: number * perSegment)
        // Without a length it is an open range, which brings the parts behind it as well.
        let length = hasOpenRange ? "" : ",BYTERANGE-LENGTH=\(chunks.bytes(of: listedEnd))"
        return "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(uri(number))\",BYTERANGE-START=\(start)\(length)\n"
    }

    private func areListed(partsUntil end: Int64, _ listedEnd: Int64) -> Bool {
        guard part != nil else { return false }
        let distance = chunks.start(of: listedEnd) - chunks.start(of: end - 1)
        return distance.nanoseconds <= target.nanoseconds.multipliedClamped(by: 3)
    }

    private func line(ofPart chunk: Int64, from first: Int64) -> String {
        let length = PlaylistWriting.seconds(chunks.start(of: chunk + 1) - chunks.start(of: chunk))
        let (bytes, offset) = (chunks.bytes(of: chunk), chunks.bytes(before: chunk) - chunks.bytes(before: first))
        let range = isThere(chunk) ? "BYTERANGE=\"\(bytes)@\(offset)\"" : "GAP=YES"
        let independent = chunk == first || hasKeyFrame(chunk) ? ",INDEPENDENT=YES" : ""
        return "#EXT-X-PART:DURATION=\(length),URI=\"\(uri(first / perSegment))\",\(range)\(independent)\n"
    }

    /// Whether a part has a key frame, where a seek may land: each that has one should say so (rfc8216bis, 4.4.4.9).
    private func hasKeyFrame(_ chunk: Int64) -> Bool {
        guard let step = keyFrameInterval?.nanoseconds else { return true }
        return (chunks.start(of: chunk + 1).nanoseconds - 1) / step * step >= chunks.start(of: chunk).nanoseconds
    }

    /// Whether a part is no gap.
    private func isThere(_ chunk: Int64) -> Bool { chunks.bytes(of: chunk) > 0 && !gaps.contains(chunk) }

    private func uri(_ number: Int64) -> String { "\(name)/\(number)\(isFragmented ? ".m4s" : ".ts")" }
}

/// Values as playlists have them.
private enum PlaylistWriting {
    static func seconds(_ length: MediaTime) -> String { NumberText.exact(length.nanoseconds, places: 9) }

    /// A quoted string has no quotation mark and no line break (RFC 8216, 4.2), and a brace may begin a variable.
    static func quoted(_ text: String) -> String {
        var own = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": own.append("'")
            case "{": own.append("(")
            case "}": own.append(")")
            default: own.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar)
            }
        }
        return "\"\(String(own))\""
    }
}
