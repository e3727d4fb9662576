import PlayerModel

/// The population that sessions are drawn from, as reports tell of it: what it is, and where its weights come from.
package struct DrawnPopulation: Equatable, Sendable {
    package struct Stratum: Equatable, Sendable {
        package let name: String
        package let weight: Int64
        package let source: String

        package init(_ name: String, weight: Int64, source: String) {
            (self.name, self.weight, self.source) = (name, weight, source)
        }
    }

    package struct Axis: Equatable, Sendable {
        package let name: String
        package let strata: [Stratum]

        package init(_ name: String, _ strata: [Stratum]) { (self.name, self.strata) = (name, strata) }

        /// The weights of all strata together.
        package var weight: Int64 { strata.reduce(0) { $0.addingClamped($1.weight) } }
    }

    /// A population of which it has sessions: itself, or one of those that it is mixed of.
    package struct Part: Equatable, Sendable {
        package let name: String
        /// The part of all sessions, in base units of a percentage.
        package let share: Int64
        /// Its words and its source, where they are not those of the whole.
        package let about: String
        package let source: String
        package let axes: [Axis]

        package init(_ name: String, share: Int64, about: String, source: String, _ axes: [Axis]) {
            (self.name, self.share, self.about, self.source, self.axes) = (name, share, about, source, axes)
        }
    }

    /// Its name, as it was typed.
    package let name: String
    package let about: String
    package let source: String
    package let parts: [Part]

    package init(_ name: String, about: String = "", source: String = "", _ parts: [Part] = []) {
        (self.name, self.about, self.source, self.parts) = (name, about, source, parts)
    }

    /// Where the weights come from, in a sentence: who names no source has assumed them, and is told so.
    package var sources: String {
        let named = parts.filter { !$0.source.isEmpty }.map { "\($0.name.onOneLine): \($0.source.onOneLine)" }
        let all = (source.isEmpty ? [] : [source.onOneLine]) + named
        return all.isEmpty
            ? "its weights have no source: how often each comes is assumed"
            : "source of its weights: \(all.joined(separator: "; "))"
    }
}

extension DrawnPopulation {
    /// The part of all sessions that have a stratum, in base units of a percentage; nil of one that stands for several,
    /// as a trace of a folder does.
    func share(of stratum: String, axis: String) -> Int64? {
        let shares = parts.compactMap { part -> Int64? in
            if axis == "population" { return part.name == stratum ? part.share : nil }
            guard let all = part.axes.first(where: { $0.name == axis }),
                let own = all.strata.first(where: { $0.name == stratum })
            else { return nil }
            return proportion(part.share, own.weight, over: max(1, all.weight), .down)
        }
        return shares.isEmpty ? nil : shares.reduce(0) { $0.addingClamped($1) }
    }

    /// Its members of a line on an experiment.
    func write(_ writer: inout JSONWriter) {
        writer.member("population", name)
        writer.member("population_about", about)
        writer.member("population_source", source)
        writer.array("population_parts", of: parts) { part, writer in
            writer.object(inline: true) { writer in
                writer.member("name", part.name)
                writer.member("share_percent", part.share, .percent)
                writer.member("about", part.about)
                writer.member("source", part.source)
                writer.array("axes", of: part.axes) { axis, writer in
                    writer.object(inline: true) { writer in
                        writer.member("name", axis.name)
                        writer.array("strata", of: axis.strata) { stratum, writer in
                            writer.object(inline: true) { writer in
                                writer.member("name", stratum.name)
                                writer.member("weight", stratum.weight)
                                writer.member("source", stratum.source)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Reads what `write` has written; nil of an experiment without a population.
    init?(_ node: JSONNode) {
        func text(_ node: JSONNode, _ name: String) -> String { node.member(name)?.string ?? "" }
        func elements(_ node: JSONNode, _ name: String) -> [JSONNode] { node.member(name)?.elements ?? [] }
        guard let name = node.member("population")?.string else { return nil }
        self.init(
            name, about: text(node, "population_about"), source: text(node, "population_source"),
            elements(node, "population_parts").map { part in
                Part(
                    text(part, "name"), share: max(0, part.member("share_percent")?.number(.percent) ?? 0),
                    about: text(part, "about"), source: text(part, "source"),
                    elements(part, "axes").map { axis in
                        Axis(
                            text(axis, "name"),
                            elements(axis, "strata").map { stratum in
                                let weight = stratum.member("weight")?.number(.count) ?? 0
                                return Stratum(
                                    text(stratum, "name"), weight: max(0, weight), source: text(stratum, "source"))
                            })
                    })
            })
    }
}
