extension PlaylistScanner {
    /// The range in the value of an attribute, which stands there.
    func byteRange(
        _ value: PlaylistSlice, at place: Int
    ) throws(PlaylistProblem) -> (length: Int64, offset: Int64?) {
        let bytes = Array(text[value])
        return try byteRange(bytes.indices, of: bytes, at: place)
    }

    /// The range in some bytes, which stand there.
    func byteRange(
        _ value: Range<Int>, of bytes: [UInt8], at place: Int
    ) throws(PlaylistProblem) -> (length: Int64, offset: Int64?) {
        let at = bytes[value].firstIndex(of: UInt8(ascii: "@"))
        let text = String(decoding: bytes[value], as: UTF8.self)
        let length: Int64
        var offset: Int64?
        do throws(PlaylistNumber.Fault) {
            length = try PlaylistNumber.integer(value.lowerBound..<(at ?? value.upperBound), in: bytes)
            if let at { offset = try PlaylistNumber.integer(at + 1..<value.upperBound, in: bytes) }
        } catch {
            let fault: PlaylistProblem.ValueFault =
                switch error {
                case .tooLarge, .beyondAny: .largeByteRange(text)
                case .notWhole, .notDecimal, .negative: .badByteRange(text)
                }
            throw lines.problem(.value(fault), at: place)
        }
        guard length > 0 else { throw lines.problem(.value(.badByteRange(text)), at: place) }
        guard !length.addingReportingOverflow(offset ?? 0).overflow else {
            throw lines.problem(.value(.largeByteRange(text)), at: place)
        }
        return (length, offset)
    }
}
