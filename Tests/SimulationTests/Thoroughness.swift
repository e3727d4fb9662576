import Foundation

/// How many draws of a property are tried.
///
/// People wait for `swift test`, so it tries some. `.ci/thorough` tries all of them: it sets `AUTOWAIT_DRAWS=all`.
enum Thoroughness {
    private static let isWhole = ProcessInfo.processInfo.environment["AUTOWAIT_DRAWS"] == "all"

    /// The numbers from 0 to one of the two.
    static func draws(_ some: UInt64, of all: UInt64) -> Range<UInt64> { 0..<(isWhole ? all : some) }

    /// Every so many of several cases, from the first on; or all.
    static func oneIn<Case>(_ step: Int, of cases: [Case]) -> [Case] {
        stride(from: 0, to: cases.count, by: isWhole ? 1 : step).map { cases[$0] }
    }
}
