import PlayerModel

/// The steering manifest that EXT-X-CONTENT-STEERING leads to, as a file beside the playlist (RFC 8216bis, section
/// 7.1).
///
/// Its server answers the same each time. What it would say later a scenario can say: `steering` beside the playlist.
package struct SteeringManifest: Equatable, Sendable {
    /// TTL; 300 s where it has none.
    package let timeToLive: TimeAmount
    /// PATHWAY-PRIORITY.
    package let priority: [String]
    /// The size of the manifest as it travels.
    package let bytes: Int64
    /// All that it has and no run has.
    package let notModelled: [PlaylistWarning.Feature]

    private static let mostSeconds: Int64 = 1_000_000

    package init(_ text: [UInt8]) throws(NamedFileFault) {
        let root = try NamedFileFault.root(of: text)
        guard root.count("VERSION") == 1 else {
            throw NamedFileFault("has no VERSION 1, without which a player passes it over")
        }
        if let ttl = root.member("TTL") {
            guard let seconds = ttl.number(.count), (1...Self.mostSeconds).contains(seconds) else {
                throw NamedFileFault("has a TTL that is no whole number of seconds from 1 to \(Self.mostSeconds)")
            }
            timeToLive = .seconds(seconds)
        } else {
            timeToLive = .seconds(300)
        }
        guard case .array(let pathways)? = root.member("PATHWAY-PRIORITY")?.value, !pathways.isEmpty else {
            throw NamedFileFault("has no PATHWAY-PRIORITY: a list of pathways, the one that is wanted most first")
        }
        var priority: [String] = []
        for (index, pathway) in pathways.enumerated() {
            guard let name = pathway.string, !name.isEmpty else {
                throw NamedFileFault("has something else than a pathway as number \(index + 1) of PATHWAY-PRIORITY")
            }
            guard !priority.contains(name) else {
                throw NamedFileFault("has the pathway '\(PlaylistWords.cut(name))' twice in PATHWAY-PRIORITY")
            }
            priority.append(name)
        }
        (self.priority, bytes) = (priority, Int64(text.count))
        notModelled =
            (root.member("RELOAD-URI") == nil ? [] : [.steeringReload])
            + (root.member("PATHWAY-CLONES") == nil ? [] : [.steeringClones])
    }

    /// The steering of a stream with these pathways; of others it says nothing.
    func steering(of pathways: [String]) -> ContentSteering {
        ContentSteering(
            bytes: bytes, timeToLive: timeToLive,
            priorities: [.init(since: .zero, order: priority.compactMap { pathways.firstIndex(of: $0) })])
    }

    /// All that is to be said of it where variants have these pathways; `file` is its name.
    func warnings(_ pathways: [String], file: String, at place: Place) -> [PlaylistWarning] {
        notModelled.map { PlaylistWarning(.notModelled($0), place) }
            + priority.filter { !pathways.contains($0) }.map { name in
                PlaylistWarning(.unknownSteering(name, file: file, known: pathways), place)
            }
    }
}

extension MultivariantPlaylist {
    /// The file of the steering manifest, where its URI can be one and there is something to steer.
    func steeringFile(from path: String) -> Reference? {
        guard pathways.count > 1, let steering = contentSteering,
            let file = try? PlaylistPath.resolve(steering.serverURI, relativeTo: path)
        else { return nil }
        return Reference(path: file, place: steering.place)
    }
}
