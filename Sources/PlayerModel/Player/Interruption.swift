/// Something that sets a player's rate to 0 though the app has not asked for it (B.1).
///
/// The player never resumes by itself: an app that wants to go on calls `play()`, once the interruption has ended and
/// `shouldResume` is among its options, once the app is in the foreground, or once the person asks for it. Nor does
/// this model refuse what an app asks for meanwhile. Apple publishes neither that, nor which reason
/// `rateDidChangeNotification` gives for a change of the route.
public enum Interruption: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// A phone call or an alarm takes the audio session: `audioSessionInterrupted`.
    case audioSession
    /// The output that played is gone, such as headphones: `AVAudioSession.RouteChangeReason.oldDeviceUnavailable`.
    case oldDeviceUnavailable
    /// The app goes to the background, which playback of pictures in an `AVPlayerLayer` does not survive:
    /// `appBackgrounded`. Sound alone plays on, though there is a layer: "while playing video" is what the policy for
    /// the background counts for (`AVPlayer.audiovisualBackgroundPlaybackPolicy`).
    case background
}

extension Player {
    /// Whether pictures are shown: there is a layer, and the item has some. Of no item nobody knows.
    public var showsPictures: Bool { hasLayer && item?.hasPictures ?? true }

    /// Pauses, but for an app that goes to the background and shows nothing: its sound plays on.
    mutating func interrupt(_ interruption: Interruption, _ now: Instant, _ effects: inout Effects) {
        if interruption == .background, !showsPictures { return }
        become(.paused, .interrupted(interruption), now, &effects)
    }
}
