import PlayerModel

/// A viewer: lengths that do not fall, and jumps that lead somewhere.
extension Placed<ViewerDraft> {
    func viewer(of own: ScenarioPlayer, _ judgement: inout Judgement) -> Viewer {
        let lengths = [value.patience, value.stallPatience, value.watching]
        if lengths.allSatisfy({ $0 == nil }), value.seeks == nil {
            judgement.report("a viewer says one thing at least, such as \"patience_s\"", place)
        }
        var traits = ViewerTraits()
        traits.patience = value.patience?.length(&judgement)
        traits.stallPatience = value.stallPatience?.length(&judgement)
        traits.watching = value.watching?.length(&judgement)
        traits.seeks = (value.seeks ?? []).compactMap { $0.seek(of: own, &judgement) }
        warnOfLateSeeks(traits.watching, &judgement)
        return .described(traits)
    }

    /// Warns of jumps for which nobody stays. Who leaves and jumps at once has left.
    private func warnOfLateSeeks(_ watching: ViewerTraits.Length?, _ judgement: inout Judgement) {
        guard let most = watching?.quantiles.last else { return }
        for seek in value.seeks ?? [] {
            guard let after = seek.value.after, let least = after.value.first, least.value >= most else { continue }
            let end = most.inSeconds
            judgement.warn(
                "this never happens: by then the viewer has left, who watches \(end) at most (watching_s); write less",
                after.place)
        }
    }
}

extension ViewerDraft.Length {
    fileprivate func length(_ judgement: inout Judgement) -> ViewerTraits.Length {
        for (before, quantile) in zip(value, value.dropFirst()) where quantile.value < before.value {
            let more = before.value.inSeconds
            judgement.report(
                "quantiles go from the least to the greatest, and this is less than \(more)", quantile.place)
        }
        if value.count > ViewerFormat.mostQuantiles {
            judgement.report(
                "that is \(value.count) quantiles, and \(ViewerFormat.mostQuantiles) are the most", place)
        }
        return ViewerTraits.Length(value.map { $0.value })
    }
}

extension Placed<ViewerDraft.Seek> {
    fileprivate func seek(of own: ScenarioPlayer, _ judgement: inout Judgement) -> ViewerTraits.Seek? {
        guard let after = value.after?.length(&judgement) else { return nil }
        if let by = value.by, value.to != nil { return judgement.refuse(SeekAction.bothProblem, by.place) }
        if let by = value.by { return ViewerTraits.Seek(after: after, .by(by.value), share: value.share) }
        guard let to = value.to else {
            return judgement.refuse("a seek goes somewhere: write 'by_s' or 'to_s'", place)
        }
        let longest = own.assets.map { $0.media.duration }.max() ?? .zero
        if !judgement.hasStandIn, to.value > longest {
            judgement.warn(SeekAction.behindTheEnd(to.value, of: longest), to.place)
        }
        return ViewerTraits.Seek(after: after, .to(to.value), share: value.share)
    }
}
