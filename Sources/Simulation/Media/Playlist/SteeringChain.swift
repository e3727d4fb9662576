import PlayerModel

/// The steering manifests of a playlist on disk, in the order in which they are loaded: the playlist names the first,
/// and RELOAD-URI of each the next (RFC 8216bis, section 7.1).
///
/// The last one is loaded again, or leads back to one before, so that some alternate for ever.
package struct SteeringChain: Sendable {
    struct Link: Sendable {
        let path: String
        let manifest: SteeringManifest
    }

    /// More manifests than these no playlist leads to.
    static let mostManifests = 100

    private(set) var links: [Link]
    /// The place of the manifest that follows the last one.
    private var next = 0
    /// The URI that the last one leads to, where that is no file that is there: it is loaded again itself.
    private var lost: String?
    /// The path of a manifest of another VERSION, which is passed over: the first, or one that the last one leads to.
    private var passedOver: String?

    init(_ first: Link) { links = [first] }

    /// The first one is of another VERSION, so that nothing is steered.
    init(passingOver path: String) { (links, passedOver) = ([], path) }

    /// The next manifest is loaded after the last one.
    mutating func append(_ link: Link) {
        links.append(link)
        next = links.count - 1
    }

    /// The last one leads to another one before it, or to itself. Says whether there is such a one.
    mutating func close(at path: String) -> Bool {
        guard let place = links.firstIndex(where: { $0.path.isSpelt(path) }) else { return false }
        next = place
        return true
    }

    /// The last one leads to one of another VERSION: it is loaded again itself.
    mutating func passOver(_ path: String) { passedOver = path }

    /// The last one leads nowhere.
    mutating func lose(_ uri: String) { lost = uri }

    // MARK: What it comes to

    /// The pathways that are made where variants have these, in the order in which that happens. A manifest that is
    /// loaded again may make what it could not the first time, because another one has made the base meanwhile.
    func clones(of pathways: [ExactText]) -> [PathwayClone] { made(of: pathways).clones }

    /// The same, with the clones that a manifest lists and that cannot be made when it is first loaded.
    private func made(
        of pathways: [ExactText]
    ) -> (clones: [PathwayClone], late: [(path: String, clone: PathwayClone)]) {
        var (made, late): ([PathwayClone], [(path: String, clone: PathwayClone)]) = ([], [])
        func isKnown(_ id: ExactText) -> Bool { pathways.contains(id) || made.contains { $0.id == id } }
        func visit(_ some: ArraySlice<Link>, isFirst: Bool) {
            for link in some {
                for clone in link.manifest.clones where made.count < Asset.mostPathways && !isKnown(clone.id) {
                    if isKnown(clone.base) {
                        made.append(clone)
                    } else if isFirst {
                        late.append((link.path, clone))
                    }
                }
            }
        }
        visit(links[...], isFirst: true)
        var count = -1
        while count < made.count {
            count = made.count
            visit(links[next...], isFirst: false)
        }
        return (made, late)
    }

    /// The steering of a stream with these pathways; of others it says nothing. Nil where there is nothing to steer.
    func steering(of pathways: [ExactText]) -> ContentSteering? {
        let made = clones(of: pathways)
        let all = pathways + made.map { $0.id }
        guard all.count > 1, !links.isEmpty else { return nil }
        let manifests = links.enumerated().map { place, link in
            let listed = link.manifest.clones.compactMap { clone in made.firstIndex { $0.id == clone.id } }
            // One of an ID that is listed before it is passed over.
            let own = listed.reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
            let answer = ContentSteering.Answer(
                since: .zero, order: link.manifest.priority.compactMap { all.firstIndex(of: $0) },
                clones: own.map { pathways.count + $0 })
            var manifest = ContentSteering.Manifest(
                bytes: link.manifest.bytes, timeToLive: link.manifest.timeToLive, answers: [answer])
            manifest.path = link.path
            manifest.next = place + 1 < links.count ? place + 1 : next
            return manifest
        }
        return ContentSteering(manifests, clones: made)
    }

    /// The reason why it makes too much of a playlist, in words that go on after the first manifest's name; nil where
    /// it does not.
    func excess(over playlist: MultivariantPlaylist) -> String? {
        let made = clones(of: playlist.pathways)
        guard playlist.pathways.count + made.count <= Asset.mostPathways else {
            return "makes more than the \(Asset.mostPathways) pathways that there may be"
        }
        var (streams, copies): ([(pathway: ExactText, count: Int)], Int) = ([], 0)
        for pathway in playlist.pathways { streams.append((pathway, playlist.streams(of: pathway))) }
        for clone in made {
            let count = streams.first { $0.pathway == clone.base }?.count ?? 0
            streams.append((clone.id, count))
            copies += count
        }
        guard copies > Asset.mostVariants else { return nil }
        return "makes \(copies) copies of variants and renditions; there may be \(Asset.mostVariants)"
    }

    /// All that is to be said of it; `place` is that of the tag.
    func warnings(_ playlist: MultivariantPlaylist, at place: Place) -> [PlaylistWarning] {
        let (made, late) = made(of: playlist.pathways)
        let known = playlist.pathways + made.map { $0.id }
        var facts: [PlaylistWarning.Fact] = []
        for link in links {
            for clone in link.manifest.clones {
                var faults = faults(of: clone, made, playlist, known)
                let isLate = late.contains { $0.path.isSpelt(link.path) && $0.clone == clone }
                if isLate, made.contains(clone) { faults.append(.lateBase(clone.base.text)) }
                for fault in faults { facts.append(.clone(clone.id.text, file: link.path, fault)) }
            }
            for name in link.manifest.priority where !known.contains(name) {
                facts.append(.unknownSteering(name.text, file: link.path, known: known.texts))
            }
        }
        if let passedOver { facts.append(.rule(.otherSteeringVersion(file: passedOver, isFirst: links.isEmpty))) }
        if let lost, let last = links.last { facts.append(.notModelled(.steeringReload(to: lost, of: last.path))) }
        return facts.map { PlaylistWarning($0, place) }
    }

    private func faults(
        of clone: PathwayClone, _ made: [PathwayClone], _ playlist: MultivariantPlaylist, _ known: [ExactText]
    ) -> [PlaylistWarning.CloneFault] {
        if playlist.pathways.contains(clone.id) { return [.exists] }
        guard known.contains(clone.base), let first = made.first(where: { $0.id == clone.id }) else {
            return [.noBase(clone.base.text, known: known.filter { $0 != clone.id }.texts)]
        }
        // A server repeats what it has made.
        if first != clone { return [.exists] }
        var faults: [PlaylistWarning.CloneFault] = []
        if clone.host == nil, !clone.hasParameters, clone.ofVariants.isEmpty, clone.ofRenditions.isEmpty {
            faults.append(.noHost(base: clone.base.text))
        }
        let variants = playlist.variants.map { $0.stream.stableID }
        let renditions = playlist.renditions.map { $0.stableID }
        faults += clone.ofVariants.filter { !variants.contains($0.stableID) }.map {
            .unknownStream($0.stableID.text, "STABLE-VARIANT-ID")
        }
        faults += clone.ofRenditions.filter { !renditions.contains($0.stableID) }.map {
            .unknownStream($0.stableID.text, "STABLE-RENDITION-ID")
        }
        return faults
    }
}

extension MultivariantPlaylist {
    /// The file of the steering manifest, where its URI can be one.
    func steeringFile(from path: String) -> Reference? {
        guard let steering = contentSteering,
            let file = try? PlaylistPath.resolve(steering.serverURI, relativeTo: path)
        else { return nil }
        return Reference(path: file, place: steering.place)
    }

    /// The number of a pathway's variants, and of the renditions of audio that play with them.
    fileprivate func streams(of pathway: ExactText) -> Int {
        let own = variants.filter { $0.pathway == pathway }
        let groups = own.compactMap { $0.audioGroup }
        return own.count + renditions.count { $0.type == .audio && groups.contains($0.groupID) }
    }
}
