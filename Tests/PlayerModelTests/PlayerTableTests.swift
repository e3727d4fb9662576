import Testing

@testable import PlayerModel

@Suite("The table above Player")
struct PlayerTableTests {
    private let place = TableSpot.place
    private let failure = TableSpot.failure
    private let rate = TableSpot.rate

    @Test("has one cell for every status, input and buffer, and no other")
    func isComplete() throws {
        let table = try PlayerTable.written.get()
        #expect(table.faults == [])
        let missing = TableSpot.all.filter { table.cells[$0] == nil }
        #expect(missing.map(\.testDescription) == [])
        let beyond = Set(table.cells.keys).subtracting(TableSpot.all)
        #expect(beyond.map(\.testDescription) == [])
        #expect(table.inputWords == Set(TableSpot.all.map(\.word)))
        #expect(Set(table.cells.values).subtracting(table.cellWords) == [])
        #expect(Set(table.ends.keys) == Set(ActionAtItemEnd.allCases.map { "\($0)" }))
        #expect(Set(TableSpot.all.flatMap { TableInput.kinds(of: $0.input.made($0)) }) == Set(TableInput.allCases))
    }

    @Test("says what the machine does", arguments: [true, false], TableInput.allCases)
    func isTrue(waits: Bool, input: TableInput) throws {
        let table = try PlayerTable.written.get()
        for var spot in TableSpot.all where spot.waits == waits && spot.input == input {
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
        for spot in TableSpot.all where spot.waits == isStream && !spot.isWithoutItem {
            if others.contains(spot.input) || spot.word == "no item" { continue }
            let cell = try #require(table.cells[spot])
            for way in ways(to: spot, linkedOn: .iOS9) { check(way, spot, cell, table) }
        }
    }

    private func check(_ way: PlayerDriver, _ spot: TableSpot, _ cell: String, _ table: PlayerTable) {
        var driver = way
        let coordinates = Comment(rawValue: spot.testDescription)
        #expect(TableStatus(of: driver.player) == spot.from, coordinates)
        #expect(spot.isWithoutItem || spot.from == .noItem || driver.place == place, coordinates)
        if cell == "–" {
            #expect(spot.word == "item" && spot.loaded == .atEnd, coordinates)
            return
        }
        if spot.input == .overdue, driver.player.timeControlStatus != .playing { driver.pass(milliseconds: 1000) }
        if spot.loaded == .atEnd { driver.handUnanswered(.setForwardPlaybackEndTime(place), .atEnd) }
        driver.hand(spot.input.made(spot), spot.loaded ?? .empty)

        var outcome = cell
        if cell == "raises" {
            var learnt = spot
            (learnt.input, learnt.action) = (.bufferChanged, .pause)
            outcome = table.cells[learnt] ?? cell
        }
        let player = driver.player
        var word = outcome
        if outcome == "ends" { word = table.ends["\(spot.action)"]?[player.waitsAutomatically] ?? word }
        let isRemembered = spot.early == .remembered
        var status: TableStatus? =
            switch word {
            case "·": spot.from
            case "stalls": player.waitsAutomatically ? .rebuffering : .paused
            case "fails": .failed
            case "keeps": !isRemembered ? .paused : player.item == nil ? .noItem : .evaluating
            default: TableStatus(rawValue: word)
            }
        if outcome == "ends" { status = status?.after(player.loading) }
        if status == .paused || status == .itemless { status = player.item == nil ? .itemless : .paused }
        #expect(TableStatus(of: player) == status, coordinates)
        #expect(driver.count(.playbackStalled) == (outcome == "stalls" ? 1 : 0), coordinates)
        #expect(driver.count(.didPlayToEndTime) == (outcome == "ends" ? 1 : 0), coordinates)
        #expect(driver.count(.itemFailed(failure)) == (outcome == "fails" ? 1 : 0), coordinates)
        let isPosted = outcome == "fails" && way.player.current?.hasBegun == true
        #expect(driver.count(.failedToPlayToEndTime(failure)) == (isPosted ? 1 : 0), coordinates)
        let exceptions = driver.count(.exception(.setRateAtHostTimeWhileWaitingAutomatically))
        #expect(exceptions == (cell == "raises" ? 1 : 0), coordinates)
        let asked = cell == "raises" ? rate : spot.input.rate ?? rate
        #expect(player.rate == (player.timeControlStatus == .paused ? .zero : asked), coordinates)
        #expect(player.timebaseRate == (player.timeControlStatus == .playing ? asked : .zero), coordinates)
        let leaves = spot.word == "no item" || outcome == "ends" && spot.action == .advance
        #expect((player.item == nil) == (leaves || spot.isWithoutItem && spot.word != "item"), coordinates)
    }

    /// Every way by which a player comes into the situation of `spot`.
    private func ways(to spot: TableSpot, linkedOn: LinkedOn = .iOS10) -> [PlayerDriver] {
        func settings(_ settings: inout PlayerSettings) {
            settings.linkedOn = linkedOn
            settings.automaticallyWaits = spot.waits
            settings.earlyRequest = spot.early
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
        if spot.input == .preroll {
            paused.hand(.bufferChanged, .likely)
            bare.hand(.replaceCurrentItem(.minute()), .likely)
            bare.hand(.replaceCurrentItem(nil), .empty)
        }
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
            let unmeasured = [
                after(paused, (.setRate(rate), .unmeasured)),
                after(playing, (seek, .empty), (.bufferChanged, .unmeasured)),
            ]
            return [after(paused, (.setRate(rate), .empty)), after(playing, (seek, .empty))]
                + (spot.waits ? unmeasured : [])
        case .minimizing:
            return [
                after(paused, (.setRate(rate), .unlikely)),
                after(playing, (seek, .empty), (.bufferChanged, .unlikely)),
                after(playing, (.deadline, .empty), (seek, .empty)),
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
