/// Faults that are found when the text of a playlist has been read: in its groups, its files, and as an asset.
extension PlaylistProblem {
    /// A fault of the groups of renditions, or of the variants that name them.
    package enum GroupFault: Equatable, Sendable {
        case unknown(String, type: MultivariantPlaylist.MediaType, known: [String])
        case repeatedName(String, group: String, firstLine: Int32), secondDefault(group: String, firstLine: Int32)
        /// A group of a type has not the members of the first one, or one that is not the same but for its format.
        case otherMembers(String, type: MultivariantPlaylist.MediaType, first: String)
        case otherAttribute(String, of: String, group: String, first: String)
        case noVariant, noKnownVariant

        var message: String {
            switch self {
            case .unknown(let id, let type, let known):
                "no #EXT-X-MEDIA of TYPE=\(type.rawValue) has GROUP-ID=\"\(PlaylistWords.cut(id))\""
                    + (type == .closedCaptions && id.lowercased() == "none"
                        ? "; where there are no captions write CLOSED-CAPTIONS=NONE"
                        : PlaylistWords.hint(id, among: known))
            case .repeatedName(let name, let group, let line):
                "the group \"\(PlaylistWords.cut(group))\" has a \"\(PlaylistWords.cut(name))\" already, "
                    + "on line \(line)"
            case .secondDefault(let group, let line):
                "the group \"\(PlaylistWords.cut(group))\" has a default already, on line \(line)"
            case .otherMembers(let group, let type, let first):
                "the group \"\(PlaylistWords.cut(group))\" of TYPE=\(type.rawValue) must have the same members, by "
                    + "NAME, as the group \"\(PlaylistWords.cut(first))\" (RFC 8216, 4.3.4.1.1)"
            case .otherAttribute(let attribute, let name, let group, let first):
                "\(attribute) of \"\(PlaylistWords.cut(name))\" in the group \"\(PlaylistWords.cut(group))\" must be "
                    + "that in the group \"\(PlaylistWords.cut(first))\" (RFC 8216, 4.3.4.1.1)"
            case .noVariant: "there is no #EXT-X-STREAM-INF, so there is nothing to play"
            case .noKnownVariant:
                "every #EXT-X-STREAM-INF is passed over, so there is nothing to play; write one that players know"
            }
        }
    }

    /// A fault of a file that a playlist names.
    package enum FileFault: Equatable, Sendable {
        case path(PlaylistPath.Fault, uri: String), namesItself(String), namesMultivariant(String)
        case missing(String), unusable(String, why: String)

        var message: String {
            switch self {
            case .path(let fault, let uri): fault.message(PlaylistWords.cut(uri))
            case .namesItself(let path): "'\(PlaylistWords.cut(path))' is this playlist itself; name a media playlist"
            case .namesMultivariant(let path):
                "'\(PlaylistWords.cut(path))' is a multivariant playlist; name a media playlist"
            case .missing(let path):
                "there is no file '\(PlaylistWords.cut(path))' in the playlist's folder"
            case .unusable(let path, let why): "'\(PlaylistWords.cut(path))' \(why)"
            }
        }
    }

    /// A reason why playlists without any other fault cannot be played.
    package enum AssetFault: Equatable, Sendable {
        case noSegments, nothingListed, noBitRate, tooMuchMedia, lengthsDiffer(String, other: String)

        var message: String {
            switch self {
            case .noSegments: "the playlist has no segments, so there is nothing to play"
            case .nothingListed:
                "this live playlist lists no whole segment yet, so nobody knows how it goes on, and no run can play "
                    + "it: take it as it is later"
            case .noBitRate:
                "nothing says how large the segments are; add #EXT-X-BITRATE or byte ranges, put the files beside "
                    + "the playlist, or begin with a multivariant playlist"
            case .tooMuchMedia: "this makes more than a petabyte of media"
            case .lengthsDiffer(let length, let other):
                "this playlist is \(length) s long, the first variant's \(other) s; they must not differ by more "
                    + "than a target duration"
            }
        }
    }
}
