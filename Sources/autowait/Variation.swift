import Simulation

/// A key and the values that it takes one after the other: an argument of `--vary` or `--over`.
struct Variation: Equatable {
    let key: String
    let values: [String]

    init(key: String, values: [String]) { (self.key, self.values) = (key, values) }

    /// All of an option, with each key once. What is varied is not set besides: that would be without effect.
    static func all(_ arguments: Arguments, _ option: String) throws(LoadError) -> [Variation] {
        var variations: [Variation] = []
        let set = try ScenarioFile.settings(of: .set, arguments, example: "network.down_kbps=500")
        for word in arguments.values(option) {
            let variation = try Variation(word, option: option)
            if set.contains(where: { $0.path == variation.key }) {
                throw .usage("'\(variation.key)' is set here, and '--\(option)' varies it; leave '--set' out")
            }
            guard !variations.contains(where: { $0.key == variation.key }) else {
                throw .usage("'\(variation.key)' is varied twice; give all of its values at once")
            }
            // Those of --over are looked at when their folders have been opened.
            let folder = Files.folder(of: arguments.operands.first ?? "")
            if option == "vary",
                let twice = Repetition.value(in: variation.values, of: variation.key, from: folder)
            {
                throw .usage("'--vary \(variation.key)' has \(twice) twice; give each choice once")
            }
            variations.append(variation)
        }
        return variations
    }

    init(_ word: String, option: String = "vary") throws(LoadError) {
        guard let (key, values) = word.parted(at: "="), !key.isEmpty else {
            throw .usage(
                "'--\(option) \(word)' varies nothing; write "
                    + (option == "vary" ? "--vary player.keep_up=play-through,first-chunk" : "--over network=3G,LTE"))
        }
        (self.key, self.values) = (key, Self.split(values))
        if self.values.contains("") {
            throw .usage("'--\(option) \(word)' has a value with nothing in it; write \"\" for an empty string")
        }
    }

    /// The values of a list with commas in between. Those inside of JSON brackets or quotes belong to a value.
    static func split(_ text: String) -> [String] {
        var values: [String] = []
        var value: [UInt8] = []
        var depth = 0
        var (isJSON, isQuoted, isEscaped) = (false, false, false)
        for byte in text.utf8 {
            if byte == UInt8(ascii: ","), depth == 0, !isQuoted {
                values.append(String(decoding: value, as: UTF8.self))
                (value, isJSON) = ([], false)
                continue
            }
            // A bare word may have brackets and quotes of its own: only the first character makes a value JSON.
            if value.allSatisfy({ $0 == UInt8(ascii: " ") }) { isJSON = "[{\"".utf8.contains(byte) }
            value.append(byte)
            guard isJSON else { continue }
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isQuoted
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += isQuoted ? 0 : 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = isQuoted ? depth : max(0, depth - 1)
            default: break
            }
        }
        return values + [String(decoding: value, as: UTF8.self)]
    }

    /// The settings of a combination: a value for each key.
    static func settings(_ keys: [String], _ values: [String]) -> [ScenarioReader.Setting] {
        zip(keys, values).map { ScenarioReader.Setting(path: $0, value: $1, option: .vary) }
    }

    /// Every combination of values, in the order of the keys; the last key changes first.
    static func product(_ variations: [Variation]) -> [[String]] {
        variations.reduce([[]]) { settings, variation in
            settings.flatMap { setting in variation.values.map { setting + [$0] } }
        }
    }
}
