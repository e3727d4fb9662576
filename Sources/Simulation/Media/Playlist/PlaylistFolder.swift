/// The folder that a playlist lies in, wherever that is: on a disk, in a page, in a dictionary, in a log. The library
/// opens no file; whoever has files answers for them, and says which may not be read.
///
/// Paths are relative to the folder, and without `.` and `..`.
package protocol PlaylistFolder {
    /// The bytes of a playlist. More than `PlaylistLimits.mostBytes` need not be there: they are too many.
    func playlist(_ path: String) -> FileAnswer<[UInt8]>

    /// The size of a segment in bytes. It is asked for whether or not there is such a file.
    func segmentSize(_ path: String) -> FileAnswer<Int64>
}

/// The answer of a folder that is asked for a file.
package enum FileAnswer<Content: Sendable>: Sendable {
    case found(Content)
    case missing
    /// The end of a sentence that begins with the file's path: `is no regular file`.
    case unusable(why: String)

    package init(_ content: Content?) {
        if let content { self = .found(content) } else { self = .missing }
    }
}
