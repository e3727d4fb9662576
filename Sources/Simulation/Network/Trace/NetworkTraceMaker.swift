import PlayerModel

/// A kind of made-up network with its parameters: integers and a named random stream, so that one seed gives one trace
/// everywhere.
///
/// The figures are nobody's measurements. They are round numbers that a person finds plausible, and each can be set.
/// To add a kind: a case of `Kind`, and what the compiler then asks for. The command line and `autowait list` follow.
package struct NetworkTraceMaker: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case steady, markov, train, drive, commute, cell
        case congestedWiFi = "congested-wifi"
    }

    let kind: Kind
    /// In base units, in the order of `parameters`.
    private let values: [Int64]

    /// Every kind with its defaults, in the order in which they are listed.
    package static let all = Kind.allCases.map { kind in
        NetworkTraceMaker(kind: kind, values: parameters(of: kind).map { $0.value })
    }

    /// The same capacity all the time, around a mean.
    package static func steady(mean: Int64, jitter: Int64, step: Int64) -> NetworkTraceMaker {
        NetworkTraceMaker(kind: .steady, values: [mean, jitter, step])
    }

    /// The kind with a name, with its defaults; nil where there is none.
    package static func named(_ name: String) -> NetworkTraceMaker? { all.first { $0.name == name } }

    /// The name on the command line.
    package var name: String { kind.rawValue }

    package var about: String {
        switch kind {
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
        var parameters = Self.parameters(of: kind)
        for (index, value) in values.enumerated() { parameters[index].value = value }
        return parameters
    }

    /// The same kind with other parameters: `values` in the order of `parameters`, in base units.
    package func setting(_ values: [Int64]) -> NetworkTraceMaker { NetworkTraceMaker(kind: kind, values: values) }

    /// The value of a parameter that the kind has.
    subscript(name: String) -> Int64 {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("The kind has such a parameter.")
        }
        return values[index]
    }
}

extension NetworkTraceMaker {
    private static let second: Int64 = 1_000_000_000

    /// The parameters of a kind with their defaults.
    private static func parameters(of kind: Kind) -> [Parameter] {
        switch kind {
        case .steady: [capacity("mean_kbps", "The mean capacity.", 5_000_000), jitter(100_000), step]
        case .markov:
            [
                capacity("good_kbps", "The mean capacity in the good state.", 8_000_000),
                capacity("bad_kbps", "The mean capacity in the bad state.", 500_000),
                time("good_s", "The mean stay in the good state.", 20 * second),
                time("bad_s", "The mean stay in the bad state.", 5 * second), jitter(100_000), step,
            ]
        case .train:
            [
                capacity("mean_kbps", "The mean capacity in the open.", 6_000_000),
                time(
                    "open_s", "The mean time between two tunnels; each is from half to one and a half of it.",
                    90 * second), time("tunnel_s", "The mean time in a tunnel; likewise.", 12 * second),
                time("recovery_s", "The time after a tunnel in which capacity comes back, evenly.", 4 * second),
                jitter(400_000), step,
            ]
        case .drive:
            [
                capacity("center_kbps", "The mean capacity beside a mast.", 20_000_000),
                capacity("edge_kbps", "The mean capacity at the edge of a cell.", 1_000_000),
                time("cell_s", "The mean time in a cell; each is from half to one and a half of it.", 45 * second),
                time("handover_s", "How long nothing passes between two cells.", second / 2, from: 0),
                jitter(250_000), step,
            ]
        case .commute:
            [
                capacity("walk_kbps", "The mean capacity on a walk.", 12_000_000),
                time("walk_s", "The mean time of a walk; each is from half to one and a half of it.", 180 * second),
                capacity("ride_kbps", "The mean capacity of a ride in the open.", 4_000_000),
                time("ride_s", "The mean time of a ride; likewise.", 240 * second),
                time("open_s", "The mean time between two tunnels of a ride; likewise.", 60 * second),
                time("tunnel_s", "The mean time in a tunnel; likewise, or to the ride's end if sooner.", 15 * second),
                jitter(300_000), step,
            ]
        case .cell:
            [
                capacity("cell_kbps", "The cell's mean capacity, for all who are in it.", 30_000_000),
                Parameter("others_count", "The mean number of other users.", .count, 5, in: 0...100),
                time("stay_s", "The mean time that another user stays.", 20 * second), jitter(100_000), step,
            ]
        case .congestedWiFi:
            [
                capacity("good_kbps", "The mean capacity outside of bouts.", 20_000_000),
                capacity("busy_kbps", "The mean capacity in a bout.", 1_000_000),
                time("good_s", "The mean time from one bout to the next, gaps not counted.", 20 * second),
                time("busy_s", "The mean time of a bout, gaps not counted.", 5 * second),
                time("between_s", "The mean time from one gap to the next.", 15 * second),
                time(
                    "gap_s", "The longest time in which nothing passes; each is from a twentieth of it.", 2 * second),
                jitter(300_000), step,
            ]
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

    private static var step: Parameter { time("step_s", "The time from one point to the next.", second) }
}

extension NetworkTraceMaker {
    /// The reason why a parameter cannot be set, or a trace not made.
    package enum Problem: Error, Equatable {
        case noSetting(String)
        case unknown(String, known: [String])
        case notANumber(Parameter, String), tooFine(Parameter), outOfRange(Parameter), tooManyPoints(limit: Int64)

        package var message: String {
            switch self {
            case .noSetting(let word): "'--set \(word)' sets nothing; write --set mean_kbps=800"
            case .unknown(let name, let known): "'\(name)' is no parameter here\(NearMiss.hint(name, among: known))"
            case .notANumber(let parameter, let text): "'\(parameter.name)' must be a number, not '\(text)'"
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
        guard let decimal = Decimal(text) else { throw .notANumber(parameter, text) }
        switch decimal.scaled(by: parameter.unit.decimalPlaces) {
        case .tooFine: throw .tooFine(parameter)
        case .tooLarge: throw .outOfRange(parameter)
        case .exact(let value):
            guard parameter.range.contains(value) else { throw .outOfRange(parameter) }
            return value
        }
    }
}
