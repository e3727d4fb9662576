import PlayerModel

/// An objection of RFC 8216bis to what playlists have together, or to the value of a tag or an attribute, as a fact.
package enum AuthoringRuleFault: Equatable, Sendable {
    case kindDiffers(MediaPlaylist.Kind?, other: MediaPlaylist.Kind)
    case variantTargetsDiffer(seconds: Int64, firstSeconds: Int64)
    case noDate
    case datesDiffer(by: MediaTime)
    case discontinuitiesDiffer(Int64, first: Int64)
    case unknownWord(String, String, known: [String])
    case noPositiveScore
    case noChannelCount(String)
    case noFormatOfSound(group: String)
    case keyFormatVersions(String, others: Int)
    /// Rates are in bits per second.
    case bitRateDiffers(measured: Int64, declared: Int64)
    case lowVersion(Int64, needed: Int64, by: String)

    /// The objection in a sentence, with its section in front.
    var message: String {
        func kbps(_ rate: Int64) -> String { QuantityText.value(rate, .kilobitsPerSecond) }
        return switch self {
        case .kindDiffers(let kind, let other):
            "6.2.4: #EXT-X-PLAYLIST-TYPE is \(kind.map { $0.rawValue } ?? "missing"), and another playlist has "
                + "\(other.rawValue); all must have the same"
        case .variantTargetsDiffer(let seconds, let first):
            "6.2.4: the target duration is \(seconds) s and that of the first variant \(first) s; all variants must "
                + "have the same"
        case .noDate: "6.2.4: #EXT-X-PROGRAM-DATE-TIME is missing, and another playlist has it; all must have it"
        case .datesDiffer(let apart):
            "6.2.4: by #EXT-X-PROGRAM-DATE-TIME it begins \(apart.inSeconds) from where another playlist begins; all "
                + "must agree"
        case .discontinuitiesDiffer(let number, let first):
            "6.2.4: the discontinuity sequence number of the last segment is \(number), and with the first variant "
                + "\(first); they must match"
        case .unknownWord(let name, let word, let known):
            "4.4.6.2: \(name) is '\(PlaylistWords.cut(word))', and must be "
                + "\(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")"
                + NearMiss.hint(word, among: known)
        case .noPositiveScore: "4.4.6.2: SCORE is 0, and must be more"
        case .noChannelCount(let channels):
            "4.4.6.1: CHANNELS is '\(PlaylistWords.cut(channels))', and must begin with the number of channels"
        case .noFormatOfSound(let group):
            "4.4.6.1.1: CODECS must have every format of the audio group '\(PlaylistWords.cut(group))', and has none "
                + "of sound"
        case .keyFormatVersions(let versions, let others):
            "4.4.4.4: KEYFORMATVERSIONS is '\(PlaylistWords.cut(versions))', and must be a number of more than 0, or "
                + "several with / between them"
                + (others > 0 ? "; so must that of \(NumberText.count(others, "more key"))" : "")
        case .bitRateDiffers(let measured, let declared):
            "4.4.4.8: the file of this segment has \(kbps(measured)), and #EXT-X-BITRATE, \(kbps(declared)), must be "
                + "within 10 % of that"
        case .lowVersion(let version, let needed, let name):
            "8: #EXT-X-VERSION must be at least \(needed), because of \(PlaylistWords.cut(name)); it is \(version)"
                + (version == 1 ? ", or missing" : "")
        }
    }
}
