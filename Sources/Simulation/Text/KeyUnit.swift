/// The unit that the last word of a key names, as `kbps` does in `down_kbps`.
enum KeyUnit {
    private static let units: [(word: String, unit: String)] = [
        ("bps", "bit/s"), ("kbps", "kbit/s"), ("mbps", "Mbit/s"), ("gbps", "Gbit/s"), ("s", "seconds"),
        ("ms", "milliseconds"), ("bytes", "bytes"), ("bits", "bits"), ("packets", "packets"), ("percent", "percent"),
        ("hz", "hertz"), ("fps", "frames a second"),
    ]

    /// Words of units that no key is in.
    private static let others = [
        "kBps", "KBps", "MBps", "Bps", "us", "ns", "min", "minutes", "h", "hours", "sec", "seconds", "millis", "msec",
        "b", "kb", "mb", "gb", "KB", "kB", "MB", "GB", "kib", "mib", "gib", "kbit", "mbit", "kilobytes", "megabytes",
        "khz", "ratio",
    ]

    /// Others that people write behind numbers, with what stands for thousands and millions among them; not `G`, which
    /// is that of `3G`.
    private static let ofNumbers = ["k", "m", "bit", "byte", "second", "minute", "hour", "µs", "\u{3BC}s"]

    /// The words of a key, and its unit where the last of them names one.
    private static func parts(_ key: String) -> (words: [Substring], unit: String?) {
        let words = key.split(separator: "_")
        return (words, units.first { pair in words.last.map { $0 == pair.word } ?? false }?.unit)
    }

    /// Whether a word is that of a unit.
    static func isUnit(_ word: [UInt8]) -> Bool {
        units.contains { word.elementsEqual($0.word.utf8) } || others.contains { word.elementsEqual($0.utf8) }
    }

    /// Whether the letters behind a number are a unit, as in `5Mbps` and `5 Mbit/s`: in both cases of letters, because
    /// people write what they are used to.
    static func isOfNumbers(_ letters: String) -> Bool {
        let plain = NearMiss.plain(String(letters.prefix { $0 != "/" }))
        return isUnit(plain) || (others + ofNumbers).contains { NearMiss.plain($0) == plain }
    }

    /// Whether a key's number is so much of something, which its last word says: others count or name things.
    static func hasUnit(_ key: String) -> Bool {
        let (words, unit) = parts(key)
        return unit != nil || others.contains { other in words.last.map { $0 == other } ?? false }
    }

    /// The unit of a key that differs from another one in nothing but its unit, or is that one; nil of others, and of
    /// those that are a unit and nothing else: what these name is the unit.
    static func own(of key: String, beside other: String) -> String? {
        let (own, wanted) = (parts(key), parts(other))
        guard own.words.count > 1, wanted.unit != nil else { return nil }
        return own.words.dropLast() == wanted.words.dropLast() ? own.unit : nil
    }

    /// Whether a word that was written for a key goes on behind what stands before the key's unit, so that it may name
    /// the unit itself: in another style, `valueKbps`, or with a slip. A letter may be too many.
    static func goesOn(_ word: String, to key: String) -> Bool {
        let stem = parts(key).words.dropLast().joined(separator: "_")
        return hasUnit(word) || NearMiss.plain(word).count > NearMiss.plain(stem).count + 1
    }

    /// The unit of a key, where a word that was written for it ends in another one, or is one; nil where it does not.
    static func other(of key: String, than word: String) -> String? {
        let (wanted, own) = (parts(key), parts(word))
        guard wanted.words.last != own.words.last else { return nil }
        if own.words.count == 1, own.unit != nil { return wanted.unit }
        guard wanted.words.count == own.words.count else { return nil }
        let isUnit = own.unit != nil || others.contains { other in own.words.last.map { $0 == other } ?? false }
        return isUnit ? wanted.unit : nil
    }
}

extension NearMiss {
    private typealias OtherWord = (word: String, key: String, unit: String, meaning: String)

    /// The words that other tools have for a key's first word, or, alone, for all of it; and what one of theirs is.
    private static let otherWords: [OtherWord] =
        [("latency", "delay", "ms", "one way"), ("rtt", "delay", "ms", "one way, the half of a round trip")]
        + ["bandwidth", "throughput", "speed", "downlink", "rate", "bps", "kbps", "mbps", "gbps"].map {
            ($0, "down", "kbps", "towards the player")
        }
        + ["uplink", "upload"].map { ($0, "up", "kbps", "away from the player") }

    /// The key that was probably meant: the one that other tools call so, or else the closest; nil where none is close.
    static func key(_ word: String, among candidates: [String]) -> String? {
        guard let other = otherWord(of: word) else { return find(word, among: candidates) }
        let rest = word.utf8Suffix(from: other.word.utf8.count)
        let key = other.key + (rest.isEmpty ? "_\(other.unit)" : rest)
        if candidates.contains(key) { return key }
        // Alone, it may be anything else as well.
        if rest.isEmpty { return find(word, among: candidates) }
        // In another unit, it is as if our own word had been written in it.
        return find(key, among: candidates.filter { $0.hasPrefix(other.key + "_") }) ?? find(word, among: candidates)
    }

    private static func otherWord(of word: String) -> OtherWord? {
        otherWords.first { word == $0.word || word.hasPrefix($0.word + "_") }
    }

    /// `; did you mean 'x'?`, and what it counts where the word ends in another unit. Where it names none, a number
    /// that comes with it may be in any: then all candidates that differ in their units alone are named, each with its
    /// own.
    package static func question(_ near: String, for word: String, among candidates: [String] = []) -> String {
        let units = candidates.compactMap { name in KeyUnit.own(of: name, beside: near).map { (name, $0) } }
        if units.count > 1, !KeyUnit.goesOn(word, to: near) {
            let named = units.map { "'\($0)', which counts \($1)" }
            return "; did you mean \(named.joined(separator: ", or "))?"
        }
        let unit = KeyUnit.other(of: near, than: word)
        let other = otherWord(of: word).flatMap { near.hasPrefix($0.key + "_") ? $0.meaning : nil }
        let clause = [unit.map { "which counts \($0)" }, other.map { "which is \($0)" }].compactMap { $0 }
        return "; did you mean '\(near)'" + otherForm(word, near) + clause.map { ", \($0)" }.joined() + "?"
    }
}

extension String {
    /// All from a byte on.
    fileprivate func utf8Suffix(from count: Int) -> String { String(decoding: utf8.dropFirst(count), as: UTF8.self) }
}
