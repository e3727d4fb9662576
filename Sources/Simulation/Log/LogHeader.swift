import PlayerModel

/// The inputs of a run: the first line of a log. They suffice to run it again.
package struct LogHeader: Equatable, Sendable {
    /// The mark of every log, and the version of its format.
    static let format = "autowait log"
    static let version: Int64 = 1

    /// The model that ran it.
    package var model: Int64
    package var seed: UInt64
    /// The name of the scenario's file, without its folder; and its text.
    package var file: String
    package var text: [UInt8]
    /// The settings laid over the text, as `--set` has them: `network.down_kbps=500`.
    package var settings: [String]
    /// The files that the scenario names.
    package var files: [RecordedFile]
    /// The settings as a report shows them, defaults and the parameters of every rule included, under the model that
    /// ran it.
    package var rules: [String]

    package init(
        file: String, text: [UInt8], settings: [ScenarioReader.Setting], files: [RecordedFile], scenario: Scenario
    ) {
        model = Model.number
        seed = scenario.seed
        self.file = file
        self.text = text
        self.settings = settings.map { "\($0.path)=\($0.value)" }
        self.files = files
        rules = Self.rules(of: scenario)
    }

    init(
        model: Int64, seed: UInt64, file: String, text: [UInt8], settings: [String], files: [RecordedFile],
        rules: [String]
    ) {
        self.model = model
        self.seed = seed
        self.file = file
        self.text = text
        self.settings = settings
        self.files = files
        self.rules = rules
    }

    /// A line for each setting; with several players, each with the player's name before it.
    static func rules(of scenario: Scenario) -> [String] {
        func lines(_ settings: [(name: String, value: String)], _ player: String = "") -> [String] {
            settings.map { "\(player)\($0.name): \($0.value)" }
        }
        guard scenario.players.count > 1 else {
            return lines(Settings.all(scenario, scenario.players[0]))
        }
        return scenario.players.reduce(into: lines(Settings.ofAll(scenario))) { all, player in
            all += lines(Settings.ofPlayer(player), "\(player.name): ")
        }
    }

    /// Reads the scenario again.
    package func reading() -> ScenarioReader.Reading {
        var companions = Companions()
        for file in files { _ = companions.add(file) }
        let settings = settings.compactMap { word -> ScenarioReader.Setting? in
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 ? ScenarioReader.Setting(path: parts[0], value: parts[1]) : nil
        }
        return ScenarioReader.read(SourceText(file: file, bytes: text), settings: settings, companions: companions)
    }

    // MARK: As a line

    /// The line, without its break.
    package var line: String { text(digest: digest) }

    /// A digest of everything on the line.
    var digest: String {
        var digest = Digest()
        digest.mix(Array(text(digest: nil).utf8))
        return digest.text
    }

    private func text(digest: String?) -> String {
        var writer = JSONWriter(indented: false)
        writer.beginObject()
        writer.member("format", Self.format)
        writer.member("version", Self.version)
        writer.member("model", model)
        writer.key("seed")
        writer.integer(Int64(seed))
        writer.member("file", file)
        writer.content("text", text)
        writer.key("set")
        writer.beginArray()
        for setting in settings { writer.string(setting) }
        writer.endArray()
        writer.key("files")
        writer.beginArray()
        for file in files { Self.write(file, to: &writer) }
        writer.endArray()
        writer.key("rules")
        writer.beginArray()
        for rule in rules { writer.string(rule) }
        writer.endArray()
        if let digest { writer.member("digest", digest) }
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ file: RecordedFile, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", file.kind.name)
        writer.member("path", file.path)
        writer.key("contents")
        writer.beginArray()
        for content in file.contents {
            writer.beginObject()
            writer.member("path", content.path)
            writer.content("text", content.bytes)
            writer.endObject()
        }
        writer.endArray()
        writer.key("sizes")
        writer.beginArray()
        for size in file.sizes {
            writer.beginArray()
            writer.string(size.path)
            writer.integer(size.bytes)
            writer.endArray()
        }
        writer.endArray()
        writer.endObject()
    }
}

extension JSONWriter {
    /// A member with the bytes of a file: as text, or else, under the name `hex`, as hexadecimal digits.
    fileprivate mutating func content(_ name: String, _ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) { return member(name, text) }
        let digits = Array("0123456789abcdef".utf8)
        var hex: [UInt8] = []
        hex.reserveCapacity(2 * bytes.count)
        for byte in bytes { hex += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        member("hex", String(decoding: hex, as: UTF8.self))
    }
}

extension Digest {
    /// Mixes in bytes, eight at a time, and their number.
    mutating func mix(_ bytes: [UInt8]) {
        var word: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            word |= UInt64(byte) << (UInt64(index & 7) * 8)
            if index & 7 == 7 {
                mix(word)
                word = 0
            }
        }
        mix(word)
        mix(UInt64(bytes.count))
    }
}
