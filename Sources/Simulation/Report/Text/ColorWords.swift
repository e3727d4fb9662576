import PlayerModel

/// Colours in words: the tags of what is fetched first, and what a video output gets.
enum ColorWords {
    /// Lines for a report's settings: none where no tags are known and there is no video output.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = []
        let variant = player.media.variants[player.variant]
        if let color = variant.color {
            lines.append(
                ("color", "\(tags(color)), \(color.usesWideGamut ? "wide gamut, " : "")\(variant.videoRange.name)"))
        }
        if let output = player.videoOutput {
            lines.append(
                ("output", "AVVideoAllowWideColorKey \(output.allowsWideColor): \(pictures(output, player))"))
        }
        return lines
    }

    /// The pictures that an output gets of each variant that may be fetched; said once where they are the same.
    private static func pictures(_ output: VideoOutput, _ player: ScenarioPlayer) -> String {
        var groups: [(variants: [String], words: String)] = []
        for index in player.variants {
            let words = pictures(output, of: player.media.variants[index].color)
            if let group = groups.firstIndex(where: { $0.words == words }) {
                groups[group].variants.append(String(index + 1))
            } else {
                groups.append(([String(index + 1)], words))
            }
        }
        if groups.count == 1 { return groups[0].words }
        return groups.map { group in
            let noun = group.variants.count == 1 ? "variant" : "variants"
            return "\(noun) \(group.variants.joined(separator: ", ")) \(group.words)"
        }.joined(separator: "; ")
    }

    private static func pictures(_ output: VideoOutput, of source: ColorTags?) -> String {
        guard let source else {
            return output.allowsWideColor
                ? "left alone, in tags that are not known" : "in \(tags(.hd)), of unknown tags"
        }
        if output.allowsWideColor { return "left alone, in \(tags(source))" }
        let isConverted = output.converts(source) == true
        return isConverted ? "converted to \(tags(.hd))" : "in \(tags(.hd)), which the source has already"
    }

    private static func tags(_ color: ColorTags) -> String {
        let (primaries, transfer, matrix) = (color.primaries, color.transfer, color.matrix)
        return "\(primaries.name) / \(transfer.name) / \(matrix.name) "
            + "(\(primaries.number)/\(transfer.number)/\(matrix.number))"
    }
}
