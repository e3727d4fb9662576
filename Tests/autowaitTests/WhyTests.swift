import Foundation
import Testing

@testable import autowait

@Suite("Long runs")
struct WhyTests {
    /// Ten minutes on a link that is enough, but for half a minute in the middle.
    private static let text = """
        {"network": {"transport": "fluid", "phases": [
           {"for_s": 300, "down_kbps": 4000}, {"for_s": 40, "down_kbps": 100}, {"down_kbps": 4000}]},
         "media": {"kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]},
         "player": {"default_forward_buffer_s": 20}}
        """

    @Test("a jump within a wait is told, and where no change is tried, that is said")
    func jumps() throws {
        let media = #"media={"kind":"progressive","duration_s":600,"bitrate_kbps":2000}"#
        let script =
            #"script=[{"at_s":0,"do":"load"},{"at_s":0,"do":"play"},{"at_s":310,"do":"seek","to_s":500},"#
            + #"{"at_s":330,"do":"seek","to_s":100}]"#
        let output = try reply("why", "--set", media, "--set", script).output
        #expect(output.contains("\n   Meanwhile the playhead jumped to 100 s at 330.000 s.\n"))
        #expect(output.contains("\n   No change was tried: that is done for starts and stalls.\n"))
    }

    private func reply(_ words: String...) throws -> Reply {
        try Place.withFolder { url in
            let folder = TestFolder(url: url)
            try folder.write(Self.text, "a.json")
            return Autowait.reply(to: [words[0], folder.path + "/a.json"] + words.dropFirst())
        }
    }

    @Test("the only stall, in the middle, has its row, and the row says why")
    func row() throws {
        let output = try reply("run").output
        #expect(output.contains("playbackStalled is posted"))
        #expect(output.contains(" is under way since "))
        #expect(output.contains("the network offers 100 kbit/s, and the media takes 2000 kbit/s"))
        #expect(output.contains(" segments; full "))
    }

    @Test("why tells of it, and a buffer that is said to avoid it does")
    func remedy() throws {
        let output = try reply("why").output
        #expect(output.contains("The network offered 4000 kbit/s, then 100 kbit/s from 300.000 s on"))
        let words = output.components(separatedBy: "\n").first { $0.contains(" ahead in place of 20 s") } ?? ""
        let length = try #require(words.split(separator: " ").first.map(String.init))
        let again = try reply("run", "--set", "player.preferred_forward_buffer_duration_s=\(length)").output
        #expect(again.contains("stall_count               0\n"))
    }
}
