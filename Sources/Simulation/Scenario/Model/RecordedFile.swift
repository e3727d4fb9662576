/// A file that a scenario named, as it was when it was read: it can be read again without the file.
package struct RecordedFile: Equatable, Sendable {
    /// Bytes with their name: relative to the folder of a playlist; for other files the name does not matter.
    package struct Content: Equatable, Sendable {
        package let path: String
        package let bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
    }

    /// The size of a segment.
    package struct Size: Equatable, Sendable {
        package let path: String
        package let bytes: Int64

        package init(path: String, bytes: Int64) { (self.path, self.bytes) = (path, bytes) }
    }

    package let kind: WantedFile.Kind
    /// The path as the scenario has it.
    package let path: String
    /// The file itself; for a playlist, also the files that it names.
    package let contents: [Content]
    /// The sizes of the segments that existed, for a playlist.
    package let sizes: [Size]

    package init(_ kind: WantedFile.Kind, path: String, contents: [Content], sizes: [Size] = []) {
        (self.kind, self.path, self.contents, self.sizes) = (kind, path, contents, sizes)
    }
}
