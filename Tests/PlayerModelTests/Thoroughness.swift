/// How many draws of a property are tried.
///
/// Optimised tests run all of them in a tenth of the time: `.ci/run` builds them so. People wait for `swift test`. That
/// builds for debugging, and tries some.
enum Thoroughness {
    #if DEBUG
        private static let isWhole = false
    #else
        private static let isWhole = true
    #endif

    /// The numbers from 0 to one of the two.
    static func draws(_ some: UInt64, of all: UInt64) -> Range<UInt64> { 0..<(isWhole ? all : some) }
}
