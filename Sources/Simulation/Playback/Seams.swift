import PlayerModel

/// What happened between the end of an item and the beginning of what came after it: another item, or the same one
/// again.
package struct Seams: Sendable {
    /// Why there was a gap, or none.
    package enum Cause: Equatable, Sendable {
        /// The next item was loaded and prerolled: the clock never rested.
        case gapless
        /// The app heard of the end, and sought to the beginning (A.35).
        case sought
        /// The next item was not ready: it had to be loaded, or the pipelines to be filled.
        case notReady
        /// The sound of the next item has another format (A.65).
        case differs(GaplessObstacle)

        /// In a few words.
        package var words: String {
            switch self {
            case .gapless: "the next item was ready"
            case .sought: "the app heard of the end, and sought back"
            case .notReady: "the next item was not ready"
            case .differs(let obstacle): "\(obstacle.words) differs"
            }
        }
    }

    /// One of them.
    package struct Seam: Equatable, Sendable {
        /// When the item ended.
        package let at: Instant
        /// The items before and after it, from 0.
        package let from: Int32
        package let to: Int32
        /// How long the clock rested; nil where it never started again.
        package let gap: TimeAmount?
        /// For how long the picture had been blank, and the sound silent, when the item ended (A.42).
        package let videoTail: MediaTime
        package let audioTail: MediaTime
        /// Silence that coding has put around the sound, where no edit list tells of it (A.66).
        package let coding: MediaTime
        package let cause: Cause

        /// Besides the gap, for how long the picture is blank, and the sound silent.
        package var blank: MediaTime { videoTail }
        package var silence: MediaTime { audioTail + coding }

        /// Why, in a few words.
        package var words: String { cause.words + (coding > .zero ? "; no edit list tells of priming" : "") }
    }

    package private(set) var seams: [Seam] = []

    /// A seam that is not over.
    private var open: (at: Instant, from: Int32, to: Int32?, cause: Cause)?
    private var item: Int32 = 0
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    private var tails: (video: MediaTime, audio: MediaTime) = (.zero, .zero)
    private var formats: SeamFormats
    private let player: ScenarioPlayer

    /// Of the player that is viewed.
    package init(_ run: Run) {
        player = run.scenario.players[run.scenario.viewed]
        formats = SeamFormats(run.scenario)
        for entry in run.trace.entries { take(entry) }
        close(at: nil)
    }

    /// The gaps of those that are over, added up, and the longest.
    package var total: TimeAmount { seams.reduce(.zero) { $0 + ($1.gap ?? .zero) } }
    package var longest: TimeAmount { seams.reduce(.zero) { max($0, $1.gap ?? .zero) } }

    private mutating func take(_ entry: Trace.Entry) {
        formats.take(entry)
        switch entry.record {
        case .announced(.didPlayToEndTime):
            close(at: nil)
            open = (entry.at, item, nil, .notReady)
            let media = media(of: item)
            tails = media.tails(at: min(playhead.place(at: entry.at), media.duration))
        case .item(let id, _, let isFinished):
            item = id
            if isFinished, id >= 0, open?.at == entry.at { open?.to = id } else { open = nil }
        case .announced(.timeJumped(let place)):
            playhead = Playhead(restingAt: place, since: entry.at)
            // Back in the same item: a loop by seeking.
            if let seam = open, seam.to == nil, place == .zero { open = (seam.at, seam.from, item, .sought) }
        case .announced(.timebase(let rate, let place)):
            playhead =
                rate.isMoving
                ? Playhead(movingFrom: place, at: rate, since: entry.at) : Playhead(restingAt: place, since: entry.at)
            if rate.isMoving { close(at: entry.at) }
        case .announced(.status(.paused, _, _, .appCall)): open = nil
        default: break
        }
    }

    private func media(of item: Int32) -> Asset { player.assets[player.asset(ofItem: item)].media }

    /// The clock moves again, or nothing more comes of it.
    private mutating func close(at now: Instant?) {
        defer { open = nil }
        guard let open, let to = open.to else { return }
        var cause = now == open.at ? .gapless : open.cause
        if cause == .notReady, let obstacle = formats.obstacle(from: open.from, to: to) { cause = .differs(obstacle) }
        let (before, after) = (media(of: open.from), media(of: to))
        let silence = (before.hasEditList ? .zero : before.remainder) + (after.hasEditList ? .zero : after.priming)
        seams.append(
            Seam(
                at: open.at, from: open.from, to: to, gap: now.map { $0 - open.at }, videoTail: tails.video,
                audioTail: tails.audio, coding: silence, cause: cause))
    }
}

/// By item, the variants in which it begins and ends, as far as it is loaded.
private struct SeamFormats {
    private let formats: [AudioFormat]
    private var loaded: ContiguousArray<(first: Int, last: Int)?> = []
    private var loading: Int32 = 0
    private var variant: Int
    private let media: ItemMedia

    init(_ scenario: Scenario) {
        media = ItemMedia(scenario)
        formats = scenario.assets.flatMap { asset in asset.media.declaredVariants.map { $0.audio } }
        variant = media.firstVariant(of: 0)
    }

    mutating func take(_ entry: Trace.Entry) {
        switch entry.record {
        case .loads(let item, let variant): (loading, self.variant) = (item, Int(variant))
        case .switched(_, let to): variant = Int(to)
        case .item(let id, _, isFinished: false): variant = media.firstVariant(of: id)
        case .loaded(_, _, _, 0):
            while loaded.count <= Int(loading) { loaded.append(nil) }
            loaded[Int(loading)] = (loaded[Int(loading)]?.first ?? variant, variant)
        default: break
        }
    }

    /// What differs between the end of an item and the beginning of another; nil where nothing is known to.
    func obstacle(from item: Int32, to next: Int32) -> GaplessObstacle? {
        guard loaded.indices.contains(Int(item)), loaded.indices.contains(Int(next)),
            let last = loaded[Int(item)]?.last,
            let first = loaded[Int(next)]?.first
        else { return nil }
        return formats[last].obstacle(to: formats[first])
    }
}
