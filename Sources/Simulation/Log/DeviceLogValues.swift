import PlayerModel

/// The values of a device's log, as apps write them.
enum DeviceLogValues {
    /// Beyond this many seconds nothing of a log is a place or a time.
    static let mostSeconds: Int64 = 1_000_000_000

    /// A place of media: from 0 on, rounded to the nanosecond; nil where it is none, or not known.
    static func place(_ node: JSONNode) -> MediaTime? {
        guard let number = node.loose(places: 9).value, 0...mostSeconds * 1_000_000_000 ~= number else { return nil }
        return MediaTime(nanoseconds: number)
    }

    /// The tolerance of a seek. `CMTime.positiveInfinity` is written as an infinity, or as its name.
    static func tolerance(_ node: JSONNode) -> MediaTime? {
        if let place = place(node) { return place }
        let isPositive: (String) -> Bool = { LooseNumber.isNonFinite($0) && !$0.hasPrefix("-") && $0.hasSuffix("y") }
        switch node.value {
        case .hugeNumber(let word): return isPositive(word) || word == "inf" ? .unlimited : nil
        case .string(let word):
            return isPositive(word) || word == "inf" || word == "positiveInfinity" ? .unlimited : nil
        case .null, .bool, .number, .array, .object: return nil
        }
    }

    /// A rate in thousandths, rounded; below 0 for playback backwards.
    static func rate(_ node: JSONNode) -> Rate? {
        guard let number = node.loose(places: 3).value, -32_000...32_000 ~= number else { return nil }
        return Rate(thousandths: Int32(number))
    }

    /// An item. Its length stands in `stop`, nil where it is not said, or not known yet: a device may correct it later,
    /// and an item's own duration is for good.
    static func item(_ node: JSONNode) -> PlayerItem {
        let duration = node.member("duration").flatMap(place) ?? .zero
        var item = PlayerItem(
            duration: DeviceLog.unknownDuration, isStream: node.member("isStream")?.looseFlag ?? true,
            keyFrameInterval: .seconds(1))
        if duration > .zero { item.end = .at(duration) }
        return item
    }

    /// The statuses, for a message.
    static let statuses =
        "a status: " + TimeControlStatus.allCases.map(NamesOfAVFoundation.status).joined(separator: ", ")
        + ", or its number"

    /// The name of a value as Swift has it, of that or of the whole constant, as of `AVPlayerTimeControlStatusPaused`.
    static func plain(_ word: String, _ type: String) -> String {
        guard word.hasPrefix(type) else { return word }
        let name = word.dropFirst(type.utf8.count)
        return name.prefix(1).lowercased() + String(name.dropFirst())
    }

    /// A status by its name, or by the number that it is in AVFoundation.
    static func status(_ node: JSONNode) -> TimeControlStatus? {
        if let word = node.string {
            let name = plain(word, "AVPlayerTimeControlStatus")
            return TimeControlStatus.allCases.first { NamesOfAVFoundation.status($0) == name }
        }
        guard let number = node.loose(places: 0).value else { return nil }
        return UInt8(exactly: number).flatMap(TimeControlStatus.init(rawValue:))
    }

    /// The reasons for which the model waits: nothing of interstitial events is in a log but their reason.
    static let reasons = WaitingReason.allCases.filter { $0 != .interstitialEvent }

    /// A reason by its name in Swift, or by the value of the constant.
    static func reason(_ word: String) -> WaitingReason? {
        switch word {
        case "AVPlayerWaitingToMinimizeStallsReason": .toMinimizeStalls
        case "AVPlayerWaitingWhileEvaluatingBufferingRateReason": .evaluatingBufferingRate
        case "AVPlayerWaitingWithNoItemToPlayReason": .noItemToPlay
        default: reasons.first { NamesOfAVFoundation.reason($0) == word }
        }
    }

    /// A reason of `rateDidChangeNotification`, by its name in Swift, or by the value of the constant.
    static func rateChange(_ word: String) -> DeviceLog.RateChangeReason? {
        let prefix = "AVPlayerRateDidChangeReason"
        let name = word.hasPrefix(prefix) ? String(word.dropFirst(prefix.utf8.count)) : word
        return DeviceLog.RateChangeReason.allCases.first { reason in
            let known = reason.rawValue
            return known == name || (known.prefix(1).uppercased() + known.dropFirst()) == name
        }
    }
}
