import Testing

@testable import Simulation

@Suite("A search among networks")
struct NetworkSearchTests {
    private static let bounds: NetworkSearch.Bounds = {
        var bounds = NetworkSearch.Bounds()
        bounds.rates = 100...3000
        bounds.lengths = 2...30
        return bounds
    }()

    /// The worst is a first rate of 1,000 for 10 s: a needle that no random draw is likely to hit.
    private static func score(_ network: NetworkSearch.Network) -> Int64? {
        let first = network.phases[0]
        return max(0, 3000 - abs(first.down_kbps - 1000) - 50 * abs(first.length_s - 10))
    }

    @Test("stays within its bounds, and comes nearer than chance does", arguments: 1...6 as ClosedRange<UInt64>)
    func climbs(seed: UInt64) throws {
        var seen: [NetworkSearch.Network] = []
        func worst(_ count: Int) -> NetworkSearch.Found? {
            NetworkSearch.worst(of: count, within: Self.bounds, seed: seed) { networks in
                seen += networks
                return networks.map(Self.score)
            }
        }
        let early = try #require(worst(64))
        let late = try #require(worst(2000))
        #expect(late.score > early.score && late.score >= 2950)
        #expect(seen.count == 2064)
        #expect(
            seen.allSatisfy { network in
                2...5 ~= network.phases.count
                    && network.phases.allSatisfy { 100...3000 ~= $0.down_kbps && 2...30 ~= $0.length_s }
            })
        #expect(worst(2000)?.network == late.network)
    }

    @Test("finds nothing where nothing is bad, or nothing can be judged", arguments: [0, nil, -5] as [Int64?])
    func nothing(score: Int64?) {
        let found = NetworkSearch.worst(of: 200, within: Self.bounds, seed: 1) { $0.map { _ in score } }
        #expect(found == nil)
    }

    @Test("leaves alone what is no rate")
    func rest() throws {
        let text =
            #"{"network": {"preset": "3G", "delay_ms": 300, "down_kbps": 7, "loss_percent": 1, "repeat": true}}"#
        let rest = NetworkSearch.rest(of: try JSONReader.read(Array(text.utf8), source: 0).root)
        #expect(rest.text == "{\n  \"delay_ms\": 300,\n  \"loss_percent\": 1\n}\n")
        #expect(rest.dropped == ["preset", "repeat"])
        #expect(NetworkSearch.rest(of: try JSONReader.read(Array("{}".utf8), source: 0).root).text == "{}")
        let made = #"{"network": {"make": "train", "delay_ms": 3}}"#
        #expect(NetworkSearch.rest(of: try JSONReader.read(Array(made.utf8), source: 0).root).dropped == ["make"])
    }
}
