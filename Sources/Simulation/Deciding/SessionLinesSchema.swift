import PlayerModel

/// The lines that `SessionLines` and `DecisionLines.closing` write, as shapes: of `--format jsonl`, and of shards.
enum SessionLinesSchema {
    /// The lines by their kinds.
    static var lines: [Shape.ObjectShape] {
        [
            Shape.ObjectShape(
                "experiment", "The first line: all that is known before the first session.", experiment),
            Shape.ObjectShape("session", "A session with one choice; its choices follow one another.", session),
            Shape.ObjectShape(
                "failure", "A session that could not be run to its end.",
                [number, .key("message", "Why.", .text)]),
            Shape.ObjectShape("choice", "Behind all sessions, the figures of a choice.", DecisionSchema.choice),
            Shape.ObjectShape(
                "decision", "The last line: what all choices share.",
                DecisionSchema.head + [optional(DecisionSchema.population)]),
            Shape.ObjectShape(
                "done", "In a shard: whoever goes on begins behind it.",
                [
                    .key("through_session", "All sessions up to this number are there.", .whole),
                    .key("session_lines", "In so many lines of sessions and failures.", .whole),
                    .key("checksum", "The FNV-1a of their bytes, line breaks included.", .text),
                ]),
            Shape.ObjectShape("end", "The last line of a shard.", [shard]),
        ]
    }

    /// The members that name a circumstance.
    static var circumstance: [Shape.Member] {
        [
            ComparisonSchema.scenario,
            ComparisonSchema.settings("The circumstance: its value of each key of --over, or its strata by axis."),
            trace,
        ]
    }

    private static var experiment: [Shape.Member] {
        [
            .key("model", "The number of the model that runs the sessions.", .whole),
            .key("inputs", "A digest of all files that were read.", .text),
            .key("set", "The keys that are set in every session: key=value, as --set has them.", .texts),
            .key("allow", "The folders whose files scenarios may name, besides their own.", .texts),
        ] + population.map(optional) + [
            .key("choice_keys", "The keys of --vary.", .texts),
            .key(
                "choices", "By choice, the value of each of these keys, as it was typed.",
                .list(of: .texts, atLeast: 2)),
            .key("baseline", "The place of the choice that others are held against.", .whole),
            .key("circumstance_keys", "The keys of --over, or the axes of the population.", .texts),
            .key(
                "circumstances", "The circumstances that there are.", .list(of: .object("place", place), atLeast: 1)),
            .key("metrics", "The figures, as 'autowait list decisions' has them.", metrics),
            .key("unasked", "Those of them that are looked at for what may be worse besides, and no more.", .texts),
            .key("viewers_may_leave", "Whether a viewer may leave in any of them, with any choice.", .flag),
            .key("counted_from", "The number that sessions are counted from, which is 1.", .whole),
            .key("first_session", "The number of the first session.", .whole),
            .key("session_count", "How many there are to be, those of other shards included.", .whole),
            optional(shard),
        ]
    }

    private static var place: [Shape.Member] {
        [
            ComparisonSchema.scenario, .key("name", "The scenario's name.", .text),
            .key(
                "settings", "By key, its value as it was typed, or the name of a stratum; null where it has none.",
                .list(of: Shape.text.orNull, atLeast: 0)),
            trace,
            .key("is_exact", "Whether nothing is drawn at random in it.", .flag),
        ]
    }

    private static var population: [Shape.Member] {
        let stratum: [Shape.Member] = [
            .key("name", "Its name.", .text),
            .key("weight", "How many sessions are of it, beside the others.", .whole),
            .key("source", "Where that comes from; empty where nobody says it.", .text),
        ]
        let axis: [Shape.Member] = [
            .key("name", "Its name.", .text),
            .key("strata", "What it has.", .objects("stratum", stratum)),
        ]
        let part: [Shape.Member] = [
            .key("name", "Its name.", .text),
            .key("share_percent", "Its part of all sessions.", .any(.percent)),
            .key("about", "Its own words; empty where it has none.", .text),
            .key("source", "Its own source; empty where it has none.", .text),
            .key("axes", "What sessions are drawn by.", .objects("axis", axis)),
        ]
        return [
            DecisionSchema.population, .key("population_about", "Its words.", .text),
            .key("population_source", "Where its figures come from.", .text),
            .key("population_parts", "Itself, or what it is mixed of.", .objects("part", part)),
        ]
    }

    private static var session: [Shape.Member] {
        // What an outcome need not have, an empty one has not, or one that stalls for ever.
        var endless = SessionOutcome()
        endless.stallTime = nil
        let facts = SessionFact.all.map { fact in
            let isSure = [SessionOutcome(), endless].allSatisfy { fact.value($0) != nil }
            return Shape.Member.key(
                fact.name, fact.about, isSure ? Shape.any(fact.unit) : Shape.any(fact.unit).orNull)
        }
        return [
            number, .key("circumstance", "The place of its circumstance in the first line.", .whole),
        ] + circumstance + [
            .key("seed", "The seed of its random streams.", .whole), ComparisonSchema.player,
            ComparisonSchema.settings("The value of each key of --vary, as a scenario has it.", named: "choice"),
            .key("outcome", "What became of it.", .object("outcome", facts)),
        ]
    }

    private static var metrics: Shape { .list(of: .words(DecisionMetric.all.map { $0.name }), atLeast: 1) }
    private static var number: Shape.Member {
        .key("session", "The number of the session among all, from 1 on.", .whole)
    }
    private static var shard: Shape.Member {
        .key("shard", "Which part of the sessions it is: number/count.", .text)
    }
    private static var trace: Shape.Member {
        .key("trace", "The trace that its network comes from; null where there is none.", Shape.text.orNull)
    }

    /// A key that is there where it makes sense.
    private static func optional(_ member: Shape.Member) -> Shape.Member {
        .maybe(member.name, member.about, member.shape)
    }
}
