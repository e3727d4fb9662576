import PlayerModel

/// The facts of one line of a device's log.
struct DeviceLogLine {
    let header: DeviceLogHeader
    var findings: RepeatedFindings
    private(set) var facts: [DeviceLog.Fact] = []
    /// Whether it has no key but `t`.
    private(set) var isIdle = false
    /// Whether it says something of the player that could not be read.
    private(set) var isUnread = false

    init(header: DeviceLogHeader, findings: RepeatedFindings) {
        self.header = header
        self.findings = findings
    }

    static let keys = [
        "t", "call", "value", "toleranceBefore", "toleranceAfter", "item", "currentItem", "duration", "currentTime",
        "seekFinished", "loadedTimeRanges", "isPlaybackLikelyToKeepUp", "isPlaybackBufferFull",
        "isPlaybackBufferEmpty", "notification", "rateDidChangeReason", "timeControlStatus", "reasonForWaitingToPlay",
        "rate",
    ]
    static let calls = [
        "play", "pause", "rate", "playImmediately", "defaultRate", "seek", "automaticallyWaitsToMinimizeStalling",
        "advanceToNextItem", "insert", "remove", "removeAllItems",
    ]
    /// The consequence of what could not be read.
    static let untilTheSame = "nothing is compared until device and model are seen to show the same again"
    static let notifications: [(name: String, fact: DeviceLog.Fact)] = [
        ("playbackStalled", .stalled), ("didPlayToEndTime", .ended), ("failedToPlayToEndTime", .failed),
    ]

    /// Reads a line in the order in which a player would learn of it: first inputs and calls, then observations.
    mutating func read(_ root: JSONNode) {
        noteUnknownKeys(of: root, "a line", Self.keys)
        if let item = item("item", of: root) { facts.append(.call(.replaceCurrentItem(item))) }
        if let item = item("currentItem", of: root) { facts.append(.currentItem(item)) }
        if let place = known("duration", of: root), place > .zero { facts.append(.duration(place)) }
        if let ranges = root.member("loadedTimeRanges") { read(ranges: ranges) }
        if let flag = flag("isPlaybackLikelyToKeepUp", of: root) { facts.append(.likelyToKeepUp(flag)) }
        if let flag = flag("isPlaybackBufferFull", of: root) { facts.append(.bufferFull(flag)) }
        if let flag = flag("isPlaybackBufferEmpty", of: root) { facts.append(.bufferEmpty(flag)) }
        if let flag = flag("seekFinished", of: root) { facts.append(.seekFinished(flag)) }
        if let place = known("currentTime", of: root) { facts.append(.currentTime(place)) }
        let rate = value("rate", of: root, "a rate", { DeviceLogValues.rate($0) })
        readNotification(root, rate)
        if let call = root.member("call") { read(call: call, root) }
        readObservations(root, rate)
        isIdle = root.members.allSatisfy { $0.name == "t" }
    }

    private mutating func readObservations(_ root: JSONNode, _ rate: Rate?) {
        if let status = value("timeControlStatus", of: root, DeviceLogValues.statuses, { DeviceLogValues.status($0) })
        {
            facts.append(.status(status))
        }
        if let reason = root.member("reasonForWaitingToPlay") {
            if let word = reason.string, !word.isEmpty {
                let known = DeviceLogValues.reason(word)
                if known == nil {
                    note(
                        "reason \(word)",
                        "the model does not wait for '\(word)': nothing is compared as long as the device does"
                            + (NearMiss.find(word, among: DeviceLogValues.reasons.map(NamesOfAVFoundation.reason))
                                .map { "; did you mean '\($0)'?" } ?? ""),
                        reason.place)
                }
                facts.append(known.map { .reason($0) } ?? .foreignReason(word))
            } else {
                facts.append(.reason(nil))
            }
        }
        guard let rate else { return }
        if rate < .zero {
            note(
                "reverse", "the model does not play backwards: nothing is compared as long as the device does",
                root.member("rate")?.place ?? root.place)
            facts.append(.reverse(rate))
        } else {
            facts.append(.rate(rate))
        }
    }

    private mutating func readNotification(_ root: JSONNode, _ rate: Rate?) {
        if let node = root.member("notification") {
            let name = Self.plain(notification: node.string ?? "")
            if let known = Self.notifications.first(where: { $0.name == name }) {
                facts.append(known.fact)
            } else if name != "rateDidChange" {
                note(
                    "notification \(name)",
                    "unknown notification '\(name)'; it is passed over"
                        + NearMiss.hint(name, among: Self.notifications.map { $0.name } + ["rateDidChange"]),
                    node.place)
            }
        }
        guard let node = root.member("rateDidChangeReason") else { return }
        guard let reason = DeviceLogValues.rateChange(node.string ?? "") else {
            return note(
                "rate reason",
                "unknown reason \(JSONText.line(node)) of a change of the rate; it is passed over"
                    + NearMiss.hint(node.string ?? "", among: DeviceLog.RateChangeReason.allCases.map { $0.rawValue }),
                node.place)
        }
        facts.append(.rateChanged(reason, rate))
    }

    /// The name of a notification without what its constant has around it.
    private static func plain(notification word: String) -> String {
        var name = Substring(word)
        for prefix in ["AVPlayerItem", "AVPlayer"] where name.hasPrefix(prefix) {
            name = name.dropFirst(prefix.utf8.count)
            break
        }
        for suffix in ["Notification", "notification"] where name.hasSuffix(suffix) { name = name.dropLast(12) }
        return name.prefix(1).lowercased() + String(name.dropFirst())
    }

    // MARK: Calls

    private mutating func read(call node: JSONNode, _ root: JSONNode) {
        guard let name = node.string, Self.calls.contains(where: { $0 == name }) else {
            let word = node.string ?? JSONText.line(node)
            isUnread = true
            return note(
                "call \(word)",
                "unknown call '\(word)'; it is passed over, and \(Self.untilTheSame)"
                    + NearMiss.hint(word, among: Self.calls),
                node.place)
        }
        let value = root.member("value")
        if name == "insert" || name == "remove" { return }
        guard let fact = fact(name, value, root) else {
            isUnread = true
            return note(
                "value of \(name)",
                "'\(name)' needs another 'value'; the call is passed over, and \(Self.untilTheSame)",
                value?.place ?? node.place)
        }
        if fact == .reverseAsked {
            note(
                "reverse", "the model does not play backwards: nothing is compared as long as the device does",
                value?.place ?? node.place)
        }
        facts.append(fact)
    }

    private func fact(_ name: String, _ value: JSONNode?, _ root: JSONNode) -> DeviceLog.Fact? {
        switch name {
        case "play": return value == nil ? .call(.play) : nil
        case "pause": return value == nil ? .call(.pause) : nil
        case "advanceToNextItem": return .advanceToNextItem
        case "removeAllItems": return .call(.replaceCurrentItem(nil))
        case "seek":
            return value.flatMap(DeviceLogValues.place).map { place in
                .seek(
                    place,
                    before: root.member("toleranceBefore").flatMap(DeviceLogValues.tolerance)
                        ?? header.toleranceBefore,
                    after: root.member("toleranceAfter").flatMap(DeviceLogValues.tolerance) ?? header.toleranceAfter)
            }
        case "automaticallyWaitsToMinimizeStalling":
            return value?.looseFlag.map { .call(.setAutomaticallyWaits($0)) }
        default: break
        }
        guard let rate = value.flatMap(DeviceLogValues.rate) else { return nil }
        switch name {
        case "rate": return rate < .zero ? .reverseAsked : .call(.setRate(rate))
        case "playImmediately": return rate < .zero ? .reverseAsked : .call(.playImmediately(rate))
        default: return rate.isMoving ? .call(.setDefaultRate(rate)) : nil
        }
    }

    // MARK: Values

    /// The value of a key; nil where it is not there, and where it is said that it is no such value.
    private mutating func value<Value>(
        _ name: String, of root: JSONNode, _ wanted: String, _ read: (JSONNode) -> Value?
    ) -> Value? {
        guard let node = root.member(name) else { return nil }
        if let value = read(node) { return value }
        if node.loose(places: 3) == .unknown {
            note("unknown \(name)", "'\(name)' is not known here: \(JSONText.line(node))", node.place)
        } else {
            isUnread = true
            noteLeftOut(name, node, wanted)
        }
        return nil
    }

    private mutating func known(_ name: String, of root: JSONNode) -> MediaTime? {
        value(name, of: root, "a number (s)", { DeviceLogValues.place($0) })
    }

    private mutating func flag(_ name: String, of root: JSONNode) -> Bool? {
        value(name, of: root, "true or false", { $0.looseFlag })
    }

    private mutating func noteUnknownKeys(of node: JSONNode, _ owner: String, _ known: [String]) {
        for member in node.members where !known.contains(where: { $0 == member.name }) {
            note(
                "key \(member.name) in \(owner)",
                "unknown key '\(member.name)' in \(owner); it is passed over"
                    + (NearMiss.find(member.name, among: known)
                        .map { NearMiss.question($0, for: member.name) } ?? ""),
                member.namePlace)
        }
    }

    /// An item, or none; nil where the value is neither. As long as AVFoundation loads an item, its length is not
    /// known: that is nothing to be said.
    private mutating func item(_ name: String, of root: JSONNode) -> PlayerItem?? {
        guard let item = value(name, of: root, "an object or null", { Self.item($0) }) else { return nil }
        guard let node = root.member(name) else { return item }
        noteUnknownKeys(of: node, "an item", ["duration", "isStream"])
        if let length = node.member("duration"), DeviceLogValues.place(length) == nil,
            length.loose(places: 9) != .unknown
        {
            noteLeftOut("duration", length, "a number (s)")
        }
        if let flag = node.member("isStream"), flag.looseFlag == nil {
            noteLeftOut("isStream", flag, "true or false")
        }
        return item
    }

    private static func item(_ node: JSONNode) -> PlayerItem?? {
        switch node.value {
        case .null: .some(nil)
        case .object: .some(DeviceLogValues.item(node))
        case .bool, .number, .hugeNumber, .string, .array: nil
        }
    }

    private mutating func read(ranges node: JSONNode) {
        guard case .array(let pairs) = node.value else {
            isUnread = true
            return note("ranges", "'loadedTimeRanges' must be a list of pairs of seconds; left out", node.place)
        }
        var ranges: [Range<MediaTime>] = []
        for pair in pairs {
            let ends = pair.elements.compactMap(DeviceLogValues.place)
            if ends.count == 2, pair.elements.count == 2, ends[0] <= ends[1] {
                ranges.append(ends[0]..<ends[1])
            } else {
                note(
                    "range", "a range is two numbers: where it begins, and where it ends; this one is left out",
                    pair.place)
            }
        }
        // A list of which nothing can be read is not an empty one.
        if !ranges.isEmpty || pairs.isEmpty { facts.append(.loaded(ranges)) } else { isUnread = true }
    }

    private mutating func noteLeftOut(_ name: String, _ node: JSONNode, _ wanted: String) {
        note("value \(name)", "'\(name)' must be \(wanted), not \(JSONText.line(node)); left out", node.place)
    }

    private mutating func note(_ kind: String, _ message: @autoclosure () -> String, _ place: Place) {
        findings.note(kind, message(), at: place)
    }
}
