import PlayerModel

extension ScenarioDecoder {
    /// What must come of the run.
    mutating func expectations(_ node: JSONNode) -> Expectations {
        var result = Expectations()
        for member in node.members {
            switch member.name {
            case "at": result.panels = member.value.elements.map { panel($0) }
            case "statuses":
                result.statuses = (member.value.elements.compactMap { status($0) }, member.value.place)
            case "exception": result.exception = (member.value.string ?? "", member.value.place)
            default:
                guard let index = Metric.all.firstIndex(where: { $0.name == member.name }) else { continue }
                if let matcher = matcher(member.value, Metric.all[index].unit) {
                    result.metrics.append((index, matcher, member.namePlace))
                }
            }
        }
        return result
    }

    /// The metrics that the golden shows besides others, by their names, each of which stands once.
    mutating func shownMetrics(_ node: JSONNode?) -> [String] {
        var names: [String] = []
        for element in node?.elements ?? [] {
            guard let name = element.string else { continue }
            if names.contains(name) { report("'\(name)' stands twice", element.place) }
            names.append(name)
        }
        return names
    }

    private mutating func panel(_ node: JSONNode) -> PanelExpectation {
        var panel = PanelExpectation(place: node.place)
        panel.at = .zero + (node.time("at_s") ?? .zero)
        panel.status = node.member("timeControlStatus").flatMap { status($0) }
        if let reason = node.member("reasonForWaitingToPlay") {
            panel.reason = .some(
                WaitingReason.allCases.first { NamesOfAVFoundation.reason($0) == reason.string })
        }
        panel.rate = node.member("rate").flatMap { matcher($0, .rate) }
        panel.timebaseRate = node.member("timebaseRate").flatMap { matcher($0, .rate) }
        panel.currentTime = node.member("currentTime_s").flatMap { matcher($0, .seconds) }
        panel.loadedTimeRanges = node.member("loadedTimeRanges_s").flatMap { ranges($0) }
        panel.isLikelyToKeepUp = node.member("isPlaybackLikelyToKeepUp")?.flag
        panel.isBufferFull = node.member("isPlaybackBufferFull")?.flag
        panel.isBufferEmpty = node.member("isPlaybackBufferEmpty")?.flag
        return panel
    }

    private func status(_ node: JSONNode) -> TimeControlStatus? {
        TimeControlStatus.allCases.first { NamesOfAVFoundation.status($0) == node.string }
    }

    private mutating func ranges(_ node: JSONNode) -> [Range<MediaTime>]? {
        var result: [Range<MediaTime>] = []
        for pair in node.elements {
            let bounds = pair.elements.compactMap { $0.number(.seconds) }
            guard bounds.count == 2, bounds[0] < bounds[1] else {
                report("a loaded range is [from, to], the lesser first", pair.place)
                return nil
            }
            result.append(MediaTime(nanoseconds: bounds[0])..<MediaTime(nanoseconds: bounds[1]))
        }
        return result
    }

    /// A value is meant exactly; bounds may be given instead.
    private mutating func matcher(_ node: JSONNode, _ unit: Unit) -> Matcher? {
        if case .null = node.value { return .absent }
        if let flag = node.flag { return .range(flag ? 1...1 : 0...0) }
        if let number = node.number(unit) { return .range(number...number) }
        if let problem = roomProblem(node, unit) {
            report(problem.message, problem.place)
            return nil
        }
        var low = node.member("at_least")?.number(unit) ?? .min
        var high = node.member("at_most")?.number(unit) ?? .max
        if let middle = (node.member("equals") ?? node.member("about"))?.number(unit) {
            let room =
                node.member("within")?.number(unit)
                ?? node.member("within_percent")?.number(.percent).map {
                    proportion(middle, $0, over: 1_000_000, .down)
                }
                ?? 0
            low = max(low, middle.subtractingClamped(room))
            high = min(high, middle.addingClamped(room))
        }
        if let pair = node.member("between") {
            let bounds = pair.elements.compactMap { $0.number(unit) }
            guard bounds.count == 2 else {
                report("'between' takes two numbers: [from, to]", pair.place)
                return nil
            }
            low = max(low, bounds[0])
            high = min(high, bounds[1])
        }
        guard low <= high, low > .min || high < .max else {
            report(
                "no value can be this: give 'equals', 'about', 'at_most', 'at_least' or 'between', the lesser first",
                node.place)
            return nil
        }
        return .range(low...high)
    }

    /// What makes no sense of a number and the room around it.
    private func roomProblem(_ node: JSONNode, _ unit: Unit) -> Diagnostic? {
        let (equals, about) = (node.member("equals"), node.member("about"))
        let (within, percent) = (node.member("within"), node.member("within_percent"))
        if let about, equals != nil {
            return Diagnostic("'about' is 'equals' with room: give one of them", at: about.place)
        }
        if let about, within == nil, percent == nil {
            return Diagnostic("'about' needs room: write 'within' or 'within_percent' beside it", at: about.place)
        }
        if let percent, within != nil {
            return Diagnostic("'within' gives that room already: give one of them", at: percent.place)
        }
        let middle = (equals ?? about)?.number(unit)
        if let within, middle == nil || (within.number(unit) ?? 0) < 0 {
            return Diagnostic(
                "'within' says how far from 'about' or 'equals' a value may be: it needs one, and is not negative",
                at: within.place)
        }
        if let percent, middle == nil {
            return Diagnostic("'within_percent' is a part of 'about' or 'equals': it needs one", at: percent.place)
        }
        if let percent, middle == 0 {
            return Diagnostic("every part of 0 is 0: write 'within' for 'within_percent'", at: percent.place)
        }
        return nil
    }
}
