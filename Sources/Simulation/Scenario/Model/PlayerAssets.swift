import PlayerModel

/// The assets of a player: what of them is fetched, and by which numbers. Where there are several, the variants of all
/// are numbered one after the other, and so are the slots on the network.
extension ScenarioPlayer {
    /// The variants of an asset that may be fetched, in the order of its playlist: the first one alone, or all that can
    /// be switched to, or begun with after another asset, or turned to where something is made to fail.
    package func variants(of asset: Int) -> [Int] {
        let (media, first) = (assets[asset].media, firstVariant(of: asset).index)
        let isFixed = variantSwitch == .fixed && assets.count == 1 && !turnsToOthers && media.steering == nil
        return media.kind == .hls && !isFixed ? media.variants(alignedWith: first) : [first]
    }

    package var variants: [Int] { variants(of: 0) }

    package func firstNumber(of asset: Int) -> Int { assets[..<asset].reduce(0) { $0 + $1.media.variants.count } }

    package var allVariants: [Asset.Variant] { assets.flatMap { $0.media.variants } }

    /// The asset of a variant, by its number among all.
    package func asset(ofVariant number: Int) -> Int {
        var asset = 0
        while asset + 1 < assets.count, firstNumber(of: asset + 1) <= number { asset += 1 }
        return asset
    }

    func tracks(ofVariant number: Int) -> [ChunkTable] {
        let asset = asset(ofVariant: number)
        return assets[asset].media.tracks(ofVariant: number - firstNumber(of: asset))
    }

    package func asset(ofItem id: Int32) -> Int {
        items.indices.contains(Int(id)) ? Int(items[Int(id)].item.asset) : 0
    }

    /// The assets as a loader begins with them, by slots one after the other.
    var assetLoads: [AssetLoad] {
        var slot: Int32 = 0
        return assets.indices.map { asset in
            let media = assets[asset].media
            let files = files(of: asset)
            let opening = Opening(
                files, rendition: start(of: asset, in: variants(of: asset)),
                audio: media.audio(beside: firstVariant(of: asset).index), hasSessionKey: media.hasSessionKey)
            let load = AssetLoad(
                tracks: media.tracks(ofVariant: firstVariant(of: asset).index), opening: opening,
                selector: selector(of: asset),
                audio: media.allAudio.map { ($0.audioGroup ?? "", $0.language, $0.chunks) },
                hasSubtitles: media.subtitles != nil, kind: media.kind,
                live: media.live.map {
                    LiveLoad(
                        holdBack: $0.holdBack, longest: $0.targetDuration ?? media.longestSegment, part: $0.part,
                        start: $0.start, saysHoldBack: $0.saysHoldBack, saysDate: $0.programDate != nil,
                        skipBoundary: $0.skipBoundary, files: files.count)
                }, steering: media.steering, firstSlot: slot)
            slot += Int32(load.mediaSlots + files.count + (load.steers ? 1 : 0))
            return load
        }
    }

    private func selector(of asset: Int) -> VariantSelector {
        let (variants, media, number) = (variants(of: asset), assets[asset].media, firstNumber(of: asset))
        return VariantSelector(
            variants.map {
                VariantSelector.Rendition(
                    variant: number + $0, declared: media.declared($0), bitRate: media.bitRate(withAudioOf: $0),
                    chunks: media.variants[$0].chunks, audioGroup: media.variants[$0].audioGroup,
                    pathway: media.variants[$0].pathway)
            },
            first: start(of: asset, in: variants), rule: variantSwitch, abandonment: abandonment,
            replacement: replacement, limits: startingLimits)
    }

    /// The files that have to be fetched before the media of an asset.
    package func files(of asset: Int) -> [Asset.File] {
        let variants = variants(of: asset)
        return assets[asset].media.opening(ofVariants: variants, first: start(of: asset, in: variants))
    }

    /// The index of the variant that an asset begins with, among those that may be fetched.
    private func start(of asset: Int, in variants: [Int]) -> Int {
        variants.firstIndex(of: firstVariant(of: asset).index) ?? 0
    }

    package var files: [Asset.File] { files(of: 0) }

    /// The resources in the player's slots on a network.
    package func slots(on network: NetworkPlan) -> [Resource] { resources(network.transport.hosts, group: 0) }

    /// The resources that servers have of it, asset by asset: the first track in all that may be fetched of it, the
    /// other tracks, then those that have to be fetched before them.
    func resources(_ hosts: ServerHosts, group: Int32) -> [Resource] {
        assets.indices.flatMap { resources(of: $0, hosts, group) }
    }

    private func resources(of asset: Int, _ hosts: ServerHosts, _ group: Int32) -> [Resource] {
        let (variants, media, number) = (variants(of: asset), assets[asset].media, firstNumber(of: asset))
        func resource(
            _ kind: Resource.Kind, _ chunks: ChunkTable, _ variant: Int?, pathway: String? = nil
        ) -> Resource {
            let pathway = variant.map { media.pathway(ofVariant: $0) } ?? pathway
            var resource = Resource(kind, chunks, host: hosts.host(of: kind, by: pathway), group: group)
            resource.variant = Int32(variant.map { number + $0 } ?? -1)
            resource.asset = Int16(asset)
            resource.requests = requests.flatMap { $0.policy(for: kind) }
            resource.failOver = loader.failOver
            return resource
        }
        var all = variants.map { resource(media.kind == .hls ? .video : .file, media.variants[$0].chunks, $0) }
        for (index, audio) in media.allAudio.enumerated() {
            var one = resource(.audio, audio.chunks, nil, pathway: media.pathway(ofAudio: audio))
            one.language = Int16(index)
            all.append(one)
        }
        if let subtitles = media.subtitles { all.append(resource(.subtitles, subtitles.chunks, nil)) }
        hold(&all, of: media)
        let steering = media.steering.map { resource(.steeringManifest, ChunkTable(bytes: $0.bytes), nil) }
        return all
            + files(of: asset).map { file in
                let variant = file.isOfAudio ? nil : file.rendition.map { variants[$0] }
                let audio = file.isOfAudio ? media.allAudio[file.rendition ?? 0] : nil
                var one = resource(
                    file.kind,
                    file.deltaBytes.map { LiveHold.answers(file.bytes, $0, count: 1) }
                        ?? ChunkTable(bytes: file.bytes), variant,
                    pathway: audio.flatMap { media.pathway(ofAudio: $0) })
                if file.isOfAudio { one.language = Int16(file.rendition ?? 0) }
                hold(&one, of: media)
                return one
            } + (steering.map { [$0] } ?? [])
    }

    /// With low latency servers keep answers back until there is something to answer with.
    private func hold(_ all: inout [Resource], of media: Asset) {
        guard let live = media.live, live.part != nil else { return }
        for index in all.indices { all[index].hold = LiveHold(live, all[index].chunks, isPlaylist: false) }
    }

    private func hold(_ file: inout Resource, of media: Asset) {
        guard let live = media.live, live.part != nil else { return }
        let delta = file.chunks.count > 1 ? file.chunks.bytes(of: 1) : nil
        let tracks = livePlaylists([file])
        guard let chunks = tracks[0]?.chunks else { return }
        file.hold = LiveHold(live, chunks, isPlaylist: true)
        file.chunks = LiveHold.playlists(of: chunks, bytes: file.chunks.bytes(of: 0), delta: delta)
    }
}
