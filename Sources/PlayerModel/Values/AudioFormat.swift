/// The format of a variant's sound, as far as the transition from one item to the next depends on it (WWDC21 10142).
/// A property that is nil is not declared: it is taken to be as in the other item.
public struct AudioFormat: Equatable, Sendable {
    /// Whether it is protected by FairPlay Streaming.
    public var usesFairPlay = false
    /// The format as `CODECS` of EXT-X-STREAM-INF has it: `mp4a.40.2` is AAC-LC, `mp4a.40.5` is HE-AAC.
    public var codec: String?
    /// The number of channels: `CHANNELS` of EXT-X-MEDIA.
    public var channels: Int64?
    /// Samples a second.
    public var sampleRate: Int64?
    /// Bits of a sample.
    public var bitDepth: Int64?

    /// Nothing is declared, and the sound is clear.
    public init() {}

    /// The obstacle to a transition without a gap; nil where there is none. The first three have to be alike (A.65);
    /// a difference in the last two "may inhibit" it, Apple says, and here it does.
    public func obstacle(to next: AudioFormat) -> GaplessObstacle? {
        func differ<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
            if let one, let other { one != other } else { false }
        }
        if usesFairPlay != next.usesFairPlay { return .fairPlay }
        if differ(codec, next.codec) { return .codec }
        if differ(channels, next.channels) { return .channels }
        if differ(sampleRate, next.sampleRate) { return .sampleRate }
        return differ(bitDepth, next.bitDepth) ? .bitDepth : nil
    }
}

/// The difference between the sound of two items that makes a gap between them.
public enum GaplessObstacle: UInt8, CaseIterable, Sendable {
    /// One uses FairPlay, the other does not.
    case fairPlay
    /// The codecs differ.
    case codec
    /// The numbers of channels differ.
    case channels
    /// The sample rates differ.
    case sampleRate
    /// The bit depths differ.
    case bitDepth

    /// The difference, in a few words.
    public var words: String {
        switch self {
        case .fairPlay: "the use of FairPlay"
        case .codec: "the audio codec"
        case .channels: "the number of channels"
        case .sampleRate: "the sample rate"
        case .bitDepth: "the bit depth"
        }
    }
}
