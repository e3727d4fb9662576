import PlayerModel

/// Makes an asset of playlists (see `PlaylistAsset`).
struct PlaylistAssetBuilder {
    private struct Track {
        let path: String
        let playlist: MediaPlaylist
        var sizes: PlaylistSizes
    }

    /// The audio of a group: what plays first of it, then its other languages.
    private struct Group {
        let id: ExactText
        var tracks: [(rendition: MultivariantPlaylist.Rendition, track: Track)]
        /// Of what plays first.
        var bitRate: Int64 = 0
        var main: MultivariantPlaylist.Rendition { tracks[0].rendition }
    }

    let set: PlaylistSet
    let isGzipped: Bool
    /// The edge of a live stream, of which what is listed goes on being listed; nil where what is listed is all.
    private(set) var edge: PlaylistEdge?
    /// Until when it goes on, and how long a part may be, whatever playlists say; nil of what is listed alone.
    private let goesOn: (until: MediaTime, part: MediaTime?)?
    /// Where the first variant ends, which goes on in whole segments.
    private var end: MediaTime?
    /// The end of the parts that are listed behind the segments of every track that comes in parts.
    private var partsEnd: MediaTime?
    /// The lengths of the first variant's segments, which others have that begin at the same places.
    private var lengths: ContiguousArray<MediaTime> = []
    private(set) var asset: Asset?
    private(set) var problems: [PlaylistProblem] = []
    private(set) var renditions: [PlaylistAsset.Rendition] = []
    private(set) var leftOut: [String] = []
    private(set) var subtitles: [Asset.Variant] = []
    private var keys: PlaylistKeys
    /// The pathways of the variants that are taken.
    private(set) var taken: [ExactText] = []
    /// The groups of audio that cannot be fetched beside the first, so that their variants are left out.
    private(set) var unfit: [ExactText] = []
    /// The asset's variants, then its audio, as the playlists have them.
    private(set) var listed: [LiveSource.Rendition] = []

    init(
        set: PlaylistSet, isGzipped: Bool, isWhole: Bool, goingOn goesOn: (until: MediaTime, part: MediaTime?)? = nil
    ) {
        let listed = isWhole ? nil : set.atEdge()
        self.set = listed?.set ?? set
        edge = listed?.edge
        self.isGzipped = isGzipped
        self.goesOn = goesOn
        let root: MultivariantPlaylist? = if case .multivariant(let playlist) = set.root { playlist } else { nil }
        keys = PlaylistKeys(root: root, path: set.path)
    }

    // MARK: Multivariant playlists

    mutating func build(_ playlist: MultivariantPlaylist) {
        let fresh = self
        let groups = made(of: playlist)
        guard !groups.isEmpty else { return }
        // What is left out has no say in what is made: not in its pathways, keys and sizes.
        self = fresh
        unfit = groups
        _ = made(of: playlist)
    }

    /// Makes the asset without the variants of groups that are unfit. Returns the groups that turn out to be so.
    private mutating func made(of playlist: MultivariantPlaylist) -> [ExactText] {
        var tracks: [(variant: MultivariantPlaylist.Variant, track: Track)] = []
        for variant in playlist.variants {
            guard let track = track(variant.stream.uri, at: variant.stream.uriPlace) else { return [] }
            if let why = variant.idleness(track.playlist, beside: tracks.first?.track.playlist, without: unfit) {
                leftOut.append("the variant of \(PlaylistWords.cut(set.path)):\(variant.stream.place.line), \(why)")
            } else {
                tracks.append((variant, track))
            }
        }
        if !leftOut.isEmpty { leftOut.append("variants are numbered without what is left out") }
        guard let first = tracks.first else { return [] }
        guard var groups = self.groups(playlist, of: tracks.map { $0.variant }) else { return [] }
        fill(&groups, tracks.map { $0.variant })
        let all = tracks.map { $0.track } + groups.flatMap { $0.tracks.prefix(1).map { $0.track } }
        guard let duration = commonDuration(all) else { return [] }
        taken = playlist.pathways.filter { pathway in tracks.contains { $0.variant.pathway == pathway } }
        let (renditions, places) = (playlist.groups(of: .audio), NameIndex(groups.map { $0.id }))
        let made = tracks.map { variant, track in
            let group = variant.groupBeside.flatMap { places.place(of: $0) }.map { groups[$0] }
            let sound = variant.audioGroup.flatMap { playlist.rendition(ofGroup: $0, in: renditions) }
            return asset(of: variant, track, group, duration, sound)
        }
        var whole = Asset(kind: .hls, duration: duration, variants: made)
        if taken.count > 1 { whole.pathways = taken }
        let others = add(groups, to: &whole)
        guard others.isEmpty else { return others }
        if let audio = groups.first?.tracks.first?.track {
            (whole.videoEnd, whole.audioEnd) = (first.track.playlist.duration, audio.playlist.duration)
        }
        whole.multivariantBytes = transferBytes(playlist.text)
        addSubtitles(of: first.variant, playlist, sound: groups.first?.main.languageTag, to: &whole)
        if !playlist.iFrameStreams.isEmpty { leftOut.append("I-frame streams, which are for scanning through") }
        finish(whole, all)
        if let steering = set.steering?.steering(of: taken) {
            asset?.pathways = taken
            asset?.steer(by: steering)
        }
        return []
    }

    private mutating func asset(
        of variant: MultivariantPlaylist.Variant, _ track: Track, _ group: Group?, _ duration: MediaTime,
        _ sound: MultivariantPlaylist.Rendition?
    ) -> Asset.Variant {
        let (rate, beside) = (variant.stream.typicalBandwidth, group?.bitRate ?? 0)
        var one = asset(
            track, duration, bitRate: variant.stream.bandwidth, own: rate > beside ? rate - beside : rate,
            from: variant.stream.averageBandwidth == nil ? .bandwidth : .averageBandwidth, variant.stream.resolution)
        one.averageBitRate = variant.stream.averageBandwidth
        one.codecs = variant.stream.codecs
        one.frameRateThousandths = variant.frameRateThousandths
        one.videoRange = VideoRange(attribute: variant.stream.videoRange)
        one.hasPictures = variant.hasVideo
        one.audioGroup = group?.id
        one.stableID = variant.stream.stableID
        one.pathway = taken.firstIndex(of: variant.pathway) ?? 0
        (one.channels, one.sampleRate, one.bitDepth) = (sound?.channelCount, sound?.sampleRateHz, sound?.bitDepth)
        return one
    }

    // MARK: Audio

    /// The groups of audio that variants name and that have playlists of their own, in the order of the variants. Nil
    /// where a playlist is missing.
    private mutating func groups(
        _ playlist: MultivariantPlaylist, of variants: [MultivariantPlaylist.Variant]
    ) -> [Group]? {
        var groups: [Group] = []
        let (renditions, named) = (playlist.groups(of: .audio), NameIndex(variants.map { $0.groupBeside }))
        for (index, variant) in variants.enumerated() {
            guard let id = variant.groupBeside, named.place(of: id) == index,
                let main = playlist.rendition(ofGroup: id, in: renditions), let uri = main.uri
            else { continue }
            guard let first = track(uri, at: main.uriPlace) else { return nil }
            var group = Group(id: id, tracks: [(main, first)])
            addLanguages(to: &group, renditions.places(of: id).map { playlist.renditions[$0] })
            groups.append(group)
        }
        leftOut += playlist.unfetchedAudio(beside: variants, NameIndex(groups.map { $0.id }))
        return groups
    }

    /// Adds the audio in the group's other languages; one of each.
    private mutating func addLanguages(to group: inout Group, _ members: [MultivariantPlaylist.Rendition]) {
        let length = group.tracks[0].track.playlist
        for rendition in members where rendition.place != group.main.place {
            let name = rendition.audioWords
            guard let uri = rendition.uri, let (path, other) = set.media(uri), !other.segments.isEmpty else {
                leftOut.append("\(name), which has no playlist of its own")
                continue
            }
            if group.tracks.count >= PlaylistLimits.mostLanguages {
                leftOut.append("\(name), because \(PlaylistLimits.mostLanguages) languages are there already")
            } else if group.tracks.contains(where: { $0.rendition.languageName == rendition.languageName }) {
                leftOut.append("\(name), because another is in that language")
            } else if !other.isAsLong(as: length) {
                leftOut.append("\(name), which has another length")
            } else {
                group.tracks.append((rendition, track(other, path)))
            }
        }
    }

    /// Fills in the sizes of the audio.
    private func fill(_ groups: inout [Group], _ variants: [MultivariantPlaylist.Variant]) {
        let rates = variants.filter { $0.hasVideo }.map { $0.stream.typicalBandwidth }
        let assumed = max(1, min(PlaylistAsset.assumedAudioBitRate, (rates.min() ?? .max) / 2))
        for group in groups.indices {
            for index in groups[group].tracks.indices {
                var track = groups[group].tracks[index].track
                let bitRate = index == 0 ? assumed : groups[group].bitRate
                track.sizes.fill(track.playlist, bitRate: bitRate, from: .assumed)
                groups[group].tracks[index].track = track
                if index == 0 { groups[group].bitRate = track.sizes.averageBitRate(track.playlist) }
            }
        }
    }

    /// Adds the audio whose segments begin where those of the first do. Returns the groups whose main audio does not.
    private mutating func add(_ groups: [Group], to whole: inout Asset) -> [ExactText] {
        var (all, others): ([Asset.Variant], [ExactText]) = ([], [])
        for group in groups {
            for (index, (rendition, track)) in group.tracks.enumerated() {
                let rate = track.sizes.averageBitRate(track.playlist)
                let isFirst = all.isEmpty
                let (known, knownKeys, knownEnd) = (renditions.count, keys, partsEnd)
                let end = max(whole.duration, track.playlist.duration)
                var one = asset(track, end, bitRate: rate, own: rate, from: .assumed, nil, kind: .audio)
                (one.language, one.audioGroup, one.stableID) = (rendition.languageName, group.id, rendition.stableID)
                if isFirst || one.chunks.isAligned(with: all[0].chunks) {
                    listed[listed.count - 1].audio = rendition.asListed
                    all.append(one)
                    continue
                }
                if index == 0 {
                    others.append(group.id)
                    break
                }
                renditions.removeSubrange(known...)
                listed.removeLast()
                (keys, partsEnd) = (knownKeys, knownEnd)
                leftOut.append("\(rendition.audioWords), whose segments begin elsewhere")
            }
        }
        guard others.isEmpty else { return others }
        let languages = all.map { $0.language }
        // Where all is in one language there is nothing to select.
        if languages.allSatisfy({ $0 == languages[0] }) { for index in all.indices { all[index].language = "" } }
        whole.allAudio = all
        // Another language may be longer than what plays first.
        if edge == nil, all.contains(where: { $0.chunks.duration > whole.duration }) { whole.endTogether() }
        return []
    }

    // MARK: Subtitles

    private mutating func addSubtitles(
        of variant: MultivariantPlaylist.Variant, _ playlist: MultivariantPlaylist, sound: ExactText?,
        to whole: inout Asset
    ) {
        guard let group = variant.subtitleGroup else { return }
        if edge != nil { return leftOut.append("subtitles, which a live stream has not here") }
        var (chosen, forced): (Int?, Int?)
        for rendition in playlist.subtitles(ofGroup: group) {
            let name = "subtitles \"\(PlaylistWords.cut(rendition.name.text))\""
            guard let uri = rendition.uri, let (path, text) = set.media(uri), let last = text.segments.last,
                text.duration - last.duration < whole.duration
            else {
                leftOut.append("\(name), which have another length")
                continue
            }
            let language = rendition.isForced ? "\(rendition.languageName) (forced)" : rendition.languageName
            if subtitles.count >= PlaylistLimits.mostLanguages {
                leftOut.append("\(name), because \(PlaylistLimits.mostLanguages) are there already")
                continue
            }
            if subtitles.contains(where: { $0.language == language }) {
                leftOut.append("\(name), because others are in that language")
                continue
            }
            var track = track(text, path)
            track.sizes.fill(text, bitRate: PlaylistAsset.assumedSubtitleBitRate, from: .assumed)
            let rate = track.sizes.averageBitRate(text)
            let known = renditions.count
            var one = asset(track, whole.duration, bitRate: rate, own: rate, from: .assumed, nil, kind: .subtitles)
            one.language = language
            if rendition.isDefault { chosen = chosen ?? subtitles.count }
            if rendition.isForced, rendition.isAutoselect, sound != nil, rendition.languageTag == sound {
                forced = forced ?? subtitles.count
            }
            subtitles.append(one)
            renditions.removeSubrange(known...)
        }
        whole.subtitles = (chosen ?? forced).map { subtitles[$0] }
    }

    // MARK: Media playlists

    /// Makes the asset of a single media playlist, which is its own only variant. It declares no bit rate: its
    /// peak is taken for that.
    mutating func build(_ playlist: MediaPlaylist) {
        guard !playlist.segments.isEmpty else { return reportNoSegments(in: playlist) }
        let track = track(playlist, set.path)
        guard track.sizes.isComplete else { return report(.asset(.noBitRate), in: playlist) }
        guard let duration = commonDuration([track]) else { return }
        let (peak, average) = (track.sizes.peakBitRate(playlist), track.sizes.averageBitRate(playlist))
        let variant = asset(track, duration, bitRate: peak, own: average, from: .averageBandwidth, nil)
        finish(Asset(kind: .hls, duration: duration, variants: [variant]), [track])
    }

    private mutating func finish(_ made: Asset, _ tracks: [Track]) {
        var made = made
        if edge != nil { made.endTogether() }
        if let partsEnd { edge?.reach(partsEnd) }
        if edge == nil, let start = set.headWithStart(of: tracks[0].playlist)?.start { made.begin(at: start) }
        if isGzipped { made.playlistCoding = .gzip }
        (made.keyBytes, made.usesFairPlay) = (keys.firstBytes, keys.usesFairPlay)
        (made.keys, made.hasSessionKey) = (keys.keys, keys.areNamed)
        asset = made
    }

    /// The bytes that cross the network for a playlist.
    private func transferBytes(_ text: PlaylistText) -> Int64 {
        isGzipped ? GzipSize.bytes(of: text.bytes) : max(1, Int64(text.bytes.count))
    }

    private mutating func track(_ uri: String, at place: Place) -> Track? {
        guard let (path, playlist) = set.media(uri) else {
            problems.append(PlaylistProblem(.file(.missing(uri)), place))
            return nil
        }
        guard !playlist.segments.isEmpty else {
            reportNoSegments(in: playlist)
            return nil
        }
        return track(playlist, path)
    }

    private func track(_ playlist: MediaPlaylist, _ path: String) -> Track {
        Track(path: path, playlist: playlist, sizes: PlaylistSizes(playlist, path: path, files: set.files))
    }

    private mutating func report(_ kind: PlaylistProblem.Kind, in playlist: MediaPlaylist) {
        problems.append(PlaylistProblem(kind, playlist.place(line: 1)))
    }

    private mutating func reportNoSegments(in playlist: MediaPlaylist) {
        report(.asset(playlist.goesOn ? .nothingListed : .noSegments), in: playlist)
    }

    /// The length of the longest track, if no other differs from the first by more than a target duration.
    private mutating func commonDuration(_ tracks: [Track]) -> MediaTime? {
        var duration = MediaTime.zero
        let first = tracks[0].playlist
        for track in tracks {
            duration = max(duration, track.playlist.duration)
            if track.playlist.isAsLong(as: first) { continue }
            let own = NumberText.exact(track.playlist.duration.nanoseconds, places: 9)
            let other = NumberText.exact(first.duration.nanoseconds, places: 9)
            report(.asset(.lengthsDiffer(own, other: other)), in: track.playlist)
        }
        if duration.nanoseconds > TimeLimit.longest { report(.value(.tooLong(years: 1)), in: first) }
        return problems.isEmpty ? duration : nil
    }

    private mutating func asset(
        _ track: Track, _ duration: MediaTime, bitRate: Int64, own: Int64, from source: SizeSource,
        _ dimensions: Dimensions?, kind: Resource.Kind = .video
    ) -> Asset.Variant {
        var sizes = track.sizes
        sizes.fill(track.playlist, bitRate: own, from: source)
        renditions.append(PlaylistAsset.Rendition(path: track.path, sizes: sizes))
        let first = edge?.first(of: track.playlist) ?? 0
        var (bytes, more) = (sizes.bytes, sizes.more(inTurnFrom: first, track.playlist))
        let turns = goesOn.flatMap { edge?.turns(of: track.playlist, until: end ?? $0.until) } ?? 1
        let total = sizes.total.addingClamped(sizes.firstInitializationBytes ?? 0)
        if total.multipliedClamped(by: turns) > PlaylistAsset.mostBytes {
            report(.asset(.tooMuchMedia), in: track.playlist)
            // A table adds its sizes up, even though this one will never be used.
            (bytes, more.bytes) = (ContiguousArray(repeating: 0, count: bytes.count), 0)
        }
        let (chunks, continuation) = chunks(of: track, duration, bytes, more, from: first, own)
        var made = Asset.Variant(bitRate: bitRate, dimensions: dimensions, chunks: chunks)
        if edge == nil { made.statedTarget = track.playlist.targetDuration }
        if kind != .subtitles {
            made.keyTurns = keys.turns(
                of: track.playlist, at: track.path, count: chunks.count, from: continuation.first,
                parts: continuation.parts)
            listed.append(LiveSource.Rendition(targetDuration: track.playlist.targetDuration))
        }
        made.gaps = continuation.gaps(of: track.playlist, in: chunks)
        let playlistBytes = transferBytes(track.playlist.text)
        made.playlistBytes = playlistBytes
        if edge != nil {
            made.dateRanges = track.playlist.dateRanges(travellingAs: playlistBytes)
            made.mediaSequence = track.playlist.mediaSequence
            made.discontinuitySequence = track.playlist.discontinuitySequence
        }
        made.initBytes = sizes.firstInitializationBytes
        made.initTurns = continuation.sections(sizes, of: track.playlist, in: chunks)
        return made
    }

    private mutating func chunks(
        of track: Track, _ duration: MediaTime, _ bytes: ContiguousArray<Int64>, _ more: (segment: Int, bytes: Int64),
        from first: Int, _ declared: Int64
    ) -> (ChunkTable, PlaylistContinuation) {
        var own = ContiguousArray(track.playlist.segments.map { $0.duration })
        guard let edge else {
            return (track.playlist.chunks(bytes, declaredBitRate: declared, until: duration), .none)
        }
        let isFirst = lengths.isEmpty
        if isFirst { lengths = own }
        if PlaylistContinuation.isAligned(own, lengths) { own = lengths }
        let listed = edge.track(of: track.playlist)
        let parts = goesOn.map { PlaylistEdge.parts(of: own, $0.part ?? listed?.part) } ?? 1
        let continuation = PlaylistContinuation(
            end: end ?? goesOn?.until ?? .zero, isCut: end != nil, parts: parts, first: first)
        let table = continuation.chunks(own, bytes, more: more, declared)
        guard goesOn != nil else { return (table, continuation) }
        if isFirst { end = table.duration }
        if let behind = listed?.partsBehind {
            let areOwn = goesOn?.part == nil && listed?.part == listed?.ownPart
            let own = continuation.end(ofParts: behind, areOwn: areOwn, behindSegments: own.count, in: table)
            partsEnd = min(partsEnd ?? .unlimited, own)
        }
        return (table, continuation)
    }
}
