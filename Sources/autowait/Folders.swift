#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Folders: what lies in them, and whether anything may be laid into them.
extension Files {
    /// A name in a folder.
    struct Entry {
        /// The name as text: bytes that are not UTF-8 are replaced.
        let name: String
        /// A folder that no path leads to, because its name is not UTF-8: the name, with those bytes as \xFF.
        let foreignFolder: String?
    }

    /// Refuses a folder for `things` that is yet to be made and whose name has one of these endings, as files have:
    /// who wrote it has thought of one file. With a slash behind it the name is that of a folder. `remedy` is by the
    /// ending; nil is that slash.
    static func checkNewFolder(
        _ path: String, option: String, for things: String, endings: [String],
        remedy: (String) -> String? = { _ in nil }
    ) throws(LoadError) {
        let name = name(of: path).lowercased()
        guard !exists(path), let ending = endings.first(where: { name.hasSuffix($0) && name != $0 }) else { return }
        let slash = "for a folder of that name write \(option) \((path + "/").shellWord)"
        throw .usage(
            "'\(option)' takes the name of a folder for \(things), and '\(path)' looks like a file; "
                + (remedy(ending) ?? slash))
    }

    /// The names in a folder that do not begin with a point, sorted by their bytes.
    static func names(in folder: String) throws(Problem) -> [String] { try visible(in: folder).map { $0.name } }

    /// The contents of a folder under such names, in the same order.
    static func visible(in folder: String) throws(Problem) -> [Entry] {
        try entries(of: folder).filter { !$0.name.hasPrefix(".") }
            .sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    }

    /// All that is in a folder, hidden or not, in no order.
    static func entries(of folder: String) throws(Problem) -> [Entry] {
        guard let stream = opendir(folder) else { throw errno == ENOENT ? .missing : .unreadable(reason: reason()) }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let made = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { own in
                    let name = String(cString: own)
                    let isForeign = String(validatingCString: own) == nil
                    return Entry(
                        name: name, foreignFolder: isForeign && isFolder(own, in: dirfd(stream)) ? escaped(own) : nil)
                }
            }
            entries.append(made)
        }
        return entries
    }

    /// Whether a name in an open folder, which is known by its descriptor, leads to a folder.
    private static func isFolder(_ name: UnsafePointer<CChar>, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A name in ASCII: all other bytes are written as in C.
    private static func escaped(_ name: UnsafePointer<CChar>) -> String {
        (0..<strlen(name)).reduce(into: "") { text, index in
            let byte = UInt8(bitPattern: name[index])
            let digits = String(byte, radix: 16, uppercase: true)
            text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x" + digits
        }
    }

    /// Makes a folder, and those that it lies in, where they are not there.
    static func createFolder(_ path: String) throws(Problem) {
        for part in parts(of: path) where !isFolder(part) {
            if exists(part) { throw isFile(part) }
            guard mkdir(part, 0o777) == 0 else { throw .unwritable(reason: reason()) }
        }
    }

    /// The reason why a folder could not be made, or none of its files, as far as it is known before.
    static func obstacle(inFolder path: String) -> Problem? {
        var home = path.hasPrefix("/") ? "/" : "."
        for part in parts(of: path) {
            guard isFolder(part) else {
                if exists(part) { return isFile(part) }
                if isLink(part) { return .unwritable(reason: Problem.deadLink) }
                break
            }
            home = part
        }
        return access(home, W_OK | X_OK) == 0 ? nil : .unwritable(reason: reason())
    }

    private static func isFile(_ path: String) -> Problem {
        .unwritable(reason: "\(path) is a file, not a folder")
    }

    /// A path, behind those that lead to it.
    private static func parts(of path: String) -> [String] {
        let ends = path.indices.filter { path[$0] == "/" && $0 != path.startIndex } + [path.endIndex]
        return ends.map { String(path[..<$0]) }
    }
}
