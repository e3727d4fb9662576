import PlayerModel

/// The first line of a device's log, where it says what player was watched. All of it is optional, and so is the line.
///
/// | key | value |
/// |---|---|
/// | `format` | `autowait device log` |
/// | `player` | `AVPlayer` or `AVQueuePlayer` |
/// | `linkedOn` | the system that the app was linked on, such as `iOS 17.4` |
/// | `automaticallyWaitsToMinimizeStalling` | as it was when the log began: true or false |
/// | `actionAtItemEnd` | `advance`, `pause` or `none` |
/// | `toleranceBefore`, `toleranceAfter` | those of seeks that do not say them, in seconds |
/// | `tolerance` | the longest difference in seconds that is no disagreement |
package struct DeviceLogHeader: Equatable, Sendable {
    /// The value of `format`.
    static let format = "autowait device log"

    /// Nil where the log does not say it.
    package internal(set) var playerClass: PlayerClass?
    package internal(set) var linkedOn: LinkedOn = .iOS10
    package internal(set) var automaticallyWaits = true
    package internal(set) var actionAtItemEnd: ActionAtItemEnd?
    package internal(set) var toleranceBefore: MediaTime?
    package internal(set) var toleranceAfter: MediaTime?
    /// The longest difference that is no disagreement: a quarter of a second, our own choice, unless said.
    package internal(set) var tolerance = TimeAmount.milliseconds(250)

    /// Keys that say something about the log to people.
    private static let notes = ["version", "about", "app", "device", "system", "name"]
    static let keys = [
        "format", "player", "linkedOn", "automaticallyWaitsToMinimizeStalling", "actionAtItemEnd", "toleranceBefore",
        "toleranceAfter", "tolerance",
    ]

    init() {}

    /// Whether a line describes a player, and not what became of it: with it a log begins.
    static func begins(_ node: JSONNode) -> Bool {
        node.member("format")?.string == format
            || ["player", "linkedOn"].contains { node.member($0)?.string != nil }
    }

    /// The header in a line; nil where the line has none of its keys.
    init?(_ node: JSONNode, _ findings: inout RepeatedFindings) {
        guard node.members.contains(where: { member in Self.keys.contains { $0 == member.name } }) else { return nil }
        for member in node.members where !Self.notes.contains(where: { $0 == member.name }) {
            guard !take(member) else { continue }
            let (name, place) = (member.name, member.namePlace)
            if Self.keys.contains(where: { $0 == name }) {
                findings.note(
                    "header \(name)",
                    "'\(name)' of the first line cannot be \(JSONText.line(member.value)); left out"
                        + (Self.values(of: name).map { "; it may be \($0)" } ?? ""),
                    at: member.value.place)
            } else {
                findings.note(
                    "key \(name)", "unknown key '\(name)' in the first line\(NearMiss.hint(name, among: Self.keys))",
                    at: place)
            }
        }
    }

    /// The values that a key may have, in words.
    private static func values(of key: String) -> String? {
        switch key {
        case "format": "\"\(format)\""
        case "player": PlayerClass.allCases.map(NamesOfAVFoundation.name).joined(separator: " or ")
        case "linkedOn": "a system with its version, such as \"iOS 17.4\" or \"macOS 14\""
        case "automaticallyWaitsToMinimizeStalling": "true or false"
        case "actionAtItemEnd": ActionAtItemEnd.allCases.map(NamesOfAVFoundation.name).joined(separator: ", ")
        case "toleranceBefore", "toleranceAfter": "a number (s) from 0 on, or \"positiveInfinity\""
        case "tolerance": "a number (s) from 0 to 3600"
        default: nil
        }
    }

    /// Takes a member in; false where it says nothing that is known.
    private mutating func take(_ member: JSONMember) -> Bool {
        let value = member.value
        switch member.name {
        case "format": return value.string == Self.format
        case "player":
            playerClass = PlayerClass.allCases.first { NamesOfAVFoundation.name($0) == value.string }
            return playerClass != nil
        case "linkedOn":
            guard let system = value.string.flatMap(Self.system) else { return false }
            linkedOn = system
            return true
        case "automaticallyWaitsToMinimizeStalling":
            automaticallyWaits = value.looseFlag ?? true
            return value.looseFlag != nil
        case "actionAtItemEnd":
            let word = value.string.map { DeviceLogValues.plain($0, "AVPlayerActionAtItemEnd") }
            actionAtItemEnd = ActionAtItemEnd.allCases.first { NamesOfAVFoundation.name($0) == word }
            return actionAtItemEnd != nil
        case "toleranceBefore":
            toleranceBefore = DeviceLogValues.tolerance(value)
            return toleranceBefore != nil
        case "toleranceAfter":
            toleranceAfter = DeviceLogValues.tolerance(value)
            return toleranceAfter != nil
        case "tolerance":
            guard let number = value.loose(places: 9).value, 0...3_600_000_000_000 ~= number else { return false }
            tolerance = TimeAmount(nanoseconds: number)
            return true
        default: return false
        }
    }

    /// `iOS 9.3`, `OS X 10.11`, `tvOS 17`: which rules hold there (A.9, A.10). Systems that came later than iOS 10 have
    /// its rules in all versions.
    private static func system(_ text: String) -> LinkedOn? {
        let bytes = Array(text.utf8)
        guard let digit = bytes.firstIndex(where: { $0.isDigit }) else { return nil }
        let letters = bytes[..<digit].filter { $0 != .space }
        let numbers = bytes[digit...].split(separator: .point).map { part in
            part.prefix { $0.isDigit }.prefix(4).reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        guard let major = numbers.first else { return nil }
        let name = String(decoding: letters, as: UTF8.self)
        let minor = numbers.count > 1 ? numbers[1] : 0
        switch name {
        case "iOS", "tvOS", "iPadOS": return major < 10 ? .iOS9 : .iOS10
        case "macOS", "OSX": return major == 10 && minor < 12 ? .iOS9 : .iOS10
        case "visionOS", "watchOS", "macCatalyst": return .iOS10
        default: return nil
        }
    }
}
