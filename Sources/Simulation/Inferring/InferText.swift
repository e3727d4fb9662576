import PlayerModel

/// An inference in words, for a person.
package enum InferText {
    /// The log of a run begins at `zero` on the run's clock, in nanoseconds; nil where it is of no run.
    package static func text(_ inference: Inference, file: String, zero: Int64?) -> String {
        var lines = ["\(file): \(inference.log.format.rawValue)"]
        lines += read(inference)
        if let zero, zero > 0 {
            lines.append(row("times", "from the first request on, which is at \(seconds(zero)) of the run"))
        }
        lines += table(inference)
        lines += judgement(inference).map { "  " + $0 }
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    private static func row(_ name: String, _ words: String) -> String { "  " + NumberText.left(name, 22) + words }

    private static func seconds(_ nanoseconds: Int64) -> String {
        NumberText.rounded(nanoseconds, places: 9, decimals: 1) + " s"
    }

    static func percent(_ millionths: Int64) -> String {
        NumberText.rounded(millionths, places: 4, decimals: 0) + " %"
    }

    static func ratio(_ millionths: Int64) -> String { NumberText.rounded(millionths, places: 6, decimals: 2) }

    private static func read(_ inference: Inference) -> [String] {
        let (log, shares) = (inference.log, inference.shares)
        let busy = NumberText.count(log.transfers.count, "busy time")
        var rows = [
            row(
                "read", "\(log.requestCount) requests, \(log.bytes) bytes, in \(busy) over \(seconds(log.length))")
        ]
        if let words = slots(inference) { rows.append(row("slots", words)) }
        if !log.leftOut.isEmpty { rows.append(row("left out", log.leftOut.joined(separator: "; "))) }
        rows.append(row("round trip", roundTrip(inference)))
        rows.append(row("transport", inference.settings.transport.kind.name))
        if let loss = loss(inference) { rows.append(row("random loss", loss)) }
        rows.append(row("bytes under way", "\(percent(shares.busy)) of the time"))
        rows.append(row("capacity told", "\(percent(shares.told)) of the time, within a factor of two"))
        rows.append(
            row(
                "its changes",
                "most like '\(inference.drift.name)', \(jitter(inference))times of downloads within "
                    + percent(Int64(inference.drift.tolerance * 1_000_000))))
        return rows
    }

    private static let second: Int64 = 1_000_000_000

    /// How long a slot is; nil where it is a second.
    private static func slots(_ inference: Inference) -> String? {
        guard inference.slot > second else { return nil }
        return "\(inference.slot / second) s each, and not a second: of a long log there are "
            + "\(SlotPlan.mostSlots) at most"
    }

    private static func jitter(_ inference: Inference) -> String {
        let jitter = inference.drift.jitter
        let slot = inference.slot == second ? "second" : "slot"
        return jitter > 0 ? "each \(slot) off by \(percent(Int64(jitter * 1_000_000))) besides, " : ""
    }

    /// How many of the networks lose packets, and the sign of it; nil over a transport that loses none.
    private static func loss(_ inference: Inference) -> String? {
        guard inference.settings.transport.kind.losesPackets else { return nil }
        let (members, late) = (inference.members, inference.log.late)
        let some = members.map { $0.loss }.filter { $0 > 0 }.sorted()
        let most = NumberText.rounded(some.last ?? 0, places: 4, decimals: 2)
        let networks =
            members.count == 1
            ? (some.isEmpty ? "none" : "\(most) %") + " in the only network"
            : some.isEmpty
                ? "none in all \(members.count) networks"
                : "none in \(members.count - some.count) of \(members.count) networks, up to \(most) % in the others"
        let overtaken =
            late.overtaken > 0 ? ", and \(late.overtaken) late where the last ones were not, as if they were" : ""
        return "\(networks): \(late.repeated) of \(late.answers) first bytes came as late as where a request is lost"
            + overtaken
    }

    private static func roundTrip(_ inference: Inference) -> String {
        func words(_ time: Int64) -> String { NumberText.rounded(time, places: 6, decimals: 1) + " ms" }
        let own = words(inference.linkRoundTrip)
        guard let least = inference.log.roundTrip else { return "\(own), supposed: no first byte is told" }
        if least == 0 { return "\(own): a first byte came with its request, as far as the log tells them apart" }
        let time =
            words(least) == own
            ? "the least time to a first byte"
            : "the least time to a first byte, \(words(least)), less what that takes"
        return "\(own) at most: \(time), the server's own time included"
    }

    /// A few rows of bands, each with the least of its slots' medians: a mean tells of no outage that it is over.
    private static func table(_ inference: Inference) -> [String] {
        func cell(_ words: String) -> String { NumberText.right(words, 10) }
        var lines = [
            "",
            "  " + NumberText.right("from", 8) + NumberText.right("to", 8) + cell("5 %") + cell("50 %")
                + cell("95 %") + cell("least") + "  kbit/s" + "  bytes under way",
        ]
        func kilobits(_ value: Int64) -> String { cell(NumberText.rounded(value, places: 3, decimals: 0)) }
        func time(_ slot: Int) -> String { NumberText.right("\(Int64(slot) * inference.slot / 1_000_000_000) s", 8) }
        for (slots, band) in inference.rows {
            let busy = inference.busy[slots].reduce(0, +) / Int64(max(1, slots.count))
            let least = inference.bands[slots].reduce(Int64.max) { min($0, $1.median) }
            let values = [band.low, band.median, band.high, least].map(kilobits).joined()
            lines.append(
                "  " + time(slots.lowerBound) + time(slots.upperBound) + values + "          " + percent(busy))
        }
        return lines + [""]
    }

    /// Sentences on how well it makes the log, and on what in the log speaks against it.
    package static func fit(_ inference: Inference) -> [String] {
        var lines: [String] = []
        if let check = inference.reproduction {
            let networks =
                inference.members.count == 1 ? "this network" : "\(check.networkCount) of these networks"
            lines.append("Over \(networks) \(times(check)).")
        } else {
            lines.append(
                "Nothing was held against the log: its first download of 16 kB and more is beyond the 200 MB that are "
                    + "sent over a network at most.")
        }
        if inference.slot > second {
            lines.append(
                "Each slot of \(inference.slot / second) s has one capacity: of a change in the midst of one no more "
                    + "than a mean may be told, and of a short outage nothing.")
        }
        return lines + doubts(inference)
    }

    private static func times(_ check: Reproduction) -> String {
        guard let median = check.median, let ninetieth = check.ninetieth else {
            return "none of the log's own requests ended in a minute more (of \(check.unendedCount))"
        }
        let others = NumberText.count(check.unendedCount, "other")
        return "the log's own requests take \(ratio(median)) of their time in the median (of "
            + "\(check.downloadCount)); nine of ten are off by a factor of \(ratio(ninetieth)) at most"
            + (check.unendedCount == 0 ? "" : "; \(others) did not end in a minute more")
    }

    /// Sentences on what speaks against the networks, of which most logs have none.
    package static func doubts(_ inference: Inference) -> [String] {
        var lines: [String] = []
        let (subject, them) =
            inference.members.count == 1 ? ("This network does", "it") : ("These networks do", "them")
        if let check = inference.reproduction, !check.isMade {
            lines.append(
                "\(subject) not make the log: something else was at work, such as another transport, a server that "
                    + "paces, or a capacity that changes within a slot, and what is told over \(them) says little.")
        } else if let check = inference.reproduction, let ninetieth = check.ninetieth, !check.hasItsChanges {
            lines.append(
                "Over \(them) one request in ten is off by a factor of \(ratio(ninetieth)) or more, as where a network "
                    + "changes faster than from slot to slot, each of \(inference.slot / second) s: means may be told "
                    + "too high, and what hangs on single downloads, as stalls do, is known the less.")
        }
        if !inference.silent.isEmpty, let longest = inference.log.waits.map({ $0.length }).max() {
            let count = inference.log.waits.count
            let waited = count == 1 ? "1 request waited" : "\(count) requests waited up to"
            lines.append(
                "\(waited) \(NumberText.rounded(longest, places: 9, decimals: 2)) s for a first byte, far longer than "
                    + "the others: a server thought, or the network carried nothing, as it does then in about half of "
                    + "the draws.")
        }
        return lines
    }

    /// Sentences on how well it makes the log, and on what nobody can know from it.
    package static func judgement(_ inference: Inference) -> [String] {
        var lines = fit(inference)
        if inference.settings.transport.kind.losesPackets {
            let subject = inference.members.count == 1 ? "this network loses" : "some networks lose"
            let some = inference.members.contains { $0.loss > 0 } ? ": \(subject) as much as these allow" : ""
            lines.append("Random loss leaves few signs in a log of requests\(some).")
        }
        lines.append(
            "Beyond \(seconds(inference.log.length)), and while nothing was fetched, capacity goes on as it has "
                + "changed before: nobody knows.")
        lines.append(
            "Above what a server or its pacing sends, and above what small requests need, no log shows a capacity.")
        return lines
    }
}
