import AutowaitTesting
import Foundation
import Testing

@Suite("A world is held against a recording")
struct RecordingTests {
    @Test("that was written before")
    func recording() throws {
        func world(_ down_kbps: Int) throws -> World {
            let world = try World(
                WorldScenario(network: .fluid(down_kbps: down_kbps), media: .hls([800], duration: .seconds(20))))
            world.player.load()
            world.player.play()
            try world.advance(by: .seconds(30))
            return world
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).golden").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect { try world(1000).expectRecording(at: path) } throws: { "\($0)".contains("there is no recording") }
        try world(1000).expectRecording(at: path, updating: true)
        try world(1000).expectRecording(at: path)
        #expect { try world(700).expectRecording(at: path) } throws: { "\($0)".contains("startup_time_s") }
    }
}
