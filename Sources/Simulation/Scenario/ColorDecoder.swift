import PlayerModel

/// Colours: the tags of a track, the display that shows it, and code that gets its pictures.
extension ScenarioDecoder {
    /// The tags of a track; nil where one is not known.
    mutating func color(_ node: JSONNode) -> ColorTags? {
        let primaries: ColorTags.Primaries? = tag("primaries", node)
        let transfer: ColorTags.TransferFunction? = tag("transfer", node)
        let matrix: ColorTags.Matrix? = tag("matrix", node)
        guard let primaries, let transfer, let matrix else { return nil }
        return ColorTags(primaries, transfer, matrix)
    }

    /// A tag by its name, which the shape has looked at, or by its number.
    private mutating func tag<Tag: ColorTag>(_ key: String, _ node: JSONNode) -> Tag? {
        guard let value = node.member(key) else { return nil }
        if let name = value.string { return Tag.named(name) }
        guard let number = value.number(.count) else { return nil }
        if let tag = Tag.numbered(number) { return tag }
        let known = Tag.allCases.map { tag in
            "\(tag.numbers.map { String($0) }.joined(separator: "/")) (\(tag.name))"
        }
        report("'\(key)' cannot be \(number); known are \(known.joined(separator: ", "))", value.place)
        return nil
    }

    /// What is declared, or else what the tags say: pictures of a lower range may be among those of a higher one, but
    /// not the other way round (RFC 8216bis).
    mutating func videoRange(_ node: JSONNode, of color: ColorTags?) -> VideoRange {
        let least = color?.transfer.videoRange ?? .sdr
        guard let word = node.member("video_range") else { return least }
        let range = VideoRange(attribute: word.string)
        if let color, range < least {
            report(
                "'video_range' cannot be \(range.name): the transfer function \(color.transfer.name) is \(least.name)",
                word.place)
        }
        return range
    }

    func display(_ node: JSONNode) -> Display? {
        let gamut = Gamut.ofDisplays.first { $0.name == node.member("gamut")?.string }
        let range = Display.DynamicRange.allCases.first { $0.name == node.member("range")?.string }
        guard let gamut, let range else { return nil }
        return Display(gamut: gamut, range: range)
    }

    func videoOutput(_ node: JSONNode) -> VideoOutput? {
        guard let flag = node.member("allows_wide_color") else { return nil }
        return VideoOutput(allowsWideColor: flag.flag ?? false)
    }
}

extension ScenarioShape {
    /// What a variant or a file has.
    static let color = Shape.Member(
        "color", "The colour tags of the pictures, by their names in AVFoundation or numbers in ISO/IEC 23001-8.",
        .object(
            .init(
                "color", "Three tags.",
                [
                    tag(
                        "primaries", "Which red, green and blue are mixed: AVVideoColorPrimariesKey.",
                        ColorTags.Primaries.allCases),
                    tag(
                        "transfer", "How light becomes a number: AVVideoTransferFunctionKey.",
                        ColorTags.TransferFunction.allCases),
                    tag(
                        "matrix", "How brightness and differences become colours: AVVideoYCbCrMatrixKey.",
                        ColorTags.Matrix.allCases),
                ])))

    /// What a variant has.
    static let videoRange = Shape.Member(
        "video_range", "VIDEO-RANGE as the playlist declares it: what the colour tags say, or else SDR, unless said.",
        words([
            ("SDR", "Standard dynamic range."), ("HLG", "High dynamic range, hybrid log-gamma."),
            ("PQ", "High dynamic range, perceptual quantizer."),
        ]))

    /// What a player has for the first variant.
    static let display = Shape.Member(
        "display",
        "The display: where another variant is left, those of a higher range are not eligible. None unless said.",
        .object(
            .init(
                "display", "What shows the video.",
                [
                    .init(
                        "gamut", "The colours that it has; wider ones are converted.",
                        words([("sRGB", "Those of BT.709."), ("P3", "Those of Display P3.")]), isRequired: true),
                    .init(
                        "range", "Whether it shows high dynamic range.",
                        words([("SDR", "Standard dynamic range alone."), ("HDR", "HLG and PQ too.")]),
                        isRequired: true
                    ),
                ])))

    /// What a player has.
    static let videoOutput = Shape.Member(
        "video_output", "An AVPlayerItemVideoOutput, which gets the pictures. None unless said.",
        .object(
            .init(
                "video output", "Gets the pictures.",
                [
                    .init(
                        "allows_wide_color",
                        "Whether pictures stay in the colours of their source: AVVideoAllowWideColorKey.", .flag,
                        isRequired: true)
                ])))

    private static func tag<Tag: ColorTag>(_ key: String, _ about: String, _ tags: [Tag]) -> Shape.Member {
        let names = words(tags.map { ($0.name, "\($0.number) in ISO/IEC 23001-8.") })
        return .init(key, about, .either([names, .number(.count, 0...255)]), isRequired: true)
    }
}
