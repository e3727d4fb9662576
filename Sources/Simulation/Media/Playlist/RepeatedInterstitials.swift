extension PlaylistInterstitial {
    /// A reason to pass over an event, and its place.
    typealias Repetition = (why: String, place: Place)

    /// The events without those whose ID is that of an earlier one, and what is to be said of these. A live playlist
    /// may list an event again; it is the same. O(n log n).
    static func consolidated(
        _ all: [PlaylistInterstitial]
    ) -> (events: [PlaylistInterstitial], repetitions: [Repetition]) {
        let order = all.indices.sorted { left, right in
            all[left].hasID(of: all[right]) ? left < right : FileSizes.precedes(all[left].id, all[right].id)
        }
        var firsts = ContiguousArray(all.indices)
        for (before, own) in zip(order, order.dropFirst()) where all[own].hasID(of: all[before]) {
            firsts[own] = firsts[before]
        }
        var events: [PlaylistInterstitial] = []
        var repetitions: [Repetition] = []
        for (own, first) in firsts.enumerated() {
            if own == first {
                events.append(all[own])
            } else {
                repetitions += all[own].differences(from: all[first])
            }
        }
        return (events, repetitions)
    }

    private func hasID(of other: PlaylistInterstitial) -> Bool { id.utf8.elementsEqual(other.id.utf8) }

    private func differences(from known: PlaylistInterstitial) -> [Repetition] {
        var found: [Repetition] = []
        if date != known.date {
            found.append(("its ID is that of another, with another START-DATE (rfc8216bis, 4.4.5.1)", place))
        }
        var same = self
        (same.place, same.date) = (known.place, known.date)
        if same != known {
            found.append(
                (
                    "its ID is that of another, from which it differs: what both say together (rfc8216bis, 4.4.5.1) is "
                        + "not modelled", place
                ))
        }
        return found
    }
}
