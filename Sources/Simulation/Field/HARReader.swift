/// Reads HAR 1.2, the log of a browser's or a proxy's requests.
///
/// Of an entry `timings` has the phases in milliseconds, where -1 and absence mean that a phase does not apply:
/// blocked, dns, connect (with ssl inside it), send, wait, receive (HAR 1.2, "timings"); for other logs see
/// `Handshakes`. `startedDateTime` is when the first of them began. Chrome has the bytes on the wire in
/// `_transferSize`, with the header, and -1 or 0 in `bodySize`. Why a request failed is in `_error`
/// (`localizedFailDescription` in HARLog of Chrome's DevTools), and in `_failureText` with Playwright: one that was
/// given up in the middle keeps the status of its answer.
enum HARReader {
    static func read(_ root: JSONNode) -> FieldSession {
        var session = FieldSession(.har)
        var cmcd = CMCDSummary()
        var (clock, units) = (FieldClock(), HARUnits())
        let log = root.member("log")
        let entries = RepeatedTexts.once(
            log?.member("entries")?.elements ?? [], datedBy: "startedDateTime", &session.findings)
        if let list = log?.member("entries"), list.elements.isEmpty {
            session.findings.note("no entries", "'entries' is empty: no request was logged", list)
        }
        let handshakes = handshakes(of: log, entries)
        for entry in entries {
            guard case .object = entry.value else {
                session.findings.note("no entry", "an entry must be an object; this one is left out", entry)
                continue
            }
            if let record = read(entry, &session, &cmcd, handshakes) {
                let time = FieldValues.quantity(entry.member("time"), places: 6)
                units.take(record, time: time, at: (entry.member("timings") ?? entry).place)
            }
            if let stamp = entry.member("startedDateTime") {
                // What is no date is said where it is read.
                var unsaid = RepeatedFindings()
                clock.take(FieldValues.instant(stamp, &unsaid), at: stamp.place)
            }
        }
        clock.state("startedDateTime", in: &session.findings)
        units.state(in: &session.findings)
        cmcd.state(in: &session)
        session.settle()
        return session
    }

    /// Reads an entry; nil where it is no request over a network.
    private static func read(
        _ entry: JSONNode, _ session: inout FieldSession, _ cmcd: inout CMCDSummary, _ handshakes: Handshakes
    ) -> FieldRecord? {
        let response = entry.member("response")
        let url = entry.member("request")?.member("url")?.string ?? ""
        let status = response?.member("status")?.loose(places: 0).value
        if !FieldValues.isOfNetwork(url: url) {
            session.localCount += 1
            return nil
        }
        if isFromWorker(entry) {
            session.workerCount += 1
            return nil
        }
        let isGivenUp = status == 0 || hasReason(response)
        if !isGivenUp, isCached(entry, status) {
            session.cachedCount += 1
            return nil
        }
        let mimeType = response?.member("content")?.member("mimeType")?.string ?? ""
        var record = FieldRecord(RequestedKind.of(mimeType: mimeType, url: url))
        readTimes(entry, &record, &session, handshakes)
        record.bytes = bytes(response, isGivenUp, &session)
        record.host = FieldValues.host(ofURL: url)
        if isGivenUp || status.map({ $0 >= 400 }) ?? false { session.failedCount += 1 }
        if let values = CMCDValues(harRequest: entry.member("request")) {
            cmcd.take(values, &record, at: entry.place)
        }
        record.take(status: status)
        if isGivenUp || asksForNoBody(entry) { record.bringNothing() }
        session.records.append(record)
        return record
    }

    /// Whether a reason is given why the request failed.
    private static func hasReason(_ response: JSONNode?) -> Bool {
        ["_error", "_failureText"].contains { response?.member($0)?.string?.isEmpty == false }
    }

    /// Whether the method asks for no body, such as the OPTIONS that a browser sends ahead of a request to another
    /// host.
    private static func asksForNoBody(_ entry: JSONNode) -> Bool {
        let method = entry.member("request")?.member("method")?.string?.uppercased() ?? ""
        return ["OPTIONS", "HEAD", "CONNECT"].contains { $0 == method }
    }

    /// Whether a service worker answered, as Chrome says: what it fetched for that is an entry of its own.
    private static func isFromWorker(_ entry: JSONNode) -> Bool {
        let response = entry.member("response")
        let mark = response?.member("_fetchedViaServiceWorker") ?? entry.member("_fetchedViaServiceWorker")
        return mark?.flag == true
    }

    /// Whether a cache answered: 304; what browsers say in fields of their own; or a body that took no bytes ("set to
    /// zero in case of responses coming from the cache", HAR 1.2), by one of the places that tell its bytes, where the
    /// other has none. A request that was given up may have taken no bytes either.
    private static func isCached(_ entry: JSONNode, _ status: Int64?) -> Bool {
        if status == 304 { return true }
        if let place = entry.member("_fromCache"), place.flag != false, place.loose(places: 0) != .unknown {
            return true
        }
        let response = entry.member("response")
        if let kind = response?.member("_fetchType")?.string ?? entry.member("_fetchType")?.string,
            kind.lowercased().hasSuffix("cache")
        {
            return true
        }
        let sizes = ["bodySize", "_transferSize"].compactMap { FieldValues.bytes(response?.member($0)) }
        if !sizes.isEmpty, sizes.allSatisfy({ $0 == 0 }),
            FieldValues.bytes(response?.member("content")?.member("size")) ?? 0 > 0
        {
            return true
        }
        return entry.member("_servedFromCache")?.flag == true
    }

    /// A phase in nanoseconds; one of more than a week is none.
    private static func phase(_ name: String, of timings: JSONNode?) -> Int64? {
        FieldValues.quantity(timings?.member(name), places: 6).flatMap { $0 < 604_800_000_000_000 ? $0 : nil }
    }

    /// Where a log's program has the handshakes of new connections.
    private enum Handshakes {
        /// The one of TLS inside connect, as HAR 1.2 says.
        case inside
        /// The one of TLS behind connect, which ends with the one of TCP: as Firefox (NetworkTimings.sys.mjs of its
        /// DevTools).
        case beside
        /// Outside of the entry's time: mitmproxy's begins when the request comes from the client, and its wait ends
        /// with the answer's first byte (savehar.py), be the connection opened before or meanwhile.
        case outside
    }

    private static func handshakes(of log: JSONNode?, _ entries: [JSONNode]) -> Handshakes {
        if log?.member("creator")?.member("name")?.string?.hasPrefix("mitmproxy") ?? false { return .outside }
        return entries.contains { standsBeside(sslOf: $0) } ? .beside : .inside
    }

    /// Whether an entry shows that ssl stands beside connect in its log. It is longer than connect, by more than the
    /// millisecond that they are rounded to. That `time` counts it shows nothing, for Playwright counts what lies
    /// inside connect once more (harTracer.ts), and where there is no TLS, a time that is none.
    private static func standsBeside(sslOf entry: JSONNode) -> Bool {
        let timings = entry.member("timings")
        guard let connect = phase("connect", of: timings), connect > 0, let ssl = phase("ssl", of: timings),
            let url = entry.member("request")?.member("url")?.string
        else { return false }
        return ssl > connect + 1_000_000 && url.lowercased().hasPrefix("https:")
    }

    private static func readTimes(
        _ entry: JSONNode, _ record: inout FieldRecord, _ session: inout FieldSession, _ handshakes: Handshakes
    ) {
        guard let stamp = entry.member("startedDateTime"), stamp.loose(places: 0) != .unknown else {
            return session.findings.note(
                "no start", "an entry has no 'startedDateTime'; its times are not known", entry)
        }
        // What is no date is said there.
        guard let start = FieldValues.instant(stamp, &session.findings) else { return }
        guard let timings = entry.member("timings") else {
            return session.findings.note("no timings", "an entry has no 'timings'; its times are not known", entry)
        }
        func phase(_ name: String) -> Int64? { Self.phase(name, of: timings) }
        let (send, wait, receive) = (phase("send") ?? 0, phase("wait"), phase("receive"))
        let time = FieldValues.quantity(entry.member("time"), places: 6)
        var before = (phase("blocked") ?? 0) + (phase("dns") ?? 0)
        if handshakes != .outside { before += phase("connect") ?? 0 }
        if handshakes == .beside, let ssl = phase("ssl") {
            // Handshakes overlap where data goes out with them (RFC 7413; RFC 8446, section 2.3): `time` has room for
            // what does not.
            let rest = time.map { max(0, $0 - before - send - (wait ?? 0) - (receive ?? 0)) }
            before += min(ssl, rest ?? ssl)
        }
        record.request = start.addingClamped(before)
        record.isReused = phase("connect").map { $0 == 0 } ?? true
        guard let wait, let receive else {
            let name = wait == nil ? "wait" : "receive"
            let words =
                timings.member(name).map { "'\(name)' of an entry cannot be \(JSONText.line($0))" }
                ?? "an entry lacks '\(name)'"
            return session.findings.note("no \(name)", "\(words): when its answer came is not known", timings)
        }
        let first = start.addingClamped(before + send + wait)
        record.firstByte = first
        record.lastByte = first.addingClamped(receive)
        // The phases that count are the time of the entry.
        let sum = before + send + wait + receive
        if let time, time > 100_000_000, (sum * 990...sum * 1010).contains(time) {
            session.findings.note(
                "timings in seconds",
                "'time' is 1000 times the sum of 'timings': these are in seconds, where HAR has "
                    + "milliseconds; rates and times to the first byte come out wrong", timings)
        }
    }

    private static func bytes(
        _ response: JSONNode?, _ isGivenUp: Bool, _ session: inout FieldSession
    ) -> Int64? {
        guard let response else { return nil }
        if let size = FieldValues.bytes(response.member("bodySize")), size > 0 { return size }
        if let size = FieldValues.bytes(response.member("_transferSize")), size > 0 {
            let header = FieldValues.bytes(response.member("headersSize")) ?? 0
            return max(0, size - header)
        }
        // Of a request that was given up, the content is not what came.
        guard !isGivenUp, let size = FieldValues.bytes(response.member("content")?.member("size")), size > 0 else {
            return nil
        }
        session.findings.note(
            "decoded", "an answer has no size on the wire; the size of its content is taken, which is decoded",
            response)
        return size
    }
}
