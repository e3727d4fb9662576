/// A colour tag: its name in AVFoundation, which is its raw value, and its numbers in ISO/IEC 23001-8.
public protocol ColorTag: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// Its code points in ISO/IEC 23001-8, which has them in common with ITU-T H.273. The first is the tag's own; the
    /// others mean the same.
    var numbers: [Int64] { get }
}

extension ColorTag {
    /// The name of AVFoundation's constant, without the key that it belongs to.
    public var name: String { rawValue }

    /// Its own code point.
    public var number: Int64 { numbers[0] }

    /// The tag of a name; nil where there is none.
    public static func named(_ name: String) -> Self? { Self(rawValue: name) }

    /// The tag of a code point; nil where there is none.
    public static func numbered(_ number: Int64) -> Self? { allCases.first { $0.numbers.contains(number) } }
}

/// The colours of a video track: what the numbers in its pictures stand for, by three tags with names in AVFoundation
/// (`AVVideoColorPropertiesKey`) and numbers in ISO/IEC 23001-8 (session 503, A.44).
public struct ColorTags: Equatable, Sendable {
    /// The red, green and blue that are mixed (`AVVideoColorPrimariesKey`).
    public enum Primaries: String, ColorTag {
        /// ITU-R BT.709, of high definition.
        case ituR709 = "ITU_R_709_2"
        /// EBU Tech. 3213, of standard definition with 625 lines.
        case ebu3213 = "EBU_3213"
        /// SMPTE C, of standard definition with 525 lines.
        case smpteC = "SMPTE_C"
        /// ITU-R BT.2020, of ultra high definition.
        case ituR2020 = "ITU_R_2020"
        /// DCI-P3 with the white of D65, as displays have it.
        case p3D65 = "P3_D65"

        /// Those of BT.601 are 5 with 625 lines and 6 with 525.
        public var numbers: [Int64] {
            switch self {
            case .ituR709: [1]
            case .ebu3213: [5]
            case .smpteC: [6]
            case .ituR2020: [9]
            case .p3D65: [12]
            }
        }

        /// The gamut that they span. Those of BT.601 differ from those of BT.709 by little, and count as sRGB.
        public var gamut: Gamut {
            switch self {
            case .ituR709, .ebu3213, .smpteC: .sRGB
            case .p3D65: .p3
            case .ituR2020: .ituR2020
            }
        }
    }

    /// The function by which light becomes a number (`AVVideoTransferFunctionKey`).
    public enum TransferFunction: String, ColorTag {
        /// ITU-R BT.709.
        case ituR709 = "ITU_R_709_2"
        /// SMPTE 240M.
        case smpte240M = "SMPTE_240M_1995"
        /// None: the number is the light.
        case linear = "Linear"
        /// IEC 61966-2-1, of computers.
        case sRGB = "IEC_sRGB"
        /// SMPTE ST 2084, perceptual quantization: high dynamic range.
        case pq = "SMPTE_ST_2084_PQ"
        /// ITU-R BT.2100, hybrid log-gamma: high dynamic range.
        case hlg = "ITU_R_2100_HLG"

        /// BT.601 (6) and BT.2020 with 10 and 12 bits (14, 15) have the function of BT.709.
        public var numbers: [Int64] {
            switch self {
            case .ituR709: [1, 6, 14, 15]
            case .smpte240M: [7]
            case .linear: [8]
            case .sRGB: [13]
            case .pq: [16]
            case .hlg: [18]
            }
        }

        /// The VIDEO-RANGE that such pictures must have at least. RFC 8216bis has it of 1, 6, 13, 14, 15, 16 and 18;
        /// that the others are SDR is our own reading.
        public var videoRange: VideoRange {
            switch self {
            case .ituR709, .smpte240M, .linear, .sRGB: .sdr
            case .hlg: .hlg
            case .pq: .pq
            }
        }
    }

    /// The matrix by which brightness and two differences make red, green and blue (`AVVideoYCbCrMatrixKey`).
    public enum Matrix: String, ColorTag {
        /// ITU-R BT.709.
        case ituR709 = "ITU_R_709_2"
        /// ITU-R BT.601.
        case ituR601 = "ITU_R_601_4"
        /// SMPTE 240M.
        case smpte240M = "SMPTE_240M_1995"
        /// ITU-R BT.2020, with a luminance that is not constant.
        case ituR2020 = "ITU_R_2020"

        /// That of BT.601 is 6, and 5 with 625 lines. That of BT.2020 is the one with non-constant luminance.
        public var numbers: [Int64] {
            switch self {
            case .ituR709: [1]
            case .ituR601: [6, 5]
            case .smpte240M: [7]
            case .ituR2020: [9]
            }
        }
    }

    /// The red, green and blue.
    public var primaries: Primaries
    /// The function by which light becomes a number.
    public var transfer: TransferFunction
    /// The matrix by which the numbers become red, green and blue.
    public var matrix: Matrix

    /// Memberwise.
    public init(_ primaries: Primaries, _ transfer: TransferFunction, _ matrix: Matrix) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
    }

    /// HD, and the working space of what is not prepared for wide colour (A.44).
    public static let hd = ColorTags(.ituR709, .ituR709, .ituR709)

    /// `AVMediaCharacteristic.usesWideGamutColorSpace`: whether there are colours that BT.709 does not have (A.44).
    public var usesWideGamut: Bool { primaries.gamut > .sRGB }
}
