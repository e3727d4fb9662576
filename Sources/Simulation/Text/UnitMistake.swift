import PlayerModel

/// A number of bits that stands where a number of kilobits is meant: what one can tell by, and the words for it.
package enum UnitMistake {
    /// A gigabit a second: no stream comes near, and a link that has more is better left without a limit.
    package static let mostOfVideo: Int64 = 999_999_999
    /// 64 Mbit/s: twelve channels of 24 bits at 192 kHz come to less without any coding, and sound of 64 kbit/s
    /// written in bits is no less.
    package static let mostOfAudio: Int64 = 63_999_999

    /// The words for a key that is in kilobits, and has so many bits per second.
    package static func words(_ key: String, _ rate: Int64, orLeave mayBeLeft: Bool = false) -> String {
        let (bits, kilobits) = (rate / 1000, NumberText.exact(rate, places: 6))
        let unlimited = mayBeLeft ? "; for a link without limit write \"unlimited\"" : ""
        return "'\(key)' counts kilobits, so this is \(NumberText.exact(rate, places: 9)) Gbit/s; "
            + "for \(bits) bit/s write \(kilobits)\(unlimited)"
    }
}
