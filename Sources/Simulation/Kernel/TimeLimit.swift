/// The longest time that a file may say.
package enum TimeLimit {
    /// A year in nanoseconds: longer than any run, short enough that no sum of times overflows.
    package static let longest: Int64 = 31_536_000_000_000_000
}
