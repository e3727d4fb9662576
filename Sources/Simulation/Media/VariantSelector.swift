import PlayerModel

/// Chooses the variant of each segment: what may be chosen, by which rule, and what that rule has in mind.
package struct VariantSelector: Sendable {
    /// A variant's own media, without the audio beside it.
    package struct Rendition: Equatable, Sendable {
        /// Which variant it is, in the order of the playlist.
        package let variant: Int
        package let declared: DeclaredVariant
        /// The bits that have to come for each second of it, those of the audio beside it included.
        package let bitRate: Int64
        package let chunks: ChunkTable
        /// The group of the audio beside it; nil where there is none.
        package let audioGroup: ExactText?
        /// The pathway by which it comes, counted from 0.
        package let pathway: Int
        /// EXT-X-TARGETDURATION of its playlist, of what is no live stream.
        let targetDuration: MediaTime

        package init(
            variant: Int, declared: DeclaredVariant, bitRate: Int64, chunks: ChunkTable, targetDuration: MediaTime,
            audioGroup: ExactText? = "", pathway: Int = 0
        ) {
            (self.pathway, self.targetDuration) = (pathway, targetDuration)
            self.variant = variant
            self.declared = declared
            self.bitRate = bitRate
            self.chunks = chunks
            self.audioGroup = audioGroup
        }
    }

    /// The renditions that can be fetched at all; one alone where there is nothing to choose.
    package let renditions: ContiguousArray<Rendition>
    /// Where one alone can be fetched, all that there would be to choose among, that one included; else empty.
    private let listed: ContiguousArray<Rendition>
    package let isFixed: Bool
    package let rule: VariantSwitch
    package let abandonment: SegmentAbandonment
    package let replacement: SegmentReplacement
    /// The rendition that an item begins with.
    package let first: Int
    package private(set) var current: Int
    /// The limits in force: those of the player, but for what the item in focus has of its own.
    private var limits: VariantLimits { limitsOfPlayer.with(own) }
    private var limitsOfPlayer: VariantLimits
    /// Those within which the first rendition was chosen. A layer that is attached late comes behind the first item.
    private var limitsOfFirst: VariantLimits
    private let limitsAtStart: VariantLimits
    /// Those that were in force when the item began, a layer that is attached late among them.
    private var limitsOfItem: VariantLimits
    private var own: ItemPreferences?
    /// The rule for the first variant of an item, for one that has limits of its own, or that follows another.
    private let choice: VariantChoice
    private(set) var ladder: SwitchLadder
    /// Whether several of one bit rate may be switched to: which of them is on the ladder depends on what is fetched.
    private var hasEquals = false
    /// The renditions of sound alone that may stand in, from the lowest bit rate to the highest.
    private var standIns: [Int] = []
    /// Those that no limit rules out and that are not left out, of the pathway that is taken.
    private var admitted: [Int] = []
    /// The ladder as it would be without limits and failures.
    private var unlimited: SwitchLadder
    /// Whether nothing higher is `listed` than what is fetched now.
    private var isHighestListed = true
    private var memory = SwitchMemory()
    private(set) var pathways: Pathways
    /// The renditions that are left out.
    private var excluded: LeftOut
    var recentFailures: RecentFailures

    /// `first` is an index into `renditions`. A layer that is attached late is there from now on. Of a player that
    /// stays with one rendition, `listed` are those that it would choose among if it did not.
    package init(
        _ renditions: [Rendition], listed: [Rendition] = [], first: Int, rule: VariantSwitch,
        abandonment: SegmentAbandonment, replacement: SegmentReplacement = .none, limits: VariantLimits,
        clones: [Pathways.Clone] = [], choice: VariantChoice = .firstListed
    ) {
        (self.renditions, self.listed) = (ContiguousArray(renditions), ContiguousArray(listed))
        isFixed = renditions.count == 1
        self.rule = rule
        self.abandonment = abandonment
        self.replacement = replacement
        self.first = first
        current = first
        pathways = Pathways(renditions.map { $0.pathway }, first: first, clones: clones)
        excluded = LeftOut(count: renditions.count)
        recentFailures = RecentFailures(count: renditions.count)
        self.choice = choice
        limitsOfPlayer = limits
        if limits.layer?.attachment == .late { limitsOfPlayer.layer?.attachment = .early }
        (limitsOfFirst, limitsAtStart, limitsOfItem) = (limitsOfPlayer, limits, limitsOfPlayer)
        ladder = SwitchLadder([(variant: Int, bitRate: Int64)]())
        unlimited = ladder
        makeLadder()
    }

    /// Whether a download is looked at while it is under way.
    package var watchesDownloads: Bool { abandonment != .never && !isFixed }

    /// Whether it matters later in which rendition a chunk was loaded.
    var keepsRenditions: Bool { replacement != .none && !isFixed }

    /// An item begins with a rendition. Unless the pathway is kept, it is still to be seen if another one is taken.
    mutating func begin(with rendition: Int, keepsPathway: Bool) {
        turn(to: rendition)
        if !keepsPathway { pathways.isOpen = pathways.areSeveral }
        (memory, limitsOfFirst, limitsOfItem) = (SwitchMemory(), limitsAtStart, limits)
        recentFailures.forget()
    }

    mutating func change(_ change: VariantLimits.Change) {
        limitsOfPlayer.apply(change)
        makeLadder()
    }

    /// Another item is fetched, or other limits are set of it: its own, or nil where it has only those of the player.
    mutating func prefer(_ own: ItemPreferences?) {
        guard own != self.own else { return }
        self.own = own
        makeLadder()
    }

    /// The rendition to begin with now: under other limits than the first one had, or its item's own, what the rule for
    /// the first variant chooses within these, and where `throughput` is known, in bits per second, what it chooses by
    /// that. Whoever stays with one variant goes by no throughput.
    func beginning(measured throughput: Int64?) -> Int {
        var choice = choice
        if rule != .fixed, let throughput { choice = choice.reckoning(with: throughput) }
        guard limits != limitsOfFirst || choice != self.choice else { return first }
        let some = renditions.indices.filter { renditions[$0].pathway == renditions[first].pathway }
        return some[choice.first(among: some.map { renditions[$0].declared }, within: limits).index]
    }

    mutating func take(_ note: SwitchNote) { rule.take(note, on: ladder, remembering: &memory) }

    /// Chooses the rendition of the next segment. Says whether it is another one than before, and how long to rest.
    ///
    /// Where the throughput carries nothing with pictures, sound alone stands in, by whatever rule that switches: it is
    /// on no ladder because a rule that looks at the buffer would begin with it on any network. Whoever stays with one
    /// variant goes by no throughput, and stays with sound alone as well.
    mutating func choose(_ question: inout SwitchQuestion) -> (isOther: Bool, rest: TimeAmount) {
        if case .fixed = rule {
            if standIns.contains(current) { return (false, .zero) }
        } else if !standIns.isEmpty, let alone = standIn(within: question.throughput.bitsPerSecond) {
            defer { turn(to: alone) }
            return (alone != current, .zero)
        }
        recentFailures.note(in: &question, on: ladder)
        let decision = rule.decide(from: ladder, seeing: question, remembering: &memory)
        return (take(recentFailures.rung(upTo: decision.rung, on: ladder, loaded: question.current)), decision.rest)
    }

    private func standIn(within bitRate: Int64) -> Int? {
        guard let lowest = ladder.rungs.first?.bitRate, bitRate < lowest else { return nil }
        let fitting = standIns.last { renditions[$0].bitRate <= bitRate } ?? standIns[0]
        return renditions[fitting].bitRate < lowest ? fitting : nil
    }

    /// The segment that is there already and is fetched in its place in the rendition that was just chosen.
    func replaced(_ question: SwitchQuestion) -> Int64? {
        guard replacement != .none, !question.buffered.isEmpty else { return nil }
        let played = question.playedOfFirst
        let index = replacement.index(in: question.buffered, below: rung, played: played, of: question.segment)
        return index.map { question.index - Int64(question.buffered.count - $0) }
    }

    /// The rung for which a download is given up; nil where it goes on.
    @inline(__always)
    func lowerRung(
        for download: SegmentAbandonment.Download, ahead: MediaTime, segment: MediaTime, speed: Rate
    ) -> Int? {
        let (all, rung) = ladderUnderWay
        var download = download
        let own = bitRate
        download.lowerCount = unlimited.rungs.count { $0.bitRate < own }
        return abandonment.lowerRung(
            than: rung, on: all, for: download, ahead: ahead, segment: segment, speed: speed)
    }

    /// The ladder with what is under way on it, and the rung of that. Where a limit that was set meanwhile rules it
    /// out it stays what it is, with its own bit rate, and those below it have the same places on both ladders.
    private var ladderUnderWay: (ladder: SwitchLadder, rung: Int) {
        if let rung = rungOnLadder(of: current) { return (ladder, rung) }
        let all = renditions.ladder(of: ladder.rungs.map { $0.variant } + [current], holdingTo: current)
        return (all, all.rung(of: current, bitRate: bitRate))
    }

    /// The same, as the rule that switches has it: with Shaka one that it chooses now, higher or lower.
    mutating func otherRung(for download: SegmentAbandonment.Download, _ question: SwitchQuestion) -> Int? {
        guard abandonment.measuresOnTheWay else {
            let (all, rung) = ladderUnderWay
            return rule.lowerRung(than: rung, on: all, for: download, seeing: question, remembering: &memory)
        }
        let wanted = rule.decide(from: ladder, seeing: question, remembering: &memory).rung
        // Sound alone stands in for the lowest.
        let own = standIns.contains(current) ? 0 : rungOnLadder(of: current)
        guard wanted != own, download.received < download.bytes else { return nil }
        let isWorth = download.isWorth(
            givingUpFor: wanted, on: ladder, ahead: question.ahead, segment: question.segment)
        return isWorth ? wanted : nil
    }

    /// Whether the rule is asked again about a segment that was given up.
    @inline(__always)
    func asksAgain(afterReplacing isReplacing: Bool) -> Bool { abandonment == .sabre || isReplacing }

    /// The renditions that may be chosen now: those on the ladder, then sound alone that may stand in.
    var eligible: [Int] { ladder.rungs.map { $0.variant } + standIns }

    /// Whether the app has set other limits since the item began, and they rule out what is fetched now.
    var isRuledOutSince: Bool {
        @inline(__always) get { !permitsCurrent && limits != limitsOfItem && !standIns.contains(current) }
    }

    /// Whether no limit rules out what is fetched now.
    var permitsCurrent: Bool { rungOnLadder(of: current) != nil }

    /// The rung of a rendition; nil where it is on none: a limit rules it out, or it is left out.
    func rungOnLadder(of rendition: Int) -> Int? { ladder.rungs.firstIndex { $0.variant == rendition } }

    /// The rung of what is fetched now.
    var rung: Int { @inline(__always) get { rung(of: current) } }

    /// The rung of a rendition.
    @inline(__always)
    func rung(of rendition: Int) -> Int { ladder.rung(of: rendition, bitRate: renditions[rendition].bitRate) }

    /// `BANDWIDTH` of what is fetched now.
    var bitRate: Int64 { renditions[current].bitRate }

    /// Whether nothing higher may be fetched, nor is left alone by a player that stays with one.
    var isHighest: Bool { rung == ladder.rungs.count - 1 && isHighestListed }

    @discardableResult
    mutating func take(_ rung: Int) -> Bool {
        let chosen = ladder.rungs[rung].variant
        defer { turn(to: chosen) }
        return chosen != current
    }

    // MARK: Failures

    func isExcluded(_ rendition: Int) -> Bool { excluded.contains(rendition) }

    /// Whether a rendition can be gone back to: no limit rules it out, and nothing of it has failed of late.
    func admits(_ rendition: Int) -> Bool {
        let pathway = pathways.pathway(of: rendition)
        return !isExcluded(rendition) && !pathways.isLeftOut(pathway) && permitted(by: pathway).contains(rendition)
    }

    /// Leaves renditions out until an instant: no rule chooses them as long as there are others.
    mutating func exclude(_ renditions: [Int], until end: Instant) {
        for rendition in renditions { excluded.insert(rendition, until: end) }
        makeLadder()
    }

    /// Lets those in again whose time is over.
    mutating func readmit(at now: Instant) {
        if pathways.areSeveral { pathways.readmit(at: now) }
        if excluded.readmit(at: now) { makeLadder() }
    }

    /// Lets all in again, also for another item. Says whether any was left out. Where pathways are not let in with all,
    /// each is left out until its time is over, as its host is the same.
    @discardableResult
    mutating func readmitAll(withPathways: Bool = true) -> Bool {
        if withPathways { pathways.readmitAll() }
        recentFailures.forget()
        guard excluded.readmitAll() else { return false }
        makeLadder()
        return true
    }

    /// The renditions to turn to when some have failed: those that no limit rules out, and that are not left out. They
    /// are of one pathway: of another one before those of the same where `leaves`, and of one that is left out only
    /// where there is nothing else.
    func candidates(without failed: [Int], leavingPathway leaves: Bool) -> [FailOver.Candidate] {
        guard pathways.areSeveral else { return candidates(of: 0, without: failed) }
        let (others, last) = (pathways.others(leftOut: false), pathways.others(leftOut: true))
        let order = leaves ? others + [pathways.current] : [pathways.current] + others
        for pathway in order + last {
            let some = candidates(of: pathway, without: failed)
            if !some.isEmpty { return some }
        }
        return []
    }

    /// Who leaves variants out without a time limit goes back to their pathway nevertheless, once the time of that is
    /// over.
    private func candidates(of pathway: Int, without failed: [Int]) -> [FailOver.Candidate] {
        let all = permitted(by: pathway).filter { !failed.contains($0) }
        var some = all.filter { !isExcluded($0) }
        if some.isEmpty, pathways.canBeGoneBack(to: pathway) { some = all.filter { excluded.containsForGood($0) } }
        return some.map { FailOver.Candidate(variant: $0, bitRate: renditions[$0].bitRate) }
    }

    /// Whether there is certainly another rendition to turn to, of the one pathway that there is.
    func hasOther(than rendition: Int) -> Bool { !pathways.areSeveral && admitted.contains { $0 != rendition } }

    /// Whether there are others, left out or not.
    func hasOthers(than failed: [Int]) -> Bool {
        pathways.hasOthers || permitted.contains { !failed.contains($0) }
    }

    /// Turns to the rung that is nearest to what is fetched now, which is on none.
    mutating func takeNearest() { take(rung) }

    /// The pathway that was taken has failed, with all that it has, if another one is taken in its place.
    mutating func leaveOut(_ pathway: Int, until end: Instant) {
        if pathway != pathways.current { pathways.leaveOut(pathway, until: end) }
    }

    /// A manifest makes pathways, and wants them in an order. Returns those that it has made.
    mutating func follow(_ answer: ContentSteering.Answer) -> [Int] {
        let made = pathways.make(answer.clones)
        pathways.want(answer.order)
        return made
    }

    /// Takes the pathway that is wanted first of those that are not left out, and of it the like of a rendition. Says
    /// whether it is another.
    mutating func takeWantedPathway(at now: Instant, likeOf rendition: Int) -> Bool {
        readmit(at: now)
        pathways.isOpen = false
        let before = pathways.current
        for pathway in pathways.wanted where !pathways.isLeftOut(pathway) {
            let some = candidates(of: pathway, without: [])
            if some.isEmpty { continue }
            enterPathway(of: some, likeOf: rendition)
            break
        }
        return pathways.current != before
    }

    /// Takes the pathway of some renditions, and the one of them that is like a rendition.
    mutating func enterPathway(of others: [FailOver.Candidate], likeOf rendition: Int) {
        guard let like = like(of: rendition, among: others), !pathways.has(like) else { return }
        turn(to: like)
    }

    /// The like of a rendition by the pathway that is taken now: itself, where it is of that; nil where there is none.
    func like(of rendition: Int) -> Int? {
        if pathways.has(rendition) { return rendition }
        return like(of: rendition, among: candidates(of: pathways.current, without: []))
    }

    /// The one whose bit rate is nearest to that of a rendition; nil where there is none.
    private func like(of rendition: Int, among others: [FailOver.Candidate]) -> Int? {
        guard let first = others.first else { return nil }
        let bitRate = renditions[rendition].bitRate
        func distance(_ one: FailOver.Candidate) -> UInt64 { (one.bitRate - bitRate).magnitude }
        return others.reduce(first) { distance($1) < distance($0) ? $1 : $0 }.variant
    }

    /// The renditions that no limit rules out; where all is ruled out the lowest (see `VariantLimits`).
    var permitted: [Int] { permitted(by: pathways.current) }

    private func permitted(by pathway: Int, within others: VariantLimits? = nil) -> [Int] {
        let own = pathways.areSeveral ? renditions.indices.filter { pathways.pathway(of: $0) == pathway } : nil
        return renditions.permitted(own, within: others ?? limits)
    }

    /// Lists the rungs that may be switched to.
    private mutating func makeLadder() {
        let all = permitted
        admitted = all.filter { !isExcluded($0) }
        let permitted = admitted.isEmpty ? all : admitted
        standIns = limits.standIns(among: renditions.map { $0.declared }).filter {
            !isExcluded($0) && pathways.has($0)
        }
        standIns.sort { (renditions[$0].bitRate, $0) < (renditions[$1].bitRate, $1) }
        func withSoundAlike(_ some: [Int]) -> [Int] { renditions.withSoundAlike(some, playing: renditions[current]) }
        func ladder(of some: [Int]) -> SwitchLadder { renditions.ladder(of: some, holdingTo: current) }
        let choosable = withSoundAlike(permitted)
        self.ladder = ladder(of: choosable)
        hasEquals = self.ladder.rungs.count < choosable.count
        unlimited = ladder(of: withSoundAlike(self.permitted(by: pathways.current, within: VariantLimits())))
        isHighestListed = listed.haveHighest(renditions[current], within: limits)
    }

    /// Another rendition is fetched from now on.
    mutating func turn(to rendition: Int) {
        let isOther = rendition != current
        let hasOtherAudio = isOther && renditions[rendition].declared.audio != renditions[current].declared.audio
        current = rendition
        let entersPathway = pathways.turn(toThatOf: rendition)
        if entersPathway { excluded.readmit(rendition) }
        if entersPathway || hasOtherAudio || isOther && hasEquals { makeLadder() }
    }
}
