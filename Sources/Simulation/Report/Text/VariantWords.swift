import PlayerModel

/// The first variant in words: by which rule, why, and what was not eligible.
enum VariantWords {
    /// Lines for a report's settings: none where there is nothing to say but the rule's name, which the line of the
    /// media has.
    static func lines(_ asset: Int, _ player: ScenarioPlayer) -> [(name: String, value: String)] {
        let media = player.assets[asset].media
        guard media.kind == .hls else { return [] }
        let (rule, limits, own) = (player.variantChoice, player.startingLimits, media.variantsToBeginWith)
        let variants = own.map { media.declared($0) }
        let set = VariantLimits.Limit.allCases.filter {
            limits.isSet($0) || !limits.ruledOut(by: $0, among: variants).isEmpty
        }
        guard !set.isEmpty || !rule.parameters.isEmpty else { return [] }
        let choice = "\(Settings.rule(rule)): \(player.firstVariant(of: asset).reason.words)"
        var lines = [(name: "choice", value: choice)]
        guard !set.isEmpty else { return lines }
        let parts = set.map { limit in
            let out = limits.ruledOut(by: limit, among: variants).map { String(own[$0] + 1) }
            let some = out.isEmpty ? "none" : out.joined(separator: ", ")
            return "\(words(limit, limits)) rules out \(some)" + (limit == .display ? conversions(asset, player) : "")
        }
        let count = limits.eligible(among: variants).count
        let of = media.pathways.isEmpty ? "" : " of \(media.pathways[0].onOneLine)"
        lines.append(("eligible", "\(count) of \(variants.count)\(of): \(parts.joined(separator: "; "))"))
        return lines
    }

    /// All that the playlists have and the asset has not, and what no run has; none where that is nothing.
    static func left(_ asset: Int, _ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard let file = player.assets[asset].file else { return [] }
        var out = file.leftOut
        let others = file.subtitles.filter { $0 != player.assets[asset].media.subtitles?.language }
        if !others.isEmpty { out.append("subtitles that are not selected: \(others.texts.joined(separator: ", "))") }
        var lines = out.isEmpty ? [] : [(name: "left out", value: out.joined(separator: "; "))]
        if !file.notModelled.isEmpty {
            lines.append(("ignored", "not modelled: " + file.notModelled.joined(separator: "; ")))
        }
        return lines
    }

    /// `segments of 6 s`, or `chunks of 0.1 s` where a segment has several or there are none; of several lengths the
    /// longest, but where the last chunk alone is longer, as that of a track that is shorter than another one and whose
    /// end nobody knows, `segments of 6 s, the last 8 s`. `end` is where the track ends, where that is known: the table
    /// has another track's end where that is later.
    static func chunks(of variant: Asset.Variant, endingAt end: MediaTime?) -> String {
        let (table, last) = (variant.chunks, variant.chunks.count - 1)
        let end = min(end ?? table.duration, table.duration)
        func length(_ chunk: Int64) -> MediaTime { min(table.start(of: chunk + 1), end) - table.start(of: chunk) }
        let first = length(0)
        let noun = table.chunksPerRequest == 1 ? "segments" : "chunks"
        let isLongerAtTheEnd =
            !table.isOfEqualPieces && length(last) > first && (0..<last).allSatisfy { length($0) == first }
        if isLongerAtTheEnd { return "\(noun) of \(first.inSeconds), the last \(length(last).inSeconds)" }
        let isCut = !table.isOfEqualPieces && end < table.duration
        let longest = isCut ? (0...last).reduce(first) { max($0, length($1)) } : table.chunkDuration
        return "\(noun) of \(longest.inSeconds)"
    }

    /// The audio beside a variant and all its others, and the subtitles; empty where there are none.
    static func beside(_ asset: Asset, _ variant: Int) -> String {
        func rendition(_ one: Asset.Variant, _ end: MediaTime?) -> String {
            "\(QuantityText.value(one.bitRate, .kilobitsPerSecond)), \(chunks(of: one, endingAt: end))"
        }
        var text = ""
        let (all, own) = (asset.allAudio, asset.audio(beside: variant))
        if let own { text += "; audio \(rendition(all[own], asset.audioEnd))" }
        let languages = all.reduce(into: [ExactText]()) { if !$0.contains($1.language) { $0.append($1.language) } }
        if languages.count > 1 { text += ", in \(languages.texts.joined(separator: ", "))" }
        let groups = all.reduce(into: [Asset.Variant]()) { groups, one in
            if !groups.contains(where: { $0.listedGroup == one.listedGroup }) { groups.append(one) }
        }
        if groups.count > 1 {
            let words = groups.map {
                "\($0.listedGroup) \(QuantityText.value($0.bitRate, .kilobitsPerSecond))"
            }
            text += "; groups of audio: \(words.joined(separator: ", "))"
        } else if own == nil, !all.isEmpty {
            text += "; no audio beside it"
        }
        if let subtitles = asset.subtitles {
            text += "; subtitles in \(subtitles.language) \(rendition(subtitles, nil))"
        }
        return text
    }

    /// The variants that are fetched after the first: by which rule; none where there are no others.
    static func switching(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard player.media.kind == .hls, player.hasSeveralVariants else { return [] }
        var text = Settings.rule(player.variantSwitch)
        if player.variantSwitch != .fixed {
            text += "; abandons segments: \(Settings.rule(player.abandonment))"
            if player.replacement != .none { text += "; replaces segments: \(player.replacement.name)" }
            let apart = player.assets.indices.reduce(0) { sum, asset in
                sum + player.assets[asset].media.variants.count - player.variants(of: asset).count
            }
            if apart > 0 { text += "; \(apart) not aligned with the first, and left out" }
        }
        return [("switches", text)]
    }

    static func switching(_ from: Int32, _ to: Int32, _ player: ScenarioPlayer) -> String {
        // The player compares them with the audio beside each.
        let (old, new) = (player.declared(Int(from)).bitRate, player.declared(Int(to)).bitRate)
        let way = new > old ? "up" : (new < old ? "down" : "over")
        let own = QuantityText.value(player.allVariants[Int(to)].bitRate, .kilobitsPerSecond)
        return "switches \(way) to \(variant(to, player)), \(own)"
    }

    /// A variant by its number among all: its place in its own playlist.
    static func variant(_ number: Int32, _ player: ScenarioPlayer) -> String {
        let asset = player.asset(ofVariant: Int(number))
        let (place, name) = (Int(number) - player.firstNumber(of: asset) + 1, player.assets[asset].name)
        let pathway = player.assets[asset].media.pathway(ofVariant: place - 1).map { " by \($0.onOneLine)" }
        return "variant \(place) of \(player.assets[asset].media.variants.count)\(pathway ?? "")"
            + (player.assets.count > 1 ? " of \(name)" : "")
    }

    /// An item is loaded after another: in which variant, and what that looks and sounds like. The verb says whether
    /// it begins.
    static func loads(_ item: Int32, _ verb: String, in variant: Int32, _ player: ScenarioPlayer) -> String {
        let asset = player.asset(ofVariant: Int(variant))
        let (media, index) = (player.assets[asset].media, Int(variant) - player.firstNumber(of: asset))
        let declared = media.declared(index)
        var looks = [QuantityText.value(media.variants[index].bitRate, .kilobitsPerSecond)]
        if let size = declared.dimensions { looks.append("\(size.width)×\(size.height)") }
        if let codec = declared.audio.codec { looks.append(codec) }
        // Where a script loads one item of the same media each time, they have no numbers.
        let isAlone = item == 0 && player.items.isEmpty && player.looping.itemCount <= 1
        let name = isAlone ? "the item" : QueueWords.item(item, player)
        let words = "\(name) \(verb) with \(self.variant(variant, player))"
        return "\(words) (\(looks.joined(separator: ", ")))"
    }

    private static func words(_ limit: VariantLimits.Limit, _ limits: VariantLimits) -> String {
        switch limit {
        case .preferredPeakBitRate:
            return "\(limit.name) \(QuantityText.value(limits.preferredPeakBitRate, .bitsPerSecond))"
        case .preferredMaximumResolution:
            guard let most = limits.preferredMaximumResolution else { return limit.name }
            return "\(limit.name) \(most.width)×\(most.height)"
        case .layer:
            guard let layer = limits.layer else { return limit.name }
            let scale = QuantityText.value(layer.contentsScale, .ratio)
            let size = "\(layer.size.width)×\(layer.size.height) points, contentsScale \(scale)"
            return "\(limit.name) (\(size), attached \(layer.attachment.name))"
        case .soundAlone: return "sound alone, which stands in where no pictures fit,"
        case .videoRange: return "\(limit.name) \(VideoRange.unrecognized.name)"
        case .display:
            guard let display = limits.display else { return limit.name }
            return "\(limit.name) (\(display.gamut.name), \(display.range.name))"
        }
    }

    private static func conversions(_ asset: Int, _ player: ScenarioPlayer) -> String {
        let converted = player.variantsConverted(of: asset).map { String($0 + 1) }
        return converted.isEmpty ? "" : " and converts \(converted.joined(separator: ", "))"
    }
}
