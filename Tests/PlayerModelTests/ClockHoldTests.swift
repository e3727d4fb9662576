import Foundation
import Testing

@testable import PlayerModel

/// The tables above `ClockHold`.
private struct HoldTables {
    var holds: Set<String> = []
    var inputs: Set<String> = []
    /// The hold that an input leads to, by the input and the hold before.
    var transitions: [[String]: String] = [:]
    /// A hold, a status and a filling that occur together.
    var combinations: Set<[String]> = []

    static let written = Result { try HoldTables() }

    init() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/PlayerModel/Player/ClockHold.swift").standardized
        let tables = try MarkdownTable.all(above: "enum ClockHold:", in: file)
        try #require(tables.count == 4)
        for row in tables[0].rows { holds.formUnion(tables[0].words(row, "hold")) }
        for row in tables[1].rows { inputs.formUnion(tables[1].words(row, "input")) }
        for row in tables[2].rows {
            for hold in tables[2].header.dropFirst() {
                transitions[[row[0], hold]] = tables[2].words(row, hold).first
            }
        }
        for row in tables[3].rows {
            for status in tables[3].header.dropFirst() {
                for fill in tables[3].words(row, status) where fill != "–" {
                    combinations.insert([row[0], status, fill])
                }
            }
        }
    }
}

extension ClockHold {
    /// Its name in the tables.
    fileprivate var word: String {
        switch self {
        case .none: "none"
        case .seek: "seek"
        case .landing: "landing"
        case .tied: "tied"
        case .scheduled: "scheduled"
        case .filling: "filling"
        }
    }
}

extension PipelineState.Fill {
    fileprivate var word: String {
        switch self {
        case .empty: "empty"
        case .prerolled: "prerolled"
        case .full: "full"
        }
    }
}

extension NextItem {
    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .notReady: "not ready"
        case .prerolled: "prerolled"
        }
    }
}

/// An input of the table, in all its spellings.
private enum HoldInput: String, CaseIterable {
    case ask, pause, seek, cancel, preroll, tie, item, tracks, end, fail, media, dry, time
    case failingSeek = "failing seek"
    case tieNow = "tie now"
    case tieHere = "tie here"
    case goOn = "go on"

    func inputs(at now: Instant) -> [PlayerInput] {
        switch self {
        case .ask: [.play, .setRate(Rate(thousandths: 1500)), .playImmediately(Rate(thousandths: 2000))]
        case .pause: [.pause, .setRate(.zero)] + Interruption.allCases.dropLast().map { .interrupt($0) }
        case .cancel: [.cancelPendingSeeks]
        case .preroll: [.preroll(.one), .cancelPendingPrerolls]
        case .seek: [.seek(to: .seconds(30), before: .zero, after: .zero)]
        case .failingSeek: [.seek(to: .seconds(61), before: .zero, after: .zero)]
        case .tie: [.setRateAtHostTime(.one, itemTime: .seconds(40), hostTime: now + .seconds(3))]
        case .tieNow: [.setRateAtHostTime(.one, itemTime: .seconds(40), hostTime: nil)]
        case .tieHere: [.setRateAtHostTime(.one, itemTime: nil, hostTime: now + .seconds(3))]
        case .goOn: [nil, now].map { .setRateAtHostTime(.one, itemTime: nil, hostTime: $0) }
        case .item: [.replaceCurrentItem(.minute()), .replaceCurrentItem(nil)]
        case .tracks: [.changeTracks, .setLayer(true)]
        case .end: [.setForwardPlaybackEndTime(.seconds(50))]
        case .fail: [.loadingFailed(.timedOut)]
        case .media, .dry: [.bufferChanged]
        case .time: [.deadline]
        }
    }
}

/// The phases of a player: where they are the same, so is all that it can do next, but for instants.
private struct Phases: Hashable {
    var status: TableStatus
    var hold: String
    var fill: String
    var next: String
    var facts: Facts
    var hasBegun: Bool
    var hasPlayedToEnd: Bool
    var isMoving: Bool
    var hasNext: Bool
    var hasLayer: Bool
    var waits: Bool
    var linkedOn: LinkedOn
    var takesTime: Bool
    var isPrerolling: Bool

    init(of player: Player) {
        status = TableStatus(of: player)
        hold = player.hold.word
        fill = player.pipelines.fill.word
        next = player.next.word
        facts = player.facts
        hasBegun = player.current?.hasBegun ?? false
        hasPlayedToEnd = player.hasPlayedToEnd
        isMoving = player.timebaseRate.isMoving
        hasNext = player.queue.count > 0
        hasLayer = player.hasLayer
        waits = player.settings.automaticallyWaits
        linkedOn = player.settings.linkedOn
        takesTime = player.settings.preroll.time > .zero
        isPrerolling = player.prerolling != .none
    }

    /// As the last table above `ClockHold` has them.
    var combination: [String] {
        let status =
            switch self.status {
            case .itemless, .paused, .cutOff, .failed: "paused"
            case .noItem, .evaluating, .minimizing, .rebuffering: "waiting"
            case .playing, .playingOut: "playing"
            }
        return [hold, status, fill]
    }
}

@Suite("The tables above ClockHold")
struct ClockHoldTests {
    @Test("have one cell for every hold and input")
    func areComplete() throws {
        let tables = try HoldTables.written.get()
        #expect(tables.inputs == Set(HoldInput.allCases.map(\.rawValue)))
        let wanted = tables.holds.flatMap { hold in tables.inputs.map { [$0, hold] } }
        #expect(Set(tables.transitions.keys) == Set(wanted))
        #expect(Set(tables.transitions.values).subtracting(tables.holds) == ["–"])
    }

    @Test("say what an input leads to", arguments: [0, 50], HoldInput.allCases)
    fileprivate func areTrue(fillingTakes milliseconds: Int64, input: HoldInput) throws {
        let tables = try HoldTables.written.get()
        func word(_ hold: String) -> String { milliseconds == 0 && hold == "filling" ? "none" : hold }
        for (hold, start) in starts(fillingTakes: .milliseconds(milliseconds)) {
            #expect(start.player.hold.word == word(hold))
            let cell = try #require(tables.transitions[[input.rawValue, word(hold)]])
            guard cell != "–" else { continue }
            for call in input.inputs(at: start.now) {
                var driver = start
                switch (input, driver.player.hold) {
                case (.time, .tied(let until)), (.time, .scheduled(let until)), (.time, .filling(let until, _)):
                    driver.now = until
                default: break
                }
                driver.handUnanswered(call, input == .dry ? .empty : .likely)
                #expect(driver.player.hold.word == word(cell), "\(call) while \(hold)")
            }
        }
    }

    /// A player that plays, in each hold.
    private func starts(fillingTakes time: TimeAmount) -> [(hold: String, driver: PlayerDriver)] {
        let paused = PlayerDriver(at: .zero) {
            $0.automaticallyWaits = false
            $0.preroll.time = time
        }
        func after(_ driver: PlayerDriver, _ inputs: PlayerInput...) -> PlayerDriver {
            var driver = driver
            for input in inputs { driver.handUnanswered(input, .likely) }
            return driver
        }
        let filling = after(paused, .play)
        var moving = filling
        moving.pass(milliseconds: 50)
        moving.handUnanswered(.deadline, .likely)
        let later = moving.now + .seconds(5)
        let tie = PlayerInput.setRateAtHostTime(.one, itemTime: .seconds(20), hostTime: later)
        let seek = PlayerInput.seek(to: .seconds(20), before: .zero, after: .zero)
        return [
            ("none", moving), ("filling", filling), ("tied", after(moving, tie)),
            ("scheduled", after(moving, tie, .bufferChanged)),
            ("landing", after(moving, seek, .cancelPendingSeeks)), ("seek", after(moving, seek)),
        ]
    }

    @Test("name the phases that occur together, and no others")
    func areReached() throws {
        var met: Set<Phases> = []
        var open: [PlayerDriver] = []
        // Every combination is met from the first of them on: what the others add are ways to it.
        let all: [(LinkedOn, Int64)] = [(.iOS10, 50), (.iOS10, 0), (.iOS9, 50)]
        let isWhole = ProcessInfo.processInfo.environment["AUTOWAIT_DRAWS"] == "all"
        for (linkedOn, milliseconds) in isWhole ? all[...] : all.prefix(1) {
            let driver = PlayerDriver {
                $0.playerClass = .queuePlayer
                $0.linkedOn = linkedOn
                $0.preroll.time = .milliseconds(milliseconds)
                $0.pipelines.audio = .milliseconds(20)
            }
            met.insert(Phases(of: driver.player))
            open.append(driver)
        }
        // Each is tried once, by whichever way it was met first.
        while let driver = open.popLast() {
            for next in following(driver) where met.insert(Phases(of: next.player)).inserted { open.append(next) }
        }
        let combinations = Set(met.map(\.combination))
        #expect(combinations == (try HoldTables.written.get()).combinations)
    }

    /// Whatever can come next, as far as it may lead to other phases.
    private func following(_ driver: PlayerDriver) -> [PlayerDriver] {
        let player = driver.player
        let host = driver.now + .seconds(1)
        var inputs: [PlayerInput] = [
            .play, .pause, .playImmediately(.one), .setRateAtHostTime(.one, itemTime: nil, hostTime: nil),
            .setRateAtHostTime(.one, itemTime: .seconds(20), hostTime: host),
            .setRateAtHostTime(.one, itemTime: nil, hostTime: host),
            .setAutomaticallyWaits(!player.settings.automaticallyWaits),
            .setForwardPlaybackEndTime(driver.place > .zero ? driver.place : nil),
            .seek(to: .seconds(20), before: .zero, after: .zero),
            .seek(to: .seconds(60), before: .zero, after: .zero),
            .seek(to: .seconds(61), before: .zero, after: .zero), .replaceCurrentItem(nil), .advanceToNextItem,
            .replaceCurrentItem(.minute(1)), .removeAllItems, .remove(2), .setLayer(!player.hasLayer), .changeTracks,
            .bufferChanged, .loadingFailed(.timedOut), .deadline,
        ]
        // Elsewhere they are refused, or change nothing: the table above has that.
        if player.hold == .seek { inputs.append(.cancelPendingSeeks) }
        if player.prerolling != .none { inputs.append(.cancelPendingPrerolls) }
        let takesTime = player.settings.preroll.time > .zero && player.settings.linkedOn == .iOS10
        if takesTime, !player.rate.isMoving { inputs.append(.preroll(.one)) }
        if player.queue.count == 0 { inputs.append(.insert(.minute(2), after: nil)) }
        var drivers: [PlayerDriver] = []
        for instant in [driver.now, player.due] where instant >= driver.now && instant < .never {
            for loaded in [Loaded.empty, .unlikely, .complete] {
                for ahead in player.queue.count > 0 ? [MediaTime.zero, .seconds(60)] : [nil] {
                    for input in inputs {
                        var next = driver
                        next.now = instant
                        next.handUnanswered(input, loaded, nextAhead: ahead)
                        drivers.append(next)
                    }
                }
            }
        }
        return drivers
    }
}
