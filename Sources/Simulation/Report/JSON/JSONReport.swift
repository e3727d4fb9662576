import PlayerModel

/// A run for programs: everything that the text report has, and every row.
package enum JSONReport {
    /// One JSON object, ending in a line break. Numbers are exact; what never happened is null.
    package static func text(_ run: Run, includingTrace: Bool) -> String {
        var writer = JSONWriter(indented: true)
        writer.beginObject()
        writer.member("model", Model.number)
        writer.member("name", run.scenario.name)
        writer.member("seed", Int64(bitPattern: run.scenario.seed))
        if run.scenario.players.count > 1 {
            writer.key("players")
            writer.beginArray()
            for player in run.players {
                writer.beginObject()
                writer.member("name", player.name)
                body(player, &writer)
                writer.endObject()
            }
            writer.endArray()
            writer.member("digest", run.digest.text)
        } else {
            body(run.player(0), &writer)
        }
        if includingTrace { trace(run, &writer) }
        writer.endObject()
        return writer.finish() + "\n"
    }

    /// A player's part.
    private static func body(_ run: PlayerRun, _ writer: inout JSONWriter) {
        settings(run, &writer)
        writer.key("rows")
        writer.beginArray()
        for row in Timeline(run).rows { write(row, &writer) }
        writer.endArray()
        writer.key("metrics")
        writer.beginObject()
        for (metric, value) in zip(Metric.all, run.metrics) where metric.belongs(to: run) {
            writer.key(metric.name)
            write(value, metric.unit, &writer)
        }
        writer.endObject()
        if let goldilocks = run.goldilocks {
            writer.key("goldilocks")
            writer.beginObject(inline: true)
            writer.key("start_s")
            write(goldilocks.start?.nanoseconds, .seconds, &writer)
            writer.member("is_exact", goldilocks.isExact)
            writer.member("runs", Int64(goldilocks.runs))
            writer.endObject()
        }
        if run.player.looping != .none || !run.player.items.isEmpty { seams(run, &writer) }
        JSONLogs.write(ErrorLog(run), &writer)
        JSONLogs.write(AccessLog(run), run.player, &writer)
        JSONLogs.write(MetricEvents(run), run.player, &writer)
        outcome(run, &writer)
    }

    /// The items of a queue, and what a start takes.
    private static func queue(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.key("items")
        writer.beginArray()
        for item in player.items {
            writer.beginObject(inline: true)
            writer.member("name", item.name)
            if player.assets.count > 1 {
                writer.member("media", player.assets[Int(item.item.asset)].name)
            }
            writer.member("from_s", item.item.start.nanoseconds, .seconds)
            writer.member("to_s", (item.item.stop ?? item.item.duration).nanoseconds, .seconds)
            writer.endObject()
        }
        writer.endArray()
        writer.member("items_ahead", player.loader.itemsAhead)
        if player.assets.count > 1 {
            let transition = player.player.transition
            writer.member("format_change_s", transition.formatChange.nanoseconds, .seconds)
            writer.member("transition_ratio", transition.share, .ratio)
        }
        writer.member("preroll_s", player.player.preroll.time.nanoseconds, .seconds)
        writer.member("preroll_media_s", player.player.preroll.media.nanoseconds, .seconds)
    }

    /// Writes the seams between items. A gap of null never ended.
    private static func seams(_ run: PlayerRun, _ writer: inout JSONWriter) {
        writer.key("seams")
        writer.beginArray()
        for seam in Seams(run).seams {
            writer.beginObject(inline: true)
            writer.member("at_s", seam.at.nanoseconds, .seconds)
            writer.member("from", QueueWords.item(seam.from, run.player))
            writer.member("to", QueueWords.item(seam.to, run.player))
            writer.key("gap_ms")
            write(seam.gap?.nanoseconds, .milliseconds, &writer)
            writer.key("video_gap_ms")
            write(seam.gap.map { $0.nanoseconds + seam.blank.nanoseconds }, .milliseconds, &writer)
            writer.key("audio_gap_ms")
            write(seam.gap.map { $0.nanoseconds + seam.silence.nanoseconds }, .milliseconds, &writer)
            writer.member("cause", seam.words)
            writer.endObject()
        }
        writer.endArray()
    }

    /// Writes the settings, defaults included: first in words, as the text report has them, then in numbers.
    private static func settings(_ run: PlayerRun, _ writer: inout JSONWriter) {
        let (scenario, player) = (run.scenario, run.player)
        writer.key("settings")
        writer.beginObject()
        writer.key("words")
        writer.beginObject()
        for (name, value) in Settings.all(scenario, player) {
            writer.member(String(name.map { $0 == " " ? "_" : $0 }), value)
        }
        writer.endObject()
        network(scenario.network, &writer)
        media(player, &writer)
        self.player(player, &writer)
        firstVariant(player, &writer)
        JSONColor.color(player, &writer)
        rule("switching", player.variantSwitch.name, player.variantSwitch.parameters, &writer)
        rule("abandonment", player.abandonment.name, player.abandonment.parameters, &writer)
        rule("loop", player.looping.name, player.looping.parameters, &writer)
        queue(player, &writer)
        rule("keep_up", player.player.keepUp.name, player.player.keepUp.parameters, &writer)
        rule("throughput", player.estimator.name, player.estimator.parameters, &writer)
        writer.member("until_s", scenario.until.nanoseconds, .seconds)
        writer.member("max_events", scenario.maxEvents)
        writer.endObject()
    }

    /// As the network begins. A capacity of null is without limit.
    private static func network(_ plan: NetworkPlan, _ writer: inout JSONWriter) {
        let values = plan.conditions.values(at: .zero)
        writer.key("network")
        writer.beginObject(inline: true)
        switch plan.source {
        case .preset(let preset): writer.member("preset", preset.id)
        case .profile(let path, let profile):
            writer.member("profile", path)
            if let name = profile.name { writer.member("name", name) }
        case nil: break
        }
        writer.member("transport", plan.transport.kind.name)
        writer.key("down_kbps")
        write(values.down, .kilobitsPerSecond, &writer)
        writer.key("up_kbps")
        write(values.up, .kilobitsPerSecond, &writer)
        writer.member("delay_down_ms", values.delayDown.nanoseconds, .milliseconds)
        writer.member("delay_up_ms", values.delayUp.nanoseconds, .milliseconds)
        writer.member("loss_down_percent", values.lossDown, .percent)
        writer.member("loss_up_percent", values.lossUp, .percent)
        writer.member("dns_delay_ms", values.dnsDelay.nanoseconds, .milliseconds)
        switch plan.transport {
        case .fluid(let fluid): writer.member("request_bytes", fluid.requestBytes)
        case .tcp(let http):
            writer.member("http", http.version.name)
            writer.member("tls", http.security.name)
            for quantity in http.exchange + http.patience + http.queues {
                writer.member(quantity.name, quantity.value, quantity.unit)
            }
            writer.member("hystart", http.usesHystart)
        }
        writer.endObject()
    }

    private static func media(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.key("media")
        guard player.assets.count > 1 else { return asset(0, player, &writer) }
        writer.beginArray()
        for asset in player.assets.indices { self.asset(asset, player, &writer) }
        writer.endArray()
    }

    private static func asset(_ index: Int, _ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let (asset, variant) = (player.assets[index], player.firstVariant(of: index).index)
        writer.beginObject(inline: true)
        if !asset.name.isEmpty { writer.member("name", asset.name) }
        writer.member("kind", asset.media.kind.name)
        writer.member("duration_s", asset.media.duration.nanoseconds, .seconds)
        writer.member("variant", Int64(variant))
        writer.member("bitrate_kbps", asset.media.variants[variant].bitRate, .kilobitsPerSecond)
        writer.endObject()
    }

    /// A forward buffer of null is without limit, an end time of null is the duration.
    private static func player(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let settings = player.player
        writer.key("player")
        writer.beginObject(inline: true)
        writer.member("class", PlayerFormat.playerClasses.first { $0.value == settings.playerClass }?.name ?? "")
        writer.member("linked_on", PlayerFormat.linkedOn.first { $0.value == settings.linkedOn }?.name ?? "")
        writer.member("automatically_waits_to_minimize_stalling", settings.automaticallyWaits)
        writer.member("action_at_item_end", NamesOfAVFoundation.name(Player(settings: settings).actionAtItemEnd))
        writer.member("default_rate", Int64(settings.defaultRate.thousandths), .rate)
        writer.key("forward_playback_end_time_s")
        write(settings.forwardPlaybackEndTime?.nanoseconds, .seconds, &writer)
        let ahead = player.loader.forwardBuffer
        writer.key("forward_buffer_s")
        write(ahead == .unlimited ? nil : ahead.nanoseconds, .seconds, &writer)
        writer.endObject()
    }

    /// Writes the limits of the player, the variants that they ruled out, and how one of the others was chosen. A
    /// `preferred_peak_bitrate_bps` of 0 permits all; resolution, layer, in pixels, and display are null where there
    /// is none. A file has no variants, and null for all of this.
    private static func firstVariant(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let choice = player.variantChoice
        let limits = player.startingLimits
        writer.key("first_variant")
        guard player.media.kind == .hls else { return writer.null() }
        writer.beginObject()
        writer.member("rule", choice.name)
        for parameter in choice.parameters { writer.member(parameter.name, parameter.value, parameter.unit) }
        writer.member("preferred_peak_bitrate_bps", limits.preferredPeakBitRate)
        write("preferred_maximum_resolution", limits.preferredMaximumResolution, &writer)
        write("layer", limits.layer?.pixels, &writer)
        writer.key("layer_attached")
        writer.string((limits.layer?.attachment ?? .never).name)
        JSONColor.display(player, limits.display, &writer)
        writer.member("index", Int64(player.variant))
        writer.member("grounds", player.firstVariant.reason.words)
        writer.key("ruled_out")
        writer.beginObject(inline: true)
        for limit in VariantLimits.Limit.allCases {
            writer.key(limit.name)
            writer.beginArray(inline: true)
            for index in limits.ruledOut(by: limit, among: player.media.declaredVariants) {
                writer.integer(Int64(index))
            }
            writer.endArray()
        }
        writer.endObject()
        writer.endObject()
    }

    private static func write(_ name: String, _ dimensions: Dimensions?, _ writer: inout JSONWriter) {
        writer.key(name)
        guard let dimensions else { return writer.null() }
        writer.beginObject(inline: true)
        writer.member("width", dimensions.width)
        writer.member("height", dimensions.height)
        writer.endObject()
    }

    private static func rule(
        _ key: String, _ name: String, _ parameters: [Parameter], _ writer: inout JSONWriter
    ) {
        writer.key(key)
        writer.beginObject(inline: true)
        writer.member("rule", name)
        for parameter in parameters {
            writer.key(parameter.name)
            write(parameter.value, parameter.unit, &writer)
        }
        writer.endObject()
    }

    private static func write(_ row: Timeline.Row, _ writer: inout JSONWriter) {
        let panel = row.panel
        writer.beginObject()
        writer.member("at_s", row.at.nanoseconds, .seconds)
        writer.member("timeControlStatus", NamesOfAVFoundation.status(panel.status))
        writer.key("reasonForWaitingToPlay")
        if let reason = panel.reason { writer.string(NamesOfAVFoundation.reason(reason)) } else { writer.null() }
        writer.member("rate", Int64(panel.rate.thousandths), .rate)
        writer.member("timebaseRate", Int64(panel.timebaseRate.thousandths), .rate)
        writer.member("currentTime_s", panel.currentTime(at: row.at).nanoseconds, .seconds)
        writer.key("loadedTimeRanges_s")
        writer.beginArray(inline: true)
        for range in panel.loadedTimeRanges {
            writer.beginArray(inline: true)
            write(range.lowerBound.nanoseconds, .seconds, &writer)
            write(range.upperBound.nanoseconds, .seconds, &writer)
            writer.endArray()
        }
        writer.endArray()
        writer.member("isPlaybackLikelyToKeepUp", panel.isLikelyToKeepUp)
        writer.member("isPlaybackBufferFull", panel.isBufferFull)
        writer.member("isPlaybackBufferEmpty", panel.isBufferEmpty)
        writer.key("reasons")
        writer.beginArray()
        for reason in row.reasons { writer.string(reason) }
        writer.endArray()
        writer.endObject()
    }

    private static func outcome(_ run: PlayerRun, _ writer: inout JSONWriter) {
        writer.key("outcome")
        writer.beginObject()
        writer.member("at_s", run.outcome.at.nanoseconds, .seconds)
        writer.member("ended", run.playback.lastItemHasEnded)
        writer.member("words", EndWords.text(run))
        writer.member("events", run.outcome.events)
        writer.member("digest", run.digest.text)
        writer.endObject()
    }

    private static func trace(_ run: Run, _ writer: inout JSONWriter) {
        writer.key("trace")
        writer.beginArray()
        for entry in run.trace.entries { writer.string(TraceText.line(entry, run.scenario)) }
        writer.endArray()
    }

    private static func write(_ value: Int64?, _ unit: Unit, _ writer: inout JSONWriter) {
        guard let value else { return writer.null() }
        if unit == .flag { return writer.bool(value != 0) }
        writer.decimal(value, places: unit.decimalPlaces)
    }
}
