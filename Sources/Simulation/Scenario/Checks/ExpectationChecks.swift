import PlayerModel

// The checks of `expect`: matchers of what is written, and a word on those that no run or every run would meet.
extension ExpectDraft {
    func expectations(_ judgement: inout Judgement) -> Expectations {
        var result = Expectations()
        result.panels = panels.map { $0.value.panel(at: $0.place, &judgement) }
        result.statuses = statuses.map { ($0.value, $0.place) }
        if let statuses, zip(statuses.value, statuses.value.dropFirst()).contains(where: { $0 == $1 }) {
            judgement.report("a status stands once until another comes, so no run can be this", statuses.place)
        }
        result.exception = exception.map { ($0.value, $0.place) }
        for metric in metrics {
            guard let matcher = metric.matcher.matcher(&judgement) else { continue }
            result.metrics.append((metric.key, matcher, metric.place))
            let values = PossibleValues(metric.key.name, metric.key.unit, metric.key.values)
            switch matcher.fault(among: values) {
            // It says at least that there is such a value.
            case .everyValue(let why):
                judgement.warn("\(why), so every run that has it is this", metric.matcher.place)
            case .noValue(let why): judgement.report("\(why), so no run can be this", metric.matcher.place)
            case nil: break
            }
        }
        // Metrics that fail are listed in the order of the file.
        result.metrics.sort { $0.place < $1.place }
        return result
    }
}

extension PanelDraft {
    fileprivate func panel(at place: Place, _ judgement: inout Judgement) -> PanelExpectation {
        var panel = shown
        panel.place = place
        if let at { panel.at = .zero + at.value }
        let rates = PossibleValues.rates
        panel.rate = rate?.matcher(among: PossibleValues("rate", .rate, rates), &judgement)
        panel.timebaseRate = timebaseRate?.matcher(among: PossibleValues("timebaseRate", .rate, rates), &judgement)
        panel.currentTime = currentTime?.matcher(
            among: PossibleValues("currentTime_s", .seconds, 0...(.max)), &judgement)
        panel.loadedTimeRanges = loadedTimeRanges.flatMap { ranges($0, &judgement) }
        if !saysAnything {
            judgement.report("nothing is said of this panel: write what it must show, as \"rate\": 1", place)
        }
        return panel
    }

    private var saysAnything: Bool {
        let flags = [shown.isLikelyToKeepUp, shown.isBufferFull, shown.isBufferEmpty]
        return shown.status != nil || shown.reason != nil || flags.contains { $0 != nil } || rate != nil
            || timebaseRate != nil || currentTime != nil || loadedTimeRanges != nil
    }

    private func ranges(_ pairs: [Placed<[MediaTime]>], _ judgement: inout Judgement) -> [Range<MediaTime>]? {
        var result: [Range<MediaTime>] = []
        for pair in pairs {
            guard pair.value.count == 2, pair.value[0] < pair.value[1] else {
                return judgement.refuse("a loaded range is [from, to], the lesser first", pair.place)
            }
            if let last = result.last, pair.value[0] <= last.upperBound {
                return judgement.refuse(
                    "loaded ranges are in order, with gaps between them, so no run can be this", pair.place)
            }
            result.append(pair.value[0]..<pair.value[1])
        }
        return result
    }
}

extension Placed<MatcherDraft> {
    /// A value is meant exactly; bounds may be given instead.
    fileprivate func matcher(_ judgement: inout Judgement) -> Matcher? {
        switch value {
        case .absent: .absent
        case .value(let number): .range(number...number)
        case .bounds(let bounds): bounds.matcher(at: place, &judgement)
        }
    }

    /// Likewise of what every panel shows: nothing would be expected by bounds that hold all values.
    fileprivate func matcher(among values: PossibleValues, _ judgement: inout Judgement) -> Matcher? {
        guard let matcher = matcher(&judgement) else { return nil }
        return switch matcher.fault(among: values) {
        case .everyValue(let why): judgement.refuse("\(why), so every run is this", place)
        case .noValue(let why): judgement.refuse("\(why), so no run can be this", place)
        case nil: matcher
        }
    }
}

extension Matcher {
    /// Why it says nothing, or what no run can meet; nil where neither is so.
    fileprivate func fault(among values: PossibleValues) -> PossibleValues.Fault? {
        switch self {
        case .absent: nil
        case .range(let range): values.fault(of: range)
        }
    }
}

extension BoundsDraft {
    fileprivate func matcher(at place: Place, _ judgement: inout Judgement) -> Matcher? {
        if let problem = roomProblem { return judgement.refuse(problem.message, problem.place) }
        var low = atLeast ?? .min
        var high = atMost ?? .max
        if let middle = (equals ?? about)?.value {
            let part = withinPercent.map { proportion(middle, $0.value, over: 1_000_000, .down) }
            let room = within?.value ?? part ?? 0
            low = max(low, middle.subtractingClamped(room))
            high = min(high, middle.addingClamped(room))
        }
        if let between {
            guard between.value.count == 2 else {
                // Two numbers with a comma before their decimals are three or four.
                let isSlip = 3...4 ~= between.value.count
                return judgement.refuse(
                    "'between' takes two numbers: [from, to]\(isSlip ? "; decimals have a point, as in 0.5" : "")",
                    between.place)
            }
            low = max(low, between.value[0])
            high = min(high, between.value[1])
        }
        let choice = "give 'equals', 'about', 'at_most', 'at_least' or 'between'"
        guard low > .min || high < .max else {
            return judgement.refuse("every value is this, so nothing is expected: \(choice)", place)
        }
        guard low <= high else {
            return judgement.refuse("no value can be this: \(choice), the lesser first", place)
        }
        return .range(low...high)
    }

    private var roomProblem: Diagnostic? {
        func problem(_ number: Placed<Int64>, _ message: String) -> Diagnostic {
            Diagnostic(message, at: number.place)
        }
        if let about, equals != nil { return problem(about, "'about' is 'equals' with room: give one of them") }
        if let about, within == nil, withinPercent == nil {
            return problem(about, "'about' needs room: write 'within' or 'within_percent' beside it")
        }
        if let withinPercent, within != nil {
            return problem(withinPercent, "'within' gives that room already: give one of them")
        }
        let middle = (equals ?? about)?.value
        if let within, middle == nil || within.value < 0 {
            return problem(
                within,
                "'within' says how far from 'about' or 'equals' a value may be: it needs one, and is not negative")
        }
        if let withinPercent, middle == nil {
            return problem(withinPercent, "'within_percent' is a part of 'about' or 'equals': it needs one")
        }
        if let withinPercent, middle == 0 {
            return problem(withinPercent, "every part of 0 is 0: write 'within' for 'within_percent'")
        }
        return nil
    }
}
