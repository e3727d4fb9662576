import PlayerModel

/// Gaps in words: where they are, what the player does about them, and what it did.
enum GapWords {
    /// More stretches than these are counted.
    private static let most = 4

    /// The settings of gaps; nothing where all that is listed is there.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard player.hasGaps else { return [] }
        let rule = player.loader.gaps
        let then = rule.skips ? "a gap of all is skipped" : "time goes on in a gap of all (ours)"
        let first = rule.looksElsewhere ? "looks in other variants, and \(then)" : "no other variant, and \(then)"
        let places = player.assets.flatMap { asset in
            let name = player.assets.count > 1 ? " of \(asset.name)" : ""
            return self.places(asset.media).map { $0.name + name + $0.stretches }
        }
        return [("gaps", "\(rule.name): \(first); \(places.joined(separator: "; "))")]
    }

    private static func places(_ media: Asset) -> [(name: String, stretches: String)] {
        var all: [(name: String, stretches: String)] = []
        func add(_ rendition: Asset.Variant, _ name: String) {
            if !rendition.gaps.isEmpty { all.append((name, stretches(rendition))) }
        }
        for (index, variant) in media.variants.enumerated() { add(variant, "variant \(index + 1)") }
        for audio in media.allAudio { add(audio, audio.language.isEmpty ? "audio" : "audio in \(audio.language)") }
        if let subtitles = media.subtitles { add(subtitles, "subtitles") }
        return all
    }

    private static func stretches(_ rendition: Asset.Variant) -> String {
        let (chunks, ranges) = (rendition.chunks, rendition.gaps.ranges)
        let told = ranges.prefix(most).map {
            " from \(chunks.start(of: $0.lowerBound).inSeconds) to \(chunks.start(of: $0.upperBound).inSeconds)"
        }
        let rest = ranges.count - told.count
        return told.joined(separator: ",") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The words of a row of the panel about a gap.
    static func words(_ gap: ObservedGap, _ player: ScenarioPlayer) -> String {
        switch gap.note {
        case .elsewhere(let place, let from, let to):
            "the segment at \(place.inSeconds) is a gap in \(VariantWords.variant(from, player)): looks in "
                + VariantWords.variant(to, player)
        case .absent(let from, let to, let track):
            "from \(from.inSeconds) to \(to.inSeconds) there is a gap\(of(track, from, to, gap.item, player)): "
                + "nothing is loaded of it"
        case .skips(let from, let to): "the gap from \(from.inSeconds) to \(to.inSeconds) is skipped"
        }
    }

    private static func of(
        _ track: UInt16, _ from: MediaTime, _ to: MediaTime, _ item: Int32, _ player: ScenarioPlayer
    ) -> String {
        let media = player.assets[player.asset(ofItem: item)].media
        if track == 0 {
            guard player.loader.gaps.looksElsewhere else { return "" }
            // One that a limit rules out, or that has failed, may have none.
            let isInAll = media.variants.allSatisfy {
                $0.chunks.start(of: $0.gaps.firstMissing(from: $0.chunks.chunk(at: from))) >= to
            }
            return isInAll ? " in all variants" : " in all variants that may be fetched"
        }
        return Int(track) == media.subtitleTrack ? " in the subtitles" : " in the audio"
    }
}
