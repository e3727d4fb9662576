import Foundation
import Testing

@testable import autowait

/// Some file systems take both names for one: there is nothing to tell apart then.
@Suite("Names that differ in their Unicode form alone")
struct UnicodeFormTests {
    private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

    @Test("an output is not the input whose name differs so")
    func output() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), Self.composed + ".json")
            let (input, output) = (folder.path + "/\(Self.composed).json", folder.path + "/\(Self.decomposed).json")
            if Files.exists(output) { return print("SKIPPED: here both names are one file's") }
            var reply = Autowait.reply(to: ["run", input, "--format", "json", "-o", output])
            reply.end()
            #expect(reply.errors.isEmpty, "\(reply.errors)")
            #expect(try folder.names().count == 2)
        }
    }

    @Test("traces are looked for in the population's folder, not in the scenario's")
    func population() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), Self.composed + "/s.json")
            if Files.exists(folder.path + "/" + Self.decomposed) { return print("SKIPPED: both names are one's") }
            let population = #"{"kind": "population", "networks": [{"traces": "roads/*.csv"}]}"#
            try folder.write(population, Self.decomposed + "/p.json")
            try folder.write("seconds,bits_per_second\n0,1000000\n60,1000000\n", Self.decomposed + "/roads/a.csv")
            let reply = Autowait.reply(
                to: [
                    "compare", folder.path + "/\(Self.composed)/s.json", "--population",
                    folder.path + "/\(Self.decomposed)/p.json", "--seeds", "20", "--vary",
                    "player.keep_up=play-through,first-chunk",
                ]
            ).whole
            #expect(reply.errors.isEmpty, "\(reply.errors)")
        }
    }
}
