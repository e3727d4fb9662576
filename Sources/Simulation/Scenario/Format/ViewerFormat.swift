import PlayerModel

/// A viewer as a scenario has it.
struct ViewerDraft: Sendable {
    /// The quantiles of a length; one where it is always the same.
    typealias Length = Placed<[Placed<TimeAmount>]>

    struct Seek: Sendable {
        var after: Length?
        var by: Placed<MediaTime>?
        var to: Placed<MediaTime>?
        var share = ViewerTraits.everybody
    }

    var patience: Length?
    var stallPatience: Length?
    var watching: Length?
    var seeks: [Placed<Seek>]?
}

/// The keys of a viewer.
enum ViewerFormat {
    /// The most quantiles of a length: every tenth of a percent.
    static let mostQuantiles = 1001

    static let viewer = ValueFormat.object(
        "viewer",
        "Who watches. A length is a number, or a list of quantiles at equal steps, from the least to the greatest, "
            + "between which all lengths are equally likely: the seed draws one.",
        from: ViewerDraft()
    ) {
        Key(
            "patience_s", "Leaves when playback has not begun so long after it was asked for.",
            usually: .said("never")
        )
        .holds(length) { $0.patience = $1 }
        Key("stall_patience_s", "Leaves when one stall has lasted so long.", usually: .said("never"))
            .holds(length) { $0.stallPatience = $1 }
        Key("watching_s", "Leaves when the playhead has moved for so long in all.", usually: .said("never"))
            .holds(length) { $0.watching = $1 }
        Key("seeks", "Where the viewer jumps, and when.", usually: .said("nowhere"))
            .holds(.list(of: seek.placed, atLeast: 1)) { $0.seeks = $1 }
    }

    private static let amount = ValueFormat<TimeAmount>.time(from: 1).placed

    private static let length = ValueFormat<[Placed<TimeAmount>]>.either(
        amount.map { [$0] }, .list(of: amount, atLeast: 2)
    ).placed

    private static let seek = ValueFormat.object("viewer_seek", "A jump.", from: ViewerDraft.Seek()) {
        Key("after_s", "When the playhead has moved for so long in all.").holds(length, isRequired: true) {
            $0.after = $1
        }
        Key("by_s", "How far from the playhead, back where negative; at most to an end of the item.")
            .holds(placed: SeekAction.distance) { $0.by = $1 }
        Key("to_s", "The place to go to.").holds(placed: .mediaTime(from: 0)) { $0.to = $1 }
        Key("share", "The part of all viewers who do it.", usually: .number(1))
            .holds(.ratio(0...ViewerTraits.everybody)) { $0.share = $1 }
    }
}
