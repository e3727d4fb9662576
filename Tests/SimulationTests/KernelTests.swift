import SimulationContainers
import PlayerModel
import Testing

@testable import Simulation

/// An event of a lane that carries a number, so that a test can tell it from others.
private func event(_ lane: Event.Lane, _ number: Int32) -> Event {
    let id = ExchangeID(slot: number, attempt: 0)
    return switch lane {
    case .network: .network(.reachesServer(id))
    case .media: .media(.delivered(id), player: 0)
    case .player: .player(number == 0 ? .bufferChanged : .deadline, player: 0)
    case .script: .script(action: number)
    }
}

private func number(_ event: Event) -> Int32? {
    switch event {
    case .network(.reachesServer(let id)), .media(.delivered(let id), _): id.slot
    case .player(.bufferChanged, _): 0
    case .player(.deadline, _): 1
    case .script(let action): action
    case .network, .media, .player, .look, .traffic, .interstitial, .passRate: nil
    }
}

/// Every order of `items`.
private func permutations<Item>(_ items: [Item]) -> [[Item]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
        (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
    }
}

@Suite struct QueueOrder {
    @Test func `the law of lanes is network, media, player, script`() {
        #expect(Event.Lane.allCases == [.network, .media, .player, .script])
        #expect(Event.Lane.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(Event.Lane.allCases.map { event($0, 0).lane } == Event.Lane.allCases)
    }

    @Test func `however they are put in, events of one time leave by lane, then as they came`() {
        let lanes = Event.Lane.allCases + [.network, .script]
        for order in permutations(Array(lanes.indices)) {
            var queue = EventQueue()
            var seen: [Event.Lane: Int32] = [:]
            for index in order {
                queue.push(event(lanes[index], seen[lanes[index], default: 0]), at: Instant(nanoseconds: 5))
                seen[lanes[index], default: 0] += 1
            }
            var popped: [String] = []
            while let (instant, event) = queue.pop() {
                #expect(instant.nanoseconds == 5)
                popped.append("\(event.lane) \(number(event) ?? -1)")
            }
            #expect(popped == ["network 0", "network 1", "media 0", "player 0", "script 0", "script 1"])
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `events of one lane leave as they came, whatever they are and whoever they are for`(seed: UInt64) {
        let id = ExchangeID(slot: 1, attempt: 1)
        let events: [Event] = [
            .script(action: 0), .traffic(.begins(0)), .script(action: 1), .traffic(.ends(0)),
            .player(.bufferChanged, player: 1), .player(.deadline, player: 0), .player(.loopStep, player: 1),
            .media(.clockMoved, player: 0), .media(.delivered(id), player: 2), .media(.drained, player: 1),
            .network(.conditionsChange), .network(.reachesServer(id)), .network(.packets(generation: 1)),
        ]
        var random = RandomStream(seed: seed, name: "lanes")
        for _ in 0..<200 {
            var order = Array(events.indices)
            for index in order.indices.reversed() {
                order.swapAt(index, Int(random.below(UInt64(index) + 1)))
            }
            var queue = EventQueue()
            for index in order { queue.push(events[index], at: Instant(nanoseconds: 3)) }
            let wanted = Event.Lane.allCases.flatMap { lane in order.map { events[$0] }.filter { $0.lane == lane } }
            var popped: [Event] = []
            while let next = queue.pop() { popped.append(next.event) }
            #expect(popped == wanted)
        }
    }

    @Test func `time goes before lane`() {
        for order in permutations(Array(0..<5)) {
            var queue = EventQueue()
            let times: [Int64] = [0, 1, 2, 2, .max]
            let lanes: [Event.Lane] = [.script, .player, .network, .media, .network]
            for index in order {
                queue.push(event(lanes[index], 0), at: Instant(nanoseconds: times[index]))
            }
            var popped: [Event.Lane] = []
            while let next = queue.pop() { popped.append(next.event.lane) }
            #expect(popped == lanes)
            #expect(queue.count == 0)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a queue agrees with a list that is sorted stably by time and lane`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "queue")
        var queue = EventQueue()
        var pending: [(time: Int64, lane: UInt8, number: Int32)] = []
        for step in 0..<400 as Range<Int32> {
            if random.below(5) < 3 {
                let lane = [Event.Lane.network, .media, .script][Int(random.below(3))]
                let time = Int64(random.below(6))
                queue.push(event(lane, step), at: Instant(nanoseconds: time))
                let place = pending.firstIndex { (time, lane.rawValue) < ($0.time, $0.lane) } ?? pending.endIndex
                pending.insert((time, lane.rawValue, step), at: place)
            } else {
                let popped = queue.pop()
                let expected = pending.isEmpty ? nil : pending.removeFirst()
                #expect(popped?.instant.nanoseconds == expected?.time)
                #expect(popped.flatMap { number($0.event) } == expected?.number)
            }
            #expect(queue.count == pending.count)
        }
    }

    @Test func `an event is small and trivially copyable`() {
        func isBitwiseCopyable(_: (some BitwiseCopyable).Type) {}
        #expect(MemoryLayout<Event>.size <= 24)
        #expect(MemoryLayout<Event>.stride <= 24)
        // That it compiles says it.
        isBitwiseCopyable(Event.self)
    }
}

@Suite struct HeapOrder {
    @Test func `every order of insertion leaves in order`() {
        for order in permutations([1, 1, 2, 3, 4, 5, 6]) {
            var heap = Heap<Int>()
            for number in order { heap.insert(number) }
            var popped: [Int] = []
            while let least = heap.removeFirst() { popped.append(least) }
            #expect(popped == [1, 1, 2, 3, 4, 5, 6])
        }
    }

    /// A removal leaves a hole that the next insertion fills, so what follows a removal is what matters.
    @Test(arguments: ["pp", "ppi", "pip", "ppip", "iippi", "ppppiiii", "piiipp", "fpfif", "pfpfi"])
    func `insertions, removals and looks may follow each other as they like`(pattern: String) {
        for size in 0..<9 {
            var random = RandomStream(seed: UInt64(size), name: pattern)
            var heap = Heap<UInt64>()
            var sorted: [UInt64] = []
            func insert() {
                let number = random.below(10)
                heap.insert(number)
                sorted.insert(number, at: sorted.firstIndex { $0 > number } ?? sorted.endIndex)
            }
            for _ in 0..<size { insert() }
            for _ in 0..<6 {
                for step in pattern {
                    switch step {
                    case "i": insert()
                    case "f": #expect(heap.first == sorted.first)
                    default: #expect(heap.removeFirst() == (sorted.isEmpty ? nil : sorted.removeFirst()))
                    }
                    #expect(heap.count == sorted.count)
                    #expect(heap.isEmpty == sorted.isEmpty)
                }
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a heap agrees with a sorted array`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "heap")
        var heap = Heap<UInt64>()
        var sorted: [UInt64] = []
        let bound = 1 + random.below(1000)
        for _ in 0..<500 {
            switch random.below(8) {
            case 0: #expect(heap.first == sorted.first)
            case 1...3: #expect(heap.removeFirst() == (sorted.isEmpty ? nil : sorted.removeFirst()))
            default:
                let number = random.below(bound)
                heap.insert(number)
                sorted.insert(number, at: sorted.firstIndex { $0 > number } ?? sorted.endIndex)
            }
            #expect(heap.count == sorted.count)
        }
        while !sorted.isEmpty { #expect(heap.removeFirst() == sorted.removeFirst()) }
        #expect(heap.removeFirst() == nil)
    }
}

@Suite struct RandomStreams {
    @Test func `a stream begins as it always has`() {
        var random = RandomStream(seed: 1, name: "golden")
        #expect(
            (0..<4).map { _ in random.next() } == [
                0x2C4B_7754_6C33_F13F, 0xC83E_F0A6_B812_D49F, 0xBE5A_F06B_E17F_E4C2, 0x6603_C0F9_8821_4872,
            ])
        var other = RandomStream(seed: 2, name: "golden")
        #expect((0..<2).map { _ in other.next() } == [0x2F0B_8C1C_503D_D4CE, 0xE342_4ED7_F891_0C07])
    }

    @Test func `streams of different names or seeds have nothing in common`() {
        var streams: [RandomStream] = []
        for seed in 0..<10 as Range<UInt64> {
            for name in ["", "a", "b", "ab", "ba", "network", "loss"] {
                streams.append(RandomStream(seed: seed, name: name))
            }
        }
        var values: Set<UInt64> = []
        for index in streams.indices {
            for _ in 0..<20 { values.insert(streams[index].next()) }
        }
        #expect(values.count == streams.count * 20)
    }

    @Test func `drawing from one stream does not change another`() {
        var alone = RandomStream(seed: 3, name: "a")
        var beside = RandomStream(seed: 3, name: "a")
        var other = RandomStream(seed: 3, name: "b")
        for _ in 0..<100 {
            _ = other.next()
            #expect(alone.next() == beside.next())
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what a stream draws does not depend on which others draw, when and how often`(seed: UInt64) {
        let names = ["tcp loss down", "tcp loss up", "a", "b"]
        func alone(_ name: String, _ count: Int) -> [UInt64] {
            var stream = RandomStream(seed: seed, name: name)
            return (0..<count).map { _ in stream.below(1_000_000) }
        }
        var dice = RandomStream(seed: seed, name: "dice")
        var streams = names.map { RandomStream(seed: seed, name: $0) }
        var drawn = names.map { _ in [UInt64]() }
        for _ in 0..<500 {
            let index = Int(dice.below(UInt64(names.count)))
            drawn[index].append(streams[index].below(1_000_000))
        }
        for (name, numbers) in zip(names, drawn) { #expect(numbers == alone(name, numbers.count)) }
    }

    @Test func `which packets down are lost does not depend on how many go up`() {
        let packet = TCPPacket(connection: 0, content: .acknowledgement(next: 0, echo: 0, sentAt: 0))
        func losses(_ packetsUp: (Int) -> Int) -> [Bool] {
            var wire = TCPWire(TCPSettings(), seed: 9)
            var offer = NetworkValues()
            (offer.lossDown, offer.lossUp) = (300_000, 300_000)
            wire.set(offer)
            return (0..<500).map { index in
                for _ in 0..<packetsUp(index) { wire.sendUp(packet, bytes: 40) }
                return wire.sendDown(packet, bytes: 1500)
            }
        }
        let alone = losses { _ in 0 }
        #expect(alone.contains(true) && alone.contains(false))
        #expect(losses { $0 % 3 } == alone)
        #expect(losses { _ in 2 } == alone)
    }

    @Test(arguments: [1, 2, 3, 7, 10, 1000, 1 << 32, (1 << 63) + 1, .max] as [UInt64])
    func `a number below a bound is below it`(bound: UInt64) {
        var random = RandomStream(seed: bound, name: "bound")
        for _ in 0..<500 { #expect(random.below(bound) < bound) }
    }

    /// Within five standard deviations: with a fixed seed it either holds for ever or never did.
    @Test(arguments: [2, 3, 10, 37] as [UInt64])
    func `each number below a bound is about equally likely`(bound: UInt64) {
        var random = RandomStream(seed: 4, name: "uniform")
        var counts = [Int](repeating: 0, count: Int(bound))
        for _ in 0..<1000 * Int(bound) { counts[Int(random.below(bound))] += 1 }
        for count in counts { #expect((840...1160).contains(count)) }
    }

    @Test func `the upper third of all numbers is as likely as the others where a bound does not divide them`() {
        var random = RandomStream(seed: 5, name: "rejection")
        let bound: UInt64 = 3 << 62
        var thirds = [0, 0, 0]
        for _ in 0..<3000 { thirds[Int(random.below(bound) >> 62)] += 1 }
        for count in thirds { #expect((840...1160).contains(count)) }
    }
}

@Suite struct Digests {
    /// Worked out apart from this program, as were the numbers of the streams above.
    @Test func `a digest is that of FNV-1a`() {
        var digest = Digest()
        #expect(digest.text == "cbf29ce484222325")
        digest.mix(0)
        #expect(digest.text == "a8c7f832281a39c5")
        digest.mix(0x0102_0304_0506_0708)
        #expect(digest.text == "ebc56c1e1a5d8475")
    }

    @Test func `order matters, and every bit does`() {
        func digest(_ numbers: UInt64...) -> UInt64 {
            var digest = Digest()
            for number in numbers { digest.mix(number) }
            return digest.value
        }
        #expect(digest(1, 2) != digest(2, 1))
        #expect(digest(0) != digest(0, 0))
        let single = (0..<64).map { (bit: UInt64) -> UInt64 in digest(1 << bit) }
        #expect(Set(single).count == 64)
    }

    @Test func `a digest has sixteen digits`() {
        var digest = Digest()
        for number in 0..<2000 as Range<UInt64> {
            digest.mix(number)
            #expect(digest.text.utf8.count == 16)
            #expect(UInt64(digest.text, radix: 16) == digest.value)
        }
    }
}

@Suite struct EffectLists {
    /// A list and an array are handled alike, at random.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a list has what was added since it was emptied, in order`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "effects")
        var (list, array) = (EffectList<Int>(), [Int]())
        for number in 0..<300 {
            switch random.below(8) {
            case 0:
                list.removeAll()
                array.removeAll()
            case 1:
                let place = Int(random.below(UInt64(array.count) + 1))
                list.insert(number, at: place)
                array.insert(number, at: place)
            case 2 where !array.isEmpty:
                let place = Int(random.below(UInt64(array.count)))
                list[place] = number
                array[place] = number
            default:
                list.append(number)
                array.append(number)
            }
            #expect(Array(list) == array)
            #expect(list.count == array.count && list.isEmpty == array.isEmpty)
        }
    }
}
