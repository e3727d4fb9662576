import Simulation

/// A page whose reader can change what it shows: the one that '.ci/page' has built, with scenarios put into it, and all
/// files that these name.
enum LivePage {
    /// A scenario of the page, as the first line of a log has it: with all that a run needs.
    struct Version {
        let name: String
        let header: LogHeader
        let settings: [ScenarioReader.Setting]
    }

    /// The most scenarios that the page holds side by side: one for each letter.
    static let mostVersions = 26

    /// The mark by which such a page is known: where it holds the simulator.
    private static let mark = "id=\"engine-bytes\""
    private static let end = "</body>"
    /// Around what is put into it.
    private static let beginning = "<script type=\"application/json\" id=\"own-scenario\">"
    private static let ending = "</script>\n"
    /// Some times as much as such a page has.
    private static let mostBytes = 16 << 20

    /// The page with these scenarios, in the encoding in which it has fewer bytes: what is packed in it takes a third
    /// less in UTF-16, and the text of a scenario twice as many.
    static func reply(_ path: String, _ versions: [Version], warnings: String = "") throws(LoadError) -> Reply {
        let text = try text(path, versions)
        guard text.utf16.count * 2 < text.utf8.count else {
            return Reply(output: text, look: .exact, errors: warnings)
        }
        var reply = Reply(output: "\u{FEFF}" + text, look: .exact, errors: warnings)
        reply.encoding = .utf16
        return reply
    }

    /// The text of such a page. The first scenario is shown, and held against the second where there is one.
    private static func text(_ path: String, _ versions: [Version]) throws(LoadError) -> String {
        var page = text(of: try Files.load(path, limit: mostBytes))
        // A report is such a page as well, with other scenarios in it.
        if let old = page.utf8.firstRange(of: beginning.utf8),
            let rest = page.utf8[old.upperBound...].firstRange(of: ending.utf8)
        {
            page.removeSubrange(old.lowerBound..<rest.upperBound)
        }
        let places = page.utf8.indices.last { page.utf8[$0...].starts(with: end.utf8) }
        guard page.utf8.firstRange(of: mark.utf8) != nil, let place = places else {
            throw LoadError(Files.shown(path), "this is no page that runs; '.ci/page FOLDER' writes autowait.html")
        }
        let held = held(versions)
        return page[..<place] + beginning + held + ending + page[place...]
    }

    /// Whether bytes begin with the mark of the byte order of UTF-16, as a page does that was built.
    static func isMarked(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: [0xFF, 0xFE]) }

    /// The characters of a page, in UTF-16 or in UTF-8.
    static func text(of bytes: [UInt8]) -> String {
        guard isMarked(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }

    /// The state of the page, in which no `<` ends the element that it stands in.
    private static func held(_ versions: [Version]) -> String {
        var writer = JSONWriter(indented: false)
        writer.object { writer in
            writer.objects("versions", of: versions) { version, writer in
                writer.member("name", version.name)
                writer.member("file", version.header.file)
                writer.member("text", text(version.header, version.settings))
            }
            writer.member("current", Int64(0))
            if versions.count > 1 { writer.member("against", Int64(1)) }
            var known: [RecordedFile] = []
            for file in versions.flatMap({ $0.header.files }) where !known.contains(file) { known.append(file) }
            writer.array("dropped", of: known) { write($0, &$1) }
        }
        return writer.finish().split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003C")
    }

    /// The scenario with its settings: as it is in its file where there are none.
    private static func text(_ header: LogHeader, _ settings: [ScenarioReader.Setting]) -> String {
        let root = settings.isEmpty ? nil : JSONNode(json: header.text)
        let node = root.flatMap { $0.with(settings) }
        return node.map { JSONText.text(of: $0) } ?? String(decoding: header.text, as: UTF8.self)
    }

    /// The files that were read, by the paths that the scenario has for them; of segments the sizes.
    private static func write(_ file: RecordedFile, _ writer: inout JSONWriter) {
        let folder = file.kind.isPlaylist ? Files.folder(of: file.path) : ""
        for content in file.contents {
            writer.object { writer in
                writer.member("path", folder + content.path)
                writer.content(content.bytes)
            }
        }
        for size in file.sizes {
            writer.object { writer in
                writer.member("path", folder + size.path)
                writer.member("size", size.bytes)
            }
        }
    }
}
