import PlayerModel

/// Queues, loops and seams in words.
package enum QueueWords {
    /// Lines for a report's settings: none where there is one item that plays once, and a start takes no time.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        // Of a player that shows interstitial events, the media and the events say it.
        if player.primary != nil { return [] }
        var lines: [(name: String, value: String)] = []
        let kept = QueueFormat.keptMedia.first { $0.value == player.loader.kept }?.name ?? ""
        let ahead = "; loaded ahead: \(player.loader.itemsAhead) (items_ahead), kept: \(kept) (kept_media)"
        if !player.items.isEmpty {
            let machine = Player(settings: player.player)
            let items = player.items.map { item in
                let end = machine.end(of: item.item)
                let of = player.assets.count > 1 ? " of \(player.assets[Int(item.item.asset)].name)" : ""
                return "\(item.name)\(of) \(item.item.start.inSeconds) to \(end.inSeconds)"
            }
            lines.append(("queue", items.joined(separator: ", ") + ahead))
        }
        let looping = player.looping
        if looping != .none {
            lines.append(("loop", Settings.rule(looping) + (looping.itemCount > 1 ? ahead : "")))
        }
        let preroll = player.player.preroll
        if !lines.isEmpty || preroll != Preroll() {
            let time = preroll.time.inSeconds
            lines.append(("preroll", "\(time) with \(preroll.media.inSeconds) of media (preroll_s, preroll_media_s)"))
        }
        if player.assets.count > 1, player.media.kind == .hls {
            let transition = player.player.transition
            let time = transition.formatChange.inSeconds
            let share = QuantityText.value(transition.share, .ratio)
            let rest = "another format takes \(time) (format_change_s)"
            let value = "as the audio before, or within \(share) of the throughput (transition_ratio); " + rest
            lines.append(("follows", value))
        }
        lines += coding(player)
        let costs = player.player.pipelines
        if costs.takeTime {
            let times = [
                ("audio_pipeline_s", costs.audio), ("video_pipeline_s", costs.video), ("still_frame_s", costs.still),
            ]
            let words = times.map { "\($0.0) \($0.1.inSeconds)" }
            let layer = player.player.hasLayer ? "with a layer" : "without a layer at first"
            lines.append(("pipes", "\(words.joined(separator: ", ")), \(layer)"))
        }
        return lines
    }

    /// Silence that coding makes (A.66); none where no scenario speaks of it.
    private static func coding(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        player.assets.filter { $0.media.priming > .zero || $0.media.remainder > .zero }.map { asset in
            let media = asset.media
            let name = player.assets.count > 1 ? "\(asset.name): " : ""
            let list = media.hasEditList ? "left out, as the edit list says" : "and no edit list to say so"
            let silence = "\(media.priming.inSeconds) of priming and \(media.remainder.inSeconds) of remainder"
            return ("coding", "\(name)\(silence), \(list)")
        }
    }

    /// Another item is current, or none.
    static func turn(to item: Int32, _ player: ScenarioPlayer) -> String {
        item < 0 ? "there is no item any more" : "\(self.item(item, player)) is current"
    }

    static func item(_ id: Int32, _ player: ScenarioPlayer) -> String {
        ActionWords.item(id, player.name(ofItem: id))
    }

    /// Lines for each seam of a run, of many the first ones; none where there is none.
    static func seams(_ run: PlayerRun) -> [String] {
        let (most, seams) = (6, seamRows(run))
        guard !seams.isEmpty else { return [] }
        let lines = seams.prefix(most).map { NumberText.right($0.at, 15) + "  \($0.items)  \($0.gap)" }
        let more = seams.count > most ? ["             … \(seams.count - most) more"] : []
        return ["", "seams"] + lines + more
    }

    /// For each seam of a run, when it was, between which items, how long, and why.
    package static func seamRows(_ run: PlayerRun) -> [(at: String, items: String, gap: String)] {
        let seams = Seams(run)
        return seams.seams.map { seam in
            let gap = words(seams.length(of: seam), seam, run)
            let items = "\(item(seam.from, run.player)) → \(item(seam.to, run.player))"
            let at = seam.at.inSeconds
            return (at, items, "gap \(gap): \(seam.words)")
        }
    }

    /// The length of a gap, as in `700 ms`, with those of picture and sound where they differ.
    private static func words(_ length: TimeAmount?, _ seam: Seams.Seam, _ run: PlayerRun) -> String {
        guard let length else { return "that nobody ends" }
        if seam.gap == nil, run.outcome.end == .nothingMoreHappens { return "for ever" }
        func milliseconds(_ more: TimeAmount) -> String {
            QuantityText.value((length + more).nanoseconds, .milliseconds)
        }
        var words = milliseconds(.zero)
        if seam.blank > .zero || seam.silence > .zero {
            words += " (video \(milliseconds(seam.blank)), audio \(milliseconds(seam.silence)))"
        }
        return seam.gap == nil ? words + " so far" : words
    }

    /// Where tracks differ in length, what is missing at the end (A.42); none where they do not.
    static func tracks(_ asset: Int, _ player: ScenarioPlayer) -> [(name: String, value: String)] {
        let media = player.assets[asset].media
        let (video, audio) = (media.videoEnd ?? media.duration, media.audioEnd ?? media.duration)
        guard video != audio else { return [] }
        let tails = media.tails(at: Player(settings: player.player).end(of: player.looping.piece(of: media.item)))
        let end =
            if tails.video > .zero {
                "blank for the last \(tails.video.inSeconds)"
            } else if tails.audio > .zero {
                "silent for the last \(tails.audio.inSeconds)"
            } else {
                "trimmed by forwardPlaybackEndTime"
            }
        return [("tracks", "video \(video.inSeconds), audio \(audio.inSeconds): \(end)")]
    }

    /// The seams, with one row for all that follow each other and are alike; after it the row that says how many.
    package static func foldedSeamRows(_ run: PlayerRun) -> [(at: String, words: String)] {
        let seams = seamRows(run)
        var rows: [(at: String, words: String)] = []
        var index = 0
        while index < seams.count {
            let first = seams[index]
            let alike = seams[index...].prefix { $0.gap == first.gap }
            rows.append((first.at, "\(first.items), \(first.gap)"))
            if alike.count == 2 { rows.append((seams[index + 1].at, "\(seams[index + 1].items), \(first.gap)")) }
            if alike.count > 2, let last = alike.last {
                rows.append(("…", "\(alike.count - 1) more like it, until \(last.at)"))
            }
            index += alike.count
        }
        return rows
    }
}
