import Testing

@testable import autowait

@Suite("autowait check reads populations")
struct PopulationCheckTests {
    @Test(
        "'check' and 'test' try every stratum and every part of a mix, and files from the population's folder",
        arguments: [
            (#""networks": [{"name": "a", "network": "4G"}]"#, "there is no preset '4G'"),
            (#""networks": [{"traces": "nope/*.csv"}]"#, "'nope/*.csv' has no trace"),
            (#""networks": [{"traces": ""}]"#, "'' has no trace; a path is relative to the population's folder"),
            (#""networks": [{"traces": "/tmp/*.csv"}]"#, "'/tmp/*.csv' is absolute; name files relative to the pop"),
            (#""networks": [{"name": "a", "network": {"trace": "/a.csv"}}]"#, "'/a.csv' is absolute; name a file"),
            (#""media": [{"media": "/m.m3u8"}]"#, "'/m.m3u8' is absolute; name a file relative to"),
            (
                #""networks": [{"name": "x", "network": "LTE"}, {"traces": "back.csv"}]"#,
                "back.csv:3:1: error: time goes"
            ),
            (#""viewers": [{"player": {"viewer": {"patience_s": [5, 2]}}}]"#, "quantiles go from the least"),
            (#""mix": [{"population": "mobil"}]"#, "there is no population 'mobil'; did you mean 'mobile'?"),
            (#""mix": [{"population": "mobile"}, {"population": "none.json"}]"#, "no population 'none.json'"),
            (
                #""media": [{"media": {"kind": "progressive", "duration_s": 9}}]"#,
                "'bitrate_kbps' is missing"
            ),
            (#""networks": [{"traces": "good.csv"}, {"network": "LTE"}]"#, ""),
            (#""mix": [{"population": "mobile"}]"#, ""),
            (#""devices": [{"player": {"loop": "looper"}}, {"player": {"action_at_item_end": "advance"}}]"#, ""),
            (
                #""networks": [{"network": {"down_kbps": 9, "faults": [{"variant": 2, "status": 404}]}}]"#, ""
            ),
        ])
    func checkedWhole(members: String, words: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "s.json")
            _ = folder.test("--update")
            try folder.write("0,1M\n2,2M\n1,3M\n", "back.csv")
            try folder.write("0,1M\n2,2M\n", "good.csv")
            for name in ["p.json", "scenario.json"] {
                try folder.write("{\"kind\": \"population\", \(members)}", name)
                let reply = Autowait.reply(to: ["check", folder.path + "/" + name])
                #expect(reply.code == (words.isEmpty ? .asExpected : .badData), "\(reply.errors)")
                #expect(words.isEmpty ? reply.errors.isEmpty : reply.errors.contains(words), "\(reply.errors)")
            }
            let all = Autowait.reply(to: ["check", folder.path])
            #expect(all.code == (words.isEmpty ? .asExpected : .badData), "\(all.errors)")
            let tested = folder.test()
            #expect(tested.code == all.code && tested.output.contains("FAIL") == !words.isEmpty, "\(tested.output)")
            #expect(words.isEmpty ? tested.errors.isEmpty : tested.errors.contains(words), "\(tested.errors)")
        }
    }

    @Test(
        "one is known by what is in it where the word has a slip, and a scenario with a slip is none",
        arguments: [
            (#""kind": "populaton", "networks": [{"network": "3G"}]"#, "'populaton'; did you mean 'population'?"),
            (#""knid": "population", "networks": [{"network": "3G"}]"#, "in population; did you mean 'kind'?"),
            (#""viewers": [{"player": {"viewer": {"patience_s": 5}}}]"#, "'kind' is missing: "),
            (
                #""networks": [{"down_kbps": 9}], "media": {"kind": "local", "duration_s": 9, "bitrate_kbps": 9}"#,
                "unknown key 'networks' in scenario; did you mean 'network'?"
            ),
            (#""networks": [{"down_kbps": 9}], "until_s": 9"#, "unknown key 'networks' in scenario"),
            (#""kind": "hls", "networks": [{"down_kbps": 9}]"#, "unknown key 'kind' in scenario"),
        ])
    func meant(members: String, words: String) throws {
        try TestFolder.with { folder in
            try folder.write("{\(members)}", "p.json")
            let reply = Autowait.reply(to: ["check", folder.path + "/p.json"])
            #expect(reply.code == .badData && reply.errors.contains(words), "\(reply.errors)")
            #expect(!reply.errors.contains("in scenario") || words.contains("in scenario"), "\(reply.errors)")
        }
    }

    @Test("a playlist by its path alone is in the population's folder")
    func playlist() throws {
        try TestFolder.with { folder in
            let stratum = #"{"media": "m.m3u8"}, {"media": {"kind": "playlist", "path": "m.m3u8"}}"#
            try folder.write("{\"kind\": \"population\", \"media\": [\(stratum)]}", "own/p.json")
            let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:100@0\ns.ts\n"
            try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(segment)#EXT-X-ENDLIST\n", "own/m.m3u8")
            try folder.write(#"{"media": {"kind": "progressive", "duration_s": 9, "bitrate_kbps": 90}}"#, "s.json")
            let words = ["--vary", "player.keep_up=exoplayer,first-chunk", "--seeds", "2", "--population"]
            let reply = Autowait.reply(
                to: ["compare", folder.path + "/s.json"] + words + [folder.path + "/own/p.json"])
            #expect(reply.code == .asExpected, "\(reply.errors)")
            #expect(Autowait.reply(to: ["check", folder.path + "/own/p.json"]).code == .asExpected)
        }
    }

    static let half = #"{"name": "half", "traces": "a.csv", "network": {"scale": 0.5}}"#
    static let named = #"{"name": "4G", "network": {"down_kbps": 900}}"#

    @Test(
        "strata that set different things have a row each: with the stratum of a trace, then with the population",
        arguments: [
            (["\(half), {\"traces\": \"*.csv\"}"], ["half: a.csv", "*.csv: a.csv", "b.csv"], ["a.csv"]),
            ([half, #"{"traces": "a.csv"}"#], ["half: a.csv", "a.csv"], ["p1.json: a.csv"]),
            ([half, half], ["a.csv"], ["half: a.csv"]),
            ([half, #"{"name": "half", "traces": "a.csv"}"#], ["p0.json: half: a.csv", "p1.json: half: a.csv"], []),
            ([named, named], ["4G"], ["p0.json: 4G"]),
            ([named, #"{"name": "4G", "network": {"down_kbps": 800}}"#], ["p0.json: 4G", "p1.json: 4G"], ["4G"]),
        ])
    func rowsOfStrata(parts: [String], rows: [String], absent: [String]) throws {
        try TestFolder.with { folder in
            for (place, strata) in parts.enumerated() {
                try folder.write("{\"kind\": \"population\", \"networks\": [\(strata)]}", "p\(place).json")
            }
            let mix = parts.indices.map { "{\"population\": \"p\($0).json\"}" }.joined(separator: ", ")
            try folder.write("{\"kind\": \"population\", \"mix\": [\(mix)]}", "p.json")
            for name in ["a.csv", "b.csv"] { try folder.write("0,1M\n60,1M\n", name) }
            try folder.write(#"{"media": {"kind": "progressive", "duration_s": 9, "bitrate_kbps": 90}}"#, "s.json")
            let words = ["--vary", "player.keep_up=exoplayer,first-chunk", "--seeds", "40", "--format", "csv"]
            let reply = Autowait.reply(
                to: ["compare", folder.path + "/s.json"] + words + ["--population", folder.path + "/p.json"]
            ).whole
            #expect(reply.code == .asExpected, "\(reply.errors)")
            for name in rows { #expect(reply.output.contains(",\(name),"), "\(reply.output.prefix(1000))") }
            for name in absent { #expect(!reply.output.contains(",\(name),")) }
        }
    }

    @Test("strata that no name tells apart are refused")
    func sameName() throws {
        try TestFolder.with { folder in
            let strata = "{\"name\": \"half: a.csv\", \"network\": {\"down_kbps\": 500}}, \(Self.half)"
            try folder.write(
                "{\"kind\": \"population\", \"networks\": [\(strata), {\"traces\": \"a.csv\"}]}", "p.json")
            try folder.write("0,1M\n60,1M\n", "a.csv")
            try folder.write(#"{"media": {"kind": "progressive", "duration_s": 9, "bitrate_kbps": 90}}"#, "s.json")
            let words = ["--vary", "player.keep_up=exoplayer,first-chunk", "--seeds", "40", "--population"]
            let reply = Autowait.reply(to: ["compare", folder.path + "/s.json"] + words + [folder.path + "/p.json"])
            #expect(reply.code == .badData && reply.errors.contains("name one otherwise"), "\(reply.errors)")
        }
    }
}
