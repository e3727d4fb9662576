// What asks the system for files, and for the terminal; folders stand in a file of their own.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files, folders and the terminal, by POSIX alone: a program that starts in milliseconds.
enum Files {
    enum Stream {
        case output, errors

        fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// The sort of thing that a path leads to.
    enum Kind: Equatable {
        case regular(size: Int64)
        case folder, pipe, socket, device

        /// The name of what is neither a file nor a folder: reading it might never end, and it is never replaced.
        var special: String? {
            switch self {
            case .regular, .folder: nil
            case .pipe: "a named pipe (FIFO)"
            case .socket: "a socket"
            case .device: "a device"
            }
        }

        fileprivate init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFREG: self = .regular(size: Int64(status.st_size))
            case S_IFDIR: self = .folder
            case S_IFIFO: self = .pipe
            case S_IFSOCK: self = .socket
            default: self = .device
            }
        }
    }

    /// The one thing that a path leads to, whatever names and links lead there.
    struct Identity: Hashable {
        private let device: UInt64
        private let number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// The path that stands for standard input. A file of this name is `./-`.
    static let standardInput = "-"

    /// No path that can be opened has as many bytes.
    static let mostOfPath = Int(PATH_MAX)

    // MARK: Reading

    /// The bytes of a file, but no more than `limit` + 1 of them: enough to see that it is too long.
    /// `isNamed` is whether the command line has its name.
    static func read(
        _ path: String, limit: Int, onlyRegular: Bool = false, isNamed: Bool = true
    ) throws(Problem) -> [UInt8] {
        if path == standardInput { return Array(try typed.get().prefix(limit + 1)) }
        // Before it is opened: whoever waits to write into a pipe would go on, and find nobody who reads.
        if onlyRegular, let special = kind(path)?.special { throw .isSpecial(special, isNamed: isNamed) }
        // Without waiting, should there be a pipe by now.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw errno == ENOENT ? .absence(of: path) : .unreadable(reason: reason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: reason()) }
        let kind = Kind(status)
        if kind == .folder { throw .isFolder }
        if onlyRegular, let special = kind.special { throw .isSpecial(special, isNamed: isNamed) }
        return try bytes(of: descriptor, limit: limit, expecting: Int(status.st_size))
    }

    /// Does the same, with the fault in words.
    static func load(
        _ path: String, limit: Int, onlyRegular: Bool = false, isNamed: Bool = true
    ) throws(LoadError) -> [UInt8] {
        try LoadError.naming(
            shown(path), try read(path, limit: limit, onlyRegular: onlyRegular, isNamed: isNamed))
    }

    /// The name of a file in messages.
    static func shown(_ path: String) -> String { path == standardInput ? "<stdin>" : path }

    /// Standard input as a whole, read when it is first asked for, because it can be read only once.
    private static let typed = Result { () throws(Problem) in
        try bytes(of: STDIN_FILENO, limit: mostTyped, expecting: 0)
    }

    /// More than any file that is read may have.
    private static let mostTyped = 1 << 31

    private static func bytes(of descriptor: Int32, limit: Int, expecting size: Int) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        // Room for all of it at once: growing would hold a large file twice for a moment.
        bytes.reserveCapacity(min(size, limit) + 1)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = buffer.withUnsafeMutableBytes {
                systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0.prefix(limit + 1 - bytes.count)))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(reason: reason())
            }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// A file that is read piece by piece. A class, as `Appending` is: it closes what it has opened.
    final class Reading {
        private let descriptor: Int32
        init(_ path: String, from start: Int64) throws(Problem) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw errno == ENOENT ? .absence(of: path) : .unreadable(reason: reason()) }
            lseek(descriptor, off_t(start), SEEK_SET)
        }
        deinit { close(descriptor) }

        /// The next bytes; none at the end.
        func next() throws(Problem) -> [UInt8] {
            while true {
                var count = 0
                let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                    count = systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer))
                    filled = max(0, count)
                }
                if count >= 0 { return bytes }
                if errno != EINTR { throw .unreadable(reason: reason()) }
            }
        }
    }

    // MARK: Writing

    /// A file that grows at its end. A class, because it closes what it has opened.
    final class Appending {
        private let descriptor: Int32
        /// Opens a file, or makes one, and cuts it off behind so many bytes.
        init(_ path: String, keeping size: Int64) throws(Problem) {
            descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
            guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, 0, SEEK_END) >= 0
            else { throw .unwritable(reason: reason()) }
        }
        deinit { close(descriptor) }

        /// Writes a text that is there even if the machine stops at the next moment.
        func append(_ text: String) throws(Problem) {
            guard writeAll(Array(text.utf8), to: descriptor), fsync(descriptor) == 0 else {
                throw .unwritable(reason: reason())
            }
        }
    }

    /// Replaces a file as a whole: a reader at any moment finds the old text or the new one, which until then is a
    /// hidden draft beside it, whose name ends in the number of the process that writes. A device, a pipe or a
    /// descriptor is written into instead; a link stays, and what it leads to is replaced.
    static func replace(_ path: String, with text: String) throws(Problem) {
        try replace(path, pages: 1, { _ in Array(text.utf8) }, unlessCut: { true })
    }

    /// Does the same, with a text that is made page by page, unless that is not whole.
    static func replace(
        _ path: String, pages: Int, _ page: (Int) -> [UInt8], unlessCut isWhole: () -> Bool
    ) throws(Problem) {
        let status = status(path)
        let kind = status.map { Kind($0) }
        if kind == .folder { throw .isFolder }
        if kind?.special != nil {
            let descriptor = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .unwritable(reason: reason()) }
            return try writePages(pages, page, to: descriptor, isFile: false)
        }
        if let number = OpenDescriptor.number(path) {
            return try writePages(pages, page, to: dup(number), isFile: false)
        }
        guard let path = isLink(path) ? realPath(path) : path else { throw .unwritable(reason: Problem.deadLink) }
        let draft = draft(of: path)
        do throws(Problem) {
            try writePages(pages, page, to: try begin(draft, as: status), isFile: true)
            guard isWhole() else {
                unlink(draft)
                return
            }
            guard rename(draft, path) == 0 else { throw .unwritable(reason: reason()) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// The reason why a path could not be replaced, as far as it is known before: a draft is begun, and removed.
    static func obstacle(at path: String) -> Problem? {
        let status = status(path)
        let kind = status.map { Kind($0) }
        if kind == .folder { return .isFolder }
        if OpenDescriptor.number(path) != nil { return nil }
        if kind?.special != nil { return access(path, W_OK) == 0 ? nil : .unwritable(reason: reason()) }
        guard let path = isLink(path) ? realPath(path) : path else { return .unwritable(reason: Problem.deadLink) }
        let draft = draft(of: path)
        do throws(Problem) {
            close(try begin(draft, as: status))
            unlink(draft)
            return nil
        } catch {
            return error
        }
    }

    /// Writes a file where there is none, not even since a moment ago.
    static func create(_ path: String, with text: String) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .unwritable(reason: reason()) }
        do throws(Problem) {
            try writePages(1, { _ in Array(text.utf8) }, to: descriptor, isFile: true)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Removes a file or a link, where there is one.
    static func remove(_ path: String) { unlink(path) }

    private static func draft(of path: String) -> String {
        let (folder, ending) = (folder(of: path), ".new-\(getpid())")
        // A long name keeps its end, by which an abandoned draft is known.
        let name = name(of: path).end(bytes: Int(NAME_MAX) - 1 - ending.utf8.count)
        return "\(folder).\(name)\(ending)"
    }

    /// Opens a draft that nobody else has, never through a link, with the permissions of the file that it replaces.
    private static func begin(_ draft: String, as old: stat?) throws(Problem) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var descriptor = open(draft, flags, 0o666)
        if descriptor < 0, errno == EEXIST {
            // It has the number of this process, so whoever left it is gone, or laid it there.
            unlink(draft)
            descriptor = open(draft, flags, 0o666)
        }
        guard descriptor >= 0 else { throw .unwritable(reason: reason()) }
        if let old { _ = fchmod(descriptor, old.st_mode & 0o777) }
        return descriptor
    }

    private static func writePages(
        _ pages: Int, _ page: (Int) -> [UInt8], to descriptor: Int32, isFile: Bool
    ) throws(Problem) {
        let isWritten =
            (0..<pages).allSatisfy { writeAll(page($0), to: descriptor) }
            && (!isFile || fsync(descriptor) == 0)
        let why = reason()
        // Some file systems say only at the end that there was no room.
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed else { throw .unwritable(reason: isWritten ? reason() : why) }
    }

    /// Removes drafts that processes which no longer exist have left in a folder: of files with these endings.
    static func removeAbandonedDrafts(in folder: String, ofFilesEnding endings: [String]) {
        for name in (try? entries(of: folder))?.map(\.name) ?? [] where name.hasPrefix(".") {
            let parts = name.split(separator: "-")
            guard let last = parts.last, let process = pid_t(last), process > 0,
                endings.contains(where: { name.hasSuffix("\($0).new-\(process)") })
            else { continue }
            // Signal 0 only asks whether there is such a process.
            if kill(process, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
        }
    }

    // MARK: Paths

    /// The sort of thing that a path leads to; nil where there is nothing.
    static func kind(_ path: String) -> Kind? { path == standardInput ? .pipe : status(path).map { Kind($0) } }

    /// The identity of the thing that a path leads to; nil where there is nothing.
    static func identity(_ path: String) -> Identity? { status(path).map { Identity($0) } }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    static func isFolder(_ path: String) -> Bool { kind(path) == .folder }

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
    static func folder(of path: String) -> String { String(path[..<name(of: path).startIndex]) }

    /// The name at the end of a path. One that begins with an accent makes a single character with the slash before it.
    static func name(of path: String) -> Substring {
        let scalars = path.unicodeScalars
        return path[(scalars.lastIndex(of: "/").map(scalars.index(after:)) ?? path.startIndex)...]
    }

    /// The path of a folder, with the slash that the names in it come behind.
    static func asFolder(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

    /// Likewise, of a folder that is there or can be made, as `--output` names it.
    static func outputFolder(_ path: String) throws(LoadError) -> String {
        if path.isEmpty { throw .usage("'--output' takes the name of a folder") }
        if exists(path), !isFolder(path) {
            throw .usage("'--output' takes the name of a folder, and \(path) is a file")
        }
        return asFolder(path)
    }

    /// Whether a path lies in a folder; both without links.
    static func isInside(_ path: String, _ folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// The size of a regular file; nil for everything else: a pipe would never end.
    static func regularSize(_ path: String) -> Int64? {
        if case .regular(let size)? = kind(path) { size } else { nil }
    }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    static func exists(_ path: String) -> Bool { path == standardInput || access(path, F_OK) == 0 }

    // MARK: The terminal

    /// Prints a text. Returns the reason why not all of it could be written, or nil.
    static func print(_ text: String, to stream: Stream) -> String? { print(Array(text.utf8), to: stream) }

    static func print(_ bytes: [UInt8], to stream: Stream) -> String? {
        writeAll(bytes, to: stream.descriptor) ? nil : reason()
    }

    static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.descriptor) == 1 }

    /// The number of columns of a terminal; nil where it does not say.
    static func columns(_ stream: Stream) -> Int? {
        var size = winsize()
        #if canImport(Darwin)
            // Its name is a macro that Swift does not see: _IOR('t', 104, struct winsize).
            let request: UInt = 0x4008_7468
        #else
            let request = UInt(TIOCGWINSZ)
        #endif
        guard ioctl(stream.descriptor, request, &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The value of a variable of the environment; nil where there is none.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static func rest(milliseconds: UInt32) { usleep(milliseconds * 1000) }

    /// A write beyond the limit that a file's size has fails from now on as any other does (signal(7), SIGXFSZ), and
    /// ends no program that has yet to say so and to take its draft away.
    static func outliveSizeLimits() { signal(SIGXFSZ, SIG_IGN) }

    static func exit(_ code: ExitCode) -> Never { systemExit(code.rawValue) }

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

    /// The words for what the last call of the system came to.
    static func reason() -> String { String(cString: strerror(errno)) }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemExit(_ code: Int32) -> Never { exit(code) }
