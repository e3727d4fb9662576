import PlayerModel

/// A multivariant playlist: the same content at several bit rates, and renditions to go with them.
package struct MultivariantPlaylist: Equatable, Sendable {
    package enum MediaType: String, CaseIterable, Sendable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// EXT-X-MEDIA.
    package struct Rendition: Equatable, Sendable {
        package var type: MediaType
        package var isDefault: Bool
        /// The URI of its playlist; nil where its media is in the variant's own playlist.
        package var uri: String?
        package var groupID: ExactText
        package var name: ExactText
        package var language: ExactText?
        package var associatedLanguage: ExactText?
        package var stableID: ExactText?
        package var isAutoselect: Bool
        package var isForced: Bool
        package var instreamID: String?
        package var characteristics: ExactText?
        /// CHANNELS, as in "2", "6" or "16/JOC".
        package var channels: String?
        package var sampleRateHz: Int64?
        package var bitDepth: Int64?
        package var place: Place
        package var uriPlace: Place

        /// LANGUAGE as the first rendition of its type has it that differs in capitals alone; nil where there is none.
        var languageBefore: ExactText?

        /// The language by which it is selected: LANGUAGE, or else NAME.
        package var languageName: ExactText { languageBefore ?? language ?? name }

        /// LANGUAGE as it is compared: capitals make no other language (RFC 5646, 2.1.1).
        var languageTag: ExactText? { language?.lowercased }

        /// The number of channels: the part of CHANNELS before the first slash; nil where that is no number.
        package var channelCount: Int64? { channels.flatMap { text in Int64(text.prefix { $0 != "/" }) } }

        /// Of subtitles, their order among those of one language: what may play unless the person chooses comes first.
        var subtitleRank: Int { isDefault ? 0 : isForced && isAutoselect ? 1 : 2 }

        /// Of audio, what is listed of it again.
        var asListed: LiveSource.Audio {
            LiveSource.Audio(
                name: name.text, language: language?.text, associatedLanguage: associatedLanguage?.text,
                isDefault: isDefault, isAutoselect: isAutoselect, characteristics: characteristics?.text,
                channels: channels, sampleRate: sampleRateHz, bitDepth: bitDepth)
        }

        /// Its name and group, of audio.
        var audioWords: String {
            "audio \"\(PlaylistWords.cut(name.text))\" of group \(PlaylistWords.cut(groupID.text))"
        }
    }

    /// The attributes that EXT-X-STREAM-INF and EXT-X-I-FRAME-STREAM-INF share.
    package struct Stream: Equatable, Sendable {
        /// BANDWIDTH: the peak segment bit rate in bits per second.
        package var bandwidth: Int64
        package var averageBandwidth: Int64?
        package var scoreBillionths: Int64?
        package var codecs: [String]
        package var supplementalCodecs: [String]
        package var resolution: Dimensions?
        package var hdcpLevel: String?
        /// Whether it has ALLOWED-CPC, and REQ-VIDEO-LAYOUT: what they say decides nothing here.
        package var saysAllowedCPC = false
        package var saysVideoLayout = false
        package var videoRange: String?
        package var stableID: ExactText?
        package var pathwayID: ExactText?
        /// VIDEO: the group of renditions.
        package var videoGroup: ExactText?
        package var uri: String
        package var place: Place
        package var uriPlace: Place

        /// AVERAGE-BANDWIDTH, or else BANDWIDTH.
        var typicalBandwidth: Int64 { averageBandwidth ?? bandwidth }
    }

    package enum ClosedCaptions: Equatable, Sendable {
        case none
        case group(ExactText)
    }

    /// EXT-X-STREAM-INF with its URI.
    package struct Variant: Equatable, Sendable {
        package var stream: Stream
        package var frameRateThousandths: Int64?
        package var audioGroup: ExactText?
        package var subtitleGroup: ExactText?
        package var closedCaptions: ClosedCaptions?

        /// PATHWAY-ID; "." is the pathway of variants that name none (RFC 8216bis, section 4.4.6.2).
        package var pathway: ExactText { stream.pathwayID ?? "." }

        /// Whether it has pictures: it says so, or does not say what formats it has.
        package var hasVideo: Bool {
            if stream.resolution != nil || frameRateThousandths != nil { return true }
            return !MultivariantPlaylist.haveNoPictures(stream.codecs)
        }

        /// The group of the audio beside it: none beside sound alone.
        var groupBeside: ExactText? { hasVideo ? audioGroup : nil }

        /// The reason why nothing of it is fetched, in words that go on after its name; nil where there is none. `own`
        /// is its playlist, `first` that of the first variant, and `groups` are those whose audio does not fit.
        func idleness(_ own: MediaPlaylist, beside first: MediaPlaylist?, without groups: [ExactText]) -> String? {
            // Sound alone of another length was never fit to stand in.
            if !hasVideo, let first, !own.isAsLong(as: first) { return "sound alone, which has another length" }
            guard let group = groupBeside, groups.contains(group) else { return nil }
            return "because segments of its audio, group \(PlaylistWords.cut(group.text)), begin elsewhere"
        }
    }

    package struct SessionData: Equatable, Sendable {
        package var dataID: ExactText
        package var value: String?
        package var uri: String?
        package var language: ExactText?
        package var place: Place
    }

    package struct ContentSteering: Equatable, Sendable {
        package var serverURI: String
        package var pathwayID: ExactText?
        package var place: Place

        /// The feature that is not modelled where no file is found by its URI.
        var lack: PlaylistWarning.Feature { .contentSteering(PlaylistWarning.ManifestLack(of: serverURI)) }
    }

    /// The source that its places are in.
    package var source: Int32
    package var text: PlaylistText
    package var head = PlaylistHead()
    /// All that was read all the same, or is not modelled.
    package var warnings: [PlaylistWarning] = []
    package var variants: [Variant] = []
    package var iFrameStreams: [Stream] = []
    package var renditions: [Rendition] = []
    package var sessionData: [SessionData] = []
    package var sessionKeys: [PlaylistKey] = []
    package var contentSteering: ContentSteering?

    /// The pathways by which variants come: the one that content steering begins with, or else the first variant's, and
    /// the others in the order of the variants. O(n log n).
    package var pathways: [ExactText] {
        let index = NameIndex(variants.map { $0.pathway })
        var all = variants.indices.filter { index.place(of: variants[$0].pathway) == $0 }.map { variants[$0].pathway }
        if let first = contentSteering?.pathwayID, let place = all.firstIndex(of: first) {
            all.insert(all.remove(at: place), at: 0)
        }
        return all
    }

    /// A warning for each pathway of which no variant is taken: that with which content steering begins at its tag,
    /// others at their first variants.
    func lostPathways(among taken: [ExactText]) -> [PlaylistWarning] {
        // Made anew, because embedded Swift casts no lists.
        let (kept, all) = (NameIndex(taken.map { $0 }), NameIndex(variants.map { $0.pathway }))
        return pathways.filter { kept.place(of: $0) == nil }.compactMap { id in
            let steering = contentSteering?.pathwayID == id ? contentSteering : nil
            let place = steering?.place ?? all.place(of: id).map { variants[$0].stream.place }
            return place.map { PlaylistWarning(.lostPathway(id.text, isBegunWith: steering != nil), $0) }
        }
    }

    /// A warning at the first variant of each of some groups of audio whose variants are left out. Of a pathway with
    /// which all variants go that says enough.
    func lostVariants(beside groups: [ExactText], in taken: [ExactText]) -> [PlaylistWarning] {
        let kept = NameIndex(taken.map { $0 })
        return groups.compactMap { group in
            let lost = variants.filter { $0.groupBeside == group && kept.place(of: $0.pathway) != nil }
            return lost.first.map { first in
                let place = first.stream.place
                return PlaylistWarning(
                    .lostVariants(group: group.text, line: place.line, others: lost.count - 1), place)
            }
        }
    }

    /// The places of its renditions of one type, by their groups.
    func groups(of type: MediaType) -> NameIndex { NameIndex(renditions.map { $0.type == type ? $0.groupID : nil }) }

    /// The rendition of a group that plays unless one is chosen: its default, else the first that may be selected
    /// automatically, else the first.
    func rendition(ofGroup group: ExactText, in groups: NameIndex) -> Rendition? {
        let members = groups.places(of: group).map { renditions[$0] }
        return members.first { $0.isDefault } ?? members.first { $0.isAutoselect } ?? members.first
    }

    /// The subtitles of a group. Of several in one language that comes first which plays unless the person chooses.
    func subtitles(ofGroup group: ExactText) -> [Rendition] {
        let members = renditions.filter { $0.type == .subtitles && $0.groupID == group }
        return (0...2).flatMap { rank in members.filter { $0.subtitleRank == rank } }
    }

    /// The audio that a person may choose and no run fetches, because of its group nothing is: no variant names it, or
    /// what plays of it is in the variants. `groups` are those of which something is fetched.
    func unfetchedAudio(beside taken: [Variant], _ groups: NameIndex) -> [String] {
        let (named, beside) = (NameIndex(variants.map { $0.audioGroup }), NameIndex(taken.map { $0.groupBeside }))
        return renditions.compactMap { rendition in
            let id = rendition.groupID
            guard rendition.type == .audio, rendition.uri != nil, groups.place(of: id) == nil else { return nil }
            if named.place(of: id) == nil { return "\(rendition.audioWords), which no variant names" }
            // Sound alone is its own rendition.
            if beside.place(of: id) == nil { return nil }
            return "\(rendition.audioWords), because what plays of that group is in the variants"
        }
    }

    /// Whether a format of RFC 6381 is one of sound or of text, among those that HLS has.
    static func hasNoPictures(codec: String) -> Bool {
        withoutPictures.contains { codec.utf8.starts(with: $0.utf8) }
    }

    /// Whether all formats are such, of those that are said.
    static func haveNoPictures(_ codecs: [String]) -> Bool {
        !codecs.isEmpty && codecs.allSatisfy { hasNoPictures(codec: $0) }
    }

    private static let withoutPictures = [
        "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "opus", "Opus", "iamf", "apac", "mhm1", "usac", "dts",
        "wvtt", "stpp",
    ]
}
