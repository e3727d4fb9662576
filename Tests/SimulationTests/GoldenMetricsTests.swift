import Testing

@testable import Simulation

/// Which metrics a golden shows: those that all have shown since they were written, and those that its scenario names.
@Suite struct GoldenMetricsTests {
    /// A player that switches in a ladder of three; `more` is said beside its media.
    private static func text(_ more: String) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 5000},
        "media": {"kind": "hls", "duration_s": 12, "variants": [{"bitrate_kbps": 300}, {"bitrate_kbps": 900},
         {"bitrate_kbps": 2000}]}, "player": {"switching": "throughput"}\(more.isEmpty ? "" : ",\n" + more)}
        """
    }

    /// The names at the beginning of lines, in their order.
    private static func names(_ text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            Metric.all.first { line.hasPrefix($0.name + " ") }?.name
        }
    }

    private static func diagnostics(_ text: String) -> [String] {
        ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8))).diagnostics.map {
            "\($0.place.line): \($0.message)"
        }
    }

    /// Whoever adds a name here changes every golden that there is, those of users included.
    private static let always = [
        "startup_time_s", "wait_before_start_s", "stall_count", "stall_time_s", "longest_stall_s", "rebuffer_ratio",
        "waiting_time_s", "time_to_first_chunk_s", "played_time_s", "end_reached", "down_bytes", "never_played_bytes",
        "average_bitrate_kbps", "initial_bitrate_kbps", "variant_switch_count", "seam_count", "seam_gap_time_s",
        "longest_seam_gap_s", "observed_throughput_kbps", "goldilocks_start_s", "goldilocks_distance_s",
    ]

    @Test func `a golden shows a fixed set of what applies`() throws {
        #expect(Metric.all.filter { $0.goldens == .always }.map(\.name) == Self.always)
        let run = try Run(Self.text(""))
        let (seams, goldilocks) = (Self.always[15...17], Self.always[19...20])
        #expect(Self.names(TextReport.golden(run)) == Self.always.filter { !(seams + goldilocks).contains($0) })
        #expect(TextReport.golden(run) == TextReport.text(run))
    }

    @Test(arguments: [#""metrics": ["yin_score", "seam_count"]"#, #""expect": {"yin_score": 1, "seam_count": 0}"#])
    func `a metric that the scenario names is shown, even where it does not apply`(more: String) throws {
        let run = try Run(Self.text(more))
        let usual = Self.names(TextReport.golden(try Run(Self.text(""))))
        #expect(Set(Self.names(TextReport.golden(run))) == Set(usual + ["yin_score", "seam_count"]))
        #expect(TextReport.golden(run) == TextReport.text(run))
        #expect(JSONReport.text(run, includingTrace: false).contains("\"seam_count\": 0"))
    }

    @Test func `further runs are made for a metric that needs them`() throws {
        #expect(try !Run(Self.text("")).wantsGoldilocks)
        var run = try Run(Self.text(#""metrics": ["goldilocks_distance_s"]"#))
        #expect(run.wantsGoldilocks)
        try run.findGoldilocks()
        #expect(Self.names(TextReport.golden(run)).suffix(2) == Self.always.suffix(2))
    }

    @Test func `of several players each has its own`() throws {
        let player = #""media": {"kind": "progressive", "duration_s": 2, "bitrate_kbps": 800}"#
        let text = """
            {"players": [{"name": "A", \(player), "metrics": ["seam_count"]}, {"name": "B", \(player)}]}
            """
        let parts = TextReport.golden(try Run(text)).split(separator: "— B —")
        #expect(parts.map { Self.names(String($0)).contains("seam_count") } == [true, false])
        let outside = "{\"players\": [{\"name\": \"A\", \(player)}],\n\"metrics\": [\"stall_count\"]}"
        #expect(
            Self.diagnostics(outside) == ["2: 'metrics' belongs to one of the 'players', now that there are several"])
    }

    @Test(arguments: [
        (#"["yin_scor"]"#, "4: 'metrics' cannot be 'yin_scor'; did you mean 'yin_score'?"),
        (#"["yin_score", "stall_count", "yin_score"]"#, "4: 'yin_score' stands twice"),
        ("[]", "4: 'metrics' must have at least 1 element"),
        (#""yin_score""#, #"4: 'metrics' must be a list, not a string; as in ["…"]"#),
    ])
    func `a name that is unknown or stands twice is an error`(value: String, words: String) {
        #expect(Self.diagnostics(Self.text("\"metrics\": \(value)")) == [words])
    }
}
