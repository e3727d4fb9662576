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
    private static let isWatched: Bool =
        atexit {
            guard UnheardErrors.shared.tellRest() else { return }
            fflush(nil)
            TestProcess.printError("autowait: the process fails by errors that nobody has heard of, see above")
            _exit(EXIT_FAILURE)
        } == 0

    /// Has the process fail at its end, if there is an error then by which it does.
    static func watchEnd() { _ = isWatched }

    /// Prints a line to the standard error at once.
    static func printError(_ words: String) {
        let line = Array("\(words)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The value of a variable of the environment; nil where it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
