import Foundation

@testable import PlayerModel

/// The tables above `Player`, spread out: one word for each spot.
struct PlayerTable {
    var cells: [TableSpot: String] = [:]
    var ends: [String: [Bool: String]] = [:]
    var inputWords: Set<String> = []
    var cellWords: Set<String> = []
    var faults: [String] = []

    static let written = Result { try PlayerTable() }

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/PlayerModel/Player/Player.swift").standardized
        let tables = try MarkdownTable.all(above: "public struct Player:", in: file)
        for table in tables { takeWords(of: table) }
        let products = tables.filter { $0.header.contains("from") }
        guard products.count == 4 else { throw Missing(tables: products.count) }
        for row in products[0].rows { spread(row, products[0], waits: true) }
        for row in products[1].rows { spread(row, products[1], waits: false) }
        for row in products[2].rows {
            for waits in [true, false] { spread(row, products[2], waits: waits) }
        }
        for row in products[3].rows { spreadWithoutItem(row, products[3]) }
    }

    private mutating func takeWords(of table: MarkdownTable) {
        for row in table.rows {
            if row.count != table.header.count { faults.append("\(table.header.count) cells are wanted: \(row)") }
            cellWords.formUnion(table.words(row, "cell"))
            if table.header.contains("stands for") { inputWords.formUnion(table.words(row, "input")) }
            guard table.header.first == "actionAtItemEnd" else { continue }
            if row.count == 3 { ends[row[0]] = [true: row[1], false: row[2]] }
        }
    }

    struct Missing: Error { var tables: Int }

    private mutating func spread(_ row: [String], _ table: MarkdownTable, waits: Bool) {
        for word in table.words(row, "from") {
            let from = TableStatus.from(word, hasItem: true)
            if from.isEmpty { faults.append("there is no status \(word)") }
            for (input, from) in product(table.words(row, "input"), from, waits) {
                let readings = Self.readings(waits, from)
                if readings.isEmpty { faults.append("\(from) cannot be where autowait is \(waits)") }
                for loaded in Loaded.allCases {
                    let cell = table.words(row, Self.column(loaded)).first
                    for early in readings {
                        add(cell, TableSpot(waits: waits, early: early, from: from, input: input, loaded: loaded))
                    }
                }
            }
        }
    }

    /// The readings of an early request under which a player may have that status.
    private static func readings(_ waits: Bool, _ from: TableStatus) -> [EarlyRequest] {
        EarlyRequest.allCases.filter { TableStatus.possible(waits: waits, $0).contains(from) }
    }

    private mutating func spreadWithoutItem(_ row: [String], _ table: MarkdownTable) {
        for word in table.words(row, "from") {
            for (input, from) in product(table.words(row, "input"), TableStatus.from(word, hasItem: false), true) {
                for (waits, column) in [(true, "autowait"), (false, "no autowait")] {
                    let cell = table.words(row, column).first
                    for early in Self.readings(waits, from) {
                        add(cell, TableSpot(waits: waits, early: early, from: from, input: input, loaded: nil))
                    }
                }
            }
        }
    }

    private mutating func product(
        _ words: [String], _ statuses: [TableStatus], _ waits: Bool
    ) -> [(TableInput, TableStatus)] {
        for word in words where !inputWords.contains(word) { faults.append("there is no input \(word)") }
        return TableInput.allCases.flatMap { input in
            statuses.filter { words.contains(input.word($0, waits: waits)) }.map { (input, $0) }
        }
    }

    private mutating func add(_ cell: String?, _ spot: TableSpot) {
        guard let cell, cells[spot] == nil else { return faults.append("none or two cells: \(spot.testDescription)") }
        cells[spot] = cell
    }

    private static func column(_ loaded: Loaded) -> String {
        switch loaded {
        case .empty: "empty"
        case .unmeasured: "unmeasured"
        case .unlikely: "unlikely"
        case .likely, .full, .complete: "enough"
        case .atEnd: "at end"
        }
    }
}
