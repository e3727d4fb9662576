import PlayerModel

/// Segments that were given up again and again, in words.
enum GivenUpWords {
    /// A sentence for each segment that was under way meanwhile, and was given up and asked for again more than once:
    /// how often that was by the end. Of one that nobody has asked for again it is not known who gave it up.
    static func sentences(from start: Instant, to end: Instant, _ run: PlayerRun) -> [String] {
        if run.player.abandonment == .never { return [] }
        let clock = run.playback.clock
        let jumps = zip(clock, clock.dropFirst()).filter { $0.0.end == .jump }.map { $0.1.playhead.anchor }
        var sentences: [String] = []
        var (last, count): (Exchange?, Int) = (nil, 0)
        func tell() {
            guard let last, count > 1, last.end?.at ?? .never >= start else { return }
            sentences.append(sentence(on: last, givenUp: count, by: end, run))
        }
        for exchange in run.playback.exchanges where exchange.kind == .video && exchange.at <= end {
            if let before = last, isAgain(exchange, after: before, run),
                !jumps.contains(where: { before.at <= $0 && $0 <= exchange.at })
            {
                if !hasFailed(before) { count += 1 }
            } else {
                tell()
                count = 0
            }
            last = exchange
        }
        tell()
        return sentences
    }

    /// Whether it asks for the segment of a request that was called off.
    private static func isAgain(_ exchange: Exchange, after last: Exchange, _ run: PlayerRun) -> Bool {
        guard last.end?.how == .cancelled, last.item == exchange.item else { return false }
        return place(of: last, run).lowerBound == place(of: exchange, run).lowerBound
    }

    /// Whether a request was called off because it had failed, to be made again for another variant.
    private static func hasFailed(_ exchange: Exchange) -> Bool {
        exchange.failures.last.map { $0.at == exchange.end?.at } ?? false
    }

    private static func place(of exchange: Exchange, _ run: PlayerRun) -> Range<MediaTime> {
        let chunks = run.slots[Int(exchange.slot)].chunks
        return chunks.start(of: exchange.chunks.lowerBound)..<chunks.start(of: exchange.chunks.upperBound)
    }

    private static func sentence(
        on last: Exchange, givenUp count: Int, by end: Instant, _ run: PlayerRun
    ) -> String {
        let (rule, place) = (run.player.abandonment, place(of: last, run))
        let isMeasured = rule.measuresGivenUp || rule.measuresOnTheWay
        return "By \(end.inRoundedSeconds) the \(last.kind.name) from \(place.lowerBound.inShortSeconds) to "
            + "\(place.upperBound.inShortSeconds) had been given up and asked for again \(count) times "
            + "(abandon_segment \(rule.name))\(isMeasured ? "" : "; what had come of it was not measured")."
    }
}
