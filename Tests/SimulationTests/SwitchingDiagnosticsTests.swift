import Testing

@testable import Simulation

@Suite("What is wrong with what is said of switching")
struct SwitchingDiagnosticsTests {
    private static let ladder = #""variants": [{ "bitrate_kbps": 400 }, { "bitrate_kbps": 800 }]"#
    private static let hls = #"{ "kind": "hls", "duration_s": 6, \#(ladder) }"#
    private static let file = #"{ "kind": "progressive", "duration_s": 10, "bitrate_kbps": 100 }"#

    private func ofPlayer(_ player: String, _ media: String = hls) -> ScenarioReader.Reading {
        ScenarioReader.read("{ \"media\": \(media),\n\"player\": { \(player) } }")
    }

    private func ofAction(_ action: String, _ media: String = hls) -> ScenarioReader.Reading {
        ScenarioReader.read(
            "{ \"media\": \(media), \"script\": [{ \"at_s\": 0, \"do\": \"load\" },\n"
                + "{ \"at_s\": 1, \"do\": \(action) }] }")
    }

    private func errors(_ reading: ScenarioReader.Reading) -> [String] {
        reading.diagnostics.map { String($0.text(sources: reading.sources).dropFirst("test.json:".count)) }
    }

    private func warnings(_ reading: ScenarioReader.Reading) throws -> [String] {
        try #require(reading.scenario, "\(errors(reading))").warnings.map {
            String($0.text(sources: reading.sources, as: .warning).dropFirst("test.json:".count))
        }
    }

    @Test(
        "rules are names, or objects with what they take",
        arguments: [
            (#""switching": "boala""#, "2:26: error: 'switching' cannot be 'boala'; did you mean 'bola'?"),
            (
                #""preferredPeakBitRate": 300000"#,
                "2:13: error: unknown key 'preferredPeakBitRate' in player; did you mean "
                    + "'preferred_peak_bitrate_kbps', which counts kbit/s, or 'preferred_peak_bitrate_bps', "
                    + "which counts bit/s?"
            ),
            (
                #""preferred_peak_bitrate_mbps": 3"#,
                "2:13: error: unknown key 'preferred_peak_bitrate_mbps' in player; did you mean "
                    + "'preferred_peak_bitrate_kbps', which counts kbit/s?"
            ),
            (
                #""preferredPeakBitrateKbps": 500"#,
                "2:13: error: unknown key 'preferredPeakBitrateKbps' in player; did you mean "
                    + "'preferred_peak_bitrate_kbps'?"
            ),
            (
                #""preferred-peak-bitrate-kbps": 500"#,
                "2:13: error: unknown key 'preferred-peak-bitrate-kbps' in player; did you mean "
                    + "'preferred_peak_bitrate_kbps'?"
            ),
            (
                #""preferred_peak_bitrate_kpbs": 500"#,
                "2:13: error: unknown key 'preferred_peak_bitrate_kpbs' in player; did you mean "
                    + "'preferred_peak_bitrate_kbps'?"
            ),
            (
                #""switching": 5"#,
                "2:26: error: 'switching' must be a word in double quotes or an object, not a number"
            ),
            (
                #""switching": { "rule": "throughput", "up_ration": 1 }"#,
                "2:50: error: unknown key 'up_ration' for rule \"throughput\"; did you mean 'up_ratio'?"
            ),
            (
                #""switching": { "rule": "bola", "gamma_ratio": 0 }"#,
                "2:59: error: 'gamma_ratio' must be from 0.000001 to 10"
            ),
            (
                #""switching": { "rule": "robust-mpc", "horizon": 9 }"#,
                "2:61: error: 'horizon' must be from 1 to 8"
            ),
            (
                #""switching": { "rule": "bba", "cushion_s": "10" }"#,
                "2:56: error: 'cushion_s' must be a number (s), not a string"
            ),
            (
                #""abandon_segment": "dash""#,
                "2:32: error: 'abandon_segment' cannot be 'dash'; did you mean 'dash.js'?"
            ),
            (
                #""abandon_segment": { "rule": "hls.js", "every_s": 0 }"#,
                "2:63: error: 'every_s' must be from 0.001 to 86400 s"
            ),
            (
                #""switchin": "bba""#, "2:13: error: unknown key 'switchin' in player; did you mean 'switching'?"
            ),
            (
                #""abandon_segments": "never""#,
                "2:13: error: unknown key 'abandon_segments' in player; did you mean 'abandon_segment'?"
            ),
        ])
    func rules(_ player: String, _ words: String) { #expect(errors(ofPlayer(player)) == [words]) }

    @Test(
        "a rule that measures otherwise than it should, and one that has nothing to do, are warned of",
        arguments: [
            (
                #""switching": "robust-mpc""#,
                #"2:26: warning: 'robust-mpc' measures throughput by "harmonic-mean" where it comes from, and here by "#
                    + #""sliding-window"; write "throughput": "harmonic-mean""#
            ),
            (
                #""switching": "sabre-dynamic", "throughput": "last""#,
                #"2:26: warning: 'sabre-dynamic' measures throughput by "ewma-pair" or "arithmetic-mean" where it "#
                    + #"comes from, and here by "last"; write "throughput": "ewma-pair""#
            ),
            (
                #""replace_segment": "left""#,
                "2:32: warning: 'replace_segment' does nothing here: without 'switching' there is no higher variant"
            ),
            (
                #""switching": "fixed", "abandon_segment": "sabre""#,
                "2:54: warning: 'abandon_segment' does nothing here: without 'switching' there is no lower variant"
            ),
        ])
    func needs(_ player: String, _ words: String) throws { #expect(try warnings(ofPlayer(player)) == [words]) }

    @Test(
        "what the app permits is said once, and whole",
        arguments: [
            (
                #""set_preferred_peak_bit_rate""#,
                "2:20: error: give one of 'value_kbps' and 'value_bps'; 0 permits all"
            ),
            (
                #""set_preferred_peak_bit_rate", "value_kbps": 1, "value_bps": 1000"#,
                "2:20: error: give one of 'value_kbps' and 'value_bps'; 0 permits all"
            ),
            (
                #""set_preferred_peak_bit_rate", "value_kbps": "1""#,
                "2:65: error: 'value_kbps' must be a number (kbit/s), not a string"
            ),
            (
                #""set_preferred_peak_bit_rate", "value_bps": 0.5"#,
                "2:64: error: 'value_bps' must be a whole number"
            ),
            (
                #""set_preferred_peak_bit_rate", "value": 1"#,
                "2:51: error: unknown key 'value' for do \"set_preferred_peak_bit_rate\"; did you mean "
                    + "'value_kbps', which counts kbit/s, or 'value_bps', which counts bit/s?"
            ),
            (
                #""set_preferred_peak_bit_rate", "valueKbps": 1"#,
                "2:51: error: unknown key 'valueKbps' for do \"set_preferred_peak_bit_rate\"; did you mean "
                    + "'value_kbps'?"
            ),
            (#""set_preferred_maximum_resolution", "width": 1"#, "2:20: error: 'width' and 'height' come together"),
            (#""set_layer", "height": 1"#, "2:20: error: 'width' and 'height' come together"),
            (
                #""set_layer", "contents_scale": 2"#,
                "2:51: error: there is no 'width' and 'height' for 'contents_scale'"
            ),
            (
                #""set_layer", "width": 1, "height": 0"#,
                "2:55: error: 'height' must be from 1 to 100000"
            ),
            (
                #""set_prefered_peak_bit_rate", "value_bps": 1"#,
                "2:20: error: 'do' cannot be 'set_prefered_peak_bit_rate'; "
                    + "did you mean 'set_preferred_peak_bit_rate'?"
            ),
        ])
    func limits(_ action: String, _ words: String) { #expect(errors(ofAction(action)) == [words]) }

    @Test(
        "what does nothing is warned of, once",
        arguments: [
            (
                #""switching": "bba""#, #"{ "kind": "hls", "duration_s": 6, "variants": [{ "bitrate_kbps": 4 }] }"#,
                "2:26: warning: 'switching' does nothing here: there is one variant alone"
            ),
            (
                #""abandon_segment": "hls.js""#, hls,
                "2:32: warning: 'abandon_segment' does nothing here: without 'switching' there is no lower variant"
            ),
            (
                #""switching": "bba""#, file,
                "2:26: warning: 'switching' does nothing here: only HLS has variants"
            ),
            (
                #""abandon_segment": "hls.js""#, file,
                "2:32: warning: 'abandon_segment' does nothing here: only HLS has variants"
            ),
        ])
    func idle(_ player: String, _ media: String, _ words: String) throws {
        #expect(try warnings(ofPlayer(player, media)) == [words])
    }

    @Test(
        "where the latency of a trace is laid is one of two, and there is a trace",
        arguments: [
            (#""latency": "up""#, "1:27: error: there is no 'trace' for 'latency'"),
            (
                #""trace": "a.csv", "latency": "upp""#,
                "1:45: error: 'latency' cannot be 'upp'; did you mean 'up'?"
            ),
            (
                #""trace": "a.csv", "latency": 5"#,
                "1:45: error: 'latency' must be a word in double quotes, not a number"
            ),
        ])
    func latency(_ network: String, _ words: String) {
        #expect(errors(ScenarioReader.read("{ \"network\": { \(network) }, \"media\": \(Self.hls) }")) == [words])
    }

    @Test("what does something is not")
    func busy() throws {
        #expect(try warnings(ofPlayer(#""switching": "bba", "abandon_segment": "hls.js""#)) == [])
        #expect(try warnings(ofPlayer(#""switching": "fixed", "abandon_segment": "never""#)) == [])
    }

    @Test(
        "limits for a file are warned of",
        arguments: [
            (#""set_preferred_peak_bit_rate", "value_kbps": 0"#, "set_preferred_peak_bit_rate"),
            (#""set_preferred_maximum_resolution""#, "set_preferred_maximum_resolution"),
        ])
    func limitsForFile(_ action: String, _ name: String) throws {
        #expect(
            try warnings(ofAction(action, Self.file)) == [
                "2:20: warning: '\(name)' does nothing here: only HLS has variants"
            ])
        #expect(try warnings(ofAction(action)) == [])
        #expect(try warnings(ofAction(#""set_layer""#, Self.file)) == [], "a layer shows a file's pictures too")
    }

    @Test(
        "an action that does nothing, or is hardly meant so, is warned of",
        arguments: [
            (
                #""set_preferred_peak_bit_rate", "value_bps": 100"#,
                "preferredPeakBitRate is 100 bit/s, below every variant"
            ),
            (
                #""set_configured_time_offset_from_live", "value_s": 20"#,
                "this is for live items, and does nothing here"
            ),
            (#""set_automatically_preserves_time_offset_from_live", "value": true"#, "this is for live items"),
            (#""go_live""#, "nothing is live here: this goes to the end of the item"),
        ])
    func ofNoUse(_ action: String, _ words: String) throws {
        let all = try warnings(ofAction(action))
        #expect(all.count == 1 && all[0].contains(words), "\(all)")
    }
}
