import PlayerModel

/// The numbers that a network says for the requests of everybody on it.
struct SaidPatience: Sendable {
    var timeout: Placed<TimeAmount>?
    var retryCount: Placed<Int64>?
    var backOff: Placed<TimeAmount>?

    static let timeoutKey = "timeout_s"
    static let backOffKey = "back_off_s"

    /// Each that is said, by its key.
    var places: [(key: String, place: Place)] {
        [(Self.timeoutKey, timeout?.place), ("retry_count", retryCount?.place), (Self.backOffKey, backOff?.place)]
            .compactMap { key, place in place.map { (key, $0) } }
    }

    func applied(to policy: RequestPolicy) -> RequestPolicy {
        policy.saying(silence: timeout?.value, retryCount: retryCount?.value, backOff: backOff?.value)
    }
}

extension PlayerRequests {
    /// The policy for a kind of resource.
    func policy(for kind: Resource.Kind) -> RequestPolicy {
        switch kind {
        case .file, .video, .audio, .subtitles, .videoInit, .audioInit, .subtitleInit, .key: segments
        case .videoPlaylist, .audioPlaylist, .subtitlePlaylist: playlists
        case .multivariantPlaylist, .assetList: multivariant
        case .steeringManifest: steering
        }
    }
}
