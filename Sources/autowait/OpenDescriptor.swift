/// The names that systems give to what a process has open.
enum OpenDescriptor {
    private static let named: [(path: String, number: Int32)] = [("/dev/stdout", 1), ("/dev/stderr", 2)]
    private static let folders = ["/dev/fd/", "/proc/self/fd/"]

    /// The number of the descriptor that a path is a name of; nil of any other path. A file of that name is never made
    /// or replaced: with `-o /dev/stdout > file` the report belongs behind what is in it.
    static func number(_ path: String) -> Int32? {
        if let own = named.first(where: { $0.path == path }) { return own.number }
        return folders.first { path.hasPrefix($0) }.flatMap { Int32(path.dropFirst($0.count)) }
    }
}
