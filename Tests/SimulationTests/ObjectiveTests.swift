import Testing

@testable import Simulation

@Suite("An objective")
struct ObjectiveTests {
    /// 12.5 % of the sessions stall, and the mean startup is 3 s.
    private static let figures = [
        "stalled_percent": 125_000.0, "startup_mean_s": 3_000_000_000, "bytes_an_hour": 2e9,
    ]

    private static func value(_ text: String) throws -> Double? {
        let objective = try Objective(text, .minimise)
        return objective.value(objective.metrics.map { figures[$0.name] ?? .nan })
    }

    @Test(
        "counts in the units of reports, and multiplies before it adds",
        arguments: [
            ("stalled_percent", 12.5), ("stalled_percent+startup_mean_s", 15.5),
            (" 2 * stalled_percent - startup_mean_s * 10 ", -5), ("(stalled_percent - 2.5) / 4 / 5", 0.5),
            ("-startup_mean_s - -1", -2), ("startup_mean_s - 1 - 1", 1), ("12 / (startup_mean_s + 1) * 2", 6),
            ("startup_mean_s * startup_mean_s", 9), ("0.001 * bytes_an_hour", 2e6), ("((startup_mean_s))", 3),
            ("1 + 2 * (3 + startup_mean_s * (1 + 1)) - 4", 15),
        ] as [(String, Double)])
    func values(text: String, expected: Double) throws { #expect(try Self.value(text) == expected) }

    @Test("has no value where a metric has none, something is divided by nothing, or it is beyond all numbers")
    func none() throws {
        #expect(try Self.value("bytes_an_hour * bytes_an_hour * 10") == nil)
        #expect(try Self.value("startup_p95_s + stalled_percent") == nil)
        #expect(try Self.value("stalled_percent / (startup_mean_s - 3)") == nil)
        let objective = try Objective("startup_median_s", .minimise)
        #expect(objective.value([.infinity]) == nil && objective.value([2e9]) == 2)
    }

    @Test("is as far off as its metrics may be, all together")
    func roughness() throws {
        let objective = try Objective("2 * startup_p95_s - startup_median_s", .minimise)
        let off = objective.roughness([4e9, 3e9], [1e8, 3e8])
        #expect((off - 0.5).magnitude < 1e-9 && objective.roughness([4e9, 3e9], [0, 0]) == 0)
    }

    @Test(
        "says where it is no objective, and what is near",
        arguments: [
            ("", "there is an objective with nothing in it; write 'startup_mean_s'"),
            (
                "stall_share*100 + startup_mean_s",
                "column 1: 'stall_share' is no metric of a decision; did you mean "
                    + "'stalled_percent'?"
            ),
            (
                "stalled_percent + startup_time_s",
                "column 19: 'startup_time_s' is no metric of a decision; did you mean "
                    + "'startup_mean_s'?"
            ),
            (
                "stalled_percnt",
                "column 1: 'stalled_percnt' is no metric of a decision; did you mean 'stalled_percent'?"
            ),
            ("stalled_percent +", "column 18: a metric or a number is missing at the end"),
            ("stalled_percent 2", "column 17: here must be one of + - * /, and not '2'"),
            ("(stalled_percent", "column 1: this parenthesis is not closed"),
            ("stalled_percent)", "column 16: no parenthesis is open here"),
            ("1.2.3 * stalled_percent", "column 1: '1.2.3' is no number"),
            ("stalled_percent × 2", "column 17: here must be one of + - * /, and not '× 2'"),
            ("3 + 4", "column 1: there is no metric in it, so that all settings are alike"),
            ("* stalled_percent", "column 1: here must be a metric, a number or a parenthesis, and not"),
            (String(repeating: "(", count: 5000), "it is too deep"),
        ] as [(String, String)])
    func mistakes(text: String, message: String) {
        do throws(Mistake) {
            _ = try Objective(text, .minimise)
            Issue.record("'\(text)' was read")
        } catch {
            #expect(error.message.contains(message), "\(error.message)")
        }
    }

    @Test("has two expressions with a comma between them")
    func several() throws {
        let all = try Objective.all("stalled_percent, startup_mean_s", .maximise)
        #expect(all.map { $0.text } == ["stalled_percent", "startup_mean_s"])
        #expect(all[0].loss(3) == -3 && all[0].loss(nil) == nil)
    }
}
