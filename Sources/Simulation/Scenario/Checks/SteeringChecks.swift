import PlayerModel

/// The steering that a scenario says: its pathways exist, or are made before they are wanted.
extension SteeringDraft {
    /// Whether it makes pathways.
    var makesPathways: Bool { priorities.contains { !$0.value.clones.isEmpty } }

    /// Steers a stream, and adds the pathways that are made; `remedy` is what to do where there is one pathway alone.
    func steer(_ asset: inout Asset, orElse remedy: String, at place: Place, _ judgement: inout Judgement) {
        guard !asset.pathways.isEmpty, asset.pathways.count > 1 || makesPathways else {
            return judgement.report("there is one pathway, so there is nothing to steer: \(remedy)", place)
        }
        guard let steering = steering(asset.pathways, at: place, &judgement) else { return }
        let streams = steering.clones.reduce(into: asset.streamsByPathway) { streams, clone in
            streams.append((clone.id, streams.first { $0.name == clone.base }?.count ?? 0))
        }
        let count = streams.reduce(0) { $0 + $1.count }
        guard streams.count <= Asset.mostPathways, count <= Asset.mostVariants || steering.clones.isEmpty else {
            return judgement.report(
                "\(streams.count) pathways with \(count) variants and renditions are more than the "
                    + "\(Asset.mostPathways) and \(Asset.mostVariants) that there may be", place)
        }
        asset.steer(by: steering)
    }

    private func steering(_ names: [ExactText], at place: Place, _ judgement: inout Judgement) -> ContentSteering? {
        var (known, clones, answers): ([ExactText], [PathwayClone], [ContentSteering.Answer]) = (names, [], [])
        for (index, draft) in priorities.enumerated() {
            let since = Instant.zero + (draft.value.since?.value ?? .zero)
            if index == 0, since > .zero {
                return judgement.refuse("the first begins at 0; remove 'from_s'", draft.value.since?.place ?? place)
            }
            if let last = answers.last, since <= last.since {
                return judgement.refuse(
                    "it is not after the one before; write later ones below, each with its 'from_s'",
                    draft.value.since?.place ?? draft.place)
            }
            for clone in draft.value.clones {
                guard let made = clone.value.clone(of: known, at: clone.place, &judgement) else { return nil }
                clones.append(made)
                known.append(made.id)
            }
            guard let order = order(draft.value.pathways, known, &judgement) else { return nil }
            answers.append(.init(since: since, order: order, clones: Array(names.count..<known.count)))
        }
        judgement.note(.order, zip(answers, priorities).map { ($0.since, $1.place) })
        return ContentSteering([.init(bytes: bytes, timeToLive: timeToLive, answers: answers)], clones: clones)
    }

    private func order(
        _ pathways: [Placed<ExactText>], _ known: [ExactText], _ judgement: inout Judgement
    ) -> [Int]? {
        var order: [Int] = []
        for name in pathways {
            guard let pathway = known.firstIndex(of: name.value) else {
                let isLater = priorities.contains { $0.value.clones.contains { $0.value.id?.value == name.value } }
                let hint =
                    isLater
                    ? " yet: a manifest below makes it; say it here, or want it from there on"
                    : judgement.findings.hint(name.value, among: known)
                return judgement.refuse("there is no pathway '\(name.value)'\(hint)", name.place)
            }
            if order.contains(pathway) { return judgement.refuse("'\(name.value)' is there twice", name.place) }
            order.append(pathway)
        }
        return order
    }
}

extension SteeringDraft.Clone {
    /// The clone, where all is said of it: what is missing has been reported.
    fileprivate func clone(of known: [ExactText], at place: Place, _ judgement: inout Judgement) -> PathwayClone? {
        guard let id, let base, let host else { return nil }
        if id.value.isEmpty { return judgement.refuse("a pathway has a name, such as \"cdn-c\"", id.place) }
        if known.contains(id.value) { return judgement.refuse("'\(id.value)' is a pathway already", id.place) }
        guard known.contains(base.value) else {
            let hint = judgement.findings.hint(base.value, among: known)
            return judgement.refuse("there is no pathway '\(base.value)' to make a copy of\(hint)", base.place)
        }
        if host.value.isEmpty { return judgement.refuse("a host has a name, such as \"cdn-c\"", host.place) }
        return PathwayClone(id.value, of: base.value, at: host.value)
    }
}

extension Asset {
    /// The number of variants of each pathway, and of the audio that plays with them.
    fileprivate var streamsByPathway: [(name: ExactText, count: Int)] {
        pathways.enumerated().map { place, name in
            let own = variants.filter { $0.pathway == place }
            let groups = own.compactMap { $0.audioGroup }
            return (name, own.count + allAudio.count { groups.contains($0.audioGroup ?? "") })
        }
    }
}
