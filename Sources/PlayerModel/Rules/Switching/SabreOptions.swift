/// The options of the simulator Sabre that its rules share.
public struct SabreOptions: Equatable, Sendable {
    /// The worth of a segment's length without a stall, beside its utility, in millionths (`-gp`).
    public var gamma: Int64
    /// The least part of what the buffer has time for, in millionths; 0 leaves the insufficient-buffer rule out
    /// (`-noibr`).
    public var leastShare: Int64
    /// BOLA reckons with a full buffer from the first segment on, and gives no segment up (`-ab`).
    public var isBasic: Bool
    /// BOLA-O: above what the throughput carries it takes that, and waits until the level fits it; BOLA-U takes one
    /// rung more (`-ao`).
    public var waits: Bool

    /// Sabre's defaults: γp 5, 0.5, and neither.
    public init(gamma: Int64 = 5_000_000, leastShare: Int64 = 500_000, isBasic: Bool = false, waits: Bool = false) {
        self.gamma = gamma
        self.leastShare = leastShare
        self.isBasic = isBasic
        self.waits = waits
    }

    var gammaSegments: Double { Double(gamma) / 1_000_000 }
}

/// The memory of Sabre's rules.
struct SabreMemory: Equatable, Sendable {
    /// `sabre-bola`: the rung that it chose last, and its V then, in milliseconds.
    var last = 0
    var scale = 0.0
    /// `sabre-bola-e`: the rung that came last; whether it has begun to go by the buffer; the media that it reckons
    /// with beside what is there, in milliseconds; and its own insufficient-buffer rule, as in `SwitchMemory`.
    var lastCome = 0
    var isSteady = false
    var placeholder = 0.0
    var share: Int64 = 900_000
    /// The most that the buffer may hold, and the length of a segment, as of the last question; 0 before there was one.
    var cap = 0.0
    var segment = 0.0
    /// `sabre-dynamic` and `sabre-dynamic-dash`: whether BOLA has the say, and not throughput.
    var isByBuffer = false
}

/// A moment in the units of Sabre: milliseconds, bits, and bits per millisecond, which are kbit/s.
struct SabreMoment {
    let segment: Double
    let level: Double
    /// The most that the buffer may hold.
    let cap: Double

    init(_ question: SwitchQuestion) {
        segment = Self.milliseconds(max(1, question.segment.nanoseconds))
        level = Self.milliseconds(question.ahead.nanoseconds)
        // With so much ahead nothing is asked for, so with a nanosecond less it is, and a segment comes on top.
        // More than a day is as good as any amount.
        let most = max(1, min(question.wanted, .seconds(86_400)).nanoseconds) - 1
        cap = Self.milliseconds(most + min(question.segment, .seconds(86_400)).nanoseconds)
    }

    static func milliseconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1_000_000 }

    /// A decision to rest for that many milliseconds, if it is any time at all: a year at most.
    static func decision(_ rung: Int, rest: Double) -> SwitchDecision {
        guard rest > 0 else { return SwitchDecision(rung: rung) }
        let nanoseconds = min(rest, 31_536_000_000) * 1_000_000 + 0.5
        return SwitchDecision(rung: rung, rest: TimeAmount(nanoseconds: Int64(nanoseconds)))
    }
}

extension SwitchLadder.Rung {
    /// The bit rate in bits per millisecond.
    var kilobits: Double { Double(bitRate) / 1000 }
}
