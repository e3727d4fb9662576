/// VIDEO-RANGE of a variant: the dynamic range of its pictures, as RFC 8216bis and `AVAssetVariant` have it. In order:
/// a range may have pictures of those before it among its own.
public enum VideoRange: Comparable, Sendable {
    /// Standard; so it is where nothing is declared.
    case sdr
    /// High, hybrid log-gamma.
    case hlg
    /// High, perceptual quantizer.
    case pq
    /// Declared with a word that is not known: RFC 8216bis says that a client should not select such a variant.
    case unrecognized

    /// Those that a variant may have, in their order.
    public static let known: [VideoRange] = [.sdr, .hlg, .pq]

    /// Takes the value of the attribute; nil is no attribute.
    public init(attribute word: String?) {
        self = word.map { word in Self.known.first { $0.name == word } ?? .unrecognized } ?? .sdr
    }

    /// The word of the attribute.
    public var name: String {
        switch self {
        case .sdr: "SDR"
        case .hlg: "HLG"
        case .pq: "PQ"
        case .unrecognized: "unrecognized"
        }
    }

    /// Whether it takes a display of high dynamic range to show it as it is.
    public var isHigh: Bool {
        switch self {
        case .hlg, .pq: true
        case .sdr, .unrecognized: false
        }
    }
}
