import PlayerModel

/// Chooses the variant of each segment: what may be chosen, by which rule, and what that rule has in mind.
package struct VariantSelector: Sendable {
    /// A variant's own media, without the audio beside it.
    package struct Rendition: Equatable, Sendable {
        /// Which variant it is, in the order of the playlist.
        package let variant: Int
        package let declared: DeclaredVariant
        /// What has to come for each second of it, that of the audio beside it included, in bits per second.
        package let bitRate: Int64
        package let chunks: ChunkTable

        package init(variant: Int, declared: DeclaredVariant, bitRate: Int64, chunks: ChunkTable) {
            self.variant = variant
            self.declared = declared
            self.bitRate = bitRate
            self.chunks = chunks
        }
    }

    /// What can be fetched at all; one alone where there is nothing to choose.
    package let renditions: ContiguousArray<Rendition>
    package let rule: VariantSwitch
    package let abandonment: SegmentAbandonment
    /// The rendition that an item begins with.
    package let first: Int
    /// The rendition that is fetched now.
    package private(set) var current: Int
    private var limits: VariantLimits
    private var ladder: SwitchLadder
    private var memory = SwitchMemory()

    /// `first` is an index into `renditions`. A layer that is attached late is there from now on.
    package init(
        _ renditions: [Rendition], first: Int, rule: VariantSwitch, abandonment: SegmentAbandonment,
        limits: VariantLimits
    ) {
        self.renditions = ContiguousArray(renditions)
        self.rule = rule
        self.abandonment = abandonment
        self.first = first
        current = first
        self.limits = limits
        if limits.layer?.attachment == .late { self.limits.layer?.attachment = .early }
        ladder = SwitchLadder([])
        ladder = permitted
    }

    /// Nothing to choose: that one alone.
    package init(fixed chunks: ChunkTable) {
        let declared = DeclaredVariant(bitRate: chunks.declaredBitRate)
        self.init(
            [Rendition(variant: 0, declared: declared, bitRate: declared.bitRate, chunks: chunks)], first: 0,
            rule: .fixed, abandonment: .never,
            limits: VariantLimits())
    }

    /// Whether there is nothing to choose.
    package var isFixed: Bool { renditions.count == 1 }

    /// Whether a download is looked at while it is under way.
    package var watchesDownloads: Bool { abandonment != .never && !isFixed }

    /// Another item begins anew.
    mutating func restart() {
        current = first
        memory = SwitchMemory()
    }

    /// A rendition that was chosen before is to be fetched after all.
    mutating func stay(with rendition: Int) { current = rendition }

    /// The app permits something else.
    mutating func change(_ change: VariantLimits.Change) {
        limits.apply(change)
        ladder = permitted
    }

    /// A segment has come.
    mutating func learn(_ sample: ThroughputSample) { memory.learn(sample) }

    /// Chooses the rendition of the next segment. Says whether it is another one than before.
    mutating func choose(seeing buffer: Lookout) -> Bool {
        let question = SwitchQuestion(
            current: rung, ahead: buffer.ahead, wanted: buffer.wanted, segment: buffer.segment,
            remaining: buffer.remaining, throughput: buffer.throughput, latency: buffer.latency)
        return take(rule.choose(from: ladder, seeing: question, remembering: &memory))
    }

    /// Whether a download is given up; then the rendition to be fetched is a lower one.
    mutating func givesUp(
        _ download: SegmentAbandonment.Download, ahead: MediaTime, segment: MediaTime
    ) -> Bool {
        let lower = abandonment.lowerRung(
            than: rung, on: ladder, for: download, ahead: ahead, segment: segment)
        guard let lower else { return false }
        return take(lower)
    }

    /// Whether no limit rules out what is fetched now.
    var permitsCurrent: Bool { ladder.rungs.contains { $0.variant == current } }

    private var rung: Int { ladder.rung(of: current, bitRate: renditions[current].bitRate) }

    private mutating func take(_ rung: Int) -> Bool {
        let chosen = ladder.rungs[rung].variant
        defer { current = chosen }
        return chosen != current
    }

    /// What no limit rules out; where all is ruled out the lowest (see `VariantChoice`).
    private var permitted: SwitchLadder {
        let declared = renditions.map { $0.declared }
        var eligible = limits.eligible(among: declared)
        if eligible.isEmpty {
            eligible = [VariantChoice.lowest.first(among: declared).index]
        }
        return SwitchLadder(eligible.map { (variant: $0, bitRate: renditions[$0].bitRate) })
    }

    /// What the loader sees when it is about to ask for a segment.
    struct Lookout {
        var ahead: MediaTime
        var wanted: MediaTime
        var segment: MediaTime
        var remaining: Int64
        var throughput: ThroughputEstimate
        var latency: TimeAmount
    }
}
