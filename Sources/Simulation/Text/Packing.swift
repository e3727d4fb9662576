/// A form in which a file is compressed, and in which no reader takes it: by its first bytes (RFC 1952, 2.3.1; APPNOTE
/// 4.3.7; RFC 8878, 3.1.1).
package enum Packing: Equatable, Sendable {
    case gzip, zip, zstd

    /// Nil where it is none of these.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
            self = .zip
        } else if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else {
            return nil
        }
    }

    /// The remedy, as a clause.
    var words: String {
        switch self {
        case .gzip:
            "this is compressed with gzip; unpack it first: gunzip --keep FILE, or gunzip --stdout FILE.gz >FILE"
        case .zip: "this is a ZIP archive; unpack it first"
        case .zstd: "this is compressed with zstd; unpack it first"
        }
    }
}
