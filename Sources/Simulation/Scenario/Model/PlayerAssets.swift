import PlayerModel

/// The assets of a player: what of them is fetched, and by which numbers. Where there are several, the variants of all
/// are numbered one after the other, and so are the slots on the network.
extension ScenarioPlayer {
    /// The variants of an asset that may be fetched, and the first of them. To find that one takes a look at all, so
    /// that whoever needs more than one of these asks once.
    private struct Fetched {
        let asset: Int
        let first: Int
        /// In the order of the asset's playlist: the first one alone, or all that can be switched to, or begun with
        /// after another asset, or turned to where a request may fail.
        let variants: [Int]
        /// The place of the first one among them.
        var start: Int { variants.firstIndex(of: first) ?? 0 }
    }

    private func fetched(of asset: Int) -> Fetched {
        let (media, first) = (assets[asset].media, firstVariant(of: asset).index)
        let isFixed =
            variantSwitch == .fixed && assets.count == 1 && !turnsToOthers && !isCalled && media.steering == nil
            && !(media.hasGaps && loader.gaps.looksElsewhere) && !limitsLead(awayFrom: first, of: media)
        let variants = media.kind == .hls && !isFixed ? media.variants(alignedWith: first) : [first]
        return Fetched(asset: asset, first: first, variants: variants)
    }

    /// Whether a limit that comes behind the first item rules out the variant that it began with, or has an item that
    /// comes in its place begin with another.
    private func limitsLead(awayFrom first: Int, of media: Asset) -> Bool {
        let later = laterLimits
        guard media.kind == .hls, !later.isEmpty else { return false }
        let variants = media.variants(alignedWith: first)
        let declared = variants.map { media.declared($0) }
        let areSeveral = items.count > 1 || script.count { $0.traits.arrival != nil } > 1
        return later.contains { limits in
            let next = variantChoice.first(among: declared, within: limits).index
            if areSeveral, variants[next] != first { return true }
            // Sound alone that stands in goes on to do so.
            let kept = limits.permitted(among: declared) + limits.standIns(among: declared)
            return !kept.contains { variants[$0] == first }
        }
    }

    /// The variants of an asset that may be fetched, in the order of its playlist.
    package func variants(of asset: Int) -> [Int] { fetched(of: asset).variants }

    package var variants: [Int] { variants(of: 0) }

    /// Whether any asset is a live stream.
    package var isLive: Bool { assets.contains { $0.media.live != nil } }

    /// Whether its rule may judge by how far playback of a live stream gets while more of it comes: another wants no
    /// more ahead than that, at the highest rate that is asked for.
    package var asksHorizon: Bool {
        let rate = script.reduce(player.defaultRate) { highest, action in
            var asked = action.traits.defaultRate ?? .zero
            if case .rate(let rate)? = action.traits.request { asked = rate }
            return max(highest, asked)
        }
        return player.keepUp.mostWanted(at: rate).map { $0 > loader.live.horizon } ?? true
    }

    /// Whether anything that is listed of any asset is not there.
    package var hasGaps: Bool { assets.contains { $0.media.hasGaps } }

    package func firstNumber(of asset: Int) -> Int { assets[..<asset].reduce(0) { $0 + $1.media.variants.count } }

    package var allVariants: [Asset.Variant] { assets.flatMap { $0.media.variants } }

    /// A variant as a player sees it, by its number among all.
    package func declared(_ number: Int) -> DeclaredVariant {
        let asset = asset(ofVariant: number)
        return assets[asset].media.declared(number - firstNumber(of: asset))
    }

    /// The asset of a variant, by its number among all.
    package func asset(ofVariant number: Int) -> Int {
        var (asset, next) = (0, assets[0].media.variants.count)
        while asset + 1 < assets.count, next <= number {
            asset += 1
            next += assets[asset].media.variants.count
        }
        return asset
    }

    func tracks(ofVariant number: Int) -> [ChunkTable] {
        let asset = asset(ofVariant: number)
        return assets[asset].media.tracks(ofVariant: number - firstNumber(of: asset))
    }

    /// The name of an item; nil where it has none.
    package func name(ofItem id: Int32) -> String? {
        items.indices.contains(Int(id)) ? items[Int(id)].name.text : nil
    }

    package func asset(ofItem id: Int32) -> Int {
        items.indices.contains(Int(id)) ? Int(items[Int(id)].item.asset) : 0
    }

    /// The assets as a loader begins with them, by slots one after the other, and the resources in these slots.
    func loads(_ hosts: ServerHosts, group: Int32) -> (assets: [AssetLoad], slots: [Resource]) {
        let all = assets.indices.map(fetched)
        return (assetLoads(all), all.flatMap { resources(of: $0, hosts, group) })
    }

    private func assetLoads(_ all: [Fetched]) -> [AssetLoad] {
        var slot: Int32 = 0
        return all.map { fetched in
            let media = assets[fetched.asset].media
            let files = files(of: fetched)
            let opening = Opening(
                files, rendition: fetched.start, audio: media.audio(beside: fetched.first),
                hasSessionKey: media.hasSessionKey)
            let load = AssetLoad(
                tracks: media.tracks(ofVariant: fetched.first), opening: opening, selector: selector(of: fetched),
                audio: media.allAudio.map { ($0.audioGroup ?? "", $0.language, $0.chunks) },
                hasSubtitles: media.subtitles != nil, kind: media.kind,
                live: media.live.map {
                    LiveLoad(
                        holdBack: $0.holdBack, longest: $0.targetDuration ?? media.longestSegment, part: $0.part,
                        start: $0.start, saysHoldBack: $0.saysHoldBack, saysDate: $0.programDate != nil,
                        skipBoundary: $0.skipBoundary, hasOpenRange: $0.hasOpenRange, keepsAll: $0.window == nil,
                        files: files.count)
                }, steering: media.steering, gaps: media.gaps(ofVariants: fetched.variants),
                keys: KeyLoad(media.keys, of: media, fetched.variants), firstSlot: slot)
            slot = load.slots.end
            return load
        }
    }

    private func selector(of fetched: Fetched) -> VariantSelector {
        let (media, number) = (assets[fetched.asset].media, firstNumber(of: fetched.asset))
        // Whoever stays with one variant gives no segment up for another, though there be some to turn to.
        let isStaying = variantSwitch == .fixed
        func renditions(_ variants: [Int]) -> [VariantSelector.Rendition] {
            variants.map {
                VariantSelector.Rendition(
                    variant: number + $0, declared: media.declared($0), bitRate: media.bitRate(withAudioOf: $0),
                    chunks: media.variants[$0].chunks, targetDuration: media.variants[$0].targetDuration,
                    audioGroup: media.variants[$0].audioGroup, pathway: media.variants[$0].pathway)
            }
        }
        // Of one alone, those that there would be to choose among, by the same pathway.
        let listed = fetched.variants.count == 1 ? media.variants(alignedWith: fetched.first) : []
        let pathway = media.variants[fetched.first].pathway
        return VariantSelector(
            renditions(fetched.variants), listed: renditions(listed.filter { media.variants[$0].pathway == pathway }),
            first: fetched.start, rule: variantSwitch, abandonment: isStaying ? .never : abandonment,
            replacement: isStaying ? .none : replacement, limits: startingLimits, clones: media.clones,
            choice: variantChoice)
    }

    /// The files that have to be fetched before the media of an asset.
    package func files(of asset: Int) -> [Asset.File] { files(of: fetched(of: asset)) }

    private func files(of fetched: Fetched) -> [Asset.File] {
        assets[fetched.asset].media.opening(ofVariants: fetched.variants, first: fetched.start)
    }

    /// The resources in the player's slots on a network.
    package func slots(on network: NetworkPlan) -> [Resource] { resources(network.transport.hosts, group: 0) }

    /// The resources that servers have of it, asset by asset: the first track in all that may be fetched of it, the
    /// other tracks, then those that have to be fetched before them.
    func resources(_ hosts: ServerHosts, group: Int32) -> [Resource] {
        assets.indices.flatMap { resources(of: fetched(of: $0), hosts, group) }
    }

    private func resources(of fetched: Fetched, _ hosts: ServerHosts, _ group: Int32) -> [Resource] {
        let (asset, variants) = (fetched.asset, fetched.variants)
        let (media, number) = (assets[asset].media, firstNumber(of: asset))
        /// That of the playlist which lists it. video.js waits 5 s where there is none.
        func target(of listed: Asset.Variant?) -> MediaTime {
            if media.kind != .hls { return .seconds(10) }
            return listed.flatMap { media.live == nil ? $0.targetDuration : nil } ?? media.targetDuration
        }
        func resource(
            _ kind: Resource.Kind, _ chunks: ChunkTable, _ variant: Int?, host: ExactText? = nil,
            audio: Asset.Variant? = nil
        ) -> Resource {
            let host = variant.map { media.host(ofVariant: $0) } ?? host
            var resource = Resource(kind, chunks, host: hosts.host(of: kind, named: host), group: group)
            resource.variant = Int32(variant.map { number + $0 } ?? -1)
            resource.asset = Int16(asset)
            // Whoever asks for all else as is usual on the network asks for a steering manifest once.
            let requests = requests ?? (kind == .steeringManifest ? loader.requests : nil)
            resource.requests = requests?.policy(for: kind).asked(
                ofTarget: target(of: audio ?? variant.map { media.variants[$0] }))
            resource.failOver = loader.failOver
            if kind == .video || kind == .videoInit, let variant, resource.requests?.countsTogether == true {
                resource.ladder = Int16(media.variants[variant].pathway)
            }
            return resource
        }
        var all = variants.map { resource(media.kind == .hls ? .video : .file, media.variants[$0].chunks, $0) }
        for (index, audio) in media.allAudio.enumerated() {
            var one = resource(.audio, audio.chunks, nil, host: media.host(ofAudio: audio), audio: audio)
            one.language = Int16(index)
            all.append(one)
        }
        if let subtitles = media.subtitles { all.append(resource(.subtitles, subtitles.chunks, nil)) }
        hold(&all, of: media)
        let keys = media.keys.map { Array(repeating: resource(.key, $0.table, nil), count: $0.slotCount) } ?? []
        let manifests = (media.steering?.manifests ?? []).map {
            resource(.steeringManifest, ChunkTable(bytes: $0.bytes), nil)
        }
        return all
            + files(of: fetched).map { file in
                let variant = file.isOfAudio ? nil : file.rendition.map { variants[$0] }
                let audio = file.isOfAudio ? media.allAudio[file.rendition ?? 0] : nil
                var one = resource(
                    file.kind,
                    file.deltaBytes.map { LiveHold.answers(file.bytes, $0, count: 1) } ?? file.chunks, variant,
                    host: audio.flatMap { media.host(ofAudio: $0) }, audio: audio)
                if file.isOfAudio { one.language = Int16(file.rendition ?? 0) }
                hold(&one, of: media)
                return one
            } + keys + manifests
    }

    /// With low latency servers keep answers back until there is something to answer with.
    private func hold(_ all: inout [Resource], of media: Asset) {
        guard let live = media.live, live.part != nil else { return }
        for index in all.indices { all[index].hold = LiveHold(live, all[index].chunks) }
    }

    private func hold(_ file: inout Resource, of media: Asset) {
        guard let live = media.live, live.part != nil else { return }
        let delta = file.chunks.count > 1 ? file.chunks.bytes(of: 1) : nil
        let tracks = livePlaylists([file])
        guard let chunks = tracks[0]?.chunks else { return }
        file.hold = LiveHold(live, chunks, target: media.targetDuration)
        file.chunks = LiveHold.playlists(of: chunks, bytes: file.chunks.bytes(of: 0), delta: delta)
    }
}

extension Asset {
    /// The gaps of what may be fetched: of some of its variants, and of all audio.
    fileprivate func gaps(ofVariants variants: [Int]) -> GapLoad {
        guard hasGaps else { return GapLoad() }
        return GapLoad(
            renditions: ContiguousArray(variants.map { self.variants[$0].gaps }),
            audio: ContiguousArray(allAudio.map { $0.gaps }), subtitles: subtitles?.gaps ?? ChunkRanges())
    }
}
