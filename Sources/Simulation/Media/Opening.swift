import PlayerModel

/// What has to be there before the first segment of a stream, and how far it has come (A.48).
///
/// A playlist names the next thing to ask for: first the multivariant playlist; then the content key, if that playlist
/// says where it is, and the playlists of the tracks, side by side; then the initialization sections; then segments.
struct Opening: Sendable {
    private enum State: BitwiseCopyable, Sendable {
        case wanted
        case underWay(attempt: UInt32, since: Instant)
        case here
    }

    private struct File: BitwiseCopyable, Sendable {
        let kind: Resource.Kind
        let bytes: Int64
        var state = State.wanted
        var attempts: UInt32 = 0
    }

    private var files: ContiguousArray<File> = []
    private let hasSessionKey: Bool
    private(set) var isDone: Bool

    /// `files` in the order in which they are asked for.
    init(_ files: [(kind: Resource.Kind, bytes: Int64)], hasSessionKey: Bool) {
        for file in files { self.files.append(File(kind: file.kind, bytes: file.bytes)) }
        self.hasSessionKey = hasSessionKey
        isDone = files.isEmpty
    }

    /// Whether anything is under way.
    var isUnderWay: Bool { !isDone && files.contains { if case .underWay = $0.state { true } else { false } } }

    /// The next thing that can be asked for, which is then held to be under way; nil where nothing can.
    mutating func next(at now: Instant) -> (index: Int, attempt: UInt32)? {
        for index in files.indices {
            guard case .wanted = files[index].state, isReady(files[index].kind) else { continue }
            files[index].attempts &+= 1
            files[index].state = .underWay(attempt: files[index].attempts, since: now)
            return (index, files[index].attempts)
        }
        return nil
    }

    /// Something has come. Nil where it is not what is under way.
    mutating func arrive(_ index: Int, attempt: UInt32) -> (requestedAt: Instant, bytes: Int64)? {
        guard case .underWay(attempt, let since) = files[index].state else { return nil }
        files[index].state = .here
        isDone = files.allSatisfy { if case .here = $0.state { true } else { false } }
        return (since, files[index].bytes)
    }

    /// Something will not come. Another item asks for it anew. Says no where it is not what is under way.
    mutating func fail(_ index: Int, attempt: UInt32) -> Bool {
        guard case .underWay(attempt, _) = files[index].state else { return false }
        files[index].state = .wanted
        return true
    }

    /// Whether the segments of a track can be asked for: the first track's, or the audio's.
    func allows(_ track: Int) -> Bool {
        isHere(.multivariantPlaylist) && isHere(.key) && isHere(track == 0 ? .videoPlaylist : .audioPlaylist)
            && isHere(track == 0 ? .videoInit : .audioInit)
    }

    private func isReady(_ kind: Resource.Kind) -> Bool {
        switch kind {
        case .multivariantPlaylist: true
        case .key: isHere(.multivariantPlaylist) && (hasSessionKey || isHere(.videoPlaylist))
        case .videoPlaylist, .audioPlaylist: isHere(.multivariantPlaylist)
        case .videoInit: isHere(.multivariantPlaylist) && isHere(.videoPlaylist)
        case .audioInit: isHere(.multivariantPlaylist) && isHere(.audioPlaylist)
        case .file, .video, .audio: true
        }
    }

    /// Whether it is there, or not needed.
    private func isHere(_ kind: Resource.Kind) -> Bool {
        files.allSatisfy { file in
            guard file.kind == kind else { return true }
            return if case .here = file.state { true } else { false }
        }
    }
}
