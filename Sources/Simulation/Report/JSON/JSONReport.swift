import PlayerModel

/// A run for programs: everything that the text report has, and every row that there may be.
package enum JSONReport {
    /// One JSON object, ending in a line break. Numbers are exact; what never happened is null.
    package static func text(_ run: Run, includingRows: Bool = true, includingTrace: Bool) -> String {
        let run = includingRows || includingTrace ? run.tellingOffersAtRest() : run
        return JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.member("name", run.scenario.name)
            writer.member("seed", Int64(bitPattern: run.scenario.seed))
            if run.scenario.players.count > 1 {
                writer.objects("players", of: run.players) { player, writer in
                    writer.member("name", player.name.text)
                    body(player, includingRows, &writer)
                }
                writer.member("digest", run.digest.text)
            } else {
                body(run.player(0), includingRows, &writer)
            }
            guard includingTrace else { return }
            let text = TraceText(run.scenario)
            writer.array("trace", of: run.history) { $1.string(text.line($0)) }
        }
    }

    private static func write(_ goldilocks: Goldilocks, _ writer: inout JSONWriter) {
        writer.object("goldilocks") { writer in
            writer.quantity("start_s", goldilocks.start?.nanoseconds, .seconds)
            writer.member("is_looked_for", goldilocks.isLookedFor)
            writer.member("is_exact", goldilocks.isLookedFor && goldilocks.isExact)
            writer.member("is_cut_off", goldilocks.isCutOff || goldilocks.endsEarly)
            writer.member("runs", Int64(goldilocks.runs))
            writer.member("words", goldilocks.words)
        }
    }

    private static func body(_ run: PlayerRun, _ includingRows: Bool, _ writer: inout JSONWriter) {
        writer.object("settings") { settings(run, &$0) }
        if includingRows {
            writer.objects("rows", of: Timeline(run, everyChange: true).rows) { write($0, &$1) }
        }
        writer.object("metrics") { writer in
            for (metric, value) in zip(Metric.all, run.metrics) where metric.belongs(to: run) {
                writer.quantity(metric.name, value, metric.unit)
            }
        }
        if let goldilocks = run.goldilocks { write(goldilocks, &writer) }
        if Seams.belong(to: run) { seams(run, &writer) }
        JSONLogs.write(ErrorLog(run), &writer)
        JSONLogs.write(AccessLog(run), run.player, &writer)
        JSONLogs.write(MetricEvents(run), run.player, &writer)
        writer.object("outcome") { writer in
            writer.member("at_s", run.outcome.at.nanoseconds, .seconds)
            writer.member("ended", run.playback.lastItemHasEnded)
            writer.member("words", EndWords.text(run))
            if let exit = run.playback.exit { writer.member("exit", ViewerWords.word(exit)) }
            let never = run.neverCame
            if !never.isEmpty {
                writer.objects("never", of: never, inline: true) { one, writer in
                    if let name = one.action.name { writer.member("name", name) }
                    writer.member("action", one.action.words)
                    writer.member("waits", one.waits)
                }
            }
            writer.member("events", run.outcome.events)
            writer.member("digest", run.digest.text)
        }
    }

    /// The items of a queue, and what a start takes.
    private static func queue(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        writer.objects("items", of: player.items, inline: true) { item, writer in
            writer.member("name", item.name.text)
            if player.assets.count > 1 { writer.member("media", player.assets[Int(item.item.asset)].name.text) }
            writer.member("from_s", item.item.start.nanoseconds, .seconds)
            writer.member("to_s", (item.item.stop ?? item.item.duration).nanoseconds, .seconds)
        }
        writer.member("items_ahead", player.loader.itemsAhead)
        writer.member("kept_media", QueueFormat.keptMedia.first { $0.value == player.loader.kept }?.name ?? "")
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
        writer.objects("seams", of: Seams(run).seams, inline: true) { seam, writer in
            let gap = seam.gap
            writer.member("at_s", seam.at.nanoseconds, .seconds)
            writer.member("from", QueueWords.item(seam.from, run.player))
            writer.member("to", QueueWords.item(seam.to, run.player))
            writer.quantity("gap_ms", gap?.nanoseconds, .milliseconds)
            writer.quantity("video_gap_ms", gap.map { ($0 + seam.blank).nanoseconds }, .milliseconds)
            writer.quantity("audio_gap_ms", gap.map { ($0 + seam.silence).nanoseconds }, .milliseconds)
            writer.member("cause", seam.words)
        }
    }

    /// Writes the settings, defaults included: first in words, as the text report has them, then in numbers.
    private static func settings(_ run: PlayerRun, _ writer: inout JSONWriter) {
        let (scenario, player) = (run.scenario, run.player)
        writer.object("words") { writer in
            // Of several media there are several lines of one name.
            let all = Settings.all(scenario, player)
            for (index, line) in all.enumerated() where !all[..<index].contains(where: { $0.name == line.name }) {
                let values = all.filter { $0.name == line.name }.map { $0.value }
                writer.member(String(line.name.map { $0 == " " ? "_" : $0 }), values.joined(separator: "; "))
            }
        }
        writer.object("network", inline: true) { network(scenario.network, &$0) }
        if player.assets.count > 1 {
            writer.array("media", of: player.assets.indices) { asset($0, player, &$1) }
        } else {
            writer.key("media")
            asset(0, player, &writer)
        }
        writer.object("player", inline: true) { self.player(player, &$0) }
        firstVariant(player, &writer)
        JSONColor.color(player, &writer)
        rule("switching", player.variantSwitch, &writer)
        rule("abandonment", player.abandonment, &writer)
        rule("replacement", player.replacement, &writer)
        rule("fail_over", player.loader.failOver, &writer)
        rule("loop", player.looping, &writer)
        queue(player, &writer)
        if let profile = player.profile {
            writer.member("profile", profile.name)
            writer.array("overridden", of: profile.overridden, inline: true) { $1.string($0) }
            goal(player.loader.wanted, &writer)
        }
        rule("keep_up", player.player.keepUp, &writer)
        rule("throughput", player.estimator, &writer)
        writer.member("evidence_s", player.loader.evidence.span.nanoseconds, .seconds)
        writer.member("carry_over_s", player.loader.evidence.carryOver.nanoseconds, .seconds)
        writer.member("until_s", scenario.until.nanoseconds, .seconds)
        writer.member("max_events", scenario.maxEvents)
    }

    private static func delaysAndLosses(_ values: NetworkValues, _ writer: inout JSONWriter) {
        writer.member("delay_down_ms", values.delayDown.nanoseconds, .milliseconds)
        writer.member("delay_up_ms", values.delayUp.nanoseconds, .milliseconds)
        writer.member("loss_down_percent", values.lossDown, .percent)
        writer.member("loss_up_percent", values.lossUp, .percent)
        writer.member("dns_delay_ms", values.dnsDelay.nanoseconds, .milliseconds)
    }

    private static func host(_ host: HostNetwork, _ writer: inout JSONWriter) {
        let values = host.conditions.values(at: .zero)
        writer.member("name", host.name.text)
        writer.quantity("down_kbps", values.down, .kilobitsPerSecond)
        delaysAndLosses(values, &writer)
    }

    /// As the network begins. A capacity of null is without limit.
    private static func network(_ plan: NetworkPlan, _ writer: inout JSONWriter) {
        let values = plan.conditions.values(at: .zero)
        switch plan.source {
        case .preset(let preset): writer.member("preset", preset.id)
        case .profile(let path, let profile):
            writer.member("profile", path)
            if let name = profile.name { writer.member("name", name) }
        case nil: break
        }
        if let made = plan.made, let seed = made.seed {
            writer.object("make", inline: true) { writer in
                writer.member("kind", made.recipe.name)
                writer.member("seed", Int64(bitPattern: seed))
                for parameter in made.recipe.parameters {
                    writer.quantity(parameter.name, parameter.value, parameter.unit)
                }
            }
        }
        if let again = plan.repeats { writer.member("repeats_after_s", again.nanoseconds, .seconds) }
        if let trace = plan.trace { writer.member("trace", trace) }
        if let scale = plan.traceUse?.scaleMillionths { writer.member("scale", scale, .ratio) }
        if let use = plan.traceUse { writer.member("loop", use.loops) }
        writer.member("transport", plan.transport.kind.name)
        writer.quantity("down_kbps", values.down, .kilobitsPerSecond)
        writer.quantity("up_kbps", values.up, .kilobitsPerSecond)
        delaysAndLosses(values, &writer)
        if !plan.hosts.isEmpty {
            writer.objects("hosts", of: plan.hosts, inline: true) { self.host($0, &$1) }
        }
        switch plan.transport {
        case .fluid(let fluid): writer.member("request_bytes", fluid.requestBytes)
        case .tcp(let http):
            writer.member("http", http.version.name)
            writer.member("tls", http.security.name)
            for quantity in http.exchange + http.unusual + http.patience + http.queues {
                writer.member(quantity.name, quantity.value, quantity.unit)
            }
            writer.member("hystart", http.usesHystart)
            writer.member("quickack", http.acknowledgesAtOnce)
            writer.member("header_alone", http.sendsHeaderAlone)
        }
    }

    private static func asset(_ index: Int, _ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let (asset, variant) = (player.assets[index], player.firstVariant(of: index).index)
        writer.object(inline: true) { writer in
            if !asset.name.isEmpty { writer.member("name", asset.name.text) }
            writer.member("kind", asset.media.kind.name)
            writer.member("duration_s", asset.media.duration.nanoseconds, .seconds)
            writer.member("variant", Int64(variant))
            writer.member("bitrate_kbps", asset.media.variants[variant].bitRate, .kilobitsPerSecond)
        }
    }

    /// A forward buffer of null is without limit, or changes as a rule has it; an end time of null is the duration.
    private static func player(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let (settings, ahead) = (player.player, player.loader.fixedForwardBuffer ?? .unlimited)
        writer.member("class", PlayerFormat.playerClasses.first { $0.value == settings.playerClass }?.name ?? "")
        writer.member("linked_on", orNull: player.linkedOn)
        writer.member("automatically_waits_to_minimize_stalling", settings.automaticallyWaits)
        writer.member("evaluation_s", settings.evaluation.nanoseconds, .seconds)
        writer.member(
            "early_request", PlayerFormat.earlyRequests.first { $0.value == settings.earlyRequest }?.name ?? "")
        writer.member("action_at_item_end", NamesOfAVFoundation.name(Player(settings: settings).actionAtItemEnd))
        writer.member("default_rate", Int64(settings.defaultRate.thousandths), .rate)
        writer.quantity("forward_playback_end_time_s", settings.forwardPlaybackEndTime?.nanoseconds, .seconds)
        writer.quantity("forward_buffer_s", ahead == .unlimited ? nil : ahead.nanoseconds, .seconds)
    }

    /// Writes the limits of the player, the variants that they ruled out, and how one of the others was chosen. A
    /// `preferred_peak_bitrate_bps` of 0 permits all; resolution, layer, in pixels, and display are null where there
    /// is none. A file has no variants, and null for all of this.
    private static func firstVariant(_ player: ScenarioPlayer, _ writer: inout JSONWriter) {
        let (choice, limits) = (player.variantChoice, player.startingLimits)
        writer.key("first_variant")
        guard player.media.kind == .hls else { return writer.null() }
        writer.object { writer in
            writer.member("rule", choice.name)
            for parameter in choice.parameters { writer.member(parameter.name, parameter.value, parameter.unit) }
            writer.member("preferred_peak_bitrate_bps", limits.preferredPeakBitRate)
            write("preferred_maximum_resolution", limits.preferredMaximumResolution, &writer)
            write("layer", limits.layer?.pixels, &writer)
            writer.member("layer_attached", (limits.layer?.attachment ?? .never).name)
            JSONColor.display(player, limits.display, &writer)
            writer.member("index", Int64(player.variant))
            writer.member("grounds", player.firstVariant.reason.words)
            writer.object("ruled_out", inline: true) { writer in
                for limit in VariantLimits.Limit.allCases {
                    let indices = limits.ruledOut(by: limit, among: player.media.declaredVariants)
                    writer.numbers(limit.name, indices.map { Int64($0) })
                }
            }
        }
    }

    private static func write(_ name: String, _ dimensions: Dimensions?, _ writer: inout JSONWriter) {
        writer.object(name, orNull: dimensions, inline: true) { dimensions, writer in
            writer.member("width", dimensions.width)
            writer.member("height", dimensions.height)
        }
    }

    private static func rule(_ key: String, _ rule: some Choosable, _ writer: inout JSONWriter) {
        writer.object(key, inline: true) { writer in
            writer.member("rule", rule.name)
            for parameter in rule.parameters { writer.quantity(parameter.name, parameter.value, parameter.unit) }
        }
    }

    /// A length of null is without limit.
    private static func goal(_ goal: BufferGoal, _ writer: inout JSONWriter) {
        guard goal == .fixed(.unlimited) else { return rule("buffer_goal", goal, &writer) }
        writer.object("buffer_goal", inline: true) { writer in
            writer.member("rule", goal.name)
            for parameter in goal.parameters { writer.quantity(parameter.name, nil, parameter.unit) }
        }
    }

    private static func write(_ row: Timeline.Row, _ writer: inout JSONWriter) {
        let panel = row.panel
        writer.member("at_s", row.at.nanoseconds, .seconds)
        writer.member("timeControlStatus", NamesOfAVFoundation.status(panel.status))
        writer.member("reasonForWaitingToPlay", orNull: panel.reason.map(NamesOfAVFoundation.reason))
        writer.member("rate", Int64(panel.rate.thousandths), .rate)
        writer.member("timebaseRate", Int64(panel.timebaseRate.thousandths), .rate)
        writer.member("currentTime_s", panel.currentTime(at: row.at).nanoseconds, .seconds)
        writer.array("loadedTimeRanges_s", of: panel.loadedTimeRanges, inline: true) { $1.range($0) }
        writer.member("isPlaybackLikelyToKeepUp", panel.isLikelyToKeepUp)
        writer.member("isPlaybackBufferFull", panel.isBufferFull)
        writer.member("isPlaybackBufferEmpty", panel.isBufferEmpty)
        writer.array("reasons", of: row.reasons) { $1.string($0) }
    }
}
