import PlayerModel

/// Colours for programs.
enum JSONColor {
    /// The tags of the variant that is fetched first, null where they are not known; then what a video output gets of
    /// each variant that may be fetched, null where there is no output.
    static func color(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let variant = player.media.variants[player.variant]
        writer.member("video_range", variant.videoRange.name)
        writer.key("color")
        write(variant.color, &writer)
        writer.key("video_output")
        guard let output = player.videoOutput else { return writer.null() }
        writer.beginObject()
        writer.member("allows_wide_color", output.allowsWideColor)
        writer.key("receives")
        writer.beginArray()
        for index in player.variants {
            let source = player.media.variants[index].color
            writer.beginObject()
            writer.member("variant", Int64(index))
            writer.key("converted")
            if let isConverted = output.converts(source) { writer.bool(isConverted) } else { writer.null() }
            writer.key("color")
            write(output.receives(source), &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    /// The display, null where there is none, and the variants that are converted for it.
    static func display(_ player: ScenarioPlayer, _ display: Display?, _ writer: inout JSONWriter) {
        writer.key("display")
        guard let display else { return writer.null() }
        writer.beginObject(inline: true)
        writer.member("gamut", display.gamut.name)
        writer.member("range", display.range.name)
        writer.key("converts")
        writer.beginArray(inline: true)
        for index in player.variantsConverted(of: 0) { writer.integer(Int64(index)) }
        writer.endArray()
        writer.endObject()
    }

    private static func write(_ color: ColorTags?, _ writer: inout JSONWriter) {
        guard let color else { return writer.null() }
        writer.beginObject(inline: true)
        writer.member("primaries", color.primaries.name)
        writer.member("transfer", color.transfer.name)
        writer.member("matrix", color.matrix.name)
        writer.key("numbers")
        writer.beginArray(inline: true)
        for number in [color.primaries.number, color.transfer.number, color.matrix.number] { writer.integer(number) }
        writer.endArray()
        writer.member("uses_wide_gamut", color.usesWideGamut)
        writer.endObject()
    }
}
