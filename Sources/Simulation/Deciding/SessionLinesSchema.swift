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
                [number, ReportSchema.key("message", "Why.", .text)]),
            Shape.ObjectShape("choice", "Behind all sessions, the figures of a choice.", DecisionSchema.choice),
            Shape.ObjectShape(
                "decision", "The last line: what all choices share.",
                DecisionSchema.head + [optional(DecisionSchema.population)]),
            Shape.ObjectShape(
                "done", "In a shard: whoever goes on begins behind it.",
                [
                    ReportSchema.key("through_session", "All sessions up to this number are there.", .whole),
                    ReportSchema.key("session_lines", "In so many lines of sessions and failures.", .whole),
                    ReportSchema.key("checksum", "The FNV-1a of their bytes, line breaks included.", .text),
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
            ReportSchema.key("model", "The number of the model that runs the sessions.", .whole),
            ReportSchema.key("inputs", "A digest of all that was read.", .text),
        ] + population.map(optional) + [
            ReportSchema.key("choice_keys", "The keys of --vary.", .texts),
            ReportSchema.key(
                "choices", "By choice, the value of each of these keys, as it was typed.",
                .list(of: .texts, atLeast: 2)),
            ReportSchema.key("baseline", "The place of the choice that others are held against.", .whole),
            ReportSchema.key("circumstance_keys", "The keys of --over, or the axes of the population.", .texts),
            ReportSchema.key(
                "circumstances", "The circumstances that there are.",
                .list(of: .object("place", place), atLeast: 1)),
            ReportSchema.key("metrics", "The figures, as 'autowait list decisions' has them.", metrics),
            ReportSchema.key(
                "viewers_may_leave", "Whether a viewer may leave in any of them, with any choice.", .flag),
            ReportSchema.key("counted_from", "The number that sessions are counted from, which is 1.", .whole),
            ReportSchema.key("first_session", "The number of the first session.", .whole),
            ReportSchema.key("session_count", "How many there are to be, those of other shards included.", .whole),
            optional(shard),
        ]
    }

    private static var place: [Shape.Member] {
        [
            ComparisonSchema.scenario, ReportSchema.key("name", "The scenario's name.", .text),
            ReportSchema.key(
                "settings", "By key, its value as it was typed, or the name of a stratum; null where it has none.",
                .list(of: Shape.text.orNull, atLeast: 0)),
            trace,
            ReportSchema.key("is_exact", "Whether nothing is drawn at random in it.", .flag),
        ]
    }

    private static var population: [Shape.Member] {
        let stratum = [
            ReportSchema.key("name", "Its name.", .text),
            ReportSchema.key("weight", "How many sessions are of it, beside the others.", .whole),
            ReportSchema.key("source", "Where that comes from; empty where nobody says it.", .text),
        ]
        let axis = [
            ReportSchema.key("name", "Its name.", .text),
            ReportSchema.key("strata", "What it has.", .objects("stratum", stratum)),
        ]
        let part = [
            ReportSchema.key("name", "Its name.", .text),
            ReportSchema.key("share_percent", "Its part of all sessions.", .any(.percent)),
            ReportSchema.key("about", "Its own words; empty where it has none.", .text),
            ReportSchema.key("source", "Its own source; empty where it has none.", .text),
            ReportSchema.key("axes", "What sessions are drawn by.", .objects("axis", axis)),
        ]
        return [
            DecisionSchema.population, ReportSchema.key("population_about", "Its words.", .text),
            ReportSchema.key("population_source", "Where its figures come from.", .text),
            ReportSchema.key("population_parts", "Itself, or what it is mixed of.", .objects("part", part)),
        ]
    }

    private static var session: [Shape.Member] {
        // What an outcome need not have, an empty one has not, or one that stalls for ever.
        var endless = SessionOutcome()
        endless.stallTime = nil
        let facts = SessionFact.all.map { fact in
            let isSure = [SessionOutcome(), endless].allSatisfy { fact.value($0) != nil }
            return ReportSchema.key(
                fact.name, fact.about, isSure ? Shape.any(fact.unit) : Shape.any(fact.unit).orNull)
        }
        return [
            number, ReportSchema.key("circumstance", "The place of its circumstance in the first line.", .whole),
        ] + circumstance + [
            ReportSchema.key("seed", "The seed of its random streams.", .whole), ComparisonSchema.player,
            ComparisonSchema.settings("The value of each key of --vary, as a scenario has it.", named: "choice"),
            ReportSchema.key("outcome", "What became of it.", .object("outcome", facts)),
        ]
    }

    private static var metrics: Shape { .list(of: .words(DecisionMetric.all.map { $0.name }), atLeast: 1) }
    private static var number: Shape.Member {
        ReportSchema.key("session", "The number of the session among all, from 1 on.", .whole)
    }
    private static var shard: Shape.Member {
        ReportSchema.key("shard", "Which part of the sessions it is: number/count.", .text)
    }
    private static var trace: Shape.Member {
        ReportSchema.key(
            "trace", "The trace that its network comes from; null where there is none.", Shape.text.orNull)
    }

    /// A key that is there where it makes sense.
    private static func optional(_ member: Shape.Member) -> Shape.Member {
        ReportSchema.maybe(member.name, member.about, member.shape)
    }
}
