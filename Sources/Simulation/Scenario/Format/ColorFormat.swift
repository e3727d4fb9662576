import PlayerModel

/// The colour tags of a track as a file has them.
struct ColorDraft: Sendable {
    /// A tag, or a number that none has.
    enum Tag<Known: ColorTag>: Sendable {
        case known(Known)
        case unknown(Int64)
    }

    var primaries: Placed<Tag<ColorTags.Primaries>>?
    var transfer: Placed<Tag<ColorTags.TransferFunction>>?
    var matrix: Placed<Tag<ColorTags.Matrix>>?
}

/// Colours: the tags of a track, the display that shows it, and code that gets its pictures.
enum ColorFormat {
    static let color = ValueFormat.object("color", "Three tags.", from: ColorDraft()) {
        Key("primaries", "Which red, green and blue are mixed: AVVideoColorPrimariesKey.")
            .holds(placed: tag(ColorTags.Primaries.allCases), isRequired: true) { $0.primaries = $1 }
        Key("transfer", "How light becomes a number: AVVideoTransferFunctionKey.")
            .holds(placed: tag(ColorTags.TransferFunction.allCases), isRequired: true) { $0.transfer = $1 }
        Key("matrix", "How brightness and differences become colours: AVVideoYCbCrMatrixKey.")
            .holds(placed: tag(ColorTags.Matrix.allCases), isRequired: true) { $0.matrix = $1 }
    }

    /// A tag by its name, or by its number.
    private static func tag<Known: ColorTag>(_ tags: [Known]) -> ValueFormat<ColorDraft.Tag<Known>> {
        .either(
            .words(tags.map { ($0.name, .known($0), "\($0.number) in ISO/IEC 23001-8.") }),
            ValueFormat<Int64>.count(0...255).map { number in
                Known.numbered(number).map { .known($0) } ?? .unknown(number)
            })
    }

    static let videoRange = ValueFormat<VideoRange>.words([
        (VideoRange.sdr.name, .sdr, "Standard dynamic range."),
        (VideoRange.hlg.name, .hlg, "High dynamic range, hybrid log-gamma."),
        (VideoRange.pq.name, .pq, "High dynamic range, perceptual quantizer."),
    ])

    static let display = ValueFormat.object(
        "display", "What shows the video.", from: Display(gamut: .sRGB, range: .standard)
    ) {
        Key("gamut", "The colours that it has; wider ones are converted.")
            .holds(
                .words([
                    (Gamut.sRGB.name, .sRGB, "Those of BT.709."), (Gamut.p3.name, .p3, "Those of Display P3."),
                ]), isRequired: true
            ) { $0.gamut = $1 }
        Key("range", "Whether it shows high dynamic range.")
            .holds(
                .words([
                    (Display.DynamicRange.standard.name, .standard, "Standard dynamic range alone."),
                    (Display.DynamicRange.high.name, .high, "HLG and PQ too."),
                ]), isRequired: true
            ) { $0.range = $1 }
    }

    static let videoOutput = ValueFormat.object(
        "video output", "Gets the pictures.", from: VideoOutput(allowsWideColor: false)
    ) {
        Key("allows_wide_color", "Whether pictures stay in the colours of their source: AVVideoAllowWideColorKey.")
            .holds(.flag, isRequired: true) { $0.allowsWideColor = $1 }
    }
}
