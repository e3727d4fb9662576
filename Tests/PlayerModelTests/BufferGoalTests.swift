import Testing

@testable import PlayerModel

private func ms(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000) }

private func situation(
    bitRate: Int64 = 1_000_000, isHighest: Bool = false, segment: MediaTime = .seconds(4), place: MediaTime = .zero,
    duration: MediaTime = .seconds(180)
) -> BufferGoal.Situation {
    BufferGoal.Situation(
        bitRate: bitRate, isHighest: isHighest, segment: segment, place: place, duration: duration)
}

@Suite("How much a player wants ahead")
struct BufferGoalTests {
    @Test("has names and parameters of its own")
    func hasNames() {
        #expect(Set(BufferGoal.all.map(\.name)).count == BufferGoal.all.count)
        for rule in BufferGoal.all {
            let others = rule.parameters.indices.map { rule.parameters[$0].range.upperBound - Int64($0) }
            #expect(rule.setting(others).parameters.map(\.value) == others)
            #expect(rule.setting(rule.parameters.map(\.value)) == rule)
        }
    }

    @Test(
        "60 MB as hls.js has them: 240 s of 2 Mbit/s, between 30 and 600 s",
        arguments: [(2_000_000, 240), (500_000, 600), (16_000_000, 30), (32_000_000, 30)] as [(Int64, Int64)])
    func bySize(bitRate: Int64, seconds: Int64) {
        #expect(BufferGoal.all[0].length(in: situation(bitRate: bitRate)) == .seconds(seconds))
    }

    @Test("where the most is less than the least, it is the most that counts, as hls.js has it")
    func mostBelowLeast() {
        let goal = BufferGoal.bySize(bytes: 60_000_000, least: .seconds(30), most: .seconds(10))
        #expect(goal.length(in: situation(bitRate: 2_000_000)) == .seconds(10))
    }

    @Test(
        "video.js wants more the further playback is",
        arguments: [(0, 30), (12, 42), (30, 60), (31, 60)] as [(Int64, Int64)])
    func vhs(place: Int64, seconds: Int64) {
        #expect(BufferGoal.all[1].length(in: situation(place: .seconds(place))) == .seconds(seconds))
    }

    @Test("and never less than at the beginning, where the most is less", arguments: [0, 12, 90] as [Int64])
    func vhsFromMore(place: Int64) {
        let goal = BufferGoal.vhs(start: .seconds(60), most: .seconds(30))
        #expect(goal.length(in: situation(place: .seconds(place))) == .seconds(60))
    }

    @Test("dash.js wants what fits: 18 s, 30 s at the highest bit rate, 60 s of ten minutes or more")
    func dashJS() {
        let goal = BufferGoal.all[2]
        #expect(goal.length(in: situation()) == .seconds(14))
        #expect(goal.length(in: situation(isHighest: true)) == .seconds(26))
        #expect(goal.length(in: situation(isHighest: true, duration: ms(599_999))) == .seconds(26))
        #expect(goal.length(in: situation(isHighest: true, duration: .seconds(600))) == .seconds(56))
        #expect(goal.parameters.last?.about == "How long a long item is at least.")
        #expect(goal.length(in: situation(duration: .seconds(600))) == .seconds(14))
        #expect(goal.length(in: situation(segment: .seconds(18))) == .seconds(18), "or one that does not fit")
        #expect(goal.length(in: situation(segment: ms(17_999))) == ms(1))
    }

    /// Whatever is loaded, at that place as much is ahead as is wanted less what has to be missing; just before, more.
    @Test(
        "is asked for again exactly when so much is missing",
        arguments: BufferGoal.all + [.fixed(.seconds(10)), .vhs(start: .seconds(60), most: .seconds(30))])
    func drains(goal: BufferGoal) {
        for end in [20, 47, 61, 100, 179] as [Int64] {
            for short in [ms(0), MediaTime(nanoseconds: 1), ms(4000)] {
                func lacks(_ place: MediaTime) -> Bool {
                    .seconds(end) - place <= goal.length(in: situation(place: place)) - short
                }
                let place = goal.place(wantingBehind: .seconds(end), short: short, in: situation())
                guard place > .zero else { continue }
                #expect(lacks(place), "\(goal.name), \(end) s, \(place)")
                #expect(!lacks(place - MediaTime(nanoseconds: 1)), "\(goal.name), \(end) s, \(place)")
            }
        }
    }
}
