#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Another program that is run, and what it prints.
enum OtherProgram {
    enum Problem: Error {
        case cannotStart(reason: String)
        case failed(code: Int32)
    }

    /// Runs a program with arguments until it ends, and returns what it has written to stdout. A name without a folder
    /// is looked for where commands are.
    static func output(of path: String, _ arguments: [String]) throws(Problem) -> [UInt8] {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .cannotStart(reason: String(cString: strerror(errno))) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let code = posix_spawnp(&process, path, &actions, nil, &words, environ)
        close(ends[1])
        let output = code == 0 ? readAll(ends[0]) : []
        // Before the program's end: one that prints more than is read would wait for a reader.
        close(ends[0])
        guard code == 0 else { throw .cannotStart(reason: String(cString: strerror(code))) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw .failed(code: status >> 8 & 0xFF) }
        return output
    }

    /// More than any report has.
    private static let mostBytes = 1 << 26

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, bytes.count < mostBytes else { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
