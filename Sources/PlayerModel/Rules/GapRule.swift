/// The conduct of a player with a gap: a segment, or a part of one, that a playlist lists and that is not there
/// (EXT-X-GAP and GAP=YES, RFC 8216bis, 4.4.4.7 and 4.4.4.9).
///
/// No player asks for it. The RFC has players look for another variant that has no gap then (6.3.3); of what they do
/// where there is none it says nothing:
///
///     next is a gap ─▶ looks elsewhere? ──yes, there is one without──▶ that variant, for as long as the gap lasts
///                            │ no                    │ none
///                            ▼                       ▼
///                      nothing is loaded: when the playhead comes there, time goes on, or it skips to the end
public enum GapRule: UInt8, Choosable, CaseIterable, BitwiseCopyable, Sendable {
    /// Those of players by their names.
    case avFoundation, hlsJS, shaka, exoPlayer

    /// Every rule, in the order in which they are listed.
    public static let all: [GapRule] = allCases

    /// Whether it looks for a variant that has no gap at that time.
    public var looksElsewhere: Bool {
        switch self {
        case .avFoundation, .hlsJS, .shaka: true
        case .exoPlayer: false
        }
    }

    /// Whether the playhead skips to the end of a gap, where nothing is loaded of it; else time goes on, and nothing is
    /// shown or heard.
    public var skips: Bool {
        switch self {
        case .avFoundation: false
        case .hlsJS, .shaka, .exoPlayer: true
        }
    }

    /// The variant to look in next, of `others`, which are not known to have the gap, in the order of the playlist; nil
    /// where there is none. It is the one that the player would turn to if the segment had failed.
    public func next(
        after own: FailOver.Candidate, among others: [FailOver.Candidate]
    ) -> Int? {
        let order: FailOver = self == .hlsJS ? .hlsJS : .avFoundation
        guard looksElsewhere, case .to(let next) = order.turn(from: own, .segment, to: others, within: nil) else {
            return nil
        }
        return next
    }
}

/// The words of a rule, which has no numbers.
extension GapRule {
    /// None.
    public var parameters: [Parameter] { [] }

    /// The same rule.
    public func setting(_ values: [Int64]) -> GapRule { self }

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .avFoundation:
            RuleWords(
                "avfoundation",
                "Another variant that has no gap there (RFC 8216bis, 6.3.3); in a gap of all of them time goes on, and "
                    + "nothing is shown or heard, as people have seen it (google/ExoPlayer, issue 6087; "
                    + "video-dev/hls.js, issue 2940). Ours: that the next lower one is asked first, and that the "
                    + "variant of before comes back behind the gap."
            )
        case .hlsJS:
            RuleWords(
                "hls.js",
                "Another level, as after a failure; a gap of all of them is skipped (video-dev/hls.js, pull request "
                    + "5257)."
            )
        case .shaka:
            RuleWords(
                "shaka",
                "Another variant, in an order that is ours (shaka-project/shaka-player, pull request 4208); a gap of "
                    + "all of them is skipped (pull request 9506)."
            )
        case .exoPlayer:
            RuleWords(
                "exoplayer",
                "No other track: the gap counts as loaded, and is skipped (google/ExoPlayer, issue 8959)."
            )
        }
    }
}
