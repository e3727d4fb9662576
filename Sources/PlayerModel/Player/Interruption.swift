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
    /// The app goes to the background, which a player with an `AVPlayerLayer` does not survive: `appBackgrounded`.
    case background
}

extension Player {
    /// Pauses, but for an app that goes to the background and shows nothing: its sound plays on.
    mutating func interrupt(_ interruption: Interruption, _ now: Instant, _ effects: inout Effects) {
        if interruption == .background, !hasLayer { return }
        become(.paused, .interrupted(interruption), now, &effects)
    }
}
