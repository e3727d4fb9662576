import PlayerModel
import Testing

@testable import Simulation

@Suite("A link that hosts share")
struct SharedLinkTests {
    /// Fair shares by another way: all rates grow together, and a host's stop where it has no more (Bertsekas,
    /// Gallager, 6.5.2). By flow, in bits per second.
    private static func shares(_ capacity: Double, _ limits: [Double?], _ hosts: [Int]) -> [Double] {
        var rates = [Double](repeating: 0, count: hosts.count)
        var isFrozen = [Bool](repeating: false, count: hosts.count)
        while let _ = isFrozen.firstIndex(of: false) {
            var step = (capacity - rates.reduce(0, +)) / Double(isFrozen.count { !$0 })
            for (host, limit) in limits.enumerated() {
                let own = hosts.indices.filter { hosts[$0] == host }
                let free = own.count { !isFrozen[$0] }
                guard let limit, free > 0 else { continue }
                step = min(step, (limit - own.reduce(0) { $0 + rates[$1] }) / Double(free))
            }
            for flow in hosts.indices where !isFrozen[flow] { rates[flow] += step }
            let isFull = rates.reduce(0, +) >= capacity - 1e-6
            for flow in hosts.indices where !isFrozen[flow] {
                let limit = hosts[flow] < 0 ? nil : limits[hosts[flow]]
                let sum = hosts.indices.reduce(0) { hosts[$1] == hosts[flow] ? $0 + rates[$1] : $0 }
                isFrozen[flow] = isFull || limit.map { sum >= $0 - 1e-6 } ?? false
            }
        }
        return rates
    }

    @Test("is shared as fairly as hosts have it", arguments: 0..<60)
    func shares(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "shares")
        let limits: [Int64?] = (0..<1 + Int(random.below(4))).map { _ in
            random.below(4) == 0 ? nil : Int64(random.below(9_000_000))
        }
        let capacity = Int64(1_000_000 + random.below(9_000_000))
        let hosts = (0..<2 + Int(random.below(7))).map { _ in Int32(random.below(UInt64(limits.count) + 1)) - 1 }
        var link = SharedLink(capacity: capacity, limits: limits, places: hosts)
        for flow in hosts.indices { link.start(flow, Link.work(bytes: 1_000_000_000), at: .zero) }
        let wanted = Self.shares(Double(capacity), limits.map { $0.map(Double.init) }, hosts.map(Int.init))
        for flow in hosts.indices {
            let left = link.left(of: flow, at: .zero + .seconds(8))
            let bits = Double(Link.work(bytes: 1_000_000_000) - left) / 1e9
            #expect(abs(bits - wanted[flow] * 8) < 64, "flow \(flow) of \(hosts), \(limits), \(capacity)")
        }
    }

    /// Flows that come and go at random: nothing is lost of what is carried, whatever the limits.
    @Test("carries each flow to its end", arguments: 0..<40)
    func ends(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "ends")
        let places: [Int32] = (0..<12).map { _ in Int32(random.below(4)) - 1 }
        var link = SharedLink(capacity: 5_000_000, limits: [800_000, 2_000_000, nil], places: places)
        var (now, done, begun) = (Instant.zero, 0, 0)
        var bytes: Int64 = 0
        while done < 12 {
            let next = link.nextFinish()
            let start = now + .milliseconds(Int64(random.below(400)))
            if begun < 12, next == .never || start < next {
                now = start
                let size = Int64(1 + random.below(200_000))
                link.start(begun, Link.work(bytes: size), at: now)
                (begun, bytes) = (begun + 1, bytes + size)
                if random.below(3) == 0 { link.setCapacity(Int64(1_000_000 + random.below(8_000_000)), at: now) }
                if random.below(3) == 0 { link.setLimit(Int64(100_000 + random.below(900_000)), of: 0, at: now) }
                continue
            }
            now = next
            guard let flow = link.finished(at: now) else { continue }
            #expect(link.left(of: flow) == 0)
            link.stop(flow, at: now)
            done += 1
        }
        #expect(abs(link.totalBytes - bytes) <= 12 && link.activeFlows == 0)
    }

    @Test("is a link where no host has a limit", arguments: 0..<20)
    func plain(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "plain")
        var (link, shared) = (Link(capacity: 3_000_001), SharedLink(capacity: 3_000_001))
        var unlimited = SharedLink(capacity: 3_000_001, limits: [nil], places: [-1, 0, 0, -1, 0])
        var now = Instant.zero
        for flow in 0..<5 {
            let size = Link.work(bytes: Int64(1000 + random.below(100_000)))
            link.start(flow, size, at: now)
            shared.start(flow, size, at: now)
            unlimited.start(flow, size, at: now)
            now = now + .milliseconds(Int64(random.below(90)))
        }
        for flow in 0..<5 {
            #expect(link.left(of: flow, at: now) == shared.left(of: flow, at: now))
            // Whole bits per second to each host.
            let rest = unlimited.left(of: flow, at: now) - link.left(of: flow, at: now)
            #expect(rest.magnitude < Link.work(bytes: 1).magnitude)
        }
        #expect(link.nextFinish() == shared.nextFinish() && link.totalBytes == shared.totalBytes)
    }
}

extension Link {
    /// The part of a flow that is left at an instant, as a shared link has it.
    fileprivate mutating func left(of flow: Int, at now: Instant) -> Remainder {
        advance(to: now)
        return left(of: flow)
    }
}
