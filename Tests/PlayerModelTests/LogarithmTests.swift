import Foundation
import Testing

@testable import PlayerModel

/// Our own generator, so that every run of a test asks the same (splitmix64).
struct SeededDraw {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to, but not including, `bound`.
    mutating func below(_ bound: Int64) -> Int64 { Int64(next() % UInt64(bound)) }

    mutating func among<Value>(_ values: [Value]) -> Value { values[Int(below(Int64(values.count)))] }

    /// Small, middling, huge, or an extreme: what is equally likely to be of any size.
    mutating func amount(upTo most: Int64) -> Int64 {
        switch below(8) {
        case 0: return 0
        case 1: return most
        case 2: return min(most, 1)
        default:
            let bits = 1 + below(62)
            return min(most, Int64(next() >> UInt64(64 - bits)))
        }
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(below(Int64(elements.count)))] }
}

@Suite("The natural logarithm")
struct LogarithmTests {
    private func isRight(_ number: Double) -> Bool {
        let wanted = log(number)
        return abs(naturalLogarithm(of: number) - wanted) <= abs(wanted) * 1e-14
    }

    @Test("is that of the mathematics library, whatever the size of the number")
    func isExact() {
        var draw = SeededDraw(1)
        for _ in 0..<10_000 {
            // All finite positive numbers, subnormal ones too.
            let number = Double(bitPattern: draw.next() % Double.infinity.bitPattern)
            guard number > 0 else { continue }
            #expect(isRight(number), "\(number)")
        }
    }

    @Test("is that of the mathematics library around 1, where it is small, and for quotients of bit rates")
    func isExactNearOne() {
        for index in 1...2000 {
            #expect(isRight(1 + Double(index) / 1e6) && isRight(1 - Double(index) / 2001), "\(index)")
            #expect(isRight(Double(index) / 37) && isRight(1 + Double(index) * 0x1p-52), "\(index)")
        }
    }

    @Test(
        "is right at the ends of what a number can be, and where its series changes",
        arguments: [
            .leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude,
            0.75, 1.5, 1.5.nextUp, 1.5.nextDown, 2, 3, 0.5, 1.0.nextUp, 1.0.nextDown, 2.0.nextDown,
        ] as [Double])
    func extremes(number: Double) { #expect(isRight(number)) }

    @Test("is 0 for 1, exactly, and says what cannot be said")
    func special() {
        #expect(naturalLogarithm(of: 1) == 0)
        #expect(naturalLogarithm(of: 0) == -.infinity)
        #expect(naturalLogarithm(of: .infinity) == .infinity)
        #expect(naturalLogarithm(of: .nan).isNaN)
    }

    @Test("rises with its number")
    func rises() {
        for exponent in [-1000, -1, 0, 1, 1000] {
            let places = (0...400).map { Double(sign: .plus, exponent: exponent, significand: 1 + Double($0) / 400) }
            for (one, next) in zip(places, places.dropFirst()) {
                #expect(naturalLogarithm(of: one) < naturalLogarithm(of: next))
            }
        }
    }
}
