import AutowaitTesting
import Foundation
import Testing

@Suite("A world is held against a recording")
struct RecordingTests {
    private func world(_ down_kbps: Int, seconds: Int = 30) throws -> World {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: down_kbps), media: .hls([800], duration: .seconds(20))))
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(seconds))
        return world
    }

    @Test("and a difference is said once, however small", arguments: [(1000, 31), (1000, 5), (999, 30), (500, 30)])
    func once(down_kbps: Int, seconds: Int) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).golden").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try world(1000).expectRecording(at: path, updating: true)
        let error = #expect(throws: WorldError.self) {
            try world(down_kbps, seconds: seconds).expectRecording(at: path)
        }
        let lines = "\(try #require(error))".split(separator: "\n")
        #expect(lines.count > 1 && Set(lines).count == lines.count, "\(lines)")
    }

    @Test("that was written before")
    func recording() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).golden").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect { try world(1000).expectRecording(at: path) } throws: { "\($0)".contains("there is no recording") }
        try world(1000).expectRecording(at: path, updating: true)
        try world(1000).expectRecording(at: path)
        #expect { try world(700).expectRecording(at: path) } throws: { "\($0)".contains("startup_time_s") }
    }

    @Test("and what is there and cannot be read is no recording that is missing")
    func unreadable() throws {
        let folder = FileManager.default.temporaryDirectory.path
        #expect { try world(1000).expectRecording(at: folder) } throws: { "\($0)" == "\(folder): cannot be read" }
    }
}
