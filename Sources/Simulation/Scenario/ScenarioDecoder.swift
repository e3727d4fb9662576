import PlayerModel

/// Makes a scenario of a tree that has the right shape, and judges what a shape cannot say.
struct ScenarioDecoder {
    /// The files that the scenario names, as far as they were handed in.
    let companions: Companions
    private(set) var diagnostics: [Diagnostic] = []
    /// What is right and can be run, but is hardly meant so.
    private var warnings: [Diagnostic] = []
    private(set) var wanted: [WantedFile] = []
    /// Whether media is still to be read, or something is wrong with it, so that nobody knows what it has.
    var hasStandIn = false

    init(companions: Companions) { self.companions = companions }

    mutating func want(_ kind: WantedFile.Kind, _ path: String, _ place: Place) {
        if !wanted.contains(where: { $0.path == path && $0.kind == kind }) {
            wanted.append(WantedFile(kind: kind, path: path, place: place))
        }
    }

    mutating func scenario(_ root: JSONNode) -> Scenario? {
        let nodes = playerNodes(root)
        let media = nodes.map { node in node.member("media").map { assets($0) } }
        // Without media the rest is still judged, against a stand-in, so that all errors come at once.
        var scenario = Scenario(media: Self.standIn)
        scenario.players = media.map { media in
            var player = ScenarioPlayer(media: Self.standIn)
            if let media, !media.assets.isEmpty { player.assets = media.assets }
            return player
        }
        scenario.name = root.member("name")?.string ?? ""
        scenario.about = root.member("about")?.string ?? ""
        scenario.seed = UInt64(root.count("seed") ?? 1)
        scenario.maxEvents = root.count("max_events") ?? scenario.maxEvents
        scenario.maxPackets = root.count("max_packets") ?? scenario.maxPackets
        if let until = root.time("until_s") { scenario.until = .zero + until }
        if let node = root.member("network") { scenario.network = network(node) }
        if let node = root.member("network") {
            scenario.network.transport = transport(node, scenario.network.transport.kind, scenario.resources)
        }
        scenario.network.transport.keepOpen(
            for: scenario.players.flatMap { $0.assets.flatMap { $0.media.preloaded } })
        for (index, node) in nodes.enumerated() {
            scenario.viewed = index
            player(node, root, into: &scenario)
        }
        scenario.viewed = 0
        checkPlayers(nodes, scenario)
        scenario.warnings = warnings
        scenario.traffic = (root.member("traffic")?.elements ?? []).compactMap { traffic($0) }
        return media.allSatisfy { $0?.isWhole ?? false } ? scenario : nil
    }

    /// What one plays, with what, and what is done: of the player that is viewed.
    private mutating func player(_ node: JSONNode, _ root: JSONNode, into scenario: inout Scenario) {
        if node.place != root.place { scenario.players[scenario.viewed].name = node.member("name")?.string ?? "" }
        player(node.member("player"), into: &scenario)
        checkAssets(node, scenario)
        if let script = node.member("script") {
            scenario.players[scenario.viewed].hasScript = true
            scenario.script = script.elements.compactMap { action($0, in: scenario) }
            for node in script.elements where node.member("do")?.string == "change_network" {
                checkTransport(node, in: root.member("network") ?? root, change(node), scenario.network)
            }
            checkOrder(script.elements)
            checkReach(script.elements, scenario)
        } else {
            scenario.script = [
                Action(at: .zero, call: load(scenario)),
                Action(at: .zero, call: .player(.play)),
            ]
        }
        scenario.players[scenario.viewed].metrics = shownMetrics(node.member("metrics"))
        if let node = node.member("expect") {
            scenario.expectations = expectations(node)
            checkReach(node.member("at")?.elements ?? [], scenario)
        }
    }

    mutating func report(_ message: String, _ place: Place) { diagnostics.append(Diagnostic(message, at: place)) }

    mutating func warn(_ message: String, _ place: Place) { warnings.append(Diagnostic(message, at: place)) }

    static let standIn = Asset(
        kind: .local, duration: .seconds(1),
        variants: [
            Asset.Variant(
                bitRate: 1000, dimensions: nil,
                chunks: ChunkTable(
                    duration: .seconds(1), chunkDuration: .seconds(1), bitRate: 1000, chunksPerRequest: nil))
        ], audio: nil)

    // MARK: Network

    private mutating func network(_ node: JSONNode) -> NetworkPlan {
        var plan = NetworkPlan()
        plan.source = source(of: node)
        let own = change(node)
        plan.isSourceChanged = own != NetworkChange()
        let base = own.applied(to: plan.source?.values ?? NetworkValues())
        let phaseNodes = node.elements.isEmpty ? node.member("phases")?.elements ?? [] : node.elements
        let repeats = node.member("repeat")?.flag ?? false
        var phases: [Conditions.Phase] = []
        var presets: [NetworkPreset?] = []
        var start = Instant.zero
        for (index, phase) in phaseNodes.enumerated() {
            let preset = preset(of: phase)
            presets.append(preset)
            let values = change(phase).applied(to: preset?.values ?? base)
            phases.append(Conditions.Phase(start: start, values: values))
            if let length = phase.time("for_s") {
                start = start + length
            } else if repeats || index + 1 < phaseNodes.count {
                let why = repeats ? "phases that repeat all need it" : "only the last phase may go without"
                report("'for_s' is missing: \(why)", phase.place)
            }
        }
        if repeats, phaseNodes.isEmpty, let flag = node.member("repeat") {
            report("there are no 'phases' to repeat", flag.place)
        }
        if let trace = node.member("trace"), !phaseNodes.isEmpty {
            report("a network has a 'trace' or 'phases', not both", trace.place)
        }
        if phases.isEmpty { phases = [Conditions.Phase(start: .zero, values: base)] }
        let outages = (node.member("outages")?.elements ?? []).map { outage in
            let begin = Instant.zero + (outage.time("at_s") ?? .zero)
            return Conditions.Outage(start: begin, end: begin + (outage.time("for_s") ?? .zero))
        }
        let period = repeats && start > .zero ? start - .zero : nil
        plan.conditions = Conditions(phases: phases, repeatingAfter: period, outages: outages)
        layTrace(node, over: base, outages, &plan)
        setTransport(node, zip(phaseNodes, presets).map { ($0, $1) }, &plan)
        let offered = phaseNodes.isEmpty ? [(node, base)] : zip(phaseNodes, phases).map { ($0, $1.values) }
        for (part, values) in offered { checkTransport(part, in: node, values, plan) }
        return plan
    }

    /// A measured network in the place of a capacity: its latency, if it has one, is added to the delays.
    private mutating func layTrace(
        _ node: JSONNode, over base: NetworkValues, _ outages: [Conditions.Outage], _ plan: inout NetworkPlan
    ) {
        guard let name = node.member("trace"), let path = name.string else {
            for key in ["loop", "scale", "latency"] {
                if let extra = node.member(key) { report("there is no 'trace' for '\(key)'", extra.place) }
            }
            return
        }
        if node.member("down_kbps") != nil {
            report("the trace says what comes down; remove 'down_kbps', or use 'scale'", name.place)
        }
        if let source = plan.source {
            report("the trace says what comes down, and so does \(source.words); remove one of them", name.place)
        }
        guard let trace = companions.trace(path) else { return want(.trace, path, name.place) }
        plan.trace = path
        plan.conditions = trace.conditions(
            looping: node.member("loop")?.flag ?? trace.format.loops,
            scaleMillionths: node.member("scale")?.number(.ratio) ?? 1_000_000, over: base,
            latency: node.member("latency")?.string == "up" ? .up : .down, outages: outages)
    }

    func change(_ node: JSONNode) -> NetworkChange {
        var change = NetworkChange()
        change.down = capacity(node.member("down_kbps"))
        change.up = capacity(node.member("up_kbps"))
        let both = node.member("delay_ms")?.number(.milliseconds)
        let down = node.member("delay_down_ms")?.number(.milliseconds) ?? both
        let up = node.member("delay_up_ms")?.number(.milliseconds) ?? both
        change.delayDown = down.map(TimeAmount.init(nanoseconds:))
        change.delayUp = up.map(TimeAmount.init(nanoseconds:))
        let loss = node.member("loss_percent")?.number(.percent)
        change.lossDown = node.member("loss_down_percent")?.number(.percent) ?? loss
        change.lossUp = node.member("loss_up_percent")?.number(.percent) ?? loss
        change.dnsDelay = node.member("dns_delay_ms")?.number(.milliseconds).map(TimeAmount.init(nanoseconds:))
        return change
    }

    private func capacity(_ node: JSONNode?) -> NetworkChange.Capacity? {
        guard let node else { return nil }
        return node.number(.kilobitsPerSecond).map { .bitsPerSecond($0) } ?? .unlimited
    }

    // MARK: Player

    private mutating func player(_ node: JSONNode?, into scenario: inout Scenario) {
        if scenario.media.kind == .hls { scenario.loader.defaultForwardBuffer = .seconds(50) }
        guard let node else { return }
        if let word = node.member("class")?.string {
            scenario.player.playerClass = ScenarioShape.playerClasses.first { $0.name == word }?.value ?? .player
        }
        if let word = node.member("linked_on")?.string {
            scenario.player.linkedOn = ScenarioShape.linkedOn.first { $0.name == word }?.value ?? .iOS10
        }
        if let flag = node.member("automatically_waits_to_minimize_stalling") {
            scenario.player.automaticallyWaits = flag.flag ?? true
            checkHasAutowait(flag.place, scenario)
        }
        scenario.player.defaultRate = node.rate("default_rate") ?? .one
        scenario.player.forwardPlaybackEndTime = node.mediaTime("forward_playback_end_time_s")
        if let word = node.member("action_at_item_end") {
            scenario.player.actionAtItemEnd = ScenarioShape.actionsAtItemEnd.first { $0.name == word.string }?.value
            if scenario.player.actionAtItemEnd == .advance, scenario.player.playerClass == .player {
                report("an AVPlayer cannot advance; write \"class\": \"AVQueuePlayer\" beside it", word.place)
            }
        }
        scenario.loader.preferredForwardBuffer = node.mediaTime("preferred_forward_buffer_duration_s") ?? .zero
        if let length = node.mediaTime("default_forward_buffer_s") { scenario.loader.defaultForwardBuffer = length }
        if let length = node.mediaTime("drain_s") { scenario.loader.drain = length }
        if let rule = node.member("keep_up") { scenario.player.keepUp = keepUp(rule) }
        if let rule = node.member("throughput") { scenario.estimator = estimator(rule) }
        queue(node, into: &scenario)
        firstVariant(node, into: &scenario)
        scenario.videoOutput = node.member("video_output").flatMap { videoOutput($0) }
    }

    private func keepUp(_ node: JSONNode) -> KeepUp {
        let name = node.string ?? node.member("rule")?.string
        guard let rule = KeepUp.all.first(where: { $0.name == name }) else { return KeepUp.all[0] }
        return rule.setting(rule.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
    }

    private func estimator(_ node: JSONNode) -> ThroughputEstimator {
        let name = node.string ?? node.member("rule")?.string
        guard let rule = ThroughputEstimator.all.first(where: { $0.name == name }) else {
            return ThroughputEstimator.all[0]
        }
        return rule.setting(rule.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
    }

    private mutating func checkHasAutowait(_ place: Place, _ scenario: Scenario) {
        guard scenario.player.linkedOn == .iOS9 else { return }
        report("iOS 9 had no automaticallyWaitsToMinimizeStalling; remove it, or link on \"iOS 10\"", place)
    }

    // MARK: Script

    private mutating func action(_ node: JSONNode, in scenario: Scenario) -> Action? {
        guard let name = node.member("do")?.string, let at = node.time("at_s") else { return nil }
        let place = node.member("do")?.place ?? node.place
        if name == "set_automatically_waits_to_minimize_stalling" { checkHasAutowait(place, scenario) }
        checkPreparation(name, place, scenario)
        checkLimit(name, node, place, scenario)
        if name == "change_network", change(node) == NetworkChange() {
            report("this changes nothing; give a capacity or a delay, such as 'down_kbps'", place)
        }
        return call(name, node, scenario).map { Action(at: .zero + at, call: $0) }
    }

    private mutating func call(_ name: String, _ node: JSONNode, _ scenario: Scenario) -> Action.Call? {
        switch name {
        case "load": load(scenario)
        case "unload": .player(.replaceCurrentItem(nil))
        case "play": .player(.play)
        case "tap": .tap
        case "pause": .player(.pause)
        case "set_rate": .player(.setRate(node.rate("rate") ?? .zero))
        case "play_immediately": .player(.playImmediately(node.rate("rate") ?? .one))
        case "set_rate_at_host_time":
            .player(
                .setRateAtHostTime(
                    node.rate("rate") ?? .one, itemTime: node.mediaTime("item_time_s"),
                    hostTime: node.time("host_time_s").map { .zero + $0 }))
        case "set_automatically_waits_to_minimize_stalling":
            .player(.setAutomaticallyWaits(node.member("value")?.flag ?? true))
        case "set_default_rate": .player(.setDefaultRate(node.rate("rate") ?? .one))
        case "set_action_at_item_end":
            ScenarioShape.actionsAtItemEnd.first { $0.name == node.member("value")?.string }
                .map { .player(.setActionAtItemEnd($0.value)) }
        case "set_forward_playback_end_time": .player(.setForwardPlaybackEndTime(node.mediaTime("value_s")))
        case "set_preferred_forward_buffer_duration":
            .setPreferredForwardBuffer(node.mediaTime("value_s") ?? .zero)
        case "set_preferred_peak_bit_rate", "set_preferred_maximum_resolution", "set_layer":
            limit(name, node).map { .limit($0) }
        case "load_values": .loadValues
        case "preload_keys": .preloadKeys
        case "seek":
            .player(
                .seek(
                    to: node.mediaTime("to_s") ?? .zero, before: node.mediaTime("tolerance_before_s") ?? .unlimited,
                    after: node.mediaTime("tolerance_after_s") ?? .unlimited))
        case "change_network": .changeNetwork(change(node))
        case "break_network": .breakNetwork(node.time("for_s") ?? .zero)
        default: queueCall(name, node, scenario)
        }
    }

    private mutating func checkOrder(_ nodes: [JSONNode]) {
        var last = TimeAmount.zero
        for node in nodes {
            guard let at = node.time("at_s"), let place = node.member("at_s")?.place else { continue }
            if at < last {
                let before = NumberText.exact(last.nanoseconds, places: 9)
                report("'at_s' goes back from \(before) s; actions stand in the order in which they happen", place)
            }
            last = max(last, at)
        }
    }

    /// Nothing is asked of a time that the run does not reach.
    private mutating func checkReach(_ nodes: [JSONNode], _ scenario: Scenario) {
        for node in nodes {
            guard let at = node.time("at_s"), .zero + at > scenario.until, let place = node.member("at_s")?.place
            else {
                continue
            }
            let end = NumberText.exact(scenario.until.nanoseconds, places: 9)
            report("'at_s' lies behind the end of the run; set 'until_s', which is \(end) s", place)
        }
    }
}
