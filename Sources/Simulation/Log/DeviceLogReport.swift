import PlayerModel

/// A report of the disagreements between a device and the model.
package enum DeviceLogReport {
    package struct Result: Sendable {
        package let text: String
        package let agrees: Bool
    }

    /// - Throws: Every fault in the log.
    package static func replay(_ bytes: [UInt8]) throws(DeviceLogFaults) -> Result {
        let log = try DeviceLog.read(bytes)
        let observations = log.entries.count { $0.fact.isObservation }
        // A log without observations would agree with everything.
        guard observations > 0 else {
            throw DeviceLogFaults(
                "no line says what the player showed: timeControlStatus, reasonForWaitingToPlay or rate")
        }
        let replay = DeviceLogReplay(log)
        let found = replay.disagreements.sorted {
            ($0.from.nanoseconds, $0.property.rawValue) < ($1.from.nanoseconds, $1.property.rawValue)
        }
        var lines: [String] = []
        for one in found {
            lines.append(
                "line \(one.line), \(seconds(one.from.nanoseconds)): \(name(one.property)) is \(one.device) on the "
                    + "device and \(one.model) in the model, for \(seconds((one.to - one.from).nanoseconds))")
            for input in one.inputs {
                let entry = log.entries[input]
                lines.append("    after line \(entry.line), \(seconds(entry.at.nanoseconds)): \(words(entry.fact))")
            }
        }
        lines.append(
            "\(log.entries.count - observations) inputs, \(observations) observations: "
                + (found.isEmpty
                    ? "device and model agree" : "\(found.count) disagreement\(found.count == 1 ? "" : "s")"))
        return Result(text: lines.joined(separator: "\n") + "\n", agrees: found.isEmpty)
    }

    private static func seconds(_ nanoseconds: Int64) -> String { QuantityText.value(nanoseconds, .seconds) }

    private static func name(_ property: DeviceLogReplay.Property) -> String {
        switch property {
        case .timeControlStatus: "timeControlStatus"
        case .reasonForWaitingToPlay: "reasonForWaitingToPlay"
        case .rate: "rate"
        }
    }

    private static func words(_ fact: DeviceLog.Fact) -> String {
        switch fact {
        case .call(let action): action.words
        case .loaded(let ranges): "loadedTimeRanges \(TextReport.ranges(ranges))"
        case .likelyToKeepUp(let flag): "isPlaybackLikelyToKeepUp \(flag)"
        case .bufferFull(let flag): "isPlaybackBufferFull \(flag)"
        case .bufferEmpty(let flag): "isPlaybackBufferEmpty \(flag)"
        case .stalled: "playbackStalled"
        case .ended: "didPlayToEndTime"
        case .failed: "failedToPlayToEndTime"
        case .status(let status): "timeControlStatus \(NamesOfAVFoundation.status(status))"
        case .reason(let reason): "reasonForWaitingToPlay \(reason.map { NamesOfAVFoundation.reason($0) } ?? "nil")"
        case .rate(let rate): "rate \(ActionWords.rate(rate))"
        }
    }
}
