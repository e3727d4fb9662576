import SimulationContainers
import PlayerModel

/// An asset as it is loaded: what of it is under way, in which variant, and what has to be there before the media.
///
/// The audio is that of the group that plays with the variant which is fetched. With sound alone none does: then the
/// place of the audio beside it is filled with nothing, as its segments come.
struct AssetLoad: Sendable {
    let kind: MediaKind
    let isLive: Bool
    let slots: AssetSlots
    private(set) var emptyBuffer: MediaBuffer
    /// The audio beside the first track, in every language of every group, and the language that is fetched.
    let audio: ContiguousArray<Sound>
    private var language: ExactText
    /// By rendition, the place among all audio of what is beside it; -1 where nothing is. Empty where there is none.
    private var sounds: ContiguousArray<Int> = []
    /// The place of what would be beside sound alone.
    private var soundBesideNone = 0
    /// Whether the audio beside it depends on the variant.
    let hasSeveralGroups: Bool
    var opening: Opening
    var selector: VariantSelector
    /// The knowledge of a live stream; `LiveLoad.none` of what is whole from the beginning, because a look at something
    /// that may be nil would copy all of it.
    var live: LiveLoad
    var steering: SteeringLoad
    var gaps: GapLoad
    var keys: KeyLoad
    /// The rendition of which something came last.
    private(set) var loadedRendition: Int
    private(set) var fetches: ContiguousArray<TrackFetch>
    private(set) var arriving = ThroughputSample(bits: 0, busy: .zero)
    /// Whether media was called off, or has failed, since the last look, or the last chunk: its own, or that of an
    /// asset that was in focus before it.
    var isInVain = false
    /// The item that was taken up last, of which everything holds that is known to have failed; nil before the first.
    var item: Int32?
    /// Nothing of it is asked for before: the player rests after all variants have failed, or before it goes on
    /// with a live stream.
    var restsUntil = Instant.zero

    typealias Sound = (group: ExactText, language: ExactText, chunks: ChunkTable)

    init(
        tracks: [ChunkTable], opening: Opening, selector: VariantSelector, audio: [Sound] = [],
        hasSubtitles: Bool = false, kind: MediaKind = .hls, live: LiveLoad? = nil,
        steering: ContentSteering? = nil, gaps: GapLoad = GapLoad(), keys: KeyLoad = .none, firstSlot: Int32 = 0
    ) {
        (self.gaps, self.keys) = (gaps, keys)
        self.steering = SteeringLoad(steering)
        self.kind = kind
        self.live = live ?? .none
        isLive = live != nil
        self.audio = ContiguousArray(audio)
        language = audio.first?.language ?? ""
        let groups = selector.renditions.map { $0.audioGroup }
        hasSeveralGroups = groups.contains { $0 != audio.first?.group } && !audio.isEmpty
        self.opening = opening
        self.opening.awaitsNamedKeys = keys.wantsNamed
        self.selector = selector
        loadedRendition = selector.first
        emptyBuffer = MediaBuffer(tracks: tracks)
        fetches = ContiguousArray(repeating: TrackFetch(), count: tracks.count)
        slots = AssetSlots(
            first: firstSlot, renditions: selector.renditions.count, audio: audio.count, tracks: tracks.count,
            hasSubtitles: hasSubtitles, files: opening.count, keys: keys.slotCount, manifests: self.steering.count)
        findSounds()
    }

    // MARK: Tracks

    func isOfSubtitles(_ track: Int) -> Bool { track == slots.subtitleTrack }

    /// Whether it is one track, but for subtitles.
    var isOneTrack: Bool { fetches.count == (slots.subtitleTrack < 0 ? 1 : 2) }

    @inline(__always)
    private func slot(ofTrack track: Int) -> Int32 {
        if track == 0 { return slots.slot(ofRendition: selector.current) }
        return track == slots.subtitleTrack ? slots.slotOfSubtitles : slots.slot(ofAudio: sound)
    }

    /// The place among all audio of what is fetched beside the variant. Beside sound alone it is what would be.
    @inline(__always)
    var sound: Int { sound(of: selector.current) ?? soundBesideNone }

    /// Likewise, of a rendition; nil where nothing is beside it.
    @inline(__always)
    func sound(of rendition: Int) -> Int? {
        if sounds.isEmpty { return 0 }
        let place = sounds[rendition]
        return place < 0 ? nil : place
    }

    /// Looks up what is beside each rendition, in the language that is to be fetched where its group has that: names
    /// are compared here, and not at each request.
    private mutating func findSounds() {
        if audio.isEmpty { return }
        let groups = NameIndex(audio.map { $0.group })
        sounds = ContiguousArray(
            selector.renditions.map { rendition in
                let places = rendition.audioGroup.map { groups.places(of: $0) } ?? []
                return places.first { audio[$0].language == language } ?? places.first ?? -1
            })
        soundBesideNone = audio.firstIndex { $0.language == language } ?? 0
    }

    @inline(__always)
    func chunks(ofSound index: Int) -> ChunkTable {
        audio.isEmpty ? emptyBuffer.tracks[1].chunks : audio[index].chunks
    }

    /// Whether nothing plays beside the variant that is fetched, so that audio is wanted only up to where it is loaded.
    @inline(__always)
    func hasNothingBeside(_ track: Int) -> Bool {
        hasSeveralGroups && track == 1 && selector.renditions[selector.current].audioGroup == nil
    }

    // MARK: Asking

    mutating func planOpening(at now: Instant, into effects: inout LoaderEffects) {
        while let (index, attempt, chunk) = opening.next(at: now, lacking: lacking) {
            let id = slots.exchange(ofFile: index, attempt: attempt)
            effects.append(.send(.request(Request(id: id, firstChunk: chunk, endChunk: chunk + 1))))
        }
        if keys.wantsNamed { askForNamedKeys(at: now, into: &effects) }
    }

    /// Whether segments can be asked for in what is fetched of a track: the variant, or the language.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    mutating func allows(_ track: Int) -> Bool {
        guard opening.isDone || allowsByFiles(track) else { return false }
        return !isLive || listsNext(ofTrack: track)
    }

    @inline(__always)
    func allowsByFiles(_ track: Int) -> Bool {
        if track == slots.subtitleTrack { return opening.allowsSubtitles }
        return opening.allows(track, track == 0 ? selector.current : sound)
    }

    /// Asks for chunks of a track. A file's answer stays open: with room for more, the sender goes on.
    mutating func ask(
        for chunks: Range<Int64>, ofTrack track: Int, staysOpen: Bool, at now: Instant,
        into effects: inout LoaderEffects
    ) {
        let slot = slot(ofTrack: track)
        guard fetches[track].ask(for: chunks, fromSlot: slot, staysOpen: staysOpen, at: now) else {
            return effects.append(.send(.allow(fetches[track].request)))
        }
        noteCompany(of: track)
        if isLive { fetches[track].isHinted = isHinted(chunks.lowerBound, ofTrack: track) }
        if live.part != nil { fetches[track].isWhole = !listsParts(beside: chunks.lowerBound, ofTrack: track) }
        effects.append(.send(.request(fetches[track].request)))
        if track == 0, selector.watchesDownloads { watch(after: .zero, 0, now, &effects) }
    }

    /// Whoever has company waits behind its bytes.
    private mutating func noteCompany(of track: Int) {
        fetches[track].isAlone = !opening.isUnderWay
        for other in fetches.indices where other != track && fetches[other].isUnderWay {
            fetches[track].isAlone = false
            if !fetches[other].isAnswered { fetches[other].isAlone = false }
        }
    }

    /// Looks at a download again, of which so many nanobits have come by now.
    mutating func watch(
        after elapsed: TimeAmount, _ amount: Int128, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        guard let next = selector.abandonment.nextLook(after: elapsed) else { return }
        let step = selector.abandonment.bitsBetweenLooks
        fetches[0].lookAmount = step > 0 ? amount + Int128(step) * 1_000_000_000 : 0
        effects.append(.watch(fetches[0].id, at: now + next, amount: fetches[0].lookAmount))
    }

    /// The attempt under way began then: one that is made again by itself is looked at from its first bytes on.
    mutating func noteAttempt(from begin: Instant) {
        guard begin > fetches[0].attemptBegan else { return }
        fetches[0].attemptBegan = begin
        fetches[0].lookAmount = Int128(selector.abandonment.bitsBetweenLooks) * 1_000_000_000
    }

    mutating func cancel(_ track: Int, _ effects: inout LoaderEffects) {
        guard fetches[track].isUnderWay else { return }
        effects.append(.send(.cancel(fetches[track].request)))
        if track == 0 { arriving = ThroughputSample(bits: 0, busy: .zero) }
        fetches[track].callOff()
        isInVain = true
    }

    mutating func cancelMedia(_ effects: inout LoaderEffects) {
        for track in fetches.indices { cancel(track, &effects) }
    }

    // MARK: Taking in

    struct Arrival {
        let track: Int
        let chunk: Int64
        let bytes: Int64
        /// When the request brought something before, or was made.
        let since: Instant
        /// Where it is the first of its answer: when that was asked for, and whether nothing else was under way.
        let answered: (requestedAt: Instant, isAlone: Bool)?
    }

    /// Takes the next chunk of an exchange into the buffer; nil where the exchange is no longer wanted.
    mutating func arrive(_ id: ExchangeID, at now: Instant, into buffer: inout MediaBuffer) -> Arrival? {
        let track = slots.track(of: id.slot)
        guard fetches[track].awaits(id) else { return nil }
        let since = fetches[track].progressAt
        let (chunk, isFirst) = fetches[track].take(at: now)
        buffer.load(chunk, ofTrack: track)
        fetches[track].note(loaded: chunk, ofTrack: track, in: buffer)
        return Arrival(
            track: track, chunk: chunk, bytes: bytes(of: chunk, inSlot: id.slot, track, buffer), since: since,
            answered: isFirst ? (fetches[track].requestedAt, fetches[track].isAlone) : nil)
    }

    @inline(__always)
    private func bytes(of chunk: Int64, inSlot slot: Int32, _ track: Int, _ buffer: MediaBuffer) -> Int64 {
        if track == 0 { return selector.renditions[selector.current].chunks.bytes(of: chunk) }
        guard hasSeveralGroups, track == 1 else { return buffer.tracks[track].chunks.bytes(of: chunk) }
        return audio[slots.audioIndex(of: slot)].chunks.bytes(of: chunk)
    }

    /// A chunk of sound alone has come: beside it nothing will, but for what is under way of the pictures before it.
    mutating func fillBeside(_ chunk: Int64, _ buffer: inout MediaBuffer, _ effects: inout LoaderEffects) {
        let (own, beside) = (buffer.tracks[0].chunks, buffer.tracks[1].chunks)
        let (start, end) = (own.start(of: chunk), own.start(of: chunk + 1))
        var next = beside.chunk(at: start)
        while next < beside.count, beside.start(of: next) < end {
            let isOfPictures =
                beside.start(of: next) < start && fetches[1].isUnderWay && fetches[1].awaited.contains(next)
            if !isOfPictures, !buffer.tracks[1].loaded.contains(next) {
                fill(next, ofTrack: 1, &buffer, &effects)
                buffer.noteFilled(next)
            }
            next += 1
        }
    }

    /// Asks for sound that counts as loaded, with nothing in it.
    mutating func replaceSound(_ chunks: Range<Int64>, at now: Instant, into effects: inout LoaderEffects) {
        fetches[1].replaced = chunks.lowerBound
        ask(for: chunks, ofTrack: 1, staysOpen: false, at: now, into: &effects)
    }

    /// A chunk counts as loaded, because nothing will come of it.
    mutating func fill(
        _ chunk: Int64, ofTrack track: Int, _ buffer: inout MediaBuffer, _ effects: inout LoaderEffects
    ) {
        buffer.load(chunk, ofTrack: track)
        fetches[track].note(loaded: chunk, ofTrack: track, in: buffer)
        effects.append(.loaded(track: UInt16(track), chunk: Int32(chunk), bytes: 0, busy: .zero))
    }

    /// A chunk of the first track has come. Returns what was measured of the whole segment, where it is the last.
    mutating func add(_ sample: ThroughputSample) -> ThroughputSample? {
        arriving.bits = arriving.bits.addingClamped(sample.bits)
        arriving.busy = arriving.busy + sample.busy
        guard !fetches[0].isUnderWay else { return nil }
        defer { arriving = ThroughputSample(bits: 0, busy: .zero) }
        return arriving
    }

    /// A chunk of the first track has come, of which variant it may.
    mutating func noteVariant(_ effects: inout LoaderEffects) {
        selector.recentFailures.noteArrival(of: selector.current)
        guard loadedRendition != selector.current else { return }
        let old = loadedVariant
        loadedRendition = selector.current
        effects.append(.switched(from: old, to: loadedVariant))
    }

    mutating func fail(_ id: ExchangeID) -> Bool {
        if slots.isKey(id.slot) { return failKey(id) }
        if let file = slots.file(of: id.slot) { return opening.fail(file, attempt: id.attempt) }
        guard fetches[slots.track(of: id.slot)].fail(attempt: id.attempt) else { return false }
        isInVain = true
        return true
    }

    // MARK: What is missing

    mutating func survey(_ tracks: ContiguousArray<MediaBuffer.Track>, from place: MediaTime) {
        for track in fetches.indices { fetches[track].survey(tracks[track], from: place) }
    }

    mutating func moveEnd(to end: MediaTime, in tracks: ContiguousArray<MediaBuffer.Track>) {
        for track in fetches.indices {
            let listed = isLive ? listedEnd(ofTrack: track) : .max
            fetches[track].moveEnd(to: end, listedUpTo: listed, in: tracks[track])
        }
    }

    // MARK: Variants and languages

    /// The variant of which something came last, as the scenario numbers it.
    var loadedVariant: Int { selector.renditions[loadedRendition].variant }

    var variant: Int { selector.renditions[selector.current].variant }

    /// The variant of a segment is chosen, which is not asked for before that instant; or else one that is there is
    /// fetched in that variant first.
    mutating func noteChoice(
        for chunk: Int64?, notBefore instant: Instant = .zero, replacing replaced: Int64? = nil
    ) {
        fetches[0].chosenFor = chunk
        fetches[0].notBefore = instant
        fetches[0].replaced = replaced
    }

    /// The playhead has jumped: what is fetched once more comes after all, but nothing waits for it.
    mutating func forgetReplacement() {
        for track in fetches.indices { fetches[track].forgetReplacement() }
    }

    /// A part of an answer, which began then, was measured on the way.
    mutating func noteMeasured(answerFrom firstByte: Instant) { fetches[0].measuredAnswer = firstByte }

    /// Whether a track is to be woken then for the first time.
    mutating func isToWake(_ track: Int, at instant: Instant) -> Bool {
        guard instant < .never, instant != fetches[track].wokenAt else { return false }
        fetches[track].wokenAt = instant
        return true
    }

    /// A segment was given up under way; nil forgets the last one.
    mutating func noteGivenUp(_ chunk: Int64?) { fetches[0].givenUp = chunk }

    /// The variant of the next segment is to be chosen, even if it was.
    mutating func forgetChoice() { noteChoice(for: nil) }

    /// The variant that was chosen is the one to come: what is missing has its bit rate, and its files are needed.
    mutating func turnToCurrent(_ buffer: inout MediaBuffer) {
        expectCurrent(&buffer)
        fetches[0].measureGaps(buffer.tracks[0])
        // A live stream has gone on since it was fetched in that variant.
        if isLive, let file = opening.playlist(ofRendition: selector.current, ofAudio: false) {
            opening.discard(file)
        }
        opening.ask(forRendition: selector.current)
        guard hasSeveralGroups else { return }
        fetches[1].measureGaps(buffer.tracks[1])
        if let sound = sound(of: selector.current) { opening.ask(forRendition: sound, ofAudio: true) }
    }

    /// It changes the buffer alone. But to ask who may change is to ask in place; any other question would copy the
    /// load first.
    mutating func expectCurrent(_ buffer: inout MediaBuffer) {
        buffer.expect(selector.renditions[selector.current].chunks.declaredBitRate, ofTrack: 0)
        guard hasSeveralGroups else { return }
        buffer.expect(sound(of: selector.current).map { audio[$0].chunks.declaredBitRate } ?? 0, ofTrack: 1)
    }

    /// The app may permit other variants than before. Where it does, a choice that was made, but not asked for, is made
    /// again where it rests, or is permitted no longer.
    mutating func chooseAnew(ifOtherThan before: [Int], at now: Instant) {
        guard selector.eligible != before else { return }
        if fetches[0].notBefore > now || !fetches[0].isUnderWay && !selector.permitsCurrent { forgetChoice() }
    }

    /// Another item is loaded, where so much throughput is known, in bits per second.
    mutating func restart(measured throughput: Int64?) {
        leaveStream()
        begin(with: selector.beginning(measured: throughput))
        forgetChoice()
        item = nil
    }

    /// An item begins with a rendition that was chosen for it. Where it keeps the pathway that is taken, the rendition
    /// is of that.
    mutating func begin(with rendition: Int, keepsPathway: Bool = false) {
        selector.begin(with: rendition, keepsPathway: keepsPathway)
        gaps.endStandIn()
        loadedRendition = rendition
        opening.restart(with: rendition, audio: sound(of: rendition))
        opening.ask(forRendition: rendition)
        if hasSeveralGroups, let sound = sound(of: rendition) { opening.ask(forRendition: sound, ofAudio: true) }
    }

    /// Another language is to be fetched. Returns its chunks; nil where there is none such, or what is fetched stays:
    /// it is that already, or the group of the variant has it not, and its own goes on (RFC 8216, 4.3.4.1.1).
    mutating func select(_ name: ExactText) -> ChunkTable? {
        guard name != language, audio.contains(where: { $0.language == name }) else { return nil }
        let before = sound
        language = name
        findSounds()
        let index = sound
        guard index != before else { return nil }
        emptyBuffer.replace(1, with: audio[index].chunks)
        opening.ask(forRendition: index, ofAudio: true)
        return audio[index].chunks
    }
}
