import SimulationContainers
import PlayerModel

/// The content keys of an asset as they are loaded, where it needs several, or some of it is clear.
///
///     spare ──a track is at a segment that it opens──▶ under way ──▶ here, for good
///     named ──the multivariant playlist is there─────▶     └─failed─▶ spare ──another item──▶ named, if it was
struct KeyLoad: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var key: Int64 = -1
        var attempt: UInt32 = 0
        /// Since when it is under way; nil where it is not.
        var requestedAt: Instant?
    }

    /// Whether there are keys that are asked for one by one.
    let isUsed: Bool
    private let bytes: ContiguousArray<Int64>
    private let ofRenditions: ContiguousArray<ContiguousArray<KeyTurn>>
    private let ofAudio: ContiguousArray<ContiguousArray<KeyTurn>>
    /// Those that the multivariant playlist names; and of them those that have not been asked for, the first of them
    /// last.
    private let names: ChunkRanges
    private var named: ContiguousArray<Int64> = []
    /// Whether a key is to be asked for though no segment needs it yet.
    var wantsNamed: Bool { @inline(__always) get { !named.isEmpty } }
    private var here = ChunkRanges()
    private var slots: ContiguousArray<Slot>

    /// Of what is clear, or has one key that opens all.
    static let none = KeyLoad()

    private init() {
        (isUsed, bytes, names, ofRenditions, ofAudio, slots) = (false, [], ChunkRanges(), [], [], [])
    }

    /// The keys of what may be fetched: of some of an asset's variants, and of all audio.
    init(_ keys: ContentKeys?, of asset: Asset, _ variants: [Int]) {
        guard let keys else {
            self = .none
            return
        }
        isUsed = true
        (bytes, names) = (keys.bytes, keys.named)
        slots = ContiguousArray(repeating: Slot(), count: keys.slotCount)
        ofRenditions = ContiguousArray(variants.map { asset.variants[$0].keyTurns })
        ofAudio = ContiguousArray(asset.allAudio.map { $0.keyTurns })
        if asset.preloaded.contains(.key) { here.insert(0) }
        nameMissing()
    }

    /// Those that are named and not there are to be asked for before they are needed: by the first item, and by any
    /// that is new.
    mutating func nameMissing() {
        named.removeAll()
        for range in names.ranges.reversed() {
            for key in range.reversed() where !here.contains(key) { named.append(key) }
        }
    }

    var slotCount: Int { slots.count }

    func has(_ key: Int64) -> Bool { here.contains(key) }

    /// The key that a chunk needs next: that of its initialization section, or else its own; nil where it is clear.
    func key(of chunk: Int64, inRendition rendition: Int) -> Int64? { key(of: chunk, in: ofRenditions[rendition]) }
    func key(of chunk: Int64, inAudio audio: Int) -> Int64? {
        ofAudio.indices.contains(audio) ? key(of: chunk, in: ofAudio[audio]) : nil
    }

    private func key(of chunk: Int64, in turns: ContiguousArray<KeyTurn>) -> Int64? {
        let index = partitionPoint(in: turns.indices) { turns[$0].chunk > chunk }
        guard index > 0 else { return nil }
        if let section = turns[index - 1].section, !has(section) { return section }
        return turns[index - 1].key
    }

    /// Whether a rendition, or some audio, needs a key anywhere.
    func needs(_ key: Int64, inRendition rendition: Int) -> Bool {
        ofRenditions[rendition].contains { $0.key == key || $0.section == key }
    }
    func needs(_ key: Int64, inAudio audio: Int) -> Bool {
        ofAudio.indices.contains(audio) && ofAudio[audio].contains { $0.key == key || $0.section == key }
    }

    // MARK: Requests

    func isUnderWay(_ key: Int64) -> Bool { slots.contains { $0.key == key && $0.requestedAt != nil } }

    /// A slot that is free; nil where all are under way.
    var freeSlot: Int? { slots.firstIndex { $0.requestedAt == nil } }

    /// Of the keys under way that nobody needs now, the slot of the one that was asked for first.
    func oldestSlot(without needed: [Int64]) -> Int? {
        let others = slots.indices.filter { slots[$0].requestedAt != nil && !needed.contains(slots[$0].key) }
        return others.min { slots[$0].requestedAt ?? .never < slots[$1].requestedAt ?? .never }
    }

    /// A key is asked for in a slot that is free.
    mutating func ask(for key: Int64, in slot: Int, at now: Instant) {
        slots[slot] = Slot(key: key, attempt: slots[slot].attempt &+ 1, requestedAt: now)
    }

    /// The next of those that are named and have not been asked for; nil where there is none.
    mutating func takeNamed() -> Int64? {
        while let key = named.popLast() {
            if !here.contains(key), !isUnderWay(key) { return key }
        }
        return nil
    }

    func awaits(_ slot: Int, attempt: UInt32) -> Bool {
        slots[slot].attempt == attempt && slots[slot].requestedAt != nil
    }

    /// The key that a slot brings, or brought last, and by which attempt.
    func key(inSlot slot: Int) -> Int64 { slots[slot].key }
    func attempt(inSlot slot: Int) -> UInt32 { slots[slot].attempt }

    /// The slots that are under way: by which attempt, and since when.
    var underWay: [(slot: Int, attempt: UInt32, since: Instant)] {
        slots.indices.compactMap { slot in slots[slot].requestedAt.map { (slot, slots[slot].attempt, $0) } }
    }

    var isUnderWay: Bool { slots.contains { $0.requestedAt != nil } }

    /// A key has come. Says since when it was under way, and how large it is.
    mutating func arrive(_ slot: Int, at now: Instant) -> (requestedAt: Instant, bytes: Int64) {
        let since = slots[slot].requestedAt ?? now
        here.insert(slots[slot].key)
        slots[slot].requestedAt = nil
        return (since, bytes[Int(slots[slot].key)])
    }

    /// A key does not come, or is called off: it is asked for again by whoever needs it.
    mutating func fail(_ slot: Int) { slots[slot].requestedAt = nil }
}
