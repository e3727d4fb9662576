/// A deterministic generator with a name: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64.
///
/// Each component that draws has a stream of its own, so that one component drawing more often does not change what
/// another gets.
package struct RandomStream: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    package init(seed: UInt64, name: String) {
        var mixed = Digest()
        mixed.mix(seed)
        for byte in name.utf8 { mixed.mix(UInt64(byte)) }
        self.init(mixed)
    }

    /// One of many streams with the same name, each by its number: whoever works out one needs none of the others.
    package init(seed: UInt64, name: String, index: UInt64) {
        var mixed = Digest()
        mixed.mix(seed)
        for byte in name.utf8 { mixed.mix(UInt64(byte)) }
        mixed.mix(index)
        self.init(mixed)
    }

    private static let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The number that splitmix64 makes of a state: each bit of it hangs on every bit of that.
    static func mixed(_ state: UInt64) -> UInt64 {
        var z = state &+ golden
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private init(_ mixed: Digest) {
        var x = mixed.value
        func next() -> UInt64 {
            defer { x &+= Self.golden }
            return Self.mixed(x)
        }
        state = (next(), next(), next(), next())
    }

    package mutating func next() -> UInt64 {
        let product = state.1 &* 5
        let result = (product << 7 | product >> 57) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3 << 45 | state.3 >> 19
        return result
    }

    /// A whole number from 0 up to, but not including, `bound`, each equally likely (Lemire 2019). `bound` is positive.
    package mutating func below(_ bound: UInt64) -> UInt64 {
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }
}
