#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The process of the tests: its standard error, its environment, and how it ends. All that differs from system to
/// system in this is here.
enum TestProcess {
    /// Registered once, however many errors there are. Streams are flushed, because nothing else does it any more.
    private static let endsByFailure: Bool =
        atexit {
            fflush(nil)
            TestProcess.printError("autowait: the process fails by errors that nobody has heard of, see above")
            _exit(EXIT_FAILURE)
        } == 0

    /// Has the process go on, and fail at its end.
    static func failAtEnd() { _ = endsByFailure }

    /// Prints a line to the standard error at once.
    static func printError(_ words: String) {
        let line = Array("\(words)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The value of a variable of the environment; nil where it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
