// The one file that speaks to the system.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files, folders and the terminal, by POSIX alone: a program that starts in milliseconds.
enum Files {
    enum Problem: Error, Equatable {
        case missing
        case isFolder
        case unreadable(reason: String)
        case unwritable(reason: String)

        var message: String {
            switch self {
            case .missing: "no such file"
            case .isFolder: "this is a folder; name a file in it"
            case .unreadable(let reason): "cannot be read: \(reason)"
            case .unwritable(let reason): "cannot be written: \(reason)"
            }
        }

        var code: ExitCode {
            switch self {
            case .missing, .unreadable: .missingFile
            case .isFolder: .badData
            case .unwritable: .cannotWrite
            }
        }
    }

    enum Stream {
        case output, errors
    }

    /// The bytes of a file, but no more than `limit` + 1 of them: enough to see that it is too long.
    static func read(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
        if isFolder(path) { throw .isFolder }
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable(reason: reason()) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var status = stat()
        // Room for all of it at once: growing would hold a large file twice for a moment.
        if fstat(descriptor, &status) == 0 { bytes.reserveCapacity(min(Int(status.st_size), limit) + 1) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(reason: reason())
            }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// Does the same, with the fault in words.
    static func load(_ path: String, limit: Int, onlyRegular: Bool = false) throws(LoadError) -> [UInt8] {
        do throws(Problem) {
            if onlyRegular, isSpecial(path) { throw .unreadable(reason: "it is no regular file") }
            return try read(path, limit: limit)
        } catch {
            throw LoadError(path, error.message, error.code)
        }
    }

    /// Replaces a file as a whole: a reader at any moment finds the old text or the new one, which until then is a
    /// hidden draft beside it, whose name ends in the number of the process that writes.
    static func replace(_ path: String, with text: String) throws(Problem) {
        try replace(path, pages: 1) { _ in Array(text.utf8) }
    }

    /// Does the same, with a text that is made page by page.
    static func replace(_ path: String, pages: Int, _ page: (Int) -> [UInt8]) throws(Problem) {
        if isSpecial(path) { throw .unwritable(reason: "it is no regular file") }
        let folder = folder(of: path)
        let draft = "\(folder).\(path.dropFirst(folder.count)).new-\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw .unwritable(reason: reason()) }
        let isWritten = (0..<pages).allSatisfy { writeAll(page($0), to: descriptor) } && fsync(descriptor) == 0
        let why = reason()
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let why = isWritten ? reason() : why
            unlink(draft)
            throw .unwritable(reason: why)
        }
    }

    /// Removes drafts of files with these endings that processes which no longer exist have left in a folder.
    static func removeAbandonedDrafts(in folder: String, ofFilesEnding endings: [String]) {
        for name in (try? allNames(in: folder)) ?? [] where name.hasPrefix(".") {
            let parts = name.split(separator: "-")
            guard let last = parts.last, let process = pid_t(last), process > 0,
                endings.contains(where: { name.hasSuffix("\($0).new-\(process)") })
            else { continue }
            // Signal 0 only asks whether there is such a process.
            if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
        }
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// A path without links, `.` and `..`, or nil where nothing is there.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder of a path, with a slash at its end; empty for the current one.
    static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    /// Whether a path lies in a folder; both without links.
    static func isInside(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// The size of a regular file; nil for everything else: a pipe would never end.
    static func regularSize(_ path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    /// Whether it is a device or a pipe: that would never end, or be replaced by a file.
    private static func isSpecial(_ path: String) -> Bool {
        exists(path) && !isFolder(path) && regularSize(path) == nil
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The names in a folder that do not begin with a point, sorted by their bytes.
    static func names(in folder: String) throws(Problem) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
            .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }

    private static func allNames(in folder: String) throws(Problem) -> [String] {
        guard let stream = opendir(folder) else { throw errno == ENOENT ? .missing : .unreadable(reason: reason()) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Prints a text. Returns whether all of it could be written.
    static func print(_ text: String, to stream: Stream) -> Bool {
        writeAll(Array(text.utf8), to: stream == .output ? STDOUT_FILENO : STDERR_FILENO)
    }

    static func exit(_ code: ExitCode) -> Never { systemExit(code.rawValue) }

    /// The peak of this process's memory, in bytes.
    static var peakMemory: Int64 {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        #if canImport(Darwin)
            return Int64(usage.ru_maxrss)
        #else
            return Int64(usage.ru_maxrss) * 1024
        #endif
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemExit(_ code: Int32) -> Never { exit(code) }
