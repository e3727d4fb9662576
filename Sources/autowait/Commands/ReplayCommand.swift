import PlayerModel
import Simulation

enum ReplayCommand {
    static let command = Command(
        name: "replay", operands: "LOG…", operandCount: 1...Int.max,
        about: "runs a log again and names the first difference; or holds a device's log against the model",
        options: [
            .init(
                "until", "TIME",
                "hold at that instant, as in \(InstantText.examples): the panel, requests under way, and what is "
                    + "pending, stale events marked"),
            .init(
                "inputs",
                "each LOG is what an app has seen of a real player, or a folder of such logs: say where the model "
                    + "shows something else"),
            .init("format", .words(DeviceLogFiles.Format.allCases.map(\.rawValue)), "of what --inputs finds"),
            .init(Warnings.option.name, "with --inputs, take warnings for errors: exit code 65"),
        ],
        notes: notes, regression: "the run differs from its log, or the model from what was seen",
        agreement: "the run is the same, or the model shows what was seen, as far as that is compared", run: replay)

    private static let notes = """
        'autowait run --record LOG FILE' makes a log. A log is JSON Lines:

          first     an object: format, version and model; seed; the scenario's text, what --set laid over it, and all
                    files that it names; the settings in force ('rules'); a digest of all of this
          between   for each event and all that came of it an array: nanoseconds since the line before, the number of
                    the player where it is not the first (0), a word, and what belongs to it. Words that begin with >
                    are events as they were taken from the queue
          last      an object: end, at (nanoseconds), events, lines between, and the digest that reports show

        'autowait run --trace' says the same in words, in the same order. With jq, what was loaded, and when:

          jq -nc 'foreach (inputs | arrays) as $l (0; . + $l[0]; select($l[1] == "loaded") | [., $l])' LOG

        With --inputs it is JSON Lines too: an object to a line, with 't', its time in seconds, and what was called,
        learnt or observed then, under AVFoundation's names:

          called    "call": play, pause, advanceToNextItem, removeAllItems, insert, remove; or with "value": rate,
                    playImmediately, defaultRate, seek (with toleranceBefore, toleranceAfter),
                    automaticallyWaitsToMinimizeStalling
                    "item": {"duration": SECONDS, "isStream": false}, or null
          learnt    "loadedTimeRanges": [[0, 3.2]]; "isPlaybackLikelyToKeepUp", "isPlaybackBufferFull",
                    "isPlaybackBufferEmpty": true or false; "currentTime", "duration": SECONDS; "currentItem" as item;
                    "seekFinished": true or false; "notification": playbackStalled, didPlayToEndTime,
                    failedToPlayToEndTime, rateDidChange; "rateDidChangeReason": audioSessionInterrupted,
                    appBackgrounded, and others
          observed  "timeControlStatus", "reasonForWaitingToPlay", "rate"

        A first line without 't' may describe the player: "format": "autowait device log", "player": "AVPlayer" or
        "AVQueuePlayer", "linkedOn": "iOS 17.4", "automaticallyWaitsToMinimizeStalling", "actionAtItemEnd", "tolerance"
        (of the comparison), "toleranceBefore" and "toleranceAfter" (of seeks). What cannot be taken is passed over with
        a warning.

        The player machine takes what was called and learnt. Where it shows something else than what was observed, for
        a quarter of a second or longer, that is a disagreement, and the exit code is 1.
        """

    private static func replay(_ arguments: Arguments) throws(LoadError) -> Reply {
        let format = try arguments.choice("format", of: DeviceLogFiles.Format.self)
        if arguments.has("inputs") {
            if arguments.has("until") { throw .usage("'--until' holds a recorded run; a log for '--inputs' is none") }
            return try DeviceLogFiles(arguments, format: format ?? .text).reply()
        }
        for name in ["format", "strict"] where arguments.has(name) {
            throw .usage("'--\(name)' is for the logs that '--inputs' takes")
        }
        guard arguments.operands.count == 1 else {
            throw .usage("it takes one LOG of a recorded run; several are for '--inputs'")
        }
        let path = arguments.operands[0]
        guard let instant = try arguments.instant("until") else { return try replay(path) }
        return try hold(path, at: instant, columns: arguments.terminal.columns)
    }

    private static func replay(_ path: String) throws(LoadError) -> Reply {
        let file = try LogFile(path)
        let beginning = beginning(file)
        do throws(SessionError) {
            let recorded = FirstDifference.Subject.log(file.log, file.scenario)
            switch try FirstDifference.find(recorded, .scenario(file.scenario)) {
            case .same(let outcome), .alike(_, let outcome):
                return Reply(output: beginning + "the same: \(outcome.events) events, digest \(outcome.digest)\n")
            case .different(let difference):
                let line = difference.first.first?.number ?? file.log.lastLine
                let title = "different: line \(line) of the log, at \(DifferenceText.instant(difference)); "
                return Reply(
                    output: beginning + title + "- is the log, + is this run\n"
                        + DifferenceText.text(difference, file.scenario, file.scenario), look: .differences,
                    code: .regression)
            }
        } catch {
            let fault = LoadError(Files.shown(path), error.message)
            throw LoadError(message: beginning + fault.message, code: fault.code)
        }
    }

    private static func hold(_ path: String, at instant: Instant, columns: Int?) throws(LoadError) -> Reply {
        let file = try LogFile(path)
        let held = try LoadError.running(Files.shown(path), try HeldRun(file.scenario, at: instant))
        let text = beginning(file) + held.text(columns: columns)
        switch held.agreement(with: file.log) {
        case .same: return Reply(output: text + "\nup to here all is as the log has it\n")
        case .differs(let line):
            let place = line ?? file.log.lastLine
            return Reply(
                output: text + "\ndifferent from line \(place) of the log on; 'autowait replay' shows it\n",
                code: .regression)
        }
    }

    /// The remarks that come before the comparison; mostly none.
    private static func beginning(_ file: LogFile) -> String {
        let header = file.log.header
        guard header.model != Model.number else { return "" }
        return "recorded by model \(header.model), and this is model \(Model.number): expect a difference\n"
    }
}
