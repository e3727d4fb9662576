import PlayerModel

/// A log of a real player as an app has observed and called it: JSON Lines, one object to a line.
///
/// Every line has `t`, its time in seconds from any beginning, and something that was called, learnt or observed then.
/// The names are AVFoundation's. A line without `t` may come first: it describes the player (`DeviceLogHeader`).
///
/// | key | value |
/// |---|---|
/// | `call` | `play`, `pause`; `rate`, `playImmediately`, `defaultRate`, with a rate as `value`; `seek`, with seconds |
/// | `call` | `automaticallyWaitsToMinimizeStalling`, with true or false as `value`; `advanceToNextItem`, … |
/// | `toleranceBefore`, `toleranceAfter` | those of a seek, in seconds |
/// | `item` | `replaceCurrentItem(with:)`: an object with `duration` in seconds, and `isStream` for HLS; or null |
/// | `currentItem` | the player's, as it changed: an object or null, as for `item` |
/// | `duration` | that of the current item, once it is known |
/// | `currentTime` | where the playhead is, in seconds |
/// | `seekFinished` | the completion handler of a seek, with true or false |
/// | `loadedTimeRanges` | pairs of seconds: where a range begins and where it ends |
/// | `isPlaybackLikelyToKeepUp`, `isPlaybackBufferFull`, `isPlaybackBufferEmpty` | true or false |
/// | `notification` | `playbackStalled`, `didPlayToEndTime`, `failedToPlayToEndTime`, `rateDidChange` |
/// | `rateDidChangeReason` | what `AVPlayer.rateDidChangeReasonKey` has |
/// | `timeControlStatus`, `rate` | the player's, as it was observed |
/// | `reasonForWaitingToPlay` | the player's; null where there is none |
package struct DeviceLog: Sendable {
    package enum Fact: Equatable, Sendable {
        case call(Action)
        /// `seek(to:toleranceBefore:toleranceAfter:)`; a tolerance that the log does not say is nil.
        case seek(MediaTime, before: MediaTime?, after: MediaTime?)
        /// A rate below 0 was asked for, or was observed: the model has none.
        case reverseAsked, reverse(Rate)
        case advanceToNextItem
        case currentItem(PlayerItem?)
        case duration(MediaTime)
        case currentTime(MediaTime)
        case seekFinished(Bool)
        case loaded([Range<MediaTime>])
        case likelyToKeepUp(Bool), bufferFull(Bool), bufferEmpty(Bool)
        case stalled, ended, failed
        /// `rateDidChangeNotification`, and the rate where the line has it.
        case rateChanged(RateChangeReason, Rate?)
        case status(TimeControlStatus), reason(WaitingReason?), rate(Rate)
        /// A reason to wait that nothing in a log foretells, such as `interstitialEvent`, or the model does not have.
        case foreignReason(String)

        /// Whether it is an observation of the player, and not an input to it.
        var isObservation: Bool {
            switch self {
            case .status, .reason, .foreignReason, .rate, .reverse: true
            case .call, .seek, .reverseAsked, .advanceToNextItem, .currentItem, .duration, .currentTime,
                .seekFinished,
                .loaded, .likelyToKeepUp, .bufferFull, .bufferEmpty, .stalled, .ended, .failed, .rateChanged:
                false
            }
        }
    }

    /// `AVPlayer.RateDidChangeReason`. The last two are there since iOS 26.4, macOS 26.4 and tvOS 26.4.
    package enum RateChangeReason: String, CaseIterable, Sendable {
        case setRateCalled, setRateFailed, audioSessionInterrupted, appBackgrounded
        /// The rate fell from above 1 to 1, because playback is at the edge of a live stream.
        case playheadReachedLiveEdge
        /// The rate became 1, because playback had run backwards to where it can run no further.
        case reversePlaybackReachedStartOfSeekableRange
    }

    /// A fact with its time, and its line from 1.
    package struct Entry: Equatable, Sendable {
        /// The time by a clock that never jumps, from the beginning of the log or shortly before.
        package internal(set) var at: Instant
        /// The time as the log has it, in nanoseconds.
        package let shown: Int64
        /// Whether the clock has jumped since the entry before by nobody knows how much: the playhead is where the
        /// device says, and not where time says.
        package internal(set) var followsJump = false
        /// The last line since the entry before of which something could not be read; nil where there is none.
        package internal(set) var unread: Int32?
        package let line: Int32
        package let fact: Fact
    }

    package let header: DeviceLogHeader
    /// The entries in the order of the log; times never go back.
    package let entries: [Entry]
    /// Whatever in it was passed over, or was taken otherwise than it stands.
    package let findings: RepeatedFindings

    /// The length of an item whose length is not known: longer than any, in seconds.
    static let unknownDuration = MediaTime.seconds(1_000_000_000)

    /// The longest text in bytes: a longer one is no log of one player, because a day of it takes less.
    package static let mostBytes = 1 << 26
}

/// The reason why a log cannot be read: at least one fault, each with its place.
package struct DeviceLogFaults: Error, Equatable {
    package let diagnostics: [Diagnostic]

    init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// A fault of the log as a whole, and what was found in it besides.
    init(_ message: String, besides findings: RepeatedFindings = RepeatedFindings()) {
        let fault = Diagnostic(message, at: Place(startOf: 0))
        diagnostics = [fault] + findings.all.map { $0.diagnostic }
    }
}
