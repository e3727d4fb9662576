import PlayerModel

/// Colours for programs.
enum JSONColor {
    /// The tags of the variant that is fetched first, null where they are not known; then what a video output gets of
    /// each variant that may be fetched, null where there is no output.
    static func color(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let variant = player.media.variants[player.variant]
        writer.member("video_range", variant.videoRange.name)
        write(variant.color, &writer)
        writer.object("video_output", orNull: player.videoOutput) { output, writer in
            writer.member("allows_wide_color", output.allowsWideColor)
            writer.objects("receives", of: player.variants) { index, writer in
                let source = player.media.variants[index].color
                writer.member("variant", Int64(index))
                writer.flag("converted", orNull: output.converts(source))
                write(output.receives(source), &writer)
            }
        }
    }

    /// The display, null where there is none, and the variants that are converted for it.
    static func display(_ player: ScenarioPlayer, _ display: Display?, _ writer: inout JSONWriter) {
        writer.object("display", orNull: display, inline: true) { display, writer in
            writer.member("gamut", display.gamut.name)
            writer.member("range", display.range.name)
            writer.numbers("converts", player.variantsConverted(of: 0).map { Int64($0) })
        }
    }

    private static func write(_ color: ColorTags?, _ writer: inout JSONWriter) {
        writer.object("color", orNull: color, inline: true) { color, writer in
            writer.member("primaries", color.primaries.name)
            writer.member("transfer", color.transfer.name)
            writer.member("matrix", color.matrix.name)
            writer.numbers("numbers", [color.primaries.number, color.transfer.number, color.matrix.number])
            writer.member("uses_wide_gamut", color.usesWideGamut)
        }
    }
}
