/// A session of a real player as a log in the field tells it.
package struct FieldSession: Sendable {
    /// The player's own account of the session; nil where the log does not tell it. Times are nanoseconds.
    package struct Statement: Equatable, Sendable {
        /// The time until the item was ready or played, by the player's own account; of several sessions that of the
        /// first which tells it.
        package var startup: Int64?
        package var stallCount: Int64?
        package var stallTime: Int64?
        /// The media that was played.
        package var watched: Int64?
        package var droppedFrames: Int64?
        package var variantSwitches: Int64?
        /// The throughput by which the player chose, in bits per second: the least and the greatest.
        package var throughput: ClosedRange<Int64>?
    }

    package let format: FieldFormat
    package internal(set) var records: [FieldRecord] = []
    package internal(set) var stated = Statement()
    /// Requests that a cache answered; they are not among the records.
    package internal(set) var cachedCount: Int64 = 0
    /// Requests of a page that a service worker answered; they are not among the records, and what the worker fetched
    /// for them is.
    package internal(set) var workerCount: Int64 = 0
    /// Entries of a HAR that were asked of no host; they are not among the records.
    package internal(set) var localCount: Int64 = 0
    /// Requests that failed, and events of an error log.
    package internal(set) var failedCount: Int64 = 0
    /// How many sessions the log says it holds; nil where it does not say.
    package internal(set) var sessionCount: Int64?
    /// The key by which it names them; nil where it names none.
    package internal(set) var sessionKey: String?
    /// Whether the log says that some hosts have networks of their own.
    package internal(set) var hasOwnNetworks = false
    /// How bytes travelled, where the log says it: the report of a run of the simulator does.
    package internal(set) var transport: Transport.Kind?
    /// Whether all its times are whole seconds, so that each may be off by one.
    package internal(set) var isInWholeSeconds = false
    package internal(set) var findings = RepeatedFindings()

    /// The requests that are left out because somebody wanted it so, in words; nil where none are.
    package private(set) var leftOut: String?

    init(_ format: FieldFormat) { self.format = format }

    /// The hosts that media was asked of, the first of them.
    package var hosts: [String] {
        records.reduce(into: []) { hosts, record in
            guard let host = record.host, record.kind.isMedia, hosts.count < Self.mostHosts else { return }
            if !hosts.contains(host) { hosts.append(host) }
        }
    }

    private static let mostHosts = 10

    /// The requests to one host alone, with their times as they were; nil where there are none.
    package func asked(of host: String) -> FieldSession? {
        var session = self
        let host = host.lowercased()
        session.records.removeAll { $0.host != host }
        if session.records.isEmpty { return nil }
        session.hasOwnNetworks = false
        let others = records.count - session.records.count
        if others > 0 {
            session.leftOut =
                "what was asked of \(host) alone is looked at, from its first request on: "
                + "\(NumberText.count(others, "other request")) left out, and what they took of a link that all share "
                + "counts as less capacity"
        }
        return session
    }

    /// The findings for whoever takes all requests for ones over one network: that several hosts are mixed, is one.
    package var findingsOfOneNetwork: RepeatedFindings { withHosts(findings) }

    /// Those of them that are not of lines, for a report that is nobody's file.
    package var findingsOfHosts: RepeatedFindings { withHosts(RepeatedFindings()) }

    private func withHosts(_ findings: RepeatedFindings) -> RepeatedFindings {
        var all = findings
        let place = Place(startOf: 0)
        let mixed =
            "here all are taken for requests over one network, so a distant or slow host is not told apart; '--host "
            + "NAME' looks at one"
        if hasOwnNetworks {
            all.note("hosts", "hosts of this run have networks of their own; \(mixed)", at: place)
        } else if hosts.count > 1 {
            let names = hosts.prefix(3).joined(separator: ", ")
            all.note("hosts", "media of several hosts (\(names)); \(mixed)", at: place)
        }
        return all
    }

    /// Leaves out what is of the first second of 2001 where others are of days later. From there dates count that are
    /// small numbers, and so does a clock that was not set.
    private mutating func leaveOutUnset() {
        let first = FieldValues.beginningOf2001
        let last = records.reduce(0) { max($0, $1.request ?? 0, $1.firstByte ?? 0, $1.lastByte ?? 0) }
        guard last > first + 2 * 86_400_000_000_000 else { return }
        func set(_ instant: Int64?) -> Int64? {
            guard let instant, first..<first + 1_000_000_000 ~= instant else { return instant }
            findings.note(
                "old date", "dates of the first second of 2001 are a clock's that was not set; they are left out",
                at: Place(startOf: 0))
            return nil
        }
        for index in records.indices {
            records[index].request = set(records[index].request)
            records[index].firstByte = set(records[index].firstByte)
            records[index].lastByte = set(records[index].lastByte)
        }
    }

    /// Brings the records into the order of their requests, with times that count from the first.
    mutating func settle() {
        leaveOutUnset()
        let times = records.flatMap { [$0.request, $0.firstByte, $0.lastByte].compactMap { $0 } }
        if let first = times.min() {
            for index in records.indices {
                records[index].request = records[index].request?.subtractingClamped(first)
                records[index].firstByte = records[index].firstByte?.subtractingClamped(first)
                records[index].lastByte = records[index].lastByte?.subtractingClamped(first)
            }
        }
        let keys = records.map { $0.request ?? $0.firstByte ?? $0.lastByte ?? .max }
        let order = records.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        records = order.map { records[$0] }
        for index in records.indices {
            let record = records[index]
            if record.transfer == nil, let first = record.firstByte, let last = record.lastByte, last >= first {
                records[index].transfer = last - first
            }
            if let rate = records[index].bodyRate ?? records[index].requestRate, rate > FieldRecord.mostRate {
                findings.note(
                    "too fast",
                    "a transfer of more than 100 Gbit/s: times in other units than the format has, or bits "
                        + "where it has bytes", at: Place(startOf: 0))
            }
        }
    }
}

extension RepeatedFindings {
    /// Adds that characters of a text are not whole, if any is not.
    mutating func note(_ halves: HalfCharacters?) {
        if let halves { note("half a character", halves.message, at: halves.place) }
    }

    /// Adds a finding at the place of a value.
    mutating func note(_ kind: String, _ message: @autoclosure () -> String, _ node: JSONNode) {
        note(kind, message(), at: node.place)
    }
}
