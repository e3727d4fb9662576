import PlayerModel

/// The settings of a run, defaults included: what Apple does not publish is stated in every report.
package enum Settings {
    package static func all(_ scenario: Scenario, _ player: ScenarioPlayer) -> [(name: String, value: String)] {
        ofLink(scenario) + ofPlayer(player) + [("limits", limits(scenario))]
    }

    /// The settings that players have in common, where several share the link.
    package static func ofAll(_ scenario: Scenario) -> [(name: String, value: String)] {
        ofLink(scenario) + [("limits", limits(scenario))]
    }

    private static func ofLink(_ scenario: Scenario) -> [(name: String, value: String)] {
        var all = [(name: "network", value: network(scenario))]
        if scenario.usesNetwork {
            all += PhaseWords.lines(scenario.network.conditions) + PhaseWords.lines(ofHosts: scenario.network.hosts)
        }
        if let connections = connections(scenario) {
            let isUsed = !scenario.traffic.isEmpty || scenario.players.contains { $0.requests == nil }
            all += http(connections, scenario, isUsed: isUsed)
        }
        for source in scenario.traffic { all.append(("traffic", Words.traffic(source))) }
        return all
    }

    /// An asset's lines: of several with its name.
    private static func ofAsset(_ asset: Int, _ player: ScenarioPlayer) -> [(name: String, value: String)] {
        let own = [(name: "media", value: media(asset, player))]
        let lines =
            own + QueueWords.tracks(asset, player) + VariantWords.lines(asset, player)
            + PathwayWords.lines(player.assets[asset].media) + VariantWords.left(asset, player)
        let name = player.assets.count > 1 ? "\(player.assets[asset].name): " : ""
        return lines.map { ($0.name, name + $0.value) }
    }

    package static func ofPlayer(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        let settings = player.player
        // Where all lists of assets are empty, what shows interstitial events has none.
        let isEmpty = player.primary != nil && player.items.isEmpty
        return (isEmpty ? [] : player.assets.indices.flatMap { ofAsset($0, player) }) + VariantWords.switching(player)
            + ColorWords.lines(player) + profile(player)
            // What shows interstitial events says so below.
            + (player.primary == nil ? [("player", words(player))] : []) + [
                ("keep up", rule(settings.keepUp)),
                ("measure", measure(player)),
                ("buffer", buffer(player)),
            ] + LiveWords.lines(player) + InterstitialWords.lines(player) + requests(player)
            + FaultWords.failOver(player) + GapWords.lines(player) + QueueWords.lines(player)
            + ViewerWords.lines(player)
    }

    private static func network(_ scenario: Scenario) -> String {
        if !scenario.usesNetwork { return "not used: the file is on the device" }
        let plan = scenario.network
        let now = Words.network(plan.conditions.values(at: .zero))
        var text = "\(source(plan))\(plan.transport.kind.name), \(now)"
        switch plan.transport {
        // Lines of their own say the rest: see `connections`.
        case .tcp: break
        case .fluid(let fluid):
            text += ", requests of \(QuantityText.value(fluid.requestBytes, .bytes))"
            text += FaultWords.clause(fluid.faults, scenario)
        }
        if let first = PhaseWords.firstChange(of: plan.conditions) {
            text += "; it changes at \(first.inSeconds)"
        }
        if let again = plan.repeats { text += ", begins again at \(again.inSeconds)" }
        if let trace = plan.trace { text += ", trace \(trace)" }
        if let made = plan.made { text += ", \(self.made(made))" }
        return text + (plan.traceUse.map(PhaseWords.words) ?? "")
    }

    private static func connections(_ scenario: Scenario) -> HTTPSettings? {
        scenario.usesNetwork ? scenario.network.transport.http : nil
    }

    /// `isUsed` is whether anybody waits and asks again as is usual on the network.
    private static func http(
        _ http: HTTPSettings, _ scenario: Scenario, isUsed: Bool
    ) -> [(name: String, value: String)] {
        func words(_ quantities: [HTTPSettings.Quantity]) -> String {
            quantities.map { "\($0.name) \(QuantityText.value($0.value, $0.unit))" }.joined(separator: ", ")
        }
        let hosts = http.hosts.names.count > 1 ? " on \(http.hosts.names.texts.joined(separator: ", "))" : ""
        let security = http.security == .none ? "plain" : "TLS \(http.security.name)"
        let header = http.sendsHeaderAlone ? ", header alone" : ""
        return [
            (
                "http",
                "HTTP/\(http.version.name), \(security)\(hosts), \(words(http.exchange + http.unusual))\(header)"
            ),
            (
                "patience",
                "of requests: \(isUsed ? words(http.patience) : "as each player has it")"
                    + FaultWords.clause(http.faults, scenario)
            ),
            (
                "queues",
                words(http.queues) + (http.usesHystart ? "" : ", no hystart")
                    + (http.acknowledgesAtOnce ? ", quickack" : "")
            ),
        ]
    }

    private static func source(_ plan: NetworkPlan) -> String {
        if let source = plan.source { return "\(source.label)\(plan.isSourceChanged ? ", changed" : ""): " }
        if plan.phasePresets.isEmpty { return "" }
        let names = plan.phasePresets.map { $0.id }.joined(separator: ", ")
        return "phases of \(names)\(plan.isSourceChanged ? ", changed" : ""): "
    }

    private static func made(_ network: MadeNetwork) -> String {
        let seed = network.seed.map { "seed \($0)" } ?? "the seed of each run"
        return rule("\(network.recipe.name) made up with \(seed)", network.recipe.parameters)
    }

    private static func media(_ place: Int, _ player: ScenarioPlayer) -> String {
        let (asset, file) = (player.assets[place].media, player.assets[place].file)
        let first = player.firstVariant(of: place).index
        let length = asset.duration.inSeconds
        let variant = asset.variants[first]
        let rate = QuantityText.value(variant.bitRate, .kilobitsPerSecond)
        var text = "\(file?.path ?? asset.kind.name), \(length)"
        let keys = asset.keyFrameInterval.map {
            ", key frames every \($0.inSeconds) (key_frame_interval_s)"
        }
        let chunks = VariantWords.chunks(of: variant, endingAt: asset.endOfOwnTrack)
        guard asset.kind == .hls else { return text + ", \(rate), \(chunks)\(keys ?? "")" }
        let size = variant.dimensions.map { " \($0.width)×\($0.height)" } ?? ""
        text += ", variant \(first + 1) of \(asset.variants.count) (\(player.variantChoice.name)):"
        text += "\(size) \(rate), \(chunks)\(keys ?? "")"
        text += VariantWords.beside(asset, first)
        if asset.start > .zero {
            text += ", begins at \(asset.start.inSeconds) (EXT-X-START)"
        }
        let variants = player.variants(of: place)
        let before = player.files(of: place).filter { file in
            if file.isOfAudio { return file.rendition == asset.audio(beside: first) }
            return file.rendition.map { variants[$0] == first } ?? true
        }
        if !before.isEmpty {
            let words = before.map { "\($0.kind.name) \(bytes(of: $0))" }
            text += "; before it, in bytes: \(words.joined(separator: ", "))" + coding(asset.playlistCoding)
        }
        if let keys = asset.keys { text += "; \(words(keys))" }
        if let sizes = file?.sizes, !sizes.isEmpty {
            text += "; sizes: \(sizes.map { "\($0.segments) by \($0.source.name)" }.joined(separator: ", "))"
        }
        return text
    }

    /// Of several initialization sections one comes, whichever is needed first.
    private static func bytes(of file: Asset.File) -> String {
        let sizes = file.sections.map { $0.bytes }
        guard let least = sizes.min(), let most = sizes.max(), least < most else { return "\(file.bytes)" }
        return "\(least) to \(most)"
    }

    private static func words(_ keys: ContentKeys) -> String {
        let (least, most) = (keys.bytes.min() ?? 0, keys.bytes.max() ?? 0)
        let size = least == most ? "\(most) bytes" : "\(least) to \(most) bytes"
        let (count, own) = (Int64(keys.bytes.count), "before the first segment that it opens (ours)")
        let (all, early) = (NumberText.count(count, "key"), "behind the multivariant playlist (EXT-X-SESSION-KEY)")
        let named = keys.named.ranges.reduce(Int64(0)) { $0 + Int64($1.count) }
        if named == 0 || named == count {
            return "\(all) of \(size), \(count == 1 ? "" : "each ")asked for \(named == 0 ? own : early)"
        }
        let rest = count - named == 1 ? "the other" : "each of the others"
        return "\(all) of \(size): \(named) asked for \(early), \(rest) \(own)"
    }

    private static func coding(_ coding: Asset.PlaylistCoding) -> String {
        switch coding {
        case .identity: ""
        case .gzip: "; playlists as gzip"
        case .gzipTo(let ratio): "; playlists as gzip (gzip_ratio \(QuantityText.value(ratio, .ratio)))"
        }
    }

    private static func words(_ own: ScenarioPlayer) -> String {
        let player = own.player
        let name = PlayerFormat.playerClasses.first { $0.value == player.playerClass }?.name ?? ""
        let others = player.linkedOn == .iOS9 ? "earlier" : "later"
        var text = name + (own.linkedOn.map { ", linked on \($0) or \(others)" } ?? "")
        if let profile = own.profile, !profile.isApple { text = "\(profile.name), in terms of \(text)" }
        if player.linkedOn == .iOS10 { text += ", automaticallyWaitsToMinimizeStalling \(player.automaticallyWaits)" }
        let waits = player.linkedOn == .iOS9 ? own.media.kind == .hls : player.automaticallyWaits
        if !waits || player.earlyRequest != .remembered {
            let early = PlayerFormat.earlyRequests.first { $0.value == player.earlyRequest }?.name ?? ""
            text += ", early_request \(early)"
        }
        if player.evaluation != PlayerSettings().evaluation {
            text += ", evaluation_s \(player.evaluation.inSeconds)"
        }
        text += ", actionAtItemEnd \(NamesOfAVFoundation.name(Player(settings: player).actionAtItemEnd))"
        if player.skipsFailedItems { text += ", skips failed items" }
        if player.defaultRate != .one {
            text += ", defaultRate \(QuantityText.value(Int64(player.defaultRate.thousandths), .rate))"
        }
        if let end = player.forwardPlaybackEndTime {
            text += ", forwardPlaybackEndTime \(end.inSeconds)"
        }
        return text
    }

    private static func measure(_ player: ScenarioPlayer) -> String {
        let evidence = player.loader.evidence
        return rule(player.estimator)
            + "; evidence_s \(evidence.span.inSeconds), carry_over_s \(evidence.carryOver.inSeconds)"
    }

    /// The whole player that it is, and which of its rules are not that player's; none where it is none by name.
    private static func profile(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard let profile = player.profile else { return [] }
        let others = profile.overridden
        let rest = others.isEmpty ? ", with nothing changed" : ", but for \(others.joined(separator: ", "))"
        let isLive = player.isLive
        let edge =
            isLive && !profile.isApple
            ? "; live streams are joined, and loaded again, as AVFoundation does it" : ""
        return [("profile", profile.name + rest + edge)]
    }

    private static func buffer(_ player: ScenarioPlayer) -> String {
        let (loader, isPreferred) = (player.loader, player.loader.preferredForwardBuffer > .zero)
        let keys = ["default_forward_buffer_s", "buffer_goal"]
        let isOfProfile =
            player.profile.map { profile in !keys.contains { profile.overridden.contains($0) } } ?? false
        let own = isOfProfile ? "profile" : keys[loader.fixedForwardBuffer == nil ? 1 : 0]
        let source = isPreferred ? "preferredForwardBufferDuration" : own
        guard let length = loader.fixedForwardBuffer else {
            let drain = loader.drain.inSeconds
            return "\(rule(loader.wanted)) ahead (\(source)), filled again "
                + (loader.drain > .zero ? "below \(drain) less (drain_s)" : "at once (drain_s)")
        }
        if length == .unlimited { return "no limit ahead (\(source))" }
        let ahead = length.inSeconds
        let resume = (length - loader.gap(of: length)).inSeconds
        let isAtOnce = isOfProfile && loader.drain == .zero
        return "\(ahead) ahead (\(source)), filled again \(isAtOnce ? "at once" : "below \(resume)") (drain_s)"
    }

    /// How long it waits for answers, and how it asks again; nothing where that is as usual on the network.
    private static func requests(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        guard let requests = player.requests else { return [] }
        let (segments, playlists, multivariant) = (requests.segments, requests.playlists, requests.multivariant)
        var text = policy(segments)
        if playlists != segments { text += "; media playlists: \(policy(playlists))" }
        if multivariant != playlists { text += "; multivariant playlist: \(policy(multivariant))" }
        if requests.repeatsSteering, player.assets.contains(where: { $0.media.steering != nil }) {
            text += "; steering manifests likewise"
        }
        return [("requests", text)]
    }

    package static func policy(_ policy: RequestPolicy) -> String {
        "\(rule(policy)), \(policy.remedyInWords)"
    }

    private static func limits(_ scenario: Scenario) -> String {
        let until = scenario.until.inSeconds
        let packets = connections(scenario) != nil ? ", max_packets \(scenario.maxPackets)" : ""
        return "until_s \(until), max_events \(scenario.maxEvents)\(packets)"
    }

    static func rule(_ rule: some Choosable) -> String { self.rule(rule.name, rule.parameters) }

    package static func rule(_ name: String, _ parameters: [Parameter]) -> String {
        guard !parameters.isEmpty else { return name }
        let values = parameters.map { "\($0.name) \(QuantityText.setting($0.value, $0.unit))" }
        return "\(name) (\(values.joined(separator: ", ")))"
    }
}
