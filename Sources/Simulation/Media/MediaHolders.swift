import PlayerModel

/// The media that is kept beyond the item that it was loaded for, and is there for other items of its asset.
package enum KeptMedia: UInt8, CaseIterable, Sendable {
    /// Each item loads its own.
    case none
    /// The bytes of a file: "several items may come from one asset", which is then not loaded several times (A.38). Of
    /// HTTP Live Streaming Apple says nothing of the kind, so each item requests it anew.
    case files
    /// HTTP Live Streaming too.
    case all

    fileprivate func keeps(_ kind: MediaKind) -> Bool {
        switch (self, kind) {
        case (.none, _), (.files, .hls): false
        case (.files, .local), (.files, .progressive), (.all, _): true
        }
    }
}

/// Who holds what is loaded of an item: its asset, where that is kept, with all items of it; or the item by itself.
///
///     holders   0 ..< assets       an asset whose media is kept
///               assets + item      an item of any other
package struct MediaHolders: Sendable {
    /// By asset, whether its media is kept.
    private let keeps: ContiguousArray<Bool>

    package init(_ kept: KeptMedia, _ kinds: [MediaKind]) { keeps = ContiguousArray(kinds.map { kept.keeps($0) }) }

    /// The holder of what is loaded of an item, which must be one.
    @inline(__always)
    package func holder(ofItem id: Int32, of asset: Int) -> Int { keeps[asset] ? asset : alone(id) }

    /// An item that holds what it has by itself.
    func alone(_ id: Int32) -> Int { keeps.count + Int(id) }

    /// Whether it is an asset, and not an item.
    package func isKept(_ holder: Int) -> Bool { holder >= 0 && holder < keeps.count }

    package func keeps(_ asset: Int) -> Bool { keeps[asset] }

    /// Whether a change of the current item begins everything anew, so that nothing is kept: it comes over itself, or
    /// after none, or none comes. Of a loop, whose items come back, there is none in between too.
    package static func begins(
        anewFrom old: Int32, to new: Int32, isFinished: Bool, itemsComeBack: Bool
    ) -> Bool {
        if isFinished { return false }
        return new < 0 || new == old || old < 0 && !itemsComeBack
    }
}
