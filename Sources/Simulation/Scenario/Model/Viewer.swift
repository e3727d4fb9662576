import PlayerModel

/// The person who watches a player: as a scenario describes many, or the one whom a seed has drawn.
///
///     described ──drawn(by: seed)──▶ drawn ──actions──▶ at the end of the script, waiting for what they wait for
///
/// Viewers leave: who has waited too long for the start or in a stall, and who has seen enough. Of 23 million views
/// people began to leave after 2 s of waiting, and 5.8 % more of them each second (Krishnan and Sitaraman, 2012): those
/// are lengths from 2 s to 19.2 s, equally likely.
package enum Viewer: Equatable, Sendable {
    case described(ViewerTraits)
    /// Every length is one value, and those seeks alone are left that the viewer does.
    case drawn(ViewerTraits, isAtRandom: Bool)

    package var traits: ViewerTraits {
        switch self {
        case .described(let traits), .drawn(let traits, _): traits
        }
    }

    package var isDrawn: Bool {
        switch self {
        case .described: false
        case .drawn: true
        }
    }

    /// Whether another seed may draw another viewer.
    package var isAtRandom: Bool {
        switch self {
        case .described(let traits): traits.isAtRandom
        case .drawn(_, let isAtRandom): isAtRandom
        }
    }

    package var seeks: Bool { !traits.seeks.isEmpty }
}

package struct ViewerTraits: Equatable, Sendable {
    /// A length of time: quantiles at equal steps, from the least to the greatest, between two of which all lengths are
    /// equally likely. One alone is always the same.
    package struct Length: Equatable, Sendable {
        package let quantiles: [TimeAmount]

        package init(_ quantiles: [TimeAmount]) { self.quantiles = quantiles }

        /// Whole milliseconds are enough for people, and shorter in reports.
        private static let grain: Int64 = 1_000_000

        /// The length at a place among all, from 0 up to, but not including, 2^64.
        package func value(at place: UInt64) -> TimeAmount {
            let (index, part) = UInt64(quantiles.count - 1).multipliedFullWidth(by: place)
            let low = quantiles[Int(index)]
            if quantiles.count == 1 { return low }
            let gap = quantiles[Int(index) + 1] - low
            let beyond = UInt64(gap.nanoseconds).multipliedFullWidth(by: part).high
            let value = low.nanoseconds + Int64(beyond)
            return max(low, TimeAmount(nanoseconds: value / Self.grain * Self.grain))
        }
    }

    /// A jump after so long a time of playback.
    package struct Seek: Equatable, Sendable {
        package enum Target: Equatable, Sendable {
            case by(MediaTime)
            case to(MediaTime)
        }

        package var after: Length
        package let target: Target
        /// The part of all viewers who do it, in millionths.
        package var share: Int64

        package init(after: Length, _ target: Target, share: Int64) {
            (self.after, self.target, self.share) = (after, target, share)
        }
    }

    /// Leaves where playback has not begun so long after it was asked for.
    package var patience: Length?
    /// Leaves where one stall has lasted so long.
    package var stallPatience: Length?
    /// Leaves when the playhead has moved for so long in all.
    package var watching: Length?
    package var seeks: [Seek] = []

    package init() {}

    package static let everybody: Int64 = 1_000_000

    /// Whether a seed has anything to draw.
    var isAtRandom: Bool {
        let lengths = [patience, stallPatience, watching].compactMap { $0 } + seeks.map { $0.after }
        return lengths.contains { $0.quantiles.count > 1 } || seeks.contains { 1..<Self.everybody ~= $0.share }
    }

    /// One of the viewers. One number is drawn for each key, said or not, and two for each seek: so what is said of one
    /// key leaves all others as they were.
    func drawn(by stream: RandomStream) -> ViewerTraits {
        var (stream, one) = (stream, ViewerTraits())
        func fixed(_ length: Length?, _ place: UInt64) -> Length? { length.map { Length([$0.value(at: place)]) } }
        one.patience = fixed(patience, stream.next())
        one.stallPatience = fixed(stallPatience, stream.next())
        one.watching = fixed(watching, stream.next())
        for seek in seeks {
            let (isDone, place) = (
                Int64(UInt64(Self.everybody).multipliedFullWidth(by: stream.next()).high), stream.next()
            )
            guard isDone < seek.share else { continue }
            one.seeks.append(Seek(after: Length([seek.after.value(at: place)]), seek.target, share: Self.everybody))
        }
        return one
    }

    /// The actions of a viewer who was drawn.
    var actions: [Action] {
        var conditions: [Condition] = []
        func once(_ length: Length?) -> TimeAmount? { length?.quantiles.first }
        if let length = once(patience) { conditions.append(.starting(length)) }
        if let length = once(stallPatience) { conditions.append(.stalled(length)) }
        if let length = once(watching) { conditions.append(.played(length.nanoseconds...(.max))) }
        let exits = conditions.map { Action.leave.ofViewer(when: $0) }
        return exits
            + seeks.map { seek in
                let action: Action =
                    switch seek.target {
                    case .by(let distance): .seek(by: distance, before: .unlimited, after: .unlimited)
                    case .to(let place): .seek(to: place, before: .unlimited, after: .unlimited)
                    }
                return action.ofViewer(when: .played(seek.after.value(at: 0).nanoseconds...(.max)))
            }
    }
}
