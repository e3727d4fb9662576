import PlayerModel

/// A log of a real player as an app has observed and called it: JSON Lines, one object to a line.
///
/// Every line has `t`, its time in seconds from any beginning, and something that was called, learnt or observed then.
/// The names are AVFoundation's. Seconds have nine decimals at most, and a rate that was observed has three.
///
/// | key | value |
/// |---|---|
/// | `call` | `play`, `pause`; `rate`, `playImmediately`, `defaultRate`, with a rate as `value`; `seek`, with seconds |
/// | `call` | `automaticallyWaitsToMinimizeStalling`, with true or false as `value` |
/// | `item` | `replaceCurrentItem(with:)`: an object with `duration` in seconds, and `isStream` for HLS; or null |
/// | `loadedTimeRanges` | pairs of seconds: where a range begins and where it ends |
/// | `isPlaybackLikelyToKeepUp`, `isPlaybackBufferFull`, `isPlaybackBufferEmpty` | true or false |
/// | `notification` | `playbackStalled`, `didPlayToEndTime`, `failedToPlayToEndTime` |
/// | `timeControlStatus`, `rate` | the player's, as it was observed |
/// | `reasonForWaitingToPlay` | the player's; null where there is none |
package struct DeviceLog: Sendable {
    package enum Fact: Equatable, Sendable {
        case call(Action)
        case loaded([Range<MediaTime>])
        case likelyToKeepUp(Bool), bufferFull(Bool), bufferEmpty(Bool)
        case stalled, ended, failed
        case status(TimeControlStatus), reason(WaitingReason?), rate(Rate)

        /// Whether it is an observation of the player, and not an input to it.
        var isObservation: Bool {
            switch self {
            case .status, .reason, .rate: true
            case .call, .loaded, .likelyToKeepUp, .bufferFull, .bufferEmpty, .stalled, .ended, .failed: false
            }
        }
    }

    /// A fact with its time, and its line from 1.
    package struct Entry: Equatable, Sendable {
        package let at: Instant
        package let line: Int32
        package let fact: Fact
    }

    /// The entries in the order of the log; times never go back.
    package let entries: [Entry]

    /// A log with so many faults has the same one in most lines, and the rest is not read.
    private static let mostFaults = 20

    /// The longest text in bytes: a longer one is no log of one player, because a day of it takes less.
    package static let mostBytes = 1 << 26
}

extension DeviceLog {
    /// Reads a log. Empty lines are left out.
    ///
    /// - Throws: Every fault in it, in the order of the text.
    package static func read(_ bytes: [UInt8]) throws(DeviceLogFaults) -> DeviceLog {
        guard bytes.count <= mostBytes else { throw DeviceLogFaults("the log is longer than \(mostBytes) bytes") }
        switch LogKind(bytes) {
        case .run: throw DeviceLogFaults("this is the log of a run; 'autowait replay' takes it without --inputs")
        case .scenario: throw DeviceLogFaults("this is a scenario, and not what an app has seen of a player")
        case .device, nil: break
        }
        var entries: [Entry] = []
        var faults: [Diagnostic] = []
        var last = Instant.zero
        var line: Int32 = 0
        for part in lines(bytes) where faults.count < mostFaults {
            line += 1
            guard part.contains(where: { $0 != 32 && $0 != 9 && $0 != 13 }) else { continue }
            var checker = ShapeChecker()
            do throws(JSONError) {
                let document = try JSONReader.read(Array(part), source: 0)
                checker.check(document.root, .object(shape), "a line")
                for duplicate in document.duplicates {
                    checker.report("'\(duplicate.name)' stands twice", duplicate.place)
                }
                let at = Instant.zero + (document.root.time("t") ?? .zero)
                if checker.diagnostics.isEmpty {
                    if at < last {
                        checker.report("'t' goes back; lines stand in the order of time", document.root.place)
                    }
                    let facts = facts(document.root, &checker)
                    if facts.isEmpty, checker.diagnostics.isEmpty {
                        checker.report("this line says nothing but its time", document.root.place)
                    }
                    entries += facts.map { Entry(at: at, line: line, fact: $0) }
                    last = max(last, at)
                }
            } catch {
                checker.report(error.message, error.place)
            }
            faults += checker.diagnostics.prefix(mostFaults - faults.count).map {
                Diagnostic($0.message, at: Place(source: 0, line: $0.place.line + line - 1, column: $0.place.column))
            }
        }
        guard faults.isEmpty else { throw DeviceLogFaults(diagnostics: faults) }
        return DeviceLog(entries: entries)
    }

    /// The lines, each without its end: LF, CR or CR LF, as places count them.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 10, omittingEmptySubsequences: false).flatMap { part in
            (part.last == 13 ? part.dropLast() : part).split(separator: 13, omittingEmptySubsequences: false)
        }
    }

    /// The facts of a line in the order in which a player would learn them: first calls and inputs, then
    /// observations.
    private static func facts(_ node: JSONNode, _ checker: inout ShapeChecker) -> [Fact] {
        var facts: [Fact] = []
        if let item = node.member("item") {
            let isStream = item.member("isStream")?.flag ?? true
            let made = item.mediaTime("duration").map {
                PlayerItem(duration: $0, isStream: isStream, keyFrameInterval: .seconds(1))
            }
            facts.append(.call(.replaceCurrentItem(made)))
        }
        if let ranges = node.member("loadedTimeRanges") { facts.append(.loaded(self.ranges(ranges, &checker))) }
        if let flag = node.member("isPlaybackLikelyToKeepUp")?.flag { facts.append(.likelyToKeepUp(flag)) }
        if let flag = node.member("isPlaybackBufferFull")?.flag { facts.append(.bufferFull(flag)) }
        if let flag = node.member("isPlaybackBufferEmpty")?.flag { facts.append(.bufferEmpty(flag)) }
        if let name = node.member("notification")?.string {
            facts += notifications.filter { $0.name == name }.map { $0.fact }
        }
        if let call = node.member("call") {
            let (name, value) = (call.string ?? "", node.member("value"))
            if let action = action(name, value) {
                facts.append(.call(action))
            } else {
                checker.report("'\(name)' needs another 'value'", value?.place ?? call.place)
            }
        }
        if let word = node.member("timeControlStatus")?.string {
            facts += TimeControlStatus.allCases.filter { NamesOfAVFoundation.status($0) == word }.map { .status($0) }
        }
        if let reason = node.member("reasonForWaitingToPlay") {
            facts.append(.reason(WaitingReason.allCases.first { NamesOfAVFoundation.reason($0) == reason.string }))
        }
        if let rate = node.rate("rate") { facts.append(.rate(rate)) }
        return facts
    }

    private static func ranges(_ node: JSONNode, _ checker: inout ShapeChecker) -> [Range<MediaTime>] {
        var ranges: [Range<MediaTime>] = []
        for pair in node.elements {
            let ends = pair.elements.compactMap { $0.number(.seconds).map(MediaTime.init(nanoseconds:)) }
            if ends.count == 2, ends[0] <= ends[1] {
                ranges.append(ends[0]..<ends[1])
            } else {
                checker.report("a range is two numbers: where it begins, and where it ends", pair.place)
            }
        }
        return ranges
    }

    private static func action(_ name: String, _ value: JSONNode?) -> Action? {
        let number = value?.number(.seconds)
        let rate = number.flatMap {
            $0 <= 32_000_000_000 ? Rate(thousandths: Int32(($0 + 500_000) / 1_000_000)) : nil
        }
        switch name {
        case "play": return value == nil ? .play : nil
        case "pause": return value == nil ? .pause : nil
        case "rate": return rate.map { .setRate($0) }
        case "playImmediately": return rate.map { .playImmediately($0) }
        case "defaultRate": return rate.flatMap { $0.isMoving ? .setDefaultRate($0) : nil }
        case "seek": return number.map { .seek(to: MediaTime(nanoseconds: $0), before: .zero, after: .zero) }
        default: return value?.flag.map { .setAutomaticallyWaits($0) }
        }
    }

    private static let notifications: [(name: String, fact: Fact)] = [
        ("playbackStalled", .stalled), ("didPlayToEndTime", .ended), ("failedToPlayToEndTime", .failed),
    ]

    private static func words(_ names: [String]) -> Shape { .word(names.map { Shape.Word($0, "") }) }

    private static let shape: Shape.ObjectShape = {
        let seconds = Shape.number(.seconds, 0...1_000_000_000_000_000_000)
        let item = Shape.ObjectShape(
            "item", "An item.",
            [
                .init("duration", "Its length in seconds.", seconds, isRequired: true),
                .init("isStream", "Whether it is HLS: true unless said.", .flag),
            ])
        let calls = [
            "play", "pause", "rate", "playImmediately", "defaultRate", "seek", "automaticallyWaitsToMinimizeStalling",
        ]
        let statuses = TimeControlStatus.allCases.map { NamesOfAVFoundation.status($0) }
        let reasons = WaitingReason.allCases.map { NamesOfAVFoundation.reason($0) }
        return .init(
            "a line", "What was called, learnt or observed.",
            [
                .init("t", "Seconds from any beginning.", seconds, isRequired: true),
                .init("call", "What the app called.", words(calls)),
                .init("value", "What it called it with.", .either([seconds, .flag])),
                .init("item", "The item that it handed over.", .either([.object(item), .null])),
                .init("loadedTimeRanges", "Pairs of seconds.", .list(of: .list(of: seconds, atLeast: 2), atLeast: 0)),
                .init("isPlaybackLikelyToKeepUp", "The item's.", .flag),
                .init("isPlaybackBufferFull", "The item's.", .flag),
                .init("isPlaybackBufferEmpty", "The item's.", .flag),
                .init("notification", "What was posted.", words(notifications.map { $0.name })),
                .init("timeControlStatus", "The player's.", words(statuses)),
                .init("reasonForWaitingToPlay", "The player's.", .either([words(reasons), .null])),
                .init("rate", "The player's.", .number(.rate, 0...32_000)),
            ])
    }()
}

/// The reason why a log cannot be read: at least one fault, each with its place.
package struct DeviceLogFaults: Error, Equatable {
    package let diagnostics: [Diagnostic]

    init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// A fault of the log as a whole.
    init(_ message: String) { diagnostics = [Diagnostic(message, at: Place(source: 0, line: 1, column: 1))] }
}
