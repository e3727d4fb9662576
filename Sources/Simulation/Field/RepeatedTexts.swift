/// The texts in a log that stand further up already, word for word: whoever delivers a log at least once may deliver a
/// line of it twice.
struct RepeatedTexts {
    private var isRepeated: [Bool]

    /// Compares so many texts. They are made as often as they are needed, so that no log is held twice. O(n log n).
    init(_ count: Int, _ text: (Int) -> String) {
        let digests = (0..<count).map { index in
            var digest = Digest()
            for byte in text(index).utf8 { digest.mix(byte: byte) }
            return digest.value
        }
        isRepeated = Array(repeating: false, count: count)
        let order = digests.indices.sorted { (digests[$0], $0) < (digests[$1], $1) }
        for (one, other) in zip(order, order.dropFirst()) where digests[one] == digests[other] {
            isRepeated[other] = text(one) == text(other)
        }
    }

    /// Whether a text is to be left out: it is a copy, and has the time of what it tells of, without which two things
    /// may well be told in the same words. Says it where it does.
    func leavesOut(_ index: Int, _ record: FieldRecord, at place: Place, _ session: inout FieldSession) -> Bool {
        guard isRepeated[index], record.request != nil else { return false }
        session.findings.note(
            "request again", "this stands in the log more than once, with the same time: it counts once", at: place)
        return true
    }
}
