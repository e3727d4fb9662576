import PlayerModel

/// Something in a playlist that is not as the RFC has it and is played all the same, as players do, or that is right
/// and is not modelled; and its place.
///
/// The measure is what players accept: hls.js (m3u8-parser.ts, attr-list.ts), Shaka (manifest_text_parser.js),
/// ExoPlayer (HlsPlaylistParser.java) and video.js (parse-stream.js). Where most of them play, and Apple's own tools
/// write it or Safari is known to play it, it is a warning; where they break, or differ in what they make of it,
/// it is an error, unless a choice of ours is said.
package struct PlaylistWarning: Equatable, Sendable {
    /// A part of HLS that a playlist uses and that no run has.
    package enum Feature: Equatable, Sendable {
        case contentSteering(ManifestLack), parts, videoRenditions, scores
        case renditionReports, discontinuities, sectionHints
        case unknownTags(PlaylistUnknownTags)
        /// RELOAD-URI of a manifest that leads to no file.
        case steeringReload(to: String, of: String)

        /// The name in a report.
        package var name: String {
            switch self {
            case .contentSteering: "content steering (EXT-X-CONTENT-STEERING)"
            case .parts: "parts of segments (EXT-X-PART)"
            case .videoRenditions: "other pictures to choose from (TYPE=VIDEO)"
            case .scores: "scores of variants (SCORE)"
            case .renditionReports: "rendition reports (EXT-X-RENDITION-REPORT)"
            case .discontinuities: "what decoders do at discontinuities (EXT-X-DISCONTINUITY)"
            case .sectionHints: "hints at initialization sections (EXT-X-PRELOAD-HINT)"
            case .unknownTags: "tags that are not known"
            case .steeringReload: "the next steering manifest (RELOAD-URI)"
            }
        }

        /// Whether it is of steering manifests, in whose place a scenario may say what they would.
        package var isOfSteering: Bool {
            switch self {
            case .contentSteering, .steeringReload: true
            case .parts, .videoRenditions, .scores, .renditionReports, .discontinuities, .sectionHints, .unknownTags:
                false
            }
        }

        /// Whether it is a steering manifest that is not fetched.
        package var lacksManifest: Bool { if case .contentSteering = self { true } else { false } }

        /// The warning in a sentence.
        var message: String {
            switch self {
            case .contentSteering(let lack):
                "no steering manifest is fetched, because \(lack.words), or say 'steering' beside the playlist's path "
                    + "in a scenario; without either, playback begins with the pathway of #EXT-X-CONTENT-STEERING, or "
                    + "else the first variant's, and stays until something of it fails"
            case .parts: "parts are not modelled: whole segments are fetched"
            case .videoRenditions: "renditions of TYPE=VIDEO are not modelled: a variant's own playlist is played"
            case .scores: "SCORE is not modelled: variants are chosen by bit rate and size, as the rules say"
            case .renditionReports:
                "rendition reports are passed over: a playlist that is turned to is asked for as it is, and is the "
                    + "newest, because no cache is in between"
            case .sectionHints:
                "a hint at an initialization section is passed over: a section comes when a segment needs it"
            case .unknownTags(let tags):
                "tags that are not known are passed over, as they must be (RFC 8216, 6.3.1): \(tags.words)"
            case .steeringReload(let uri, let file):
                "RELOAD-URI of '\(PlaylistWords.cut(file))' is passed over, because '\(PlaylistWords.cut(uri))' is no "
                    + "file beside the playlist: the same manifest is loaded again; save the next one there, and name "
                    + "it by a relative path"
            case .discontinuities:
                "what a decoder does at a discontinuity is not modelled: media goes on without a break, also where the "
                    + "format changes; a new initialization section counts to the segment that needs it"
            }
        }
    }

    /// A reason why no steering manifest is fetched.
    package enum ManifestLack: Equatable, Sendable {
        /// SERVER-URI is that of a server, or of a file that is not there, or of none in the playlist's folder, or has
        /// the manifest in itself (rfc8216bis, 4.4.6.6).
        case server, file(String), noFile, inline

        /// By SERVER-URI, where no file has been found by that.
        init(of uri: String) {
            do throws(PlaylistPath.Fault) {
                self = .file(try PlaylistPath.resolve(uri, relativeTo: ""))
            } catch {
                self =
                    switch error {
                    case .scheme(let scheme): scheme.lowercased() == "data" ? .inline : .server
                    case .host, .absolute: .server
                    case .climbsOut, .badEscape, .empty, .folder: .noFile
                    }
            }
        }

        /// The reason, and what to do about it.
        fileprivate var words: String {
            switch self {
            case .server: "its server is not asked: save it beside the playlist and name it by a relative path"
            case .file(let path):
                "there is no file '\(PlaylistWords.cut(path))' in the playlist's folder: save it there"
            case .noFile:
                "SERVER-URI names no file in the playlist's folder: save it there, and name it by a relative path"
            case .inline:
                "one in a data: URI is not read (ours): save it beside the playlist and name it by a relative path"
            }
        }
    }

    /// A reason why a pathway that a steering manifest makes is not as it may be meant (RFC 8216bis, section 7.3).
    package enum CloneFault: Equatable, Sendable {
        case exists, noBase(String, known: [String]), noHost(base: String)
        /// The base is made later than the manifest is first loaded.
        case lateBase(String)
        /// The value of an attribute by which no stream goes.
        case unknownStream(String, String)

        fileprivate var message: String {
            switch self {
            case .exists: "is a pathway already, so this one is passed over"
            case .noBase(let base, let known):
                "is a copy of '\(PlaylistWords.cut(base))', which is no pathway by then, so it is passed over"
                    + PlaylistWords.hint(pathway: base, among: known)
            case .lateBase(let base):
                "is a copy of '\(PlaylistWords.cut(base))', which is no pathway when the manifest is first loaded, so "
                    + "it is passed over there; it is made when a later manifest lists it"
            case .noHost(let base):
                "has no HOST in its URI-REPLACEMENT, so that it comes from the hosts of '\(PlaylistWords.cut(base))'"
            case .unknownStream(let id, let attribute):
                "replaces the URI of '\(PlaylistWords.cut(id))', which is no \(attribute) of the playlist"
            }
        }
    }

    package enum Fact: Equatable, Sendable {
        case byteOrderMark, tab, space, behindHeader, trailingComma
        case zeroDuration, decimalComma, targetDuration(seconds: Int64), badResolution(String), capitalCross(String)
        case ignored(String, why: String), group(PlaylistProblem.GroupFault)
        case passedOver(PlaylistProblem.UnknownPart, PlaylistTag), version(Int64)
        /// Of some segments no key has a KEYFORMAT that AVFoundation knows; that of the first.
        case unknownKeyFormat(String)
        /// EXT-X-PROGRAM-DATE-TIME is not where the date before it leads.
        case jumpingDate
        /// EXT-X-START is not that of the multivariant playlist.
        case startsDiffer
        case shortServerControl(String, factor: Int64, of: String)
        case notEnded(isVOD: Bool), startsBehindEnd, startsBeforeBeginning
        case notModelled(Feature)
        case live(PlaylistLiveFault), rule(PlaylistRuleFault), rate(PlaylistRateFault)
        case interstitial(why: String), emptyInterstitial(list: String)
        /// One of several tags of an ID, and an attribute that another has with another value.
        case dateRange(why: String), contradiction(String)
        case unknownPathway(String, known: [String])
        /// All variants of a pathway are left out, that of content steering or another.
        case lostPathway(String, isBegunWith: Bool)
        /// Variants are left out because of their audio's group: the line of the first, and how many others.
        case lostVariants(group: String, line: Int32, others: Int)
        case unknownSteering(String, file: String, known: [String]), nothingToSteer
        case clone(String, file: String, CloneFault)
        case keyFramesAlone, keyFramesElsewhere, unsizedMap(String)
        /// No more are told of this playlist.
        case untold
        /// A file is shorter than a byte range of it.
        case shortFile(String, bytes: Int64)

        var message: String {
            switch self {
            case .byteOrderMark: "a playlist has no byte order mark (RFC 8216, 4.1); it is passed over, as players do"
            case .tab:
                "a tab is a control character, which a playlist has none of (RFC 8216, 4.1); it is taken for a space"
            case .space: "white space does not belong here (RFC 8216, 4.1); it is passed over, as most players do"
            case .behindHeader: "nothing belongs behind #EXTM3U on its line; it is passed over"
            case .trailingComma: "a comma ends this list, and nothing follows it; it is passed over"
            case .zeroDuration:
                "this segment lasts 0 s; it is taken to last 0.01 s, as video.js does (Shaka leaves it out)"
            case .decimalComma: Self.wordsOfDecimalComma
            case .targetDuration(let seconds):
                "#EXT-X-TARGETDURATION must be a whole number that is more than 0; it is read as \(seconds) s"
            case .badResolution(let name):
                "\(name) must be a width and a height, as in 1920x1080; it is passed over, as if there were none"
            case .capitalCross(let name): Self.wordsOfCapitalCross(name)
            case .ignored(let name, let why): "\(name) does not belong here: \(why); it is passed over"
            case .group(let fault): fault.message + "; players play it all the same"
            case .passedOver(let part, let tag):
                part.message + "; \(tag.name) is passed over" + (tag == .streamInf ? ", with its URI" : "")
                    + " (rfc8216bis, 6.3.1)"
            case .version(let version):
                "version \(version) is higher than \(PlaylistHead.latestVersion), the highest there is (rfc8216bis, "
                    + "8): a player that does not know it must not play this; it is read as version "
                    + "\(PlaylistHead.latestVersion) would be"
            case .unknownKeyFormat(let format): Self.wordsOfUnknownKeyFormat(format)
            case .jumpingDate: Self.wordsOfJumpingDate
            case .startsDiffer:
                "the multivariant playlist has another #EXT-X-START, and that one counts (rfc8216bis, 4.4.2.2); this "
                    + "one is passed over"
            case .shortServerControl(let name, let factor, let of):
                "\(name) must be at least \(factor) × \(of); players take it as it is"
            case .notEnded(let isVOD):
                "#EXT-X-ENDLIST is missing: "
                    + (isVOD ? "a VOD playlist ends with it" : "this is a live playlist, or one cut short")
                    + "; what is listed is played as if it were all"
            case .startsBehindEnd: Self.wordsOfStartBehindEnd
            case .startsBeforeBeginning: Self.wordsOfStartBefore
            case .notModelled(let feature): feature.message
            case .live(let fault): fault.message
            case .rule(let fault): fault.message
            case .rate(let fault): fault.message
            case .interstitial(let why): "this interstitial is passed over: \(why)"
            case .emptyInterstitial(let list): Self.wordsOfEmptyList(list)
            case .dateRange(let why): "this tag of an interstitial is passed over: \(why)"
            case .contradiction(let name):
                "\(name) is not that of another #EXT-X-DATERANGE of this ID, as it must be (rfc8216bis, 4.4.5.1); "
                    + "the first value counts"
            case .unknownPathway(let id, let known):
                "no variant has the pathway '\(PlaylistWords.cut(id))', so the first variant's is begun with"
                    + PlaylistWords.hint(pathway: id, among: known)
            case .lostPathway(let id, let isBegunWith): Self.wordsOfLostPathway(id, isBegunWith)
            case .lostVariants(let group, let line, let others): Self.wordsOfLostVariants(group, line, others)
            case .unknownSteering(let id, let file, let known):
                "'\(PlaylistWords.cut(file))' wants the pathway '\(PlaylistWords.cut(id))', which no variant has; it "
                    + "is passed over" + PlaylistWords.hint(pathway: id, among: known)
            case .clone(let id, let file, let fault):
                "the clone '\(PlaylistWords.cut(id))' of '\(PlaylistWords.cut(file))' \(fault.message)"
            case .nothingToSteer:
                "all variants have one pathway, so there is nothing to steer, and no steering manifest is fetched"
            case .keyFramesAlone: Self.wordsOfKeyFrames
            case .keyFramesElsewhere: Self.wordsOfOtherKeyFrames
            case .shortFile(let uri, let bytes):
                "'\(PlaylistWords.cut(uri))' beside the playlist has \(bytes) bytes, and this range ends beyond; it is "
                    + "fetched as it is listed"
            case .untold:
                "one more warning is left out, because \(PlaylistLimits.mostProblems) are told already"
            case .unsizedMap(let uri): Self.wordsOfUnsizedMap(uri)
            }
        }

        private static func wordsOfCapitalCross(_ name: String) -> String {
            "\(name) must have a small x between its numbers (RFC 8216, 4.2); it is read all the same (hls.js does not)"
        }

        private static var wordsOfStartBehindEnd: String {
            "#EXT-X-START lies behind the end, and means the end (RFC 8216, 4.3.5.2): nothing plays unless an app seeks"
        }

        private static var wordsOfStartBefore: String {
            "#EXT-X-START lies before the beginning, and means the beginning (RFC 8216, 4.3.5.2): playback begins there"
        }

        private static var wordsOfDecimalComma: String {
            "a comma ends the duration, and what follows is the title (RFC 8216, 4.3.2.1): where 6,006 is meant for a "
                + "number, write 6.006"
        }

        private static func wordsOfUnknownKeyFormat(_ format: String) -> String {
            "of the keys from here on AVPlayer knows none, and should fail (rfc8216bis, 6.3.6): the KEYFORMAT that it "
                + "knows is \"com.apple.streamingkeydelivery\" or \"identity\"; the key of "
                + "\"\(PlaylistWords.cut(format))\" is fetched, as by a player that knows that"
        }

        private static let wordsOfJumpingDate =
            "the date of this segment is more than a second from where the date before it and the media in between "
            + "lead, and no #EXT-X-DISCONTINUITY stands between them; it counts from here on (RFC 8216, 4.3.2.6)"

        private static func wordsOfUnsizedMap(_ uri: String) -> String {
            "nothing says how large '\(PlaylistWords.cut(uri))' is, so it is not fetched: add BYTERANGE, or put it "
                + "beside the playlist"
        }

        private static func wordsOfLostPathway(_ id: String, _ isBegunWith: Bool) -> String {
            "no run has a variant of the pathway '\(PlaylistWords.cut(id))', because all of them are left out"
                + (isBegunWith ? "; the first variant's is begun with" : "")
        }

        private static func wordsOfLostVariants(_ group: String, _ line: Int32, _ others: Int) -> String {
            "no run has the variant on line \(line) of the multivariant playlist"
                + (others > 0 ? " (nor \(others) more)" : "") + ", because segments of its audio, group "
                + "\(PlaylistWords.cut(group)), begin elsewhere than those of the first group"
        }

        private static let wordsOfKeyFrames =
            "this is a playlist of key frames alone (#EXT-X-I-FRAMES-ONLY), for trick play, and not meant to be played "
            + "as a variant; it is played as it is listed"

        private static let wordsOfOtherKeyFrames =
            "this playlist of key frames is no file beside the multivariant playlist; it is for scanning through, "
            + "which is not modelled, so it is not missed"

        private static func wordsOfEmptyList(_ list: String) -> String {
            "this interstitial shows nothing, because '\(PlaylistWords.cut(list))' lists nothing; its X-RESUME-OFFSET "
                + "applies all the same (rfc8216bis, D.5)"
        }

        /// The feature that is not modelled, where it is that.
        package var feature: Feature? { if case .notModelled(let feature) = self { feature } else { nil } }
    }

    package let fact: Fact
    package let place: Place
    /// The fact in words, by which it is told whether two are the same.
    fileprivate let message: ExactText
    /// How often the same stands in the file besides.
    package fileprivate(set) var others: Int64 = 0

    package init(_ fact: Fact, _ place: Place) {
        self.fact = fact
        self.place = place
        message = ExactText(fact.message)
    }

    /// Whether it says the same of a file that was read twice.
    func isSame(as other: PlaylistWarning) -> Bool {
        fact == other.fact && place.line == other.place.line && place.column == other.place.column
    }

    /// Whether nobody has to mend it: tags that are not known are no fault of a playlist, and clients must ignore them
    /// (RFC 8216, 6.3.1).
    package var isNote: Bool {
        switch fact.feature {
        case .unknownTags?: true
        case .contentSteering?, .parts?, .videoRenditions?, .scores?, .renditionReports?, .discontinuities?,
            .sectionHints?, .steeringReload?, nil:
            false
        }
    }

    package var diagnostic: Diagnostic {
        let more = others == 1 ? " (and once more)" : " (and \(others) times more)"
        return Diagnostic(others == 0 ? message.text : message.text + more, at: place)
    }
}

/// The warnings of a playlist while it is read: of those that say the same the first, with the number of the others.
struct PlaylistWarnings: Sendable {
    private(set) var list: [PlaylistWarning] = []

    mutating func note(_ fact: PlaylistWarning.Fact, at place: Place) {
        let warning = PlaylistWarning(fact, place)
        if let index = list.firstIndex(where: { $0.message == warning.message }) {
            list[index].others += 1
        } else if list.count < PlaylistLimits.mostProblems {
            list.append(warning)
        } else if let index = list.firstIndex(where: { $0.fact == .untold }) {
            list[index].others += 1
        } else {
            list.append(PlaylistWarning(.untold, place))
        }
    }

    mutating func forget(_ feature: PlaylistWarning.Feature) { list.removeAll { $0.fact.feature == feature } }

    var sorted: [PlaylistWarning] {
        list.sorted { $0.place < $1.place }
    }
}
