import PlayerModel

/// Actions of the system around the app: calls, headphones, the background (B.1), and the viewer who leaves it. Nothing
/// resumes by itself after them.
package enum SurroundingsActions {
    /// Those of which the player hears nothing, though an app does.
    package enum Operation: Equatable, Sendable {
        /// The end of an interruption, with whether `shouldResume` is among its options.
        case endInterruption(shouldResume: Bool)
        case addDevice
        case enterForeground
        /// The viewer is gone: nothing more is fetched or done.
        case leave
    }

    static let entries = [
        ActionEntry(
            "begin_interruption",
            "A phone call takes the audio session: the rate falls to 0 (audioSessionInterrupted). 'play' plays "
                + "meanwhile, where it may fail on a device (setRateFailed).", .beginInterruption
        ),
        ActionEntry(
            "end_interruption", "The interruption has ended. The player stays paused; the app may play.", from: false,
            make: Action.endInterruption
        ) {
            Key(
                "should_resume",
                "Whether the system says shouldResume, which is a hint to the app.", usually: .flag(false)
            )
            .holds(.flag) { $0 = $1 }
        },
        ActionEntry(
            "change_route", "The route of sound changes.", from: true,
            make: { $0 ? .removeDevice : .addDevice }
        ) {
            Key("reason", "AVAudioSession.RouteChangeReason.").holds(isGone, isRequired: true) { $0 = $1 }
        },
        ActionEntry(
            "enter_background",
            "The app goes to the background: pictures in a layer pause (appBackgrounded); what has no layer, or by its "
                + "'codecs' no pictures, plays on.",
            .enterBackground),
        ActionEntry(
            "enter_foreground", "The app is back in the foreground. The player stays as it is.", .enterForeground),
        ActionEntry(
            "leave",
            "The viewer leaves: playback pauses, the items go, nothing more is fetched, and this script is over.",
            .leave),
    ]

    private static let isGone = ValueFormat.words([
        ("oldDeviceUnavailable", true, "Headphones are gone: the rate falls to 0."),
        ("newDeviceAvailable", false, "Headphones are there: nothing happens to the player."),
    ])
}

extension Action {
    package static let beginInterruption = Action(
        .interrupt(.audioSession), words: "the audio session is interrupted, as by a phone call"
    ) { $0.pauses = true }

    package static func endInterruption(shouldResume: Bool) -> Action {
        let option = shouldResume ? "with shouldResume" : "without shouldResume"
        return Action(
            .surroundings(.endInterruption(shouldResume: shouldResume)), words: "the interruption ends \(option)")
    }

    package static let removeDevice = Action(
        .interrupt(.oldDeviceUnavailable), words: "the route changes: oldDeviceUnavailable"
    ) { $0.pauses = true }

    package static let addDevice = Action(.surroundings(.addDevice), words: "the route changes: newDeviceAvailable")

    /// Whether it pauses depends on the layer and the item that there are by then.
    package static let enterBackground = Action(
        .interrupt(.background), words: "the app goes to the background", decidesWhatIsNeeded)

    /// Whether nobody waits after it, with the rate and the pictures that the player has and shows by then. One with
    /// pictures that goes to the background at a rate of 0 is paused already, and announces nothing; to sound alone
    /// nothing happens.
    func pauses(at rate: Rate, showingPictures showsPictures: Bool) -> Bool {
        traits.pauses || operation == .player(.interrupt(.background)) && showsPictures && !rate.isMoving
    }

    package static let enterForeground = Action(
        .surroundings(.enterForeground), words: "the app comes to the foreground")

    package static let leave = Action(.surroundings(.leave), words: "the viewer leaves") {
        $0.pauses = true
        $0.leaves = true
        $0.replacesItem = true
    }
}
