import PlayerModel

/// All that `autowait compare` and `autowait merge` print as JSON, as a JSON Schema: a comparison, a decision, or one
/// of the JSON lines of a decision.
package enum CompareSchema {
    package static var text: String {
        JSONSchema.text(
            of: .either([
                .object(ComparisonSchema.comparison), .object(DecisionSchema.ofCircumstances),
                .object(DecisionSchema.ofPopulation), .tagged(by: "kind", SessionLinesSchema.lines),
            ]), title: "autowait comparison",
            about: "What `autowait compare` and `autowait merge` print with `--format json`, and each line of "
                + "`--format jsonl` and of a shard. Numbers are exact; what has no value is null.")
    }
}
