import PlayerModel

/// The inputs of a run: the first line of a log. They suffice to run it again.
package struct LogHeader: Equatable, Sendable {
    /// The mark of every log, and the version of its format.
    static let format = "autowait log"
    static let version: Int64 = 1

    package var model: Int64
    package var seed: UInt64
    /// The name of the scenario's file, without its folder; and its text.
    package var file: String
    package var text: [UInt8]
    /// The settings laid over the text, as `--set` has them: `network.down_kbps=500`.
    package var settings: [String]
    package var files: [RecordedFile]
    /// The settings as a report shows them, defaults and the parameters of every rule included, under the model that
    /// ran it.
    package var rules: [String]
}

extension LogHeader {
    package init(
        file: String, text: [UInt8], settings: [ScenarioReader.Setting], files: [RecordedFile], scenario: Scenario
    ) {
        self.init(
            model: Model.number, seed: scenario.seed, file: file, text: text,
            settings: settings.map { "\($0.path)=\($0.value)" }, files: files,
            rules: Self.rules(of: scenario))
    }

    /// A line for each setting; with several players, each with the player's name before it.
    static func rules(of scenario: Scenario) -> [String] {
        let scenario = scenario.drawn()
        func lines(_ settings: [(name: String, value: String)], _ player: String = "") -> [String] {
            settings.map { "\(player)\($0.name): \($0.value)" }
        }
        guard scenario.players.count > 1 else { return lines(Settings.all(scenario, scenario.players[0])) }
        return scenario.players.reduce(into: lines(Settings.ofAll(scenario))) { all, player in
            all += lines(Settings.ofPlayer(player), "\(player.name): ")
        }
    }

    /// Reads the scenario, with more settings laid over it.
    package func reading(over more: [ScenarioReader.Setting] = []) -> ScenarioReader.Reading {
        var companions = Companions()
        for file in files { companions.add(CompanionReading(file).companions) }
        let settings = settings.compactMap { word in
            word.parted(at: "=").map { ScenarioReader.Setting(path: $0.before, value: $0.behind) }
        }
        return ScenarioReader.read(
            SourceText(file: file, bytes: text), settings: settings + more, companions: companions)
    }

    /// The line, without its break.
    package var line: String { text(digest: digest) }

    var digest: String { Digest.text(of: Array(text(digest: nil).utf8)) }

    private func text(digest: String?) -> String {
        var writer = JSONWriter(indented: false)
        writer.object { writer in
            writer.member("format", Self.format)
            writer.member("version", Self.version)
            writer.member("model", model)
            writer.member("seed", Int64(seed))
            writer.member("file", file)
            writer.content(text)
            writer.array("set", of: settings) { $1.string($0) }
            writer.objects("files", of: files) { Self.write($0, to: &$1) }
            writer.array("rules", of: rules) { $1.string($0) }
            if let digest { writer.member("digest", digest) }
        }
        return writer.finish()
    }

    private static func write(_ file: RecordedFile, to writer: inout JSONWriter) {
        writer.member("kind", file.kind.rawValue)
        writer.member("path", file.path)
        writer.objects("contents", of: file.contents) { content, writer in
            writer.member("path", content.path)
            writer.content(content.bytes)
        }
        writer.array("sizes", of: file.sizes) { size, writer in
            writer.beginArray()
            writer.string(size.path)
            writer.integer(size.bytes)
            writer.endArray()
        }
    }
}

extension JSONWriter {
    /// A member with the bytes of a file: `text` where they are one, or else `hex`, in hexadecimal digits.
    package mutating func content(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) { return member("text", text) }
        let digits = Array("0123456789abcdef".utf8)
        var hex: [UInt8] = []
        hex.reserveCapacity(2 * bytes.count)
        for byte in bytes { hex += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        member("hex", String(decoding: hex, as: UTF8.self))
    }
}

extension Digest {
    /// The digest of bytes, eight at a time, and of their number.
    static func text(of bytes: [UInt8]) -> String {
        var (digest, word) = (Digest(), UInt64(0))
        for (index, byte) in bytes.enumerated() {
            word |= UInt64(byte) << (UInt64(index & 7) * 8)
            if index & 7 == 7 {
                digest.mix(word)
                word = 0
            }
        }
        digest.mix(word)
        digest.mix(UInt64(bytes.count))
        return digest.text
    }
}
