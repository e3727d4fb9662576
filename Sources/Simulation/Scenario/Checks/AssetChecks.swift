import PlayerModel

/// Several assets, which the items of a queue are made of (A.69).
extension [Placed<MediumDraft>] {
    /// The assets that are played: one, or several with names. Where something is wrong with one it has a stand-in,
    /// and the whole is not `isWhole`.
    func assets(_ judgement: inout Judgement) -> (assets: [ScenarioPlayer.Named], isWhole: Bool) {
        if count > Judgement.mostMedia {
            judgement.report(Judgement.tooManyMedia(count), self[Judgement.mostMedia].place)
            judgement.hasStandIn = true
            return ([], false)
        }
        var (assets, isWhole): ([ScenarioPlayer.Named], Bool) = ([], true)
        for medium in self {
            let draft = medium.value
            var named = ScenarioPlayer.Named(name: draft.name?.value ?? "", media: Judgement.standIn)
            if let media = draft.asset(at: medium.place, &judgement) {
                named.media = media
            } else {
                (isWhole, judgement.hasStandIn) = (false, true)
            }
            if case .disk(let disk) = draft.content { named.file = disk.file(judgement.companions) }
            if count > 1 { draft.check(at: medium.place, among: assets, of: self[0].value.kind, &judgement) }
            assets.append(named)
        }
        return (assets, isWhole)
    }
}

extension MediumDraft {
    /// As it is written, so that it is known of media that is still to be read, or that something is wrong with.
    fileprivate var kind: MediaKind {
        switch content {
        case .disk, .stream: .hls
        case .file(_, let kind): kind
        }
    }

    fileprivate func check(
        at place: Place, among others: [ScenarioPlayer.Named], of first: MediaKind, _ judgement: inout Judgement
    ) {
        let name = name?.value ?? ""
        if name.isEmpty {
            judgement.report("of several media each has a 'name', which items call it by", place)
        } else if others.contains(where: { $0.name == name }) {
            judgement.report("there is another medium '\(name)'", self.name?.place ?? place)
        }
        if kind != first {
            judgement.report(
                "several media are all of one kind: all on the device, all files over the network, or all streams",
                kindPlace ?? place)
        }
    }
}

extension ParticipantDraft {
    /// Whether its media is a local file, which uses no network.
    var isOnDevice: Bool { media?.value.first?.value.kind == .local }

    /// Several assets are of use where items name them.
    func checkAssets(_ own: ScenarioPlayer, _ media: Placed<[Placed<MediumDraft>]>, _ judgement: inout Judgement) {
        guard own.assets.count > 1 else { return }
        if player?.value.items == nil {
            judgement.report(
                "several media take 'items' that name them, in a player of class \"AVQueuePlayer\"", media.place)
        }
        // Of a playlist that is still to be read nobody knows it yet.
        if judgement.awaitsMedia { return }
        warnOfGaps(own, media.value, &judgement)
        for (asset, medium) in zip(own.assets, media.value)
        where asset.media.kind == .hls && asset.media.declaredVariants.contains(where: { $0.audio.codec == nil }) {
            judgement.warn(
                "not every variant of '\(asset.name)' says in 'codecs' what its sound is, which is then taken to match",
                medium.place)
        }
    }

    /// Warns of items that cannot follow one another without a gap, because the next one has no variant whose sound is
    /// as that of one which may play before it (A.65, A.68).
    private func warnOfGaps(_ own: ScenarioPlayer, _ media: [Placed<MediumDraft>], _ judgement: inout Judgement) {
        var said: [(Int, Int)] = []
        for (item, next) in zip(own.items, own.items.dropFirst()) {
            let (from, to) = (Int(item.item.asset), Int(next.item.asset))
            guard from != to, !said.contains(where: { $0 == (from, to) }) else { continue }
            let (before, after) = (own.assets[from].media, own.assets[to].media)
            let following = own.variants(of: to).map { after.declared($0).audio }
            for variant in own.variants(of: from) {
                let sound = before.declared(variant).audio
                let obstacles = following.compactMap { sound.obstacle(to: $0) }
                guard obstacles.count == following.count, let obstacle = obstacles.first else { continue }
                said.append((from, to))
                judgement.warn(
                    "after variant \(variant + 1) of '\(own.assets[from].name)' there is a gap: \(obstacle.words) "
                        + "differs in every variant of '\(own.assets[to].name)' that may follow", media[to].place)
                break
            }
        }
    }
}

extension Judgement {
    /// More media than this have no place among the slots on a network.
    static let mostMedia = 1000

    static func tooManyMedia(_ count: Int) -> String { "these are \(count) media; a player has \(mostMedia) at most" }
}
