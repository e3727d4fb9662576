import PlayerModel

/// Colours for programs.
enum JSONColor {
    /// The tags of the variant that is fetched first, null where they are not known; then what a video output gets of
    /// each variant that may be fetched, null where there is no output.
    static func color(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let variant = player.media.variants[player.variant]
        writer.member("video_range", variant.videoRange.name)
        write(variant.color, &writer)
        writer.key("video_output")
        guard let output = player.videoOutput else { return writer.null() }
        writer.object { writer in
            writer.member("allows_wide_color", output.allowsWideColor)
            writer.objects("receives", of: player.variants) { index, writer in
                let source = player.media.variants[index].color
                writer.member("variant", Int64(index))
                writer.key("converted")
                if let isConverted = output.converts(source) { writer.bool(isConverted) } else { writer.null() }
                write(output.receives(source), &writer)
            }
        }
    }

    /// The display, null where there is none, and the variants that are converted for it.
    static func display(_ player: ScenarioPlayer, _ display: Display?, _ writer: inout JSONWriter) {
        writer.key("display")
        guard let display else { return writer.null() }
        writer.object(inline: true) { writer in
            writer.member("gamut", display.gamut.name)
            writer.member("range", display.range.name)
            writer.numbers("converts", player.variantsConverted(of: 0).map { Int64($0) })
        }
    }

    private static func write(_ color: ColorTags?, _ writer: inout JSONWriter) {
        writer.key("color")
        guard let color else { return writer.null() }
        writer.object(inline: true) { writer in
            writer.member("primaries", color.primaries.name)
            writer.member("transfer", color.transfer.name)
            writer.member("matrix", color.matrix.name)
            writer.numbers("numbers", [color.primaries.number, color.transfer.number, color.matrix.number])
            writer.member("uses_wide_gamut", color.usesWideGamut)
        }
    }
}
