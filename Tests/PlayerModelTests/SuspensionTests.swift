import Foundation
import Testing

@testable import PlayerModel

@Suite("A player whose playback is suspended for an interstitial event")
struct SuspensionTests {
    /// An input of the table above `Suspension`, in all its spellings.
    enum Input: String, CaseIterable, CustomTestStringConvertible {
        case ask, pause, seek, item, learn, resume

        var testDescription: String { rawValue }

        func inputs(waits: Bool) -> [PlayerInput] {
            switch self {
            case .ask:
                [.play, .setRate(Rate(thousandths: 1500)), .playImmediately(.one)]
                    + (waits ? [] : [.setRateAtHostTime(.one, itemTime: nil, hostTime: nil)])
            case .pause: [.pause, .setRate(.zero), .interrupt(.audioSession), .interrupt(.oldDeviceUnavailable)]
            case .seek: [.seek(to: .seconds(40), before: .zero, after: .zero)]
            case .item: [.replaceCurrentItem(.minute(1)), .replaceCurrentItem(nil)]
            case .learn:
                [
                    .bufferChanged, .deadline, .loadingFailed(.timedOut), .setAutomaticallyWaits(!waits),
                    .setLayer(true),
                ]
            case .resume: [.resume(at: .seconds(20)), .resume(at: .seconds(35)), .resume(at: .seconds(70))]
            }
        }
    }

    /// A player that has played up to 20 s, and rests there for an event; paused meanwhile, or not.
    private func suspended(isPaused: Bool, waits: Bool, _ early: EarlyRequest = .remembered) -> PlayerDriver {
        var driver = PlayerDriver(at: .seconds(19)) { ($0.automaticallyWaits, $0.earlyRequest) = (waits, early) }
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 1000)
        driver.hand(.suspend(at: .seconds(20)), .likely)
        if isPaused { driver.hand(.pause, .likely) }
        return driver
    }

    private static let table = Result {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/PlayerModel/Player/Suspension.swift").standardized
        return try MarkdownTable.all(above: "extension Player {", in: file)
    }

    @Test("does what the table says", arguments: Input.allCases, [true, false])
    func isTrue(input: Input, waits: Bool) throws {
        let tables = try Self.table.get()
        try #require(tables.count == 3)
        #expect(tables[0].rows.map { $0[0] } == Input.allCases.map(\.rawValue))
        let row = try #require(tables[1].rows.first { $0[0] == input.rawValue })
        for (from, isPaused) in [("paused", true), ("suspended", false)] {
            let cell = try #require(tables[1].words(row, from).first)
            for given in input.inputs(waits: waits) {
                for loaded in [Loaded.empty, .unlikely, .likely] {
                    var driver = suspended(isPaused: isPaused, waits: waits)
                    driver.hand(given, loaded)
                    let player = driver.player
                    let word =
                        !player.isSuspended ? "over" : player.reasonForWaitingToPlay == nil ? "paused" : "suspended"
                    #expect(word == cell, "\(given) from \(from)")
                    #expect(!player.timebaseRate.isMoving || word == "over")
                    if word == "suspended" { #expect(player.reasonForWaitingToPlay == .interstitialEvent) }
                }
            }
        }
    }

    @Test("rests at the very place, and says why", arguments: [true, false])
    func rests(waits: Bool) {
        let driver = suspended(isPaused: false, waits: waits)
        #expect(driver.place == .seconds(20))
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(driver.player.reasonForWaitingToPlay == .interstitialEvent)
        #expect(driver.player.rate == .one)
        #expect(driver.causes == [.interstitialBegan])
        #expect(driver.count(.playbackStalled) == 0)
    }

    @Test("goes on where it was, or behind it", arguments: [20, 35] as [Int64], [true, false])
    func goesOn(seconds: Int64, waits: Bool) {
        var driver = suspended(isPaused: false, waits: waits)
        driver.pass(milliseconds: 15_000)
        driver.hand(.resume(at: .seconds(seconds)), .likely)
        #expect(driver.player.timeControlStatus == .playing)
        #expect(driver.place == .seconds(seconds))
        #expect(driver.count(.timeJumped(to: .seconds(seconds))) == (seconds == 20 ? 0 : 1))
        driver.pass(milliseconds: 500)
        #expect(driver.place == .seconds(seconds) + MediaTime(nanoseconds: 500_000_000))
    }

    private static let jumps: [PlayerInput] = [
        .resume(at: .seconds(35)), .seek(to: .seconds(40), before: .zero, after: .zero),
    ]

    @Test(
        "goes on elsewhere without autowait as it does after a seek outside an event",
        arguments: jumps, EarlyRequest.allCases)
    func goesOnElsewhere(input: PlayerInput, early: EarlyRequest) {
        for loaded in [Loaded.empty, .unlikely] {
            var driver = suspended(isPaused: false, waits: false, early)
            driver.hand(input, loaded)
            var sought = PlayerDriver(at: .seconds(20)) { ($0.automaticallyWaits, $0.earlyRequest) = (false, early) }
            sought.hand(.play, .likely)
            sought.pass(milliseconds: 1000)
            sought.hand(.seek(to: driver.place, before: .zero, after: .zero), loaded)
            #expect(driver.player.state == sought.player.state)
            #expect(driver.player.timebaseRate == (loaded == .empty ? .zero : .one))
            #expect(driver.causes == [.interstitialEnded] + sought.causes)
        }
    }

    @Test("evaluates anew where too little is loaded by then")
    func evaluates() {
        var driver = suspended(isPaused: false, waits: true)
        driver.hand(.resume(at: .seconds(35)), .empty)
        #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        #expect(driver.causes.first == .interstitialEnded)
    }

    @Test("fails after the event, not meanwhile, where nothing more comes")
    func failsLater() {
        var driver = suspended(isPaused: false, waits: true)
        driver.hand(.loadingFailed(.timedOut), .empty)
        #expect(driver.player.itemError == nil)
        driver.hand(.resume(at: .seconds(20)), .empty)
        #expect(driver.player.itemError == .timedOut)
    }

    @Test("plays to the end behind an event that comes after it")
    func endsBehind() {
        var driver = PlayerDriver(at: .seconds(59))
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 1000)
        driver.hand(.suspend(at: .seconds(60)), .complete)
        #expect(driver.count(.didPlayToEndTime) == 0)
        driver.pass(milliseconds: 5000)
        driver.hand(.resume(at: .seconds(60)), .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        #expect(driver.player.timeControlStatus == .paused)
    }
}
