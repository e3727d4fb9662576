/// Four numbers side by side, which processors add and multiply at once.
extension UnsafeMutableBufferPointer<Double> {
    /// The four numbers from a place on, all of which are there.
    @inline(__always)
    func four(_ place: Int) -> SIMD4<Double> {
        SIMD4(self[place], self[place &+ 1], self[place &+ 2], self[place &+ 3])
    }

    /// Takes four numbers from a place on.
    @inline(__always)
    func take(_ four: SIMD4<Double>, _ place: Int) {
        self[place] = four[0]
        self[place &+ 1] = four[1]
        self[place &+ 2] = four[2]
        self[place &+ 3] = four[3]
    }

    /// The sum of the numbers from a place to before another: in four sums, which are added up side by side.
    @inline(__always)
    func sum(_ from: Int, _ end: Int) -> Double {
        var sums = SIMD4<Double>.zero
        var index = from
        while index &+ 4 <= end {
            sums += four(index)
            index &+= 4
        }
        var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
        while index < end {
            sum += self[index]
            index &+= 1
        }
        return sum
    }
}

extension [Double] {
    /// The same numbers with fewer digits.
    var narrowed: [Float] {
        [Float](unsafeUninitializedCapacity: count) { room, count in
            withUnsafeBufferPointer { numbers in
                for index in numbers.indices { room.initializeElement(at: index, to: Float(numbers[index])) }
                count = numbers.count
            }
        }
    }
}
