import AutowaitTesting
import Testing

@Suite("A scenario made of values")
struct BuilderTests {
    @Test("has as many outages as it is given")
    func outages() throws {
        let network = WorldScenario.Network.fluid(down_kbps: 1000)
            .broken(at: .seconds(2), for: .seconds(3)).broken(at: .seconds(6), for: .seconds(4))
        let world = try World(
            WorldScenario(network: network, media: .progressive(bitrate_kbps: 1000, duration: .seconds(30))))
        world.player.load()
        func loaded() -> Double { world.player.currentItem?.loadedTimeRanges.last?.end.seconds ?? 0 }
        var stands: [Int] = []
        for second in 0..<12 {
            let before = loaded()
            try world.advance(by: .seconds(1))
            if loaded() == before { stands.append(second) }
        }
        #expect(stands == [2, 3, 4, 6, 7, 8, 9])
    }
}
