import PlayerModel

/// The clock of a device's log, held against `currentTime`: a wall clock may be set forwards while a log is written,
/// and an app may be suspended.
///
/// Between two lines that say `currentTime`, with nothing between them but playing at one rate, media and clock must
/// have gone on by the same. Where they have not by seconds, the clock has jumped; and it has in the longest silence
/// between the two. Where a clock was set back by less than the time that had passed since the line before, `t` does
/// not go back, and this shows it too.
enum DeviceClock {
    /// The least jumps, our own choice. Forwards, less may be a playhead that is told in whole seconds; what is taken
    /// for a jump may also be a playhead that stood for a while, and as little was played then. Backwards, less may be
    /// a seek that nobody has logged.
    private static let leastForwards: Int64 = 1_500_000_000
    private static let leastBackwards: Int64 = 5_000_000_000

    /// The state of the device as the entries have shown it so far.
    private struct Device {
        var isPlaying = false
        var rate = Rate.one
        /// The last entry with `currentTime` since when nothing but playing has happened, and since when it is that.
        var anchor: (index: Int, place: MediaTime, since: Instant)?

        mutating func take(_ fact: DeviceLog.Fact) {
            switch fact {
            case .status(let status): (isPlaying, anchor) = (status == .playing, isPlaying ? anchor : nil)
            case .rate(let rate):
                if rate != self.rate { (self.rate, anchor) = (rate, nil) }
            // What plays goes on playing when it is told to; where its rate is another one then, a line says so.
            case .call(.play): break
            case .loaded, .likelyToKeepUp, .bufferFull, .bufferEmpty, .duration, .reason(nil), .currentTime: break
            case .call, .seek, .reverseAsked, .reverse, .advanceToNextItem, .currentItem, .seekFinished, .stalled,
                .ended, .failed, .rateChanged, .reason, .foreignReason:
                anchor = nil
            }
            if !isPlaying || !rate.isMoving { anchor = nil }
        }
    }

    /// Takes the jumps out of the entries' times. Time linear in the entries.
    static func straighten(_ entries: inout [DeviceLog.Entry], _ findings: inout RepeatedFindings) {
        var device = Device()
        var shift: Int64 = 0
        for index in entries.indices {
            entries[index].at = moved(entries[index].at, by: shift)
            let fact = entries[index].fact
            device.take(fact)
            guard case .currentTime(let place) = fact, device.isPlaying, device.rate.isMoving else { continue }
            if let anchor = device.anchor, place >= anchor.place {
                if place == anchor.place {
                    let rest = entries[index].at - anchor.since
                    noteRest(rest.nanoseconds, at: entries[index].line, &findings)
                    device.anchor = (index, place, anchor.since)
                    continue
                }
                let passed = entries[index].at - entries[anchor.index].at
                let due = device.rate.time(toPass: place - anchor.place, .up)
                let jump = passed.nanoseconds - due.nanoseconds
                let least = max(jump > 0 ? leastForwards : leastBackwards, passed.nanoseconds / 100)
                if jump.magnitude > UInt64(least),
                    take(out: jump, of: anchor.index...index, &entries, &findings)
                {
                    shift += jump
                }
            }
            device.anchor = (index, place, entries[index].at)
        }
    }

    /// A playhead that rests while the device is said to play is taken as it is told; and it is said, since no rule
    /// makes one rest.
    private static func noteRest(_ time: Int64, at line: Int32, _ findings: inout RepeatedFindings) {
        guard time > leastBackwards else { return }
        findings.note(
            "rests",
            "'currentTime' has not gone on for \(QuantityText.flooredSeconds(time)), though the device is said to "
                + "play: the playhead is taken to be where it is told", at: Place(source: 0, line: line, column: 1))
    }

    /// Whether the entries' times are 1000 times what the media says, at each two lines that say where the playhead is:
    /// then they are milliseconds. Two lines are enough where a second or more has passed and it is 1000 times to a
    /// hundredth, which the jump of a clock hardly is; elsewhere it takes twice two (ours). Time linear in the entries.
    static func showsMilliseconds(_ entries: [DeviceLog.Entry]) -> Bool {
        var device = Device()
        var (count, isExact) = (0, false)
        for index in entries.indices {
            device.take(entries[index].fact)
            guard case .currentTime(let place) = entries[index].fact, device.isPlaying, device.rate.isMoving else {
                continue
            }
            if let anchor = device.anchor, place > anchor.place {
                let passed = (entries[index].at - entries[anchor.index].at).nanoseconds
                let due = device.rate.time(toPass: place - anchor.place, .up).nanoseconds
                guard 700...1400 ~= passed / max(1, due) else { return false }
                count += 1
                if due >= 1_000_000_000, 990...1009 ~= passed / due { isExact = true }
            }
            device.anchor = (index, place, entries[index].at)
        }
        return count >= 2 || isExact
    }

    private static func moved(_ instant: Instant, by shift: Int64) -> Instant {
        Instant(nanoseconds: instant.nanoseconds - shift)
    }

    /// Moves the entries from the longest silence on; true where that was done. A jump forwards that no single silence
    /// can hold is left: then the player was not playing as it said.
    private static func take(
        out jump: Int64, of range: ClosedRange<Int>, _ entries: inout [DeviceLog.Entry],
        _ findings: inout RepeatedFindings
    ) -> Bool {
        var (index, silence) = (range.upperBound, Int64(-1))
        for next in range.dropFirst() {
            let gap = (entries[next].at - entries[next - 1].at).nanoseconds
            if gap > silence { (index, silence) = (next, gap) }
        }
        // Times stay far from what 64 bits hold, and so do their sums.
        let bound: Int64 = 2_000_000_000_000_000_000
        guard jump <= silence, -bound <= jump, entries[range.upperBound].at.nanoseconds - jump <= bound else {
            return false
        }
        let words = QuantityText.flooredSeconds(jump < 0 ? -jump : jump)
        findings.note(
            jump > 0 ? "set forward" : "set back unseen",
            "by 'currentTime' \(words) \(jump > 0 ? "fewer" : "more") have passed than by 't': the clock was set "
                + (jump > 0 ? "forward, the app was suspended, or the playhead stood" : "back")
                + "; the rest is moved",
            at: Place(source: 0, line: entries[index].line, column: 1))
        for place in index...range.upperBound { entries[place].at = moved(entries[place].at, by: jump) }
        return true
    }
}
