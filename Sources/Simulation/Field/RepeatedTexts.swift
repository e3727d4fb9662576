/// The texts in a log that stand further up already, word for word: whoever delivers a log at least once may deliver a
/// line of it twice, and whoever puts two exports together has what is in both.
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

    /// Whether a text is to be left out: it is a copy, and has the date of what it tells of, without which two things
    /// may well be told in the same words. Says it where it does.
    func leavesOut(
        _ index: Int, isDated: Bool, at place: Place, _ findings: inout RepeatedFindings
    ) -> Bool {
        guard isRepeated[index], isDated else { return false }
        findings.note(
            "copy", "this stands in the log more than once, with the same time: it counts once", at: place)
        return true
    }

    /// The objects of a log without copies; their dates are members of this name. Texts are made of those alone that
    /// share a date with another: an entry of a HAR may hold a whole answer. O(n log n).
    static func once(
        _ objects: [JSONNode], datedBy name: String, _ findings: inout RepeatedFindings
    ) -> [JSONNode] {
        // What is no date is said where it is read.
        var unsaid = RepeatedFindings()
        let dated = objects.enumerated().compactMap { index, object in
            FieldValues.instant(object.member(name), &unsaid).map { (date: $0, index: index) }
        }.sorted { ($0.date, $0.index) < ($1.date, $1.index) }
        var sharesDate = Array(repeating: false, count: objects.count)
        for (one, other) in zip(dated, dated.dropFirst()) where one.date == other.date {
            (sharesDate[one.index], sharesDate[other.index]) = (true, true)
        }
        let alike = objects.indices.filter { sharesDate[$0] }
        let repeats = RepeatedTexts(alike.count) { JSONText.line(objects[alike[$0]]) }
        var isKept = Array(repeating: true, count: objects.count)
        for (place, index) in alike.enumerated()
        where repeats.leavesOut(place, isDated: true, at: objects[index].place, &findings) { isKept[index] = false }
        return objects.indices.filter { isKept[$0] }.map { objects[$0] }
    }
}
