import PlayerModel

/// A steering manifest that EXT-X-CONTENT-STEERING leads to, or RELOAD-URI of another, as a file beside the playlist
/// (RFC 8216bis, section 7.1).
///
/// Its server answers the same each time. What it would say later another manifest may say, or a scenario: `steering`
/// beside the playlist.
package struct SteeringManifest: Equatable, Sendable {
    /// TTL; 300 s where it has none.
    package let timeToLive: TimeAmount
    /// PATHWAY-PRIORITY.
    package let priority: [ExactText]
    /// RELOAD-URI: what is loaded next; nil where it is the same.
    package let reloadURI: String?
    /// PATHWAY-CLONES.
    package let clones: [PathwayClone]
    /// The size of the manifest as it travels.
    package let bytes: Int64

    private static let mostSeconds: Int64 = 1_000_000

    /// Nil of a manifest of another VERSION, which a player passes over.
    package init?(_ text: [UInt8]) throws(NamedFileFault) {
        let root = try NamedFileFault.root(of: text)
        let named = root.member("VERSION")
        if named != nil, root.count("VERSION") == nil {
            throw NamedFileFault("has a VERSION that is no whole number; a player knows 1")
        }
        guard let version = root.count("VERSION") else {
            throw NamedFileFault("has no VERSION, by which a player knows what it can read: that is 1")
        }
        if version != 1 { return nil }
        if let ttl = root.member("TTL") {
            guard let seconds = ttl.number(.count), (1...Self.mostSeconds).contains(seconds) else {
                throw NamedFileFault("has a TTL that is no whole number of seconds from 1 to \(Self.mostSeconds)")
            }
            timeToLive = .seconds(seconds)
        } else {
            timeToLive = .seconds(300)
        }
        if let reload = root.member("RELOAD-URI") {
            guard let uri = reload.string, !uri.isEmpty else {
                throw NamedFileFault("has something else than the URI of the next manifest as RELOAD-URI")
            }
            reloadURI = uri
        } else {
            reloadURI = nil
        }
        (priority, clones) = try (Self.priority(root), Self.clones(root))
        bytes = Int64(text.count)
    }

    private static func priority(_ root: JSONNode) throws(NamedFileFault) -> [ExactText] {
        guard case .array(let pathways)? = root.member("PATHWAY-PRIORITY")?.value, !pathways.isEmpty else {
            throw NamedFileFault("has no PATHWAY-PRIORITY: a list of pathways, the one that is wanted most first")
        }
        var priority: [ExactText] = []
        for (index, pathway) in pathways.enumerated() {
            guard let name = pathway.string.map({ ExactText($0) }), !name.isEmpty else {
                throw NamedFileFault("has something else than a pathway as number \(index + 1) of PATHWAY-PRIORITY")
            }
            guard !priority.contains(name) else {
                throw NamedFileFault("has the pathway '\(PlaylistWords.cut(name.text))' twice in PATHWAY-PRIORITY")
            }
            priority.append(name)
        }
        return priority
    }

    private static func clones(_ root: JSONNode) throws(NamedFileFault) -> [PathwayClone] {
        guard let member = root.member("PATHWAY-CLONES") else { return [] }
        guard case .array(let nodes) = member.value else {
            throw NamedFileFault("has something else than a list as PATHWAY-CLONES")
        }
        guard nodes.count <= Asset.mostPathways else {
            throw NamedFileFault(
                "has \(nodes.count) PATHWAY-CLONES; there are at most \(Asset.mostPathways) pathways")
        }
        var clones: [PathwayClone] = []
        for (index, node) in nodes.enumerated() { clones.append(try PathwayClone(node, number: index + 1)) }
        return clones
    }
}

extension PathwayClone {
    /// Reads a member of PATHWAY-CLONES (RFC 8216bis, section 7.3), of which the RFC wants BASE-ID, ID and
    /// URI-REPLACEMENT. What it does not know is passed over.
    ///
    /// Hosts are in small letters, because capitals of ASCII tell none apart (RFC 3986, section 3.2.2). A name in other
    /// letters and the same one in Punycode are two hosts here.
    fileprivate init(_ node: JSONNode, number: Int) throws(NamedFileFault) {
        let place = "in clone \(number) of PATHWAY-CLONES"
        func name(_ key: String, _ about: String) throws(NamedFileFault) -> ExactText {
            guard let text = node.member(key)?.string, !text.isEmpty else {
                throw NamedFileFault("has no \(key) \(place): \(about)")
            }
            return ExactText(text)
        }
        let base = try name("BASE-ID", "the pathway that it is a copy of")
        let id = try name("ID", "the name of the new pathway")
        guard let rules = node.member("URI-REPLACEMENT"), case .object = rules.value else {
            throw NamedFileFault("has no URI-REPLACEMENT \(place): { \"HOST\": \"cdn.example.com\" }")
        }
        var host: ExactText?
        if let member = rules.member("HOST") {
            guard let name = member.string, Self.isHost(name) else {
                throw NamedFileFault("has something else than the name of a host as HOST \(place)")
            }
            host = ExactText(name).lowercased
        }
        self.init(id, of: base, at: host)
        hasParameters = try !Self.texts("PARAMS", rules, place).isEmpty
        ofVariants = try Self.hosts("PER-VARIANT-URIS", rules, place)
        ofRenditions = try Self.hosts("PER-RENDITION-URIS", rules, place)
    }

    private static func isHost(_ name: String) -> Bool { PlaylistPath.host(of: "//\(name)")?.isSpelt(name) ?? false }

    /// An object of texts; empty where there is none.
    private static func texts(
        _ key: String, _ rules: JSONNode, _ place: String
    ) throws(NamedFileFault) -> [(name: String, text: String)] {
        guard let member = rules.member(key) else { return [] }
        guard case .object(let members) = member.value else {
            throw NamedFileFault("has something else than an object as \(key) \(place)")
        }
        var texts: [(name: String, text: String)] = []
        for member in members {
            guard let text = member.value.string else {
                let name = PlaylistWords.cut(member.name)
                throw NamedFileFault("has something else than a text for '\(name)' in \(key) \(place)")
            }
            texts.append((member.name, text))
        }
        return texts
    }

    private static func hosts(
        _ key: String, _ rules: JSONNode, _ place: String
    ) throws(NamedFileFault) -> [OwnHost] {
        var hosts: [OwnHost] = []
        for (name, uri) in try texts(key, rules, place) {
            guard let host = PlaylistPath.host(of: uri) else {
                let name = PlaylistWords.cut(name)
                throw NamedFileFault("has no URL with a host for '\(name)' in \(key) \(place)")
            }
            hosts.append(OwnHost(stableID: ExactText(name), host: ExactText(host).lowercased))
        }
        return hosts
    }
}
