/// Draws from weights, of which any number in a row has nearly the parts that the weights say, on each axis and on any
/// two of them: a session's number leads to a point of a sequence that fills the space of all axes evenly.
///
/// It is Sobol's (1967), with the direction numbers of Joe and Kuo (2008). Its binary digits are scrambled axis by
/// axis, as Owen has it (1995): each is turned or not, by the digits before it. The scrambling is one for all
/// populations. So axes do not go in step, and the parts are even nevertheless. Intervals reckon as if points were
/// drawn independently, and are no shorter for it.
package enum EvenDraw {
    /// Of each axis, a primitive polynomial without its first and last coefficient, and as many first direction numbers
    /// as its degree: van der Corput's sequence, and the next of Joe and Kuo's table.
    private static let generators: [(polynomial: UInt32, first: [UInt32])] = [
        (0, []), (0, [1]), (1, [1, 3]), (1, [1, 3, 1]), (2, [1, 1, 1]),
    ]

    /// By axis, what each binary digit of a number adds to the fraction, in parts of 2³².
    private static let directions: [[UInt32]] = generators.map { polynomial, first in
        let degree = first.count
        var all = first.enumerated().map { $0.element << UInt32(31 - $0.offset) }
        while all.count < 32 {
            let last = all.count
            guard degree > 0 else {
                all.append(1 << UInt32(31 - last))
                continue
            }
            var next = all[last - degree] ^ all[last - degree] >> UInt32(degree)
            for step in 1..<degree where polynomial >> UInt32(degree - 1 - step) & 1 == 1 { next ^= all[last - step] }
            all.append(next)
        }
        return all
    }

    /// The place that a session has among weights that are not negative and not all zero. O(n) in the weights.
    package static func place(_ weights: [Int64], session number: Int, axis: Int) -> Int {
        let fraction = UInt64(fraction(number, axis)) << 32 | 0x8000_0000
        let all = UInt64(weights.reduce(0, +))
        var rest = Int64(fraction.multipliedFullWidth(by: all).high)
        for (place, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return place }
        }
        return weights.count - 1
    }

    /// The fraction of a session on an axis, in parts of 2³².
    private static func fraction(_ number: Int, _ axis: Int) -> UInt32 {
        var plain: UInt32 = 0
        for digit in 0..<32 where number >> digit & 1 == 1 { plain ^= directions[axis][digit] }
        var scrambled: UInt32 = 0
        for digit in (0..<32).reversed() {
            let before = UInt64(plain) >> UInt64(digit + 1)
            let turns = RandomStream.mixed(UInt64(axis + 1) << 40 | UInt64(digit) << 32 | before) & 1
            scrambled |= (plain >> UInt32(digit) & 1 ^ UInt32(turns)) << UInt32(digit)
        }
        return scrambled
    }
}
