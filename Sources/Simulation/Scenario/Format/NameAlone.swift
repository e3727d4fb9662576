import PlayerModel

/// A name alone, in the place of an object that says no more than that: `"network": "WiFi"`, `"player": "exoplayer"`.
extension JSONNode {
    /// The keys whose value may be a name alone, by the key that the name has in an object.
    package static let keysOfNames: [(name: String, keys: [String])] = [
        ("preset", ["network"]), ("profile", ["player"]), ("path", ["media"]), ("kind", ["make"]),
        (
            "rule",
            [
                "abandon_segment", "buffer_goal", "catch_up", "fail_over", "first_variant", "gaps", "keep_up", "loop",
                "multivariant_requests", "playlist_requests", "replace_segment", "segment_requests", "switching",
                "throughput",
            ]
        ),
    ]

    /// The keys that say where a network or a medium comes from: whoever gives another wants the name no more.
    private static let sources = ["preset", "profile", "trace", "make", "kind"]

    /// A network as an object: of a name, which is a preset's or a file's, and of phases likewise.
    var asNetwork: JSONNode {
        switch value {
        case .string(let name): object(name.lowercased().hasSuffix(".plist") ? "profile" : "preset")
        case .array: object("phases")
        case .null, .bool, .number, .hugeNumber, .object: self
        }
    }

    /// A text that values of a key have in common where they say the same: however numbers and strings are written, in
    /// whatever order members stand, and with a name alone or in an object that says no more. O(n log n) in the text.
    func meaning(of key: String) -> String {
        switch value {
        case .null, .bool, .number, .hugeNumber, .string: return JSONText.line(self)
        case .array(let elements): return "[" + elements.map { $0.meaning(of: key) }.joined(separator: ",") + "]"
        case .object(let members):
            let name = Self.keysOfNames.first { $0.keys.contains(key) }?.name
            if members.count == 1, let own = members.first, own.name == name {
                return own.value.meaning(of: own.name)
            }
            let all = members.map { member in
                let name = JSONNode(value: .string(member.name), place: member.namePlace)
                return JSONText.line(name) + ":" + member.value.meaning(of: member.name)
            }
            return "{" + all.sorted(by: ByteOrder.precedes).joined(separator: ",") + "}"
        }
    }

    private func object(_ name: String, behind first: [JSONMember] = []) -> JSONNode {
        JSONNode(value: .object(first + [JSONMember(name: name, namePlace: place, value: self)]), place: place)
    }

    /// The value of a key as an object, where it is a name alone, of which a setting says `next`.
    func spelledOut(_ key: String, toSay next: String) -> JSONNode {
        guard let name = Self.keysOfNames.first(where: { $0.keys.contains(key) })?.name else { return self }
        if case .array = value { return name == "preset" && Int(next) == nil ? asNetwork : self }
        guard case .string = value else { return self }
        if Self.sources.contains(next) { return JSONNode(value: .object([]), place: place) }
        if name == "preset" { return asNetwork }
        guard name == "path" else { return object(name) }
        let kind = JSONNode(value: .string("playlist"), place: place)
        return object(name, behind: [JSONMember(name: "kind", namePlace: place, value: kind)])
    }
}
