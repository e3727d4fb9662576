import Testing

@testable import Simulation

@Suite("A search among networks")
struct NetworkSearchTests {
    private static let bounds: NetworkSearch.Bounds = {
        var bounds = NetworkSearch.Bounds()
        bounds.rates = 100...3000
        bounds.lengths = 2...30
        bounds.delays = 10...400
        bounds.losses = 0...2
        return bounds
    }()

    /// The worst is a first rate of 1,000 for 10 s with a delay of 80 ms and a loss of 1.2 %: a needle that no random
    /// draw is likely to hit.
    private static func score(_ network: NetworkSearch.Network) -> Int64? {
        let first = network.phases[0]
        let (delay, loss) = (network.delay_ms ?? 0, network.loss_permille ?? 0)
        let far = abs(first.down_kbps - 1000) + 50 * abs(first.length_s - 10) + 2 * abs(delay - 80)
        return max(0, 3000 - far - 20 * abs(loss - 12))
    }

    @Test("stays within its bounds, and comes nearer than chance does", arguments: 1...6 as ClosedRange<UInt64>)
    func climbs(seed: UInt64) throws {
        var seen: [NetworkSearch.Network] = []
        func worst(_ count: Int) -> NetworkSearch.Found? {
            NetworkSearch.worst(of: count, within: Self.bounds, seed: seed) { networks in
                seen += networks
                return networks.map(Self.score)
            }.found
        }
        let early = try #require(worst(64))
        let late = try #require(worst(2000))
        #expect(late.score > early.score && late.score >= 2950)
        #expect(seen.count == 2064)
        #expect(
            seen.allSatisfy { network in
                2...5 ~= network.phases.count && 10...400 ~= network.delay_ms ?? 0
                    && 0...20 ~= network.loss_permille ?? -1
                    && network.phases.allSatisfy { 100...3000 ~= $0.down_kbps && 2...30 ~= $0.length_s }
            })
        #expect(worst(2000)?.network == late.network)
    }

    @Test("finds nothing where nothing is bad, or nothing can be judged", arguments: [0, nil, -5] as [Int64?])
    func nothing(score: Int64?) {
        let result = NetworkSearch.worst(of: 200, within: Self.bounds, seed: 1) { $0.map { _ in score } }
        #expect(result.found == nil && result.judged == (score == nil ? 0 : 200))
    }

    @Test("changes each of the best as often as the others, and the very best of them too")
    func turns() {
        // The delay tells a network: all are equally bad but for the first four, which stay the best.
        var (generations, kept) = ([[NetworkSearch.Network]](), [NetworkSearch.Network]())
        _ = NetworkSearch.worst(of: 20 * 64, within: Self.bounds, seed: 3) { networks in
            if generations.isEmpty { kept = Array(networks.prefix(4)) }
            generations.append(networks)
            return networks.map { kept.contains($0) ? 2 : 1 }
        }
        let bred = generations.dropFirst().flatMap { networks in
            networks.indices.filter { $0 % 4 != 0 }.map { networks[$0] }
        }
        // What was changed a little has most of its numbers still.
        func isLike(_ network: NetworkSearch.Network, _ parent: NetworkSearch.Network) -> Bool {
            let same = zip(network.phases, parent.phases).count { $0 == $1 }
            return same * 2 >= parent.phases.count && network.phases.count == parent.phases.count
        }
        let children = kept.map { parent in bred.count { isLike($0, parent) } }
        #expect(children.allSatisfy { $0 > bred.count / 10 }, "\(children) of \(bred.count)")
    }

    @Test("leaves alone what is no rate")
    func rest() throws {
        let text =
            #"{"network": {"preset": "3G", "delay_ms": 300, "down_kbps": 7, "loss_percent": 1, "repeat": true}}"#
        var bounds = NetworkSearch.Bounds()
        (bounds.delays, bounds.losses) = (nil, nil)
        func rest(_ text: String) throws -> (text: String, dropped: [String]) {
            NetworkSearch.rest(of: try JSONReader.read(Array(text.utf8), source: 0).root, within: bounds)
        }
        #expect(try rest(text).text == "{\n  \"delay_ms\": 300,\n  \"loss_percent\": 1\n}\n")
        #expect(try rest(text).dropped == ["preset", "repeat"])
        #expect(try rest("{}").text == "{}")
        let made = #"{"network": {"make": "train", "delay_ms": 3}}"#
        #expect(try rest(made).dropped == ["make"])
        bounds.delays = 0...9
        #expect(try rest(text).text == "{\n  \"loss_percent\": 1\n}\n")
        #expect(try rest(text).dropped == ["preset", "repeat"], "that delays give way was asked for")
        #expect(try rest(made).dropped == ["make"])
        for (word, key) in [("3G", "preset"), ("Own.plist", "profile")] {
            let named = try rest("{\"network\": \"\(word)\"}")
            #expect(named.text == "{}" && named.dropped == [key])
        }
    }

    @Test("without bounds of delays and losses the scenario's own stay, and nothing of them is said")
    func fewer() throws {
        var bounds = Self.bounds
        (bounds.delays, bounds.losses) = (nil, nil)
        var seen: [NetworkSearch.Network] = []
        _ = NetworkSearch.worst(of: 200, within: bounds, seed: 1) { networks in
            seen += networks
            return networks.map { _ in 1 }
        }
        #expect(seen.count == 200 && seen.allSatisfy { $0.settings.map { $0.path } == ["network.phases"] })
        #expect(bounds.words == "100 to 3000 kbit/s, of 2 to 5 rates for 2 to 30 s each")
        #expect(Self.bounds.words.hasSuffix(" each, with delays of 10 to 400 ms and losses of 0 to 2 %"))
    }
}
