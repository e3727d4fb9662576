import PlayerModel

/// A report of the disagreements between a device and the model.
package struct DeviceLogReport: Sendable {
    /// A line that is shown with a disagreement: an input shortly before.
    package struct Input: Equatable, Sendable {
        package let line: Int32
        /// The time as the log has it, in nanoseconds.
        package let shown: Int64
        package let words: String
    }

    package struct Item: Equatable, Sendable {
        package let disagreement: DeviceLogReplay.Disagreement
        package let inputs: [Input]
    }

    /// The number of facts that were called or learnt, and of those that were observed.
    package let inputs: Int
    package let observations: Int
    /// The disagreements in the order of time.
    package let items: [Item]
    /// The line from which on nothing was compared; nil where the last of the log was.
    package let uncomparedFrom: Int32?
    /// The things in the log that were passed over, or was taken otherwise than it stands.
    package let findings: [RepeatedFindings.Finding]

    package var agrees: Bool { items.isEmpty }

    /// - Throws: Every fault of the log as a whole.
    package static func replay(_ bytes: [UInt8]) throws(DeviceLogFaults) -> DeviceLogReport {
        let log = try DeviceLog.read(bytes)
        let observations = log.entries.count { $0.fact.isObservation }
        // A log without observations would agree with everything. Where it has a misspelt one, a finding says so.
        guard observations > 0 else {
            throw DeviceLogFaults(
                "no line says what the player showed: timeControlStatus, reasonForWaitingToPlay or rate",
                besides: log.findings)
        }
        let replay = DeviceLogReplay(log)
        let found = replay.disagreements.sorted {
            ($0.from.nanoseconds, $0.property.rawValue) < ($1.from.nanoseconds, $1.property.rawValue)
        }
        var findings = log.findings
        findings.add(replay.findings)
        return DeviceLogReport(
            inputs: log.entries.count - observations, observations: observations,
            items: found.map { one in
                Item(
                    disagreement: one,
                    inputs: one.inputs.map { index in
                        let entry = log.entries[index]
                        return Input(line: entry.line, shown: entry.shown, words: words(entry.fact))
                    })
            },
            uncomparedFrom: replay.uncomparedFrom, findings: findings.all)
    }

    // MARK: Text

    /// The disagreements, each with the inputs before it, and then the verdict.
    package var text: String { lines(indent: "") + "\(verdict)\n" }

    /// The verdict: counts, where nothing was compared, and whether device and model agree up to there.
    package var verdict: String {
        "\(NumberText.count(inputs, "input")), \(NumberText.count(observations, "observation")): "
            + (uncomparedFrom.map { "nothing was compared behind line \($0); up to there, " } ?? "")
            + (agrees ? "device and model agree" : NumberText.count(items.count, "disagreement"))
    }

    /// The disagreements, a line each, and below it the inputs before.
    package func lines(indent: String) -> String {
        var text = ""
        for item in items {
            text += indent + Self.words(item.disagreement) + "\n"
            for input in item.inputs {
                text += indent + "    after line \(input.line), \(Self.seconds(input.shown)): \(input.words)\n"
            }
        }
        return text
    }

    private static func words(_ one: DeviceLogReplay.Disagreement) -> String {
        let beginning = "line \(one.line), \(seconds(one.shown)): \(name(one.property)) is \(one.device) "
        switch one.property {
        case .currentTime: return beginning + "on the device, and the seek was to land \(one.model)"
        case .timeControlStatus, .reasonForWaitingToPlay, .rate:
            return beginning
                + "on the device and \(one.model) in the model, for \(seconds((one.to - one.from).nanoseconds))"
        }
    }

    private static func seconds(_ nanoseconds: Int64) -> String { QuantityText.value(nanoseconds, .seconds) }

    static func name(_ property: DeviceLogReplay.Property) -> String {
        switch property {
        case .timeControlStatus: "timeControlStatus"
        case .reasonForWaitingToPlay: "reasonForWaitingToPlay"
        case .rate: "rate"
        case .currentTime: "currentTime"
        }
    }

    private static func words(_ fact: DeviceLog.Fact) -> String {
        switch fact {
        case .call(let action): action.words
        case .seek(let place, let before, let after):
            Action.seek(to: place, before: before ?? .unlimited, after: after ?? .unlimited).words
        case .reverseAsked: "a rate below 0 is asked for"
        case .advanceToNextItem: "advanceToNextItem()"
        case .currentItem(let item): item == nil ? "currentItem nil" : "another currentItem"
        case .duration(let end): "duration \(end.inSeconds)"
        case .currentTime(let place): "currentTime \(place.inSeconds)"
        case .seekFinished(let flag): "the seek has finished: \(flag)"
        case .loaded(let ranges): "loadedTimeRanges \(TextReport.ranges(ranges))"
        case .likelyToKeepUp(let flag): "isPlaybackLikelyToKeepUp \(flag)"
        case .bufferFull(let flag): "isPlaybackBufferFull \(flag)"
        case .bufferEmpty(let flag): "isPlaybackBufferEmpty \(flag)"
        case .stalled: "playbackStalled"
        case .ended: "didPlayToEndTime"
        case .failed: "failedToPlayToEndTime"
        case .rateChanged(let reason, _): "rateDidChange: \(reason.rawValue)"
        case .status(let status): "timeControlStatus \(NamesOfAVFoundation.status(status))"
        case .reason(let reason): "reasonForWaitingToPlay \(reason.map { NamesOfAVFoundation.reason($0) } ?? "nil")"
        case .foreignReason(let word): "reasonForWaitingToPlay \(word)"
        case .rate(let rate), .reverse(let rate): "rate \(ActionWords.rate(rate))"
        }
    }
}
