import PlayerModel
import Testing

@testable import Simulation

/// The outcome of a fault, by player: every cell of {fault} × {what it is of} × {profile}, over both transports.
@Suite("Faults by what they are of and by player")
struct FailureMatrixTests {
    /// The end that it came to.
    private enum Outcome: String {
        /// It asked for the same again, until it came, or for ever.
        case asksAgain = "+", asksForEver = "ever"
        /// It turned to another variant, at once or after asking again.
        case turns, turnsLater = "+turns"
        /// It gave the item up, at once or after asking again.
        case fails, failsLater = "+fails"
        /// It called the segment off, and asked for it in another variant, before any limit of time.
        case abandons
        /// It waits for what never comes.
        case waits
        /// All came, though late.
        case late
        /// Nothing of all that: the fault did nothing, which must not be.
        case nothing
    }

    private static let faults: [(name: String, text: String)] = [
        ("404", #""status": 404"#), ("503", #""status": 503"#), ("reset", #""reset_after_bytes": 100"#),
        ("silence", #""silent_after_bytes": 100"#), ("slow", #""body_kbps": 5"#),
        ("truncated", #""truncated_after_bytes": 100"#), ("length", #""content_length_bytes": 100"#),
        ("empty", #""empty_playlist": true"#),
    ]
    private static let parts = ["video", "video init", "video playlist", "multivariant playlist", "key"]
    private static let profiles = [
        "avplayer", "hls.js", "shaka", "exoplayer", "vhs", "dash.js", "mpv", "vlc", "gstreamer", "chromium",
        "firefox",
    ]

    struct Cell: Sendable, CustomTestStringConvertible {
        let profile, part, fault: String
        let expected: String
        var testDescription: String { "\(fault) of \(part), \(profile)" }
    }

    /// A line for each profile and part; a column for each fault.
    private static let table = """
        avplayer|video|turns +turns +turns +turns late +turns +turns -
        avplayer|video init|turns +turns +turns +turns late +turns +turns -
        avplayer|video playlist|turns +turns +turns +turns late +turns +turns turns
        avplayer|multivariant playlist|fails +fails +fails +fails late +fails +fails fails
        avplayer|key|fails +fails +fails +fails late +fails +fails -
        hls.js|video|turns +turns turns +turns +turns turns turns -
        hls.js|video init|turns +turns turns +turns late turns turns -
        hls.js|video playlist|turns +turns turns +turns late turns turns turns
        hls.js|multivariant playlist|fails +fails fails +fails late fails fails fails
        hls.js|key|+fails +fails +fails +fails late +fails +fails -
        shaka|video|+turns +turns +turns +fails +fails +turns +turns -
        shaka|video init|+turns +turns +turns +fails late +turns +turns -
        shaka|video playlist|+turns +turns +turns +fails late +turns +turns fails
        shaka|multivariant playlist|+fails +fails +fails +fails late +fails +fails fails
        shaka|key|+fails +fails +fails +fails late +fails +fails -
        exoplayer|video|turns turns +fails +fails late +fails +fails -
        exoplayer|video init|turns turns +fails +fails late +fails +fails -
        exoplayer|video playlist|turns turns +fails +fails late +fails +fails fails
        exoplayer|multivariant playlist|+fails +fails +fails +fails late +fails +fails fails
        exoplayer|key|+fails +fails +fails +fails late +fails +fails -
        vhs|video|turns turns turns abandons abandons turns turns -
        vhs|video init|turns turns turns waits late turns turns -
        vhs|video playlist|turns turns turns turns late turns turns turns
        vhs|multivariant playlist|fails fails fails fails late fails fails fails
        vhs|key|ever ever ever waits late ever ever -
        dash.js|video|+fails +fails +fails abandons abandons +fails +fails -
        dash.js|video init|+fails +fails +fails +fails late +fails +fails -
        dash.js|video playlist|+fails +fails +fails +fails late +fails +fails fails
        dash.js|multivariant playlist|+fails +fails +fails +fails late +fails +fails fails
        dash.js|key|+fails +fails +fails +fails late +fails +fails -
        mpv|video|fails fails fails fails late fails fails -
        mpv|video init|fails fails fails fails late fails fails -
        mpv|video playlist|fails fails fails fails late fails fails fails
        mpv|multivariant playlist|fails fails fails fails late fails fails fails
        mpv|key|fails fails fails fails late fails fails -
        vlc|video|fails +fails +fails +fails late +fails +fails -
        vlc|video init|fails +fails +fails +fails late +fails +fails -
        vlc|video playlist|fails +fails +fails +fails late +fails +fails fails
        vlc|multivariant playlist|fails +fails +fails +fails late +fails +fails fails
        vlc|key|fails +fails +fails +fails late +fails +fails -
        gstreamer|video|+fails ever +fails waits late +fails +fails -
        gstreamer|video init|+fails ever +fails waits late +fails +fails -
        gstreamer|video playlist|+fails +fails +fails waits late +fails +fails fails
        gstreamer|multivariant playlist|+fails +fails +fails waits late +fails +fails fails
        gstreamer|key|+fails ever +fails waits late +fails +fails -
        chromium|video|fails fails +fails waits late +fails +fails -
        chromium|video init|fails fails +fails waits late +fails +fails -
        chromium|video playlist|fails fails +fails waits late +fails +fails fails
        chromium|multivariant playlist|fails fails +fails waits late +fails +fails fails
        chromium|key|fails fails +fails waits late +fails +fails -
        firefox|video|fails fails fails waits late fails fails -
        firefox|video init|fails fails fails waits late fails fails -
        firefox|video playlist|fails fails fails waits late fails fails fails
        firefox|multivariant playlist|fails fails fails waits late fails fails fails
        firefox|key|fails fails fails waits late fails fails -
        """

    private static let cells: [Cell] = table.split(separator: "\n").flatMap { line -> [Cell] in
        let words = line.split(separator: "|").map(String.init)
        return zip(faults, words[2].split(separator: " ")).compactMap { fault, expected in
            if expected == "-" { return nil }
            return Cell(profile: words[0], part: words[1], fault: fault.name, expected: String(expected))
        }
    }

    private func run(_ cell: Cell, _ transport: String, isFaulty: Bool = true) throws -> Run {
        let belongs = cell.part.hasPrefix("video")
        // The fault of a request that is never made is none.
        let named = Self.faults.first { $0.name == cell.fault }?.text ?? ""
        let fault = named + (isFaulty ? "" : #", "request": 1000"#)
        let target = "\"of\": \"\(cell.part)\"" + (belongs ? #", "variant": 1"# : "")
        // Who asks for ever does so twenty times a second.
        let until: JSONPart = cell.expected == Outcome.asksForEver.rawValue ? 60 : 4000
        return try ScenarioText(
            network: .link(
                4000, transport: transport,
                """
                "delay_ms": 20, "faults": [{ \(fault), \(target), "times": 1000000 }]
                """),
            media: .hls(
                [
                    #""bitrate_kbps": 900, "playlist_bytes": 900, "init_bytes": 900"#,
                    #""bitrate_kbps": 600, "playlist_bytes": 900, "init_bytes": 900"#,
                    #""bitrate_kbps": 300, "playlist_bytes": 900, "init_bytes": 900"#,
                ], duration_s: 16, segment_s: 4, #""multivariant_playlist_bytes": 900, "key_bytes": 900"#),
            player: "\"profile\": \"\(cell.profile)\", \"first_variant\": \"first-listed\"", until_s: until
        ).run()
    }

    private func outcome(_ run: Run, without fault: Run) -> Outcome {
        let own = run.player(0)
        let entries = ErrorLog(own).entries
        let (retries, isOver) = (entries.contains { $0.isRetried }, own["end_reached"] == 1)
        if entries.contains(where: { $0.recovery == .turned }) {
            return !isOver ? .nothing : retries ? .turnsLater : .turns
        }
        if entries.contains(where: { $0.recovery == .none }) { return retries ? .failsLater : .fails }
        if retries { return isOver ? .asksAgain : .asksForEver }
        guard isOver else { return .waits }
        if own.playback.exchanges.contains(where: { $0.end?.how == .cancelled }) { return .abandons }
        return own["startup_time_s"] ?? 0 > fault["startup_time_s"] ?? .max ? .late : .nothing
    }

    @Test(
        "has the outcome that the player's policies say, whatever the transport",
        arguments: Thoroughness.oneIn(8, of: cells))
    func cell(cell: Cell) throws {
        for transport in ["tcp", "fluid"] {
            let run = try run(cell, transport)
            let usual = cell.expected == Outcome.late.rawValue ? try self.run(cell, transport, isFaulty: false) : run
            #expect(outcome(run, without: usual).rawValue == cell.expected, "\(transport)")
            #expect(run.outcome.faultHits.allSatisfy { $0 > 0 }, "\(transport)")
        }
    }

    @Test("has every cell, none of which is passed over")
    func whole() {
        #expect(Self.cells.count == Self.profiles.count * (Self.parts.count * 7 + 2))
        #expect(!Self.cells.contains { $0.expected == Outcome.nothing.rawValue })
        for profile in Self.profiles {
            for part in Self.parts {
                let own = Self.cells.filter { $0.profile == profile && $0.part == part }
                #expect(own.count == (part.hasSuffix("playlist") ? 8 : 7), "\(profile), \(part)")
            }
        }
    }
}
