import Testing

@testable import PlayerModel

/// A place in the product: what comes, and in which situation.
struct TableSpot: Hashable, CustomTestStringConvertible {
    /// Where every player of these tests is when the input comes.
    static let place = MediaTime.seconds(20)
    /// The failure for which loading is given up.
    static let failure = LoadFailure.badStatus(503)
    /// The rate at which it plays, or waits to.
    static let rate = Rate(thousandths: 1250)

    var waits: Bool
    var early: EarlyRequest
    var from: TableStatus
    var input: TableInput
    /// Nil without an item.
    var loaded: Loaded?
    var action = ActionAtItemEnd.pause

    var testDescription: String {
        "\(from), \(input), \(loaded.map { "\($0)" } ?? "without item"), autowait \(waits), \(early), at end \(action)"
    }

    /// Where the situation is that of another item, or of none.
    var isWithoutItem: Bool { from == .itemless || from == .noItem && word != "item" }

    /// The name of the input in the table.
    var word: String { input.word(from, waits: waits) }

    static let all: [TableSpot] = [true, false].flatMap { waits in
        EarlyRequest.allCases.flatMap { early in
            TableStatus.possible(waits: waits, early).flatMap { from in
                TableInput.allCases.flatMap { input in
                    let spot = TableSpot(waits: waits, early: early, from: from, input: input, loaded: nil)
                    return spot.isWithoutItem ? [spot] : Loaded.allCases.map { spot.seeing($0) }
                }
            }
        }
    }

    func seeing(_ loaded: Loaded) -> TableSpot {
        var spot = self
        spot.loaded = loaded
        return spot
    }
}
