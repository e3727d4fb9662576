import PlayerModel

/// Sessions as they are in the field, as far as somebody knows: networks, media, devices and viewers, each with its
/// weight. A session is one of each, drawn at random.
///
///     population ─┬ axis "network" ─┬ stratum "LTE", 40 of 60
///                 │                 └ stratum "train", 20 of 60
///                 └ axis "viewer" ─── …
///     mix ─── populations, each with its weight: a session is drawn from one of them
package struct Population: Sendable {
    /// One of several networks, media, devices or viewers.
    package struct Stratum: Sendable {
        package let name: String
        package let weight: Int64
        package let source: String
        /// The settings over the scenario that make it.
        package let settings: [ScenarioReader.Setting]
        /// The paths of the network's keys that it says.
        package let networkKeys: [String]
        /// A folder of traces, or a pattern: each file is a stratum, with an equal part of the weight.
        package let traces: Placed<String>?
    }

    package struct Axis: Sendable {
        package let name: String
        package let strata: [Placed<Stratum>]
    }

    /// A population that this one has sessions of: a name, or a path.
    package struct Part: Sendable {
        package let weight: Int64
        package let population: Placed<String>
    }

    package let name: String
    package let about: String
    package let source: String
    package let axes: [Axis]
    package let mix: [Part]
}

/// Draws from weights, of which any number in a row has nearly the parts that the weights say: a session's number leads
/// to a point of a sequence that fills the space of all axes evenly (Weyl's, with the steps of the generalized golden
/// ratio, the root of x⁶ = x + 1). Intervals reckon as if they were drawn independently, and are no shorter for it.
package enum EvenDraw {
    /// The fractions, in parts of 2⁶⁴, that the steps of the axes are: 1/x, 1/x² and so on.
    private static let steps: [UInt64] = [
        0xE19B_01AA_9D42_C633, 0xC6D1_D6C8_ED0C_9631, 0xAF36_D01E_F751_8DBB, 0x9A69_443F_36F7_10E6,
        0x8814_03B9_339B_D42D,
    ]

    /// The place that a session has among weights that are not negative and not all zero. O(n) in the weights.
    package static func place(_ weights: [Int64], session number: Int, axis: Int) -> Int {
        let fraction = 0x8000_0000_0000_0000 &+ UInt64(number + 1) &* steps[axis]
        let all = UInt64(weights.reduce(0, +))
        var rest = Int64(fraction.multipliedFullWidth(by: all).high)
        for (place, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return place }
        }
        return weights.count - 1
    }
}
