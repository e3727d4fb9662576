import PlayerModel

/// A kind of made-up network: integers and a named random stream, so that one seed gives one trace everywhere.
///
/// The figures are nobody's measurements. They are round numbers that a person finds plausible, and each can be set.
/// To add a kind: a case here, and what the compiler then asks for. The command line and `autowait list` follow.
package enum NetworkTraceMaker: Equatable, Sendable {
    case steady(mean: Int64, jitter: Int64, step: Int64)
    case markov(good: Int64, bad: Int64, goodStay: Int64, badStay: Int64, jitter: Int64, step: Int64)
    case train(mean: Int64, open: Int64, tunnel: Int64, recovery: Int64, jitter: Int64, step: Int64)
    case drive(center: Int64, edge: Int64, cell: Int64, handover: Int64, jitter: Int64, step: Int64)
    case commute(
        walk: Int64, walkStay: Int64, ride: Int64, rideStay: Int64, open: Int64, tunnel: Int64, jitter: Int64,
        step: Int64)
    case cell(capacity: Int64, others: Int64, stay: Int64, jitter: Int64, step: Int64)
    case congestedWiFi(
        good: Int64, busy: Int64, goodStay: Int64, busyStay: Int64, between: Int64, gap: Int64, jitter: Int64,
        step: Int64)

    /// Every kind with its defaults, in the order in which they are listed.
    package static let all: [NetworkTraceMaker] = [
        .steady(mean: 5_000_000, jitter: 100_000, step: second),
        .markov(
            good: 8_000_000, bad: 500_000, goodStay: 20 * second, badStay: 5 * second, jitter: 100_000, step: second),
        .train(
            mean: 6_000_000, open: 90 * second, tunnel: 12 * second, recovery: 4 * second, jitter: 400_000,
            step: second),
        .drive(
            center: 20_000_000, edge: 1_000_000, cell: 45 * second, handover: second / 2, jitter: 250_000,
            step: second),
        .commute(
            walk: 12_000_000, walkStay: 180 * second, ride: 4_000_000, rideStay: 240 * second, open: 60 * second,
            tunnel: 15 * second, jitter: 300_000, step: second),
        .cell(capacity: 30_000_000, others: 5, stay: 20 * second, jitter: 100_000, step: second),
        .congestedWiFi(
            good: 20_000_000, busy: 1_000_000, goodStay: 20 * second, busyStay: 5 * second, between: 15 * second,
            gap: 2 * second, jitter: 300_000, step: second),
    ]

    private static let second: Int64 = 1_000_000_000

    /// The kind with a name, with its defaults; nil where there is none.
    package static func named(_ name: String) -> NetworkTraceMaker? { all.first { $0.name == name } }

    /// The name on the command line.
    package var name: String {
        switch self {
        case .steady: "steady"
        case .markov: "markov"
        case .train: "train"
        case .drive: "drive"
        case .commute: "commute"
        case .cell: "cell"
        case .congestedWiFi: "congested-wifi"
        }
    }

    package var about: String {
        switch self {
        case .steady: "The same capacity all the time, with jitter."
        case .markov: "A good state and a bad one, each left by chance."
        case .train: "Open country, with tunnels in which nothing passes."
        case .drive: "From cell to cell: much near a mast, little at the edge, nothing while changing over."
        case .commute: "A walk and a ride in turn; nothing passes in the tunnels of the ride."
        case .cell: "One cell in equal parts with other users, who come and go by chance."
        case .congestedWiFi: "A good rate, bouts in which others leave little of it, and short gaps."
        }
    }

    /// Its parameters, in the order that `setting(_:)` takes.
    package var parameters: [Parameter] {
        switch self {
        case .steady(let mean, let jitter, let step):
            [Self.capacity("mean_kbps", "The mean capacity.", mean), Self.jitter(jitter), Self.step(step)]
        case .markov(let good, let bad, let goodStay, let badStay, let jitter, let step):
            [
                Self.capacity("good_kbps", "The mean capacity in the good state.", good),
                Self.capacity("bad_kbps", "The mean capacity in the bad state.", bad),
                Self.time("good_s", "The mean stay in the good state.", goodStay),
                Self.time("bad_s", "The mean stay in the bad state.", badStay),
                Self.jitter(jitter), Self.step(step),
            ]
        case .train(let mean, let open, let tunnel, let recovery, let jitter, let step):
            [
                Self.capacity("mean_kbps", "The mean capacity in the open.", mean),
                Self.time(
                    "open_s", "The mean time between two tunnels; each is from half to one and a half of it.", open),
                Self.time("tunnel_s", "The mean time in a tunnel; likewise.", tunnel),
                Self.time("recovery_s", "The time after a tunnel in which capacity comes back, evenly.", recovery),
                Self.jitter(jitter), Self.step(step),
            ]
        case .drive(let center, let edge, let cell, let handover, let jitter, let step):
            [
                Self.capacity("center_kbps", "The mean capacity beside a mast.", center),
                Self.capacity("edge_kbps", "The mean capacity at the edge of a cell.", edge),
                Self.time("cell_s", "The mean time in a cell; each is from half to one and a half of it.", cell),
                Self.time("handover_s", "How long nothing passes between two cells.", handover, from: 0),
                Self.jitter(jitter), Self.step(step),
            ]
        case .commute(let walk, let walkStay, let ride, let rideStay, let open, let tunnel, let jitter, let step):
            [
                Self.capacity("walk_kbps", "The mean capacity on a walk.", walk),
                Self.time("walk_s", "The mean time of a walk; each is from half to one and a half of it.", walkStay),
                Self.capacity("ride_kbps", "The mean capacity of a ride in the open.", ride),
                Self.time("ride_s", "The mean time of a ride; likewise.", rideStay),
                Self.time("open_s", "The mean time between two tunnels of a ride; likewise.", open),
                Self.time("tunnel_s", "The mean time in a tunnel; likewise.", tunnel),
                Self.jitter(jitter), Self.step(step),
            ]
        case .cell(let capacity, let others, let stay, let jitter, let step):
            [
                Self.capacity("cell_kbps", "The cell's mean capacity, for all who are in it.", capacity),
                Parameter("others_count", "The mean number of other users.", .count, others, in: 0...100),
                Self.time("stay_s", "The mean time that another user stays.", stay),
                Self.jitter(jitter), Self.step(step),
            ]
        case .congestedWiFi(
            let good, let busy, let goodStay, let busyStay, let between, let gap, let jitter, let step):
            [
                Self.capacity("good_kbps", "The mean capacity outside of bouts.", good),
                Self.capacity("busy_kbps", "The mean capacity in a bout.", busy),
                Self.time("good_s", "The mean time from one bout to the next.", goodStay),
                Self.time("busy_s", "The mean time of a bout.", busyStay),
                Self.time("between_s", "The mean time from one gap to the next.", between),
                Self.time(
                    "gap_s", "The longest time in which nothing passes; each is from a twentieth of it.", gap),
                Self.jitter(jitter), Self.step(step),
            ]
        }
    }

    /// The same kind with other parameters: `values` in the order of `parameters`, in base units.
    package func setting(_ values: [Int64]) -> NetworkTraceMaker {
        let (jitter, step) = (values[values.count - 2], values[values.count - 1])
        return switch self {
        case .steady: .steady(mean: values[0], jitter: jitter, step: step)
        case .markov:
            .markov(
                good: values[0], bad: values[1], goodStay: values[2], badStay: values[3], jitter: jitter, step: step)
        case .train:
            .train(
                mean: values[0], open: values[1], tunnel: values[2], recovery: values[3], jitter: jitter, step: step)
        case .drive:
            .drive(
                center: values[0], edge: values[1], cell: values[2], handover: values[3], jitter: jitter, step: step)
        case .commute:
            .commute(
                walk: values[0], walkStay: values[1], ride: values[2], rideStay: values[3], open: values[4],
                tunnel: values[5], jitter: jitter, step: step)
        case .cell: .cell(capacity: values[0], others: values[1], stay: values[2], jitter: jitter, step: step)
        case .congestedWiFi:
            .congestedWiFi(
                good: values[0], busy: values[1], goodStay: values[2], busyStay: values[3], between: values[4],
                gap: values[5], jitter: jitter, step: step)
        }
    }

    private static func capacity(_ name: String, _ about: String, _ value: Int64) -> Parameter {
        Parameter(name, about, .kilobitsPerSecond, value, in: 0...100_000_000_000)
    }

    private static func time(
        _ name: String, _ about: String, _ value: Int64, from least: Int64 = 1_000_000
    ) -> Parameter { Parameter(name, about, .seconds, value, in: least...86_400 * second) }

    private static func jitter(_ value: Int64) -> Parameter {
        Parameter(
            "jitter_ratio", "How far capacity strays from its mean to either side, evenly: 0.1 is a tenth.", .ratio,
            value, in: 0...1_000_000)
    }

    private static func step(_ value: Int64) -> Parameter {
        time("step_s", "The time from one point to the next.", value)
    }
}

extension NetworkTraceMaker {
    /// The reason why a parameter cannot be set, or a trace not made.
    package enum Problem: Error, Equatable {
        case noSetting(String)
        case unknown(String, known: [String])
        case notANumber(Parameter), tooFine(Parameter), outOfRange(Parameter), tooManyPoints(limit: Int64)

        package var message: String {
            switch self {
            case .noSetting(let word): "'--set \(word)' sets nothing; write --set mean_kbps=800"
            case .unknown(let name, let known): "'\(name)' is no parameter here\(NearMiss.hint(name, among: known))"
            case .notANumber(let parameter): "'\(parameter.name)' must be a number"
            case .tooFine(let parameter):
                "'\(parameter.name)' is too fine: the smallest step is \(QuantityText.value(1, parameter.unit))"
            case .outOfRange(let parameter):
                "'\(parameter.name)' must be from "
                    + NumberText.exact(parameter.range.lowerBound, places: parameter.unit.decimalPlaces)
                    + " to \(QuantityText.value(parameter.range.upperBound, parameter.unit))"
            case .tooManyPoints(let limit): "this would be more than \(limit) points; raise step_s"
            }
        }
    }

    /// The same kind with one parameter set to the number in a text.
    package func setting(_ name: String, to text: String) throws(Problem) -> NetworkTraceMaker {
        var values = parameters.map { $0.value }
        guard let index = parameters.firstIndex(where: { $0.name == name }) else {
            throw .unknown(name, known: parameters.map { $0.name })
        }
        values[index] = try Self.value(text, of: parameters[index])
        return setting(values)
    }

    /// The length of a made trace; 600 s unless said.
    package static let duration = Parameter(
        "duration", "How long the trace lasts.", .seconds, 600 * second, in: 1...31_536_000 * second)

    /// The number in a text, in base units of a parameter.
    package static func value(_ text: String, of parameter: Parameter) throws(Problem) -> Int64 {
        guard let decimal = Decimal(text) else { throw .notANumber(parameter) }
        switch decimal.scaled(by: parameter.unit.decimalPlaces) {
        case .tooFine: throw .tooFine(parameter)
        case .tooLarge: throw .outOfRange(parameter)
        case .exact(let value):
            guard parameter.range.contains(value) else { throw .outOfRange(parameter) }
            return value
        }
    }
}
