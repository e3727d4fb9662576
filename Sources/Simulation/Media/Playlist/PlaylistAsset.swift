import PlayerModel

/// An asset made of playlists, with the sources of its sizes.
///
/// Every segment is one chunk. All tracks end where the longest does: the last segment of a shorter one lasts until
/// then, because tracks of real streams differ by a frame or so. The bit rate that a player is told of a track is the
/// variant's AVERAGE-BANDWIDTH, or else BANDWIDTH, less that of the audio beside it; for a rendition it is the
/// average of its sizes. One key that opens all is fetched before the media; several, or one that opens a part, each
/// before the first segment that it opens. Without EXT-X-ENDLIST it is a live stream, unless it is of type VOD: then
/// what is listed goes on being listed in turn (`PlaylistEdge`).
///
/// Each variant has the audio of its own group beside it, in every language, where its segments begin at the same
/// places as those of the first group's: a variant whose audio does otherwise is left out, and a pathway with its last
/// variant. A variant of sound alone has nothing beside it, because its playlist is often the audio rendition itself.
/// Variants of several pathways (PATHWAY-ID) are taken, and it is begun with the one that content steering names, or
/// else the first variant's. I-frame streams are for scanning through, and are not fetched. What is left out is said.
///
/// Of the subtitles of the first variant's group those are fetched beside the rest that play unless the person chooses
/// (RFC 8216, section 4.3.4.1): what is DEFAULT; or else what is FORCED, may be selected automatically and is in the
/// language of the sound, because it translates what is spoken in another; or else none. AVFoundation decides so too
/// where an app leaves it `appliesMediaSelectionCriteriaAutomatically`, but also by the settings of the person, whom
/// nobody knows here: `subtitles` of the scenario's media selects a language, or none.
///
/// A class, because it never changes, and would be copied with all that holds it.
package final class PlaylistAsset: Sendable {
    package struct Rendition: Sendable {
        package let path: String
        package let sizes: PlaylistSizes
    }

    /// The asset; nil exactly where there is a problem. Of a live stream, what is listed of it.
    package let asset: Asset?
    /// The edge of a live stream; nil where what is listed is all there is.
    package let edge: PlaylistEdge?
    private let set: PlaylistSet
    private let isGzipped: Bool
    package let problems: [PlaylistProblem]
    /// The renditions of the variants, in the order of the asset, then the audio's, then subtitles.
    package let renditions: [Rendition]
    /// All that the playlists have and the asset has not, in words.
    package let leftOut: [String]
    /// All that the playlists have and no run has.
    package let notModelled: [PlaylistWarning.Feature]
    /// The pathways of its variants, even where there is one alone.
    package let pathways: [ExactText]
    /// The groups of audio because of which variants are left out.
    private let unfit: [ExactText]
    /// The subtitles that may be selected, with their languages; those of the asset are among them.
    package let subtitles: [Asset.Variant]
    /// The asset's variants, then its audio, as its playlists have them.
    package let listed: [LiveSource.Rendition]

    /// The bit rate of an audio rendition of which nothing is known, in bits per second: stereo AAC. It is cut to
    /// half of the lowest variant's whole rate.
    package static let assumedAudioBitRate: Int64 = 128_000
    /// The bit rate of subtitles of which nothing is known, in bits per second: two lines of text every few seconds.
    /// No standard has it; this is a number of our own.
    package static let assumedSubtitleBitRate: Int64 = 1000
    /// A petabyte: smaller sizes add up without overflow.
    static let mostBytes: Int64 = 1_000_000_000_000_000

    /// Makes an asset of the playlists that were read. `gzipped` says that playlists travel as gzip, and `isWhole`
    /// that what is listed is all there is, whatever the playlists say.
    package convenience init(_ set: PlaylistSet, gzipped: Bool = false, isWhole: Bool = false) {
        self.init(set, gzipped, PlaylistAssetBuilder(set: set, isGzipped: gzipped, isWhole: isWhole), isWhole)
    }

    private init(_ set: PlaylistSet, _ gzipped: Bool, _ builder: PlaylistAssetBuilder, _ isWhole: Bool) {
        var builder = builder
        self.set = set
        isGzipped = gzipped
        switch set.root {
        case .multivariant(let playlist): builder.build(playlist)
        case .media(let playlist): builder.build(playlist)
        }
        asset = builder.problems.isEmpty ? builder.asset : nil
        (edge, listed) = (builder.edge, builder.listed)
        problems = builder.problems
        renditions = builder.renditions
        leftOut = builder.leftOut
        (subtitles, pathways, unfit) = (builder.subtitles, builder.taken, builder.unfit)
        var features: [PlaylistWarning.Feature] = []
        // Of what is modelled of live streams alone, nobody has warned.
        let parts: [PlaylistWarning.Feature] = isWhole && set.media.contains { $0.playlist.hasParts } ? [.parts] : []
        for feature in set.warnings.compactMap({ $0.fact.feature }) + parts
        where !features.contains(feature) {
            features.append(feature)
        }
        notModelled = features
    }

    /// The same, where what is listed is all there is.
    package var whole: PlaylistAsset { PlaylistAsset(set, gzipped: isGzipped, isWhole: true) }

    /// The same of a live stream that goes on until then. No part is longer than `part`, or than the playlists say.
    package func goingOn(until end: MediaTime, part: MediaTime?) -> PlaylistAsset {
        let builder = PlaylistAssetBuilder(set: set, isGzipped: isGzipped, isWhole: false, goingOn: (end, part))
        return PlaylistAsset(set, isGzipped, builder, false)
    }

    /// The interstitial events that its playlists say.
    package var interstitials: [Interstitial] { interstitials(saidZero: nil) }

    /// The same, where a scenario may say the date of media time zero, in nanoseconds since 1970-01-01T00:00:00Z: then
    /// all dates count from that, and not as the playlists have them.
    func interstitials(saidZero: Int64?) -> [Interstitial] {
        let end = asset?.duration ?? self.set.firstListed?.playlist.duration
        return self.set.interstitials(zero: edge?.date, saidZero: saidZero, until: edge == nil ? end : nil)
    }

    /// All that is to be said of it besides the warnings of its playlists, unless a scenario has it otherwise.
    package var warnings: [PlaylistWarning] {
        var warnings = PlaylistWarnings()
        if let disagreement = edge?.disagreement {
            warnings.note(.live(.disagreement(disagreement)), at: disagreement.place)
        }
        for (fault, place) in edge?.otherParts(than: nil) ?? [] { warnings.note(.live(fault), at: place) }
        if let place = edge?.subtitles { warnings.note(.live(.subtitles), at: place) }
        if asset != nil {
            for lost in lostPathways(among: pathways) + lostVariants { warnings.note(lost.fact, at: lost.place) }
        }
        if self.set.firstListed?.playlist.segments.isEmpty ?? true { return warnings.list }
        for listed in interstitials {
            for attribute in listed.idleAttributes {
                let why = "what comes before or after playback has none here"
                warnings.note(.ignored(attribute, why: why), at: listed.event.place)
            }
            if let why = listed.obstacle {
                warnings.note(.interstitial(why: why), at: listed.event.place)
            } else if listed.paths?.isEmpty ?? true {
                warnings.note(.emptyInterstitial(list: listed.event.uri), at: listed.event.place)
            }
        }
        return warnings.list
    }

    /// The pathways of an asset of these playlists, without those that steering makes: where it names none, that of the
    /// first variant, which is never left out.
    package func pathways(of asset: Asset) -> [ExactText] {
        let own = asset.unsteered.pathways
        guard own.isEmpty, case .multivariant(let playlist) = self.set.root else { return own }
        return playlist.variants.prefix(1).map { $0.pathway }
    }

    /// A warning for each pathway that has no variant among those of an asset, because all of them are left out.
    package func lostPathways(among own: [ExactText]) -> [PlaylistWarning] {
        guard case .multivariant(let playlist) = self.set.root else { return [] }
        return playlist.lostPathways(among: own)
    }

    /// A warning for each group of audio because of which variants of its pathways are left out.
    package var lostVariants: [PlaylistWarning] {
        guard case .multivariant(let playlist) = self.set.root else { return [] }
        return playlist.lostVariants(beside: unfit, in: pathways)
    }

    /// Whether the first variant's playlist has dates.
    package var isDated: Bool { self.set.firstListed?.playlist.beginning != nil }

    /// The place of a date, in nanoseconds since 1970-01-01T00:00:00Z; nil where it is that of no media.
    package func place(of date: Int64) -> MediaTime? { self.set.firstListed?.playlist.place(of: date) }

    /// The number of segments whose sizes come from each source, in the order of the sources.
    package var sources: [(source: SizeSource, segments: Int64)] {
        SizeSource.allCases.compactMap { source in
            let count = renditions.reduce(0) { $0 + $1.sizes.count(of: source) }
            return count > 0 ? (source, count) : nil
        }
    }

    /// The asset with the subtitles in a language; nil for none.
    package func asset(withSubtitles language: ExactText?) -> Asset? {
        guard var made = asset else { return nil }
        made.subtitles = language.flatMap { language in subtitles.first { $0.language == language } }
        return made
    }
}
