import PlayerModel

/// What happened between the end of an item and the beginning of what came after it: another item, or the same one
/// again.
package struct Seams: Sendable {
    /// Why there was a gap, or none.
    package enum Cause: UInt8, Sendable {
        /// The next item was loaded and prerolled: the clock never rested.
        case gapless
        /// The app heard of the end, and sought to the beginning (A.35).
        case sought
        /// The next item was not ready: it had to be loaded, or the pipelines to be filled.
        case notReady

        /// In a few words.
        package var words: String {
            switch self {
            case .gapless: "the next item was ready"
            case .sought: "the app heard of the end, and sought back"
            case .notReady: "the next item was not ready"
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
        package let cause: Cause
    }

    package private(set) var seams: [Seam] = []

    /// A seam that is not over.
    private var open: (at: Instant, from: Int32, to: Int32?, cause: Cause)?
    private var item: Int32 = 0
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    private var tails: (video: MediaTime, audio: MediaTime) = (.zero, .zero)
    private let media: Asset

    /// Of the seat that is viewed.
    package init(_ run: Run) {
        media = run.scenario.media
        for entry in run.trace.entries { take(entry) }
        close(at: nil)
    }

    /// The gaps of those that are over, added up, and the longest.
    package var total: TimeAmount { seams.reduce(.zero) { $0 + ($1.gap ?? .zero) } }
    package var longest: TimeAmount { seams.reduce(.zero) { max($0, $1.gap ?? .zero) } }

    private mutating func take(_ entry: Trace.Entry) {
        switch entry.record {
        case .announced(.didPlayToEndTime):
            close(at: nil)
            open = (entry.at, item, nil, .notReady)
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

    /// The clock moves again, or nothing more comes of it.
    private mutating func close(at now: Instant?) {
        defer { open = nil }
        guard let open, let to = open.to else { return }
        let cause = now == open.at ? .gapless : open.cause
        seams.append(
            Seam(
                at: open.at, from: open.from, to: to, gap: now.map { $0 - open.at }, videoTail: tails.video,
                audioTail: tails.audio, cause: cause))
    }
}
