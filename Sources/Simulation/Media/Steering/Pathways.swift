import PlayerModel

/// The pathways by which a stream can be had: each has variants of its own, on a host of its own (RFC 8216bis, section
/// 4.4.6.2, PATHWAY-ID; RFC 8216, section 6.2.4, has redundant variants).
///
/// A rule for switching chooses among the variants of one pathway. Another pathway is turned to where something fails,
/// or where the stream's steering wants another.
///
/// A pathway that steering makes (RFC 8216bis, section 7.3) is there from the beginning, but unknown to the player
/// until a manifest has come that names it.
package struct Pathways: Sendable {
    /// A pathway that steering makes, and the one that it is a copy of.
    package struct Clone: Equatable, BitwiseCopyable, Sendable {
        let pathway: Int
        let base: Int
    }

    /// By rendition; empty where there is one pathway.
    private let ofRendition: ContiguousArray<Int>
    private let clones: ContiguousArray<Clone>
    /// The pathways that are known, in the order in which they are wanted: as the playlist has them, until steering has
    /// others.
    private(set) var wanted: ContiguousArray<Int>
    private(set) var current: Int
    /// Whether it is still to be seen if another is to be taken: an item begins, or steering wants another.
    var isOpen = false
    private var leftOut: LeftOut

    /// By rendition its pathway, counted from 0; `first` is the rendition that is begun with. Pathways of which there
    /// is no rendition, because none can be switched to, are none.
    init(_ pathways: [Int], first: Int, clones: [Clone] = []) {
        let count = (pathways.max() ?? 0) + 1
        let all = (0..<count).filter { pathways.contains($0) }
        ofRendition = all.count > 1 ? ContiguousArray(pathways) : []
        self.clones = ContiguousArray(clones)
        let known = all.filter { pathway in !clones.contains { $0.pathway == pathway } }
        wanted = all.count > 1 ? ContiguousArray(known) : []
        leftOut = LeftOut(count: all.count > 1 ? count : 0)
        current = all.count > 1 ? pathways[first] : 0
    }

    /// Whether there are several, or may be once steering has made them.
    var areSeveral: Bool { !ofRendition.isEmpty }

    /// Whether another one can be taken now.
    var hasOthers: Bool { wanted.count > 1 }

    func pathway(of rendition: Int) -> Int { areSeveral ? ofRendition[rendition] : 0 }

    /// Whether a rendition belongs to the pathway that is taken now.
    func has(_ rendition: Int) -> Bool { pathway(of: rendition) == current }

    /// The others, the wanted ones first: those that are left out, or those that are not.
    func others(leftOut isLeftOut: Bool) -> [Int] {
        wanted.filter { $0 != current && leftOut.contains($0) == isLeftOut }
    }

    /// Whether something of it has failed of late.
    func isLeftOut(_ pathway: Int) -> Bool { areSeveral && leftOut.contains(pathway) }

    /// Whether it is another than that which is taken now, and nothing of it has failed of late.
    func canBeGoneBack(to pathway: Int) -> Bool { areSeveral && pathway != current && !isLeftOut(pathway) }

    /// Takes the pathway of a rendition. Says whether it is another.
    mutating func turn(toThatOf rendition: Int) -> Bool {
        guard areSeveral, !has(rendition) else { return false }
        current = pathway(of: rendition)
        return true
    }

    /// Copies are made, one after the other: each that is not there yet, of a pathway that is. Returns those that were.
    mutating func make(_ copies: [Int]) -> [Int] {
        var made: [Int] = []
        for clone in copies.compactMap({ copy in clones.first { $0.pathway == copy } })
        where wanted.contains(clone.base) && !wanted.contains(clone.pathway) {
            wanted.append(clone.pathway)
            made.append(clone.pathway)
        }
        return made
    }

    /// Steering wants these first, in this order; others come behind them.
    mutating func want(_ order: [Int]) {
        let known = order.filter { wanted.contains($0) }
        wanted = ContiguousArray(known) + wanted.filter { !known.contains($0) }
        isOpen = wanted.first != current
    }

    mutating func leaveOut(_ pathway: Int, until end: Instant) { leftOut.insert(pathway, until: end) }

    /// Lets those in again whose time is over.
    mutating func readmit(at now: Instant) { leftOut.readmit(at: now) }

    mutating func readmitAll() { leftOut.readmitAll() }
}
