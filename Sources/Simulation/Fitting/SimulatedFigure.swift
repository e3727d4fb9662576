/// A figure of a simulated session, in base units.
package enum SimulatedFigure: Equatable, Sendable {
    case value(Int64)
    /// It never came, and nothing more would have.
    case never
    /// `until_s` ended the session while the player waited: it comes later than after this time, or never.
    case later(Int64)

    package init(_ value: Int64?) { self = value.map { .value($0) } ?? .never }

    package var value: Int64? {
        switch self {
        case .value(let value): value
        case .never, .later: nil
        }
    }

    /// The time after which it was cut off; nil where it was not.
    package var cutOffAfter: Int64? {
        switch self {
        case .later(let time): time
        case .value, .never: nil
        }
    }
}
