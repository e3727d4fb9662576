import Foundation
import Testing

@testable import PlayerModel

/// Where every player of these tests is when the input comes.
private let place = TableInput.place

/// The failure for which loading is given up.
private let failure = TableInput.failure

/// The rate at which it plays, or waits to.
private let rate = Rate(thousandths: 1250)

/// A place in the product: what comes, and in which situation.
private struct Spot: Hashable, CustomTestStringConvertible {
    var waits: Bool
    var from: TableStatus
    var input: TableInput
    /// Nil without an item.
    var loaded: Loaded?
    var action = ActionAtItemEnd.pause

    var testDescription: String {
        "\(from), \(input), \(loaded.map { "\($0)" } ?? "without item"), autowait \(waits), at end \(action)"
    }

    /// Where the situation is that of another item, or of none.
    var isWithoutItem: Bool { from == .itemless || from == .noItem && word != "item" }

    /// The name of the input in the table.
    var word: String { input.word(from) }

    static let all: [Spot] = [true, false].flatMap { waits in
        TableStatus.possible(waits: waits).flatMap { from in
            TableInput.allCases.flatMap { input in
                let spot = Spot(waits: waits, from: from, input: input, loaded: nil)
                return spot.isWithoutItem ? [spot] : Loaded.allCases.map { spot.seeing($0) }
            }
        }
    }

    var made: PlayerInput { input.made(waits: waits, loaded: loaded, action: action) }

    func seeing(_ loaded: Loaded) -> Spot {
        var spot = self
        spot.loaded = loaded
        return spot
    }
}

/// The tables above `Player`, spread out: one word for each spot.
private struct PlayerTable {
    var cells: [Spot: String] = [:]
    var ends: [String: [Bool: TableStatus]] = [:]
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
            let statuses = row.dropFirst().compactMap { TableStatus(rawValue: $0) }
            if statuses.count == 2 { ends[row[0]] = [true: statuses[0], false: statuses[1]] }
        }
    }

    struct Missing: Error { var tables: Int }

    private mutating func spread(_ row: [String], _ table: MarkdownTable, waits: Bool) {
        for word in table.words(row, "from") {
            let from = TableStatus.from(word, hasItem: true)
            if from.isEmpty { faults.append("there is no status \(word)") }
            for (input, from) in product(table.words(row, "input"), from) {
                for loaded in Loaded.allCases {
                    let cell = table.words(row, Self.column(loaded)).first
                    add(cell, Spot(waits: waits, from: from, input: input, loaded: loaded))
                }
            }
        }
    }

    private mutating func spreadWithoutItem(_ row: [String], _ table: MarkdownTable) {
        for word in table.words(row, "from") {
            for (input, from) in product(table.words(row, "input"), TableStatus.from(word, hasItem: false)) {
                for (waits, column) in [(true, "autowait"), (false, "no autowait")] {
                    let cell = table.words(row, column).first
                    if !TableStatus.possible(waits: waits).contains(from) {
                        if cell != "–" { faults.append("\(from) cannot be without autowait") }
                        continue
                    }
                    add(cell, Spot(waits: waits, from: from, input: input, loaded: nil))
                }
            }
        }
    }

    private mutating func product(_ words: [String], _ statuses: [TableStatus]) -> [(TableInput, TableStatus)] {
        for word in words where !inputWords.contains(word) { faults.append("there is no input \(word)") }
        return TableInput.allCases.flatMap { input in
            statuses.filter { words.contains(input.word($0)) }.map { (input, $0) }
        }
    }

    private mutating func add(_ cell: String?, _ spot: Spot) {
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

@Suite("The table above Player")
struct PlayerTableTests {
    @Test("has one cell for every status, input and buffer, and no other")
    func isComplete() throws {
        let table = try PlayerTable.written.get()
        #expect(table.faults == [])
        let missing = Spot.all.filter { table.cells[$0] == nil }
        #expect(missing.map(\.testDescription) == [])
        let beyond = Set(table.cells.keys).subtracting(Spot.all)
        #expect(beyond.map(\.testDescription) == [])
        #expect(table.inputWords == Set(Spot.all.map(\.word)))
        #expect(Set(table.cells.values).subtracting(table.cellWords) == [])
        #expect(Set(table.ends.keys) == Set(ActionAtItemEnd.allCases.map { "\($0)" }))
        #expect(Set(Spot.all.flatMap { TableInput.kinds(of: $0.made) }) == Set(TableInput.allCases))
    }

    @Test("says what the machine does", arguments: [true, false], TableInput.allCases)
    fileprivate func isTrue(waits: Bool, input: TableInput) throws {
        let table = try PlayerTable.written.get()
        for var spot in Spot.all where spot.waits == waits && spot.input == input {
            let cell = try #require(table.cells[spot])
            for action in spot.loaded == .atEnd ? ActionAtItemEnd.allCases : [.pause] {
                // An item inserted then would come at once: that is for the tests of the queue.
                if input == .insert, action == .advance { continue }
                spot.action = action
                for way in ways(to: spot) { check(way, spot, cell, table) }
            }
        }
    }

    @Test("holds on iOS 9 for a stream with autowait, and for a file without", arguments: [true, false])
    func holdsOnIOS9(isStream: Bool) throws {
        let table = try PlayerTable.written.get()
        let others: [TableInput] = [.setRateAtHostTime, .waitsOn, .waitsOff]
        for spot in Spot.all where spot.waits == isStream && !spot.isWithoutItem {
            if others.contains(spot.input) || spot.word == "no item" { continue }
            let cell = try #require(table.cells[spot])
            for way in ways(to: spot, linkedOn: .iOS9) { check(way, spot, cell, table) }
        }
    }

    private func check(_ way: PlayerDriver, _ spot: Spot, _ cell: String, _ table: PlayerTable) {
        var driver = way
        let coordinates = Comment(rawValue: spot.testDescription)
        #expect(TableStatus(of: driver.player) == spot.from, coordinates)
        #expect(spot.isWithoutItem || spot.from == .noItem || driver.place == place, coordinates)
        if cell == "–" {
            #expect(spot.word == "item" && spot.loaded == .atEnd, coordinates)
            return
        }
        if spot.loaded == .atEnd { driver.handUnanswered(.setForwardPlaybackEndTime(place), .atEnd) }
        driver.hand(spot.made, spot.loaded ?? .empty)

        var outcome = cell
        if cell == "raises" {
            var learnt = spot
            (learnt.input, learnt.action) = (.bufferChanged, .pause)
            outcome = table.cells[learnt] ?? cell
        }
        let player = driver.player
        let ended = table.ends["\(spot.action)"]?[player.waitsAutomatically]
        var status: TableStatus? =
            switch outcome {
            case "·": spot.from
            case "stalls": player.waitsAutomatically ? .rebuffering : .paused
            case "ends": ended?.after(player.loading)
            case "fails": .failed
            default: TableStatus(rawValue: outcome)
            }
        if status == .paused || status == .itemless { status = player.item == nil ? .itemless : .paused }
        #expect(TableStatus(of: player) == status, coordinates)
        #expect(driver.count(.playbackStalled) == (outcome == "stalls" ? 1 : 0), coordinates)
        #expect(driver.count(.didPlayToEndTime) == (outcome == "ends" ? 1 : 0), coordinates)
        #expect(driver.count(.itemFailed(failure)) == (outcome == "fails" ? 1 : 0), coordinates)
        let isPosted = outcome == "fails" && way.player.current?.hasBegun == true
        #expect(driver.count(.failedToPlayToEndTime(failure)) == (isPosted ? 1 : 0), coordinates)
        let exception: PlayerException =
            spot.word == "preroll" ? .prerollWhileNotReady : .setRateAtHostTimeWhileWaitingAutomatically
        #expect(driver.count(.exception(exception)) == (cell == "raises" ? 1 : 0), coordinates)
        let asked = cell == "raises" ? rate : spot.input.rate ?? rate
        #expect(player.rate == (player.timeControlStatus == .paused ? .zero : asked), coordinates)
        #expect(player.timebaseRate == (player.timeControlStatus == .playing ? asked : .zero), coordinates)
        let leaves = spot.word == "no item" || outcome == "ends" && spot.action == .advance
        #expect((player.item == nil) == (leaves || spot.isWithoutItem && spot.word != "item"), coordinates)
    }

    /// Every way by which a player comes into the situation of `spot`.
    private func ways(to spot: Spot, linkedOn: LinkedOn = .iOS10) -> [PlayerDriver] {
        func settings(_ settings: inout PlayerSettings) {
            settings.linkedOn = linkedOn
            settings.automaticallyWaits = spot.waits
            settings.playerClass = spot.action == .advance || spot.input.isOfQueue ? .queuePlayer : .player
            settings.actionAtItemEnd = spot.action
        }
        let next = PlayerInput.insert(.minute(1, isStream: spot.waits), after: nil)
        var bare = PlayerDriver(settings)
        if spot.input.hasNext {
            for input in [.replaceCurrentItem(.minute()), next, .replaceCurrentItem(nil)] { bare.hand(input, .empty) }
        }
        let seek = PlayerInput.seek(to: place, before: .zero, after: .zero)
        let fail = PlayerInput.loadingFailed(failure)
        var paused = PlayerDriver(at: place, ofStream: spot.waits, settings)
        var playing = PlayerDriver(at: .seconds(19), ofStream: spot.waits, settings)
        if spot.input.hasNext {
            paused.hand(next, .empty)
            playing.hand(next, .empty)
        }
        // Anything that was loaded before makes it ready.
        if spot.input == .preroll { paused.hand(.bufferChanged, .likely) }
        playing.hand(.setRate(rate), .likely)
        playing.pass(milliseconds: 800)

        func after(_ start: PlayerDriver, _ steps: (PlayerInput, Loaded)...) -> PlayerDriver {
            var driver = start
            for (input, loaded) in steps { driver.hand(input, loaded) }
            return driver
        }
        switch spot.from {
        case .itemless: return [bare]
        case .noItem: return [after(bare, (.setRate(rate), .empty))]
        case .paused: return [paused, after(playing, (.pause, .likely))]
        case .evaluating:
            return [
                after(paused, (.setRate(rate), .empty)), after(paused, (.setRate(rate), .unmeasured)),
                after(playing, (seek, .empty)), after(playing, (seek, .empty), (.bufferChanged, .unmeasured)),
            ]
        case .minimizing:
            return [
                after(paused, (.setRate(rate), .unlikely)),
                after(playing, (seek, .empty), (.bufferChanged, .unlikely)),
            ]
        case .rebuffering:
            return [
                after(paused, (.playImmediately(rate), .empty)), after(playing, (.deadline, .empty)),
                after(playing, (.deadline, .empty), (.bufferChanged, .unlikely)),
            ]
        case .playing: return [playing]
        case .cutOff:
            return [
                after(paused, (fail, .likely)),
                after(playing, (fail, .unlikely), (.pause, .unlikely)),
                after(playing, (.pause, .likely), (fail, .likely)),
            ]
        case .playingOut:
            let starved = spot.waits ? [after(paused, (.setRate(rate), .empty), (fail, .unlikely))] : []
            return starved + [
                after(playing, (fail, .likely)), after(paused, (fail, .likely), (.setRate(rate), .likely)),
            ]
        case .failed:
            return [
                after(paused, (fail, .empty)), after(paused, (.setRate(rate), .empty), (fail, .empty)),
                after(playing, (fail, .empty)), after(playing, (.deadline, .empty), (fail, .empty)),
                after(playing, (fail, .likely), (.deadline, .empty)),
            ]
        }
    }
}
