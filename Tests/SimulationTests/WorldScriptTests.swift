import Foundation
import PlayerModel
import Testing

@testable import class AutowaitTesting.SimulatedPlayer
@testable import class AutowaitTesting.SimulatedPlayerItem
@testable import class AutowaitTesting.World
@testable import enum AutowaitTesting.WorldError
@testable import struct AutowaitTesting.MediaTime
@testable import Simulation

@Suite("A world in which a script's calls are made comes to the same as the script")
struct WorldScriptTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The shipped scenarios that name no other file, and that a world without their scripts plays alike.
    static let scenarios: [String] = {
        let folder = package.appendingPathComponent("Scenarios")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let shipped = names.filter { $0.hasSuffix(".golden") }.map { $0.replacing(".golden", with: ".json") }
        return shipped.sorted().filter { (try? scenario($0)).map(isAlike) ?? false }
    }()

    private static func scenario(_ name: String) throws -> Scenario? {
        let text = try Data(contentsOf: package.appendingPathComponent("Scenarios/\(name)"))
        return ScenarioReader.read(SourceText(file: name, bytes: Array(text))).scenario
    }

    @Test(
        "to the nanosecond, call by call through the public interface",
        arguments: Thoroughness.oneIn(12, of: scenarios))
    func sameDigest(name: String) throws {
        try judge(#require(try Self.scenario(name)))
    }

    @Test("whatever else is looked at, and however time is cut", arguments: [1, 7, 1000] as [Int64])
    func sameDigestInSteps(milliseconds: Int64) throws {
        for name in ["startup/player-called-first.json", "session-503/network-drops-and-returns.json"] {
            let scenario = try #require(try Self.scenario(name))
            try judge(scenario) { world, amount in
                var left = amount
                let step = Duration.milliseconds(milliseconds)
                while left > .zero {
                    let own = min(left, step)
                    // A condition that never holds looks at packets one by one, and between events.
                    let hasTurned = try world.advance(
                        until: { world.player.currentTime().nanoseconds < 0 }, atMost: own)
                    #expect(!hasTurned)
                    left -= own
                }
            }
        }
    }

    @Test("where other scenarios are made up", arguments: Thoroughness.draws(15, of: 60))
    func sameDigestOfRandomScenarios(seed: UInt64) throws {
        let scenario = try readScenario(RandomScenario(seed: seed).text)
        if Self.isAlike(scenario) { try judge(scenario) }
    }

    @Test("there are scenarios to look at")
    func thereAreScenarios() { #expect(Self.scenarios.count > 100) }

    // MARK: Playing a script by hand

    /// Whether the players have the same variants without their scripts. Nobody knows which limits an app will set:
    /// with a player that stays with one variant they change nothing in a world, where those of a script make others
    /// to turn to.
    private static func isAlike(_ scenario: Scenario) -> Bool {
        let (scenario, bare) = (scenario.drawn(), bare(scenario.drawn()))
        return scenario.players.indices.allSatisfy { index in
            scenario.players[index].assets.indices.allSatisfy {
                scenario.players[index].variants(of: $0) == bare.players[index].variants(of: $0)
            }
        }
    }

    /// The same without scripts.
    private static func bare(_ scenario: Scenario) -> Scenario {
        var bare = scenario
        for setup in bare.players.indices { bare.players[setup].script = [] }
        return bare
    }

    private func judge(
        _ scenario: Scenario,
        advance: (World, Duration) throws -> Void = { world, amount in try world.advance(by: amount) }
    ) throws {
        let scenario = scenario.drawn()
        let run = try Run(scenario)
        let world = World(Self.bare(scenario))
        var cues: [(at: Instant, setup: Int, place: Int, action: Action)] = []
        // Whatever an action has waited for, an app makes the call when it came.
        for entry in run.trace.entries {
            guard case .action(let place) = entry.record else { continue }
            let action = scenario.players[Int(entry.player)].script[Int(place)]
            cues.append((entry.at, Int(entry.player), Int(place), action))
        }
        do {
            for cue in cues {
                try advance(world, .nanoseconds(cue.at.nanoseconds) - world.now)
                make(cue.action, world, world.players[cue.setup], scenario.players[cue.setup])
            }
            try world.finish()
        } catch WorldError.exception(let exception, _) {
            #expect(run.outcome.end == exception.model.map { .exception($0) })
        } catch WorldError.misuse(.notAQueuePlayer, _) {
            // A script may call what an app's compiler would refuse of an AVPlayer.
            return #expect(run.outcome.end == .exception(.advanceWithoutQueue))
        }
        let own = world.engine.run
        // A world numbers calls as they are made. A script may do the same again, or have another order than time has.
        var counts = ContiguousArray(repeating: Int32(0), count: scenario.players.count)
        let expected = ContiguousArray(
            run.trace.entries.map { entry in
                guard case .action = entry.record else { return entry }
                counts[Int(entry.player)] += 1
                return Trace.Entry(
                    at: entry.at, player: entry.player, record: .action(counts[Int(entry.player)] - 1))
            })
        #expect(own.trace.entries.count == expected.count)
        for (one, other) in zip(own.trace.entries, expected) {
            var (digest, another) = (Digest(), Digest())
            one.mix(into: &digest)
            other.mix(into: &another)
            guard digest.value == another.value else {
                Issue.record("\(one) is \(other)")
                return
            }
        }
        if world.error == nil { #expect(own.digest.value == Digest(of: expected, endingAt: run.outcome.at).value) }
    }

    /// Makes a call as an app would.
    private func make(_ action: Action, _ world: World, _ player: SimulatedPlayer, _ setup: ScenarioPlayer) {
        switch action.operation {
        case .player(let input): make(input, player, action, setup)
        case .playing(.tap): player.tap()
        case .playing(.seek(.edge, _, _)): player.seek(to: .positiveInfinity)
        case .surroundings, .playing(.seek): player.engine.perform(action, of: player.player)
        case .items(.loadAll): player.load()
        case .queue(.disableLooping): player.disableLooping()
        case .queue(.selectAudio(let language)): player.selectAudio(language: language.text)
        case .queue(.seek(let id, let place, let before, let after)):
            guard let item = enqueued(id, player, setup) else { return missing(action, player) }
            item.seek(
                to: .init(nanoseconds: place.nanoseconds), toleranceBefore: tolerance(before),
                toleranceAfter: tolerance(after), completionHandler: nil)
        case .queue(.setForwardPlaybackEndTime(let end, let id)):
            guard let item = enqueued(id, player, setup) else { return missing(action, player) }
            item.forwardPlaybackEndTime = end.map { .init(nanoseconds: $0.nanoseconds) } ?? .invalid
        case .asset(.loadValues): player.loadValues()
        case .asset(.preloadKeys): player.preloadKeys()
        // A script sets limits of the player, and an app of an item.
        case .queue(.prefer), .playing(.setPreferredForwardBuffer), .playing(.setLive), .limit(.preferredPeakBitRate),
            .limit(.preferredMaximumResolution):
            player.engine.perform(action, of: player.player)
        case .limit(.layer(let layer)):
            player.setLayer(
                size: layer.map { .init(width: Double($0.size.width), height: Double($0.size.height)) },
                contentsScale: layer.map { Double($0.contentsScale) / 1_000_000 } ?? 1)
        case .network(.breakDown(let length)): world.breakNetwork(for: .nanoseconds(length.nanoseconds))
        case .network(.change): player.engine.perform(action, of: player.player)
        }
    }

    private func item(_ id: Int32, _ player: SimulatedPlayer, _ setup: ScenarioPlayer) -> SimulatedPlayerItem? {
        setup.items.first { $0.item.id == id }.flatMap { player.item(named: $0.name.text) }
    }

    /// The item of that number, where it is current or in the queue.
    private func enqueued(_ id: Int32, _ player: SimulatedPlayer, _ setup: ScenarioPlayer) -> SimulatedPlayerItem? {
        item(id, player, setup).flatMap { one in player.items().first { $0 === one } }
    }

    /// A script speaks of an item that is not there, which an app has no call for.
    private func missing(_ action: Action, _ player: SimulatedPlayer) {
        player.engine.perform(action, of: player.player)
    }

    private func tolerance(_ length: PlayerModel.MediaTime) -> MediaTime {
        length == .unlimited ? .positiveInfinity : .init(nanoseconds: length.nanoseconds)
    }

    private func make(_ input: PlayerInput, _ player: SimulatedPlayer, _ action: Action, _ setup: ScenarioPlayer) {
        func item(_ id: Int32) -> SimulatedPlayerItem? { self.item(id, player, setup) }
        switch input {
        case .play: player.play()
        case .pause: player.pause()
        case .setRate(let rate): player.rate = rate.asFloat
        case .playImmediately(let rate): player.playImmediately(atRate: rate.asFloat)
        case .setRateAtHostTime(let rate, let time, let host):
            player.setRate(
                rate.asFloat, time: time.map { .init(nanoseconds: $0.nanoseconds) } ?? .invalid,
                atHostTime: host.map { .init(nanoseconds: $0.nanoseconds) } ?? .invalid)
        case .setAutomaticallyWaits(let flag): player.automaticallyWaitsToMinimizeStalling = flag
        case .setDefaultRate(let rate): player.defaultRate = rate.asFloat
        case .setActionAtItemEnd(let value): player.actionAtItemEnd = .init(value)
        case .setForwardPlaybackEndTime(let end):
            if let item = player.currentItem {
                item.forwardPlaybackEndTime = end.map { .init(nanoseconds: $0.nanoseconds) } ?? .invalid
            } else {
                player.engine.perform(action, of: player.player)
            }
        case .seek(let place, let before, let after):
            player.seek(
                to: .init(nanoseconds: place.nanoseconds), toleranceBefore: tolerance(before),
                toleranceAfter: tolerance(after))
        case .replaceCurrentItem(nil): player.replaceCurrentItem(with: nil)
        case .replaceCurrentItem: player.load()
        case .insert:
            // An item keeps an end that was moved. A script's begins where the scenario has it, and may come again when
            // it has failed.
            let own = player.engine.session.players[Int(player.player)].withOwnEnds(action)
            guard case .player(.insert(let piece, let after)) = own.operation else { return }
            if let one = item(piece.id), one.handed == piece, one.status != .failed,
                after == nil || item(after!) != nil
            {
                player.insert(one, after: after.flatMap { item($0) })
            } else {
                player.engine.perform(own, of: player.player)
            }
        case .remove(let id):
            if let one = item(id) { player.remove(one) } else { player.engine.perform(action, of: player.player) }
        case .advanceToNextItem: player.advanceToNextItem()
        case .removeAllItems: player.removeAllItems()
        case .changeTracks: player.changeTracks()
        case .cancelPendingSeeks: player.cancelPendingSeeks()
        case .preroll(let rate): player.preroll(atRate: rate.asFloat)
        case .cancelPendingPrerolls: player.cancelPendingPrerolls()
        case .interrupt(.audioSession): player.interrupt(.audioSession)
        case .interrupt(.oldDeviceUnavailable): player.interrupt(.oldDeviceUnavailable)
        case .interrupt(.background): player.interrupt(.background)
        case .setStart, .setStop, .setLayer, .moveLive, .setPace, .suspend, .resume, .tearDown, .bufferChanged,
            .loadingFailed, .deadline:
            player.engine.perform(action, of: player.player)
        }
    }
}
