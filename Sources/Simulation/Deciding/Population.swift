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
