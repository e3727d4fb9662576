import PlayerModel

/// The sessions that a log names, each counted once, however many there are and in whatever order they come.
struct SessionNames {
    private var names: [String] = []

    /// Takes the name that an event or a request gives of its session.
    mutating func add(_ name: String?) {
        // Most logs name one many times in a row.
        if let name, !name.isEmpty, name != names.last { names.append(name) }
    }

    /// The session that is named, where no other is.
    var only: String? {
        guard let first = names.first else { return nil }
        return names.allSatisfy { $0 == first } ? first : nil
    }

    /// Says how many sessions a log is of, and that it is of several; nothing where it names none. O(n log n).
    func state(in session: inout FieldSession, _ noun: String, by key: String, at place: Place) {
        guard !names.isEmpty else { return }
        let sorted = names.sorted()
        let count = zip(sorted, sorted.dropFirst()).reduce(1) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        (session.sessionCount, session.sessionKey) = (Int64(count), key)
        if count > 1 {
            session.findings.note(
                "mixed",
                "\(noun) of \(count) sessions ('\(key)'); their figures are added up, and the startup is that of the "
                    + "first which tells it", at: place)
        }
    }
}
