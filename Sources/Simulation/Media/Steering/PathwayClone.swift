import PlayerModel

/// A pathway that a steering manifest makes: the variants of another one, and the renditions that play with them, at
/// another host (RFC 8216bis, section 7.3).
package struct PathwayClone: Equatable, Sendable {
    /// A stream that has a URI of its own: by STABLE-VARIANT-ID or STABLE-RENDITION-ID, and the host in that URI.
    package struct OwnHost: Equatable, Sendable {
        package let stableID: ExactText
        package let host: ExactText
    }

    package let id: ExactText
    /// BASE-ID: the pathway that it is a copy of.
    package let base: ExactText
    /// HOST; nil leaves everything at the hosts that it is at.
    package let host: ExactText?
    /// PER-VARIANT-URIS and PER-RENDITION-URIS, which go before HOST.
    package var ofVariants: [OwnHost] = []
    package var ofRenditions: [OwnHost] = []
    /// Whether it changes queries (PARAMS), which a server may answer by, and no run does.
    package var hasParameters = false

    package init(_ id: ExactText, of base: ExactText, at host: ExactText?) {
        self.id = id
        self.base = base
        self.host = host
    }

    /// The host of a variant, or of a rendition, whose URI is replaced; nil where it is left as it is.
    fileprivate func host(_ stableID: ExactText?, among own: [OwnHost]) -> ExactText? {
        own.first { $0.stableID == stableID }?.host ?? host
    }
}

/// A pathway that a steering manifest has made, by its place among those of an asset.
package struct MadePathway: Equatable, BitwiseCopyable, Sendable {
    package let asset: Int32
    package let pathway: Int32

    package init(asset: Int32, pathway: Int32) {
        self.asset = asset
        self.pathway = pathway
    }
}

extension Asset {
    /// There are no more pathways, nor more variants and renditions of audio, than these.
    package static let (mostPathways, mostVariants) = (100, 1000)

    /// The place of the first pathway that is none of the playlist's, but is made by steering.
    package var firstClone: Int { pathways.count - (steering?.clones.count ?? 0) }

    /// The pathways that steering makes, and those that they are copies of, by their places.
    var clones: [Pathways.Clone] {
        (steering?.clones ?? []).enumerated().map { index, clone in
            Pathways.Clone(pathway: firstClone + index, base: pathways.firstIndex { $0 == clone.base } ?? 0)
        }
    }

    /// Steers the stream, and adds all pathways that steering makes: their variants come behind all others, and so does
    /// their audio. Its pathways have to be named.
    package mutating func steer(by steering: ContentSteering) {
        self.steering = steering
        pathways += steering.clones.map { $0.id }
        for (place, clone) in zip(firstClone..., steering.clones) { add(clone, at: place) }
    }

    /// The stream as its playlist has it, without steering.
    package var unsteered: Asset {
        guard steering != nil else { return self }
        var made = self
        let first = firstClone
        made.variants.removeAll { $0.pathway >= first }
        made.allAudio.removeAll { $0.isCopy }
        made.pathways.removeSubrange(first...)
        made.steering = nil
        if made.pathways.count == 1 { made.pathways = [] }
        return made
    }

    private mutating func add(_ clone: PathwayClone, at place: Int) {
        guard let base = pathways.firstIndex(of: clone.base) else { return }
        var groups: [ExactText] = []
        for index in variants.indices where variants[index].pathway == base {
            var copy = variants[index]
            copy.host = clone.host(copy.stableID, among: clone.ofVariants) ?? host(ofVariant: index)
            copy.pathway = place
            if let group = copy.audioGroup, moves(group, clone) {
                copy.audioGroup = Variant.group(group, of: clone.id)
                if !groups.contains(group) { groups.append(group) }
            }
            variants.append(copy)
        }
        for group in groups {
            for audio in allAudio where audio.audioGroup == group {
                var copy = audio
                copy.host = clone.host(copy.stableID, among: clone.ofRenditions) ?? host(ofAudio: audio)
                copy.audioGroup = Variant.group(group, of: clone.id)
                allAudio.append(copy)
            }
        }
    }

    /// Whether a clone replaces the URI of any audio of a group: else it is the same audio at the same place.
    private func moves(_ group: ExactText, _ clone: PathwayClone) -> Bool {
        allAudio.contains { $0.audioGroup == group && clone.host($0.stableID, among: clone.ofRenditions) != nil }
    }
}

extension Asset.Variant {
    /// The group of a clone's audio. A quotation mark is in no GROUP-ID, so no other group is called so.
    fileprivate static func group(_ group: ExactText, of clone: ExactText) -> ExactText {
        ExactText("\(group)\"\(clone)")
    }

    /// Whether it is audio of a clone.
    var isCopy: Bool { audioGroup?.text.utf8.contains(UInt8(ascii: "\"")) ?? false }

    /// The group of audio as the playlist names it: of a clone that of what it is a copy of.
    package var listedGroup: ExactText {
        let bytes = audioGroup?.text.utf8.prefix { $0 != UInt8(ascii: "\"") }
        return ExactText(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
}

// MARK: Hosts

extension Asset {
    /// The host of a variant, where it is not the usual one: that of its pathway, which goes by the pathway's name
    /// unless that is a clone.
    package func host(ofVariant index: Int) -> ExactText? { variants[index].host ?? pathway(ofVariant: index) }

    /// The host of some audio, where it is not the usual one.
    func host(ofAudio audio: Variant) -> ExactText? { audio.host ?? pathway(ofAudio: audio) }

    /// The hosts that its pathways bring into play: each pathway of the playlist, by its name, and those of clones.
    package var pathwayHosts: [ExactText] {
        let copies = variants.compactMap { $0.host } + allAudio.compactMap { $0.host }
        return copies.reduce(into: Array(pathways[..<firstClone])) { if !$0.contains($1) { $0.append($1) } }
    }
}
