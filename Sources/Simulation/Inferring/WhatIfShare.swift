/// The part of the networks over which something becomes of an alternative that its figures do not show.
package enum WhatIfShare: Int, CaseIterable, Sendable {
    case notStarted, cutOff, failed, neverResumed

    /// The name in a table.
    var words: String {
        switch self {
        case .notStarted: "not started"
        case .cutOff: "cut off"
        case .failed: "item failed"
        case .neverResumed: "never resumed"
        }
    }

    /// The name for programs.
    var key: String {
        switch self {
        case .notStarted: "not_started_ratio"
        case .cutOff: "cut_off_ratio"
        case .failed: "failed_ratio"
        case .neverResumed: "never_resumed_ratio"
        }
    }

    /// The key in a sentence.
    var about: String {
        switch self {
        case .notStarted: "The share of networks over which playback does not start."
        case .cutOff: "The share of networks over which until_s ends the session; what comes later is in no figure."
        case .failed: "The share of networks over which the item fails, or an exception ends the app."
        case .neverResumed: "The share of networks over which a stall never ends; it has no length."
        }
    }

    /// A sentence on it for the figures, where it is not 0.
    var note: String {
        switch self {
        case .notStarted: "Not started: over so many networks playback does not start, however few its stalls are."
        case .cutOff:
            "Cut off: over so many networks until_s ends the session; what comes later is in no figure, and a later "
                + "start leaves less time to stall."
        case .failed: "Item failed: over so many networks, with nothing behind: their stalls are few for that reason."
        case .neverResumed:
            "Never resumed: over so many networks a stall never ends; it has no length, and is in no stall time."
        }
    }

    func holds(_ outcome: SessionOutcome) -> Bool {
        switch self {
        case .notStarted: !outcome.isStarted
        case .cutOff: outcome.isCutOff
        case .failed: outcome.failed
        case .neverResumed: outcome.endsStalled
        }
    }
}
