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

    /// The words of a key, and its unit where the last of them names one.
    private static func parts(_ key: String) -> (words: [Substring], unit: String?) {
        let words = key.split(separator: "_")
        return (words, units.first { pair in words.last.map { $0 == pair.word } ?? false }?.unit)
    }

    /// The unit of a key, where a word that was written for it ends in another one; nil where it does not.
    static func other(of key: String, than word: String) -> String? {
        let (wanted, own) = (parts(key), parts(word))
        guard wanted.words.count == own.words.count, wanted.words.last != own.words.last else { return nil }
        let isUnit = own.unit != nil || others.contains { other in own.words.last.map { $0 == other } ?? false }
        return isUnit ? wanted.unit : nil
    }
}

extension NearMiss {
    /// `; did you mean 'x'?`, and what it counts where the word ends in another unit.
    package static func question(_ near: String, for word: String) -> String {
        let unit = KeyUnit.other(of: near, than: word)
        return "; did you mean '\(near)'" + (unit.map { ", which counts \($0)" } ?? "") + "?"
    }
}
