import PlayerModel

/// The outcomes of alternatives, for programs: one JSON object, ending in a line break.
package enum WhatIfJSON {
    package static func text(
        _ session: WhatIfSession, keys: [String], choices: [[String]], file: String, host: String?
    ) -> String {
        JSONWriter.text { writer in
            head(1, session.memberCount, keys, file: file, host: host, &writer)
            write(choices, extrapolated: session.extrapolated, share: session.share, &writer) {
                choice, measure, writer in
                write(session.spread(choice, measure), measure, &writer)
                writer.quantity("naive", session.naive(choice, measure), measure.unit)
            } difference: { choice, measure, writer in
                write(session.difference(choice, measure), measure, &writer)
            }
        }
    }

    package static func text(
        _ population: WhatIfPopulation, keys: [String], choices: [[String]], members: Int, host: String?
    ) -> String {
        JSONWriter.text { writer in
            head(population.logCount, members, keys, file: nil, host: host, &writer)
            write(
                choices, extrapolated: { population.extrapolated($0).map(WhatIfText.whole) },
                share: { WhatIfText.whole(population.share($0, $1)) }, &writer
            ) { choice, measure, writer in
                write(population.figure(choice, measure), measure, &writer)
                mean("naive", population.naive(choice, measure), measure, &writer)
            } difference: { choice, measure, writer in
                write(population.difference(choice, measure), measure, &writer)
            }
        }
    }

    private static func head(
        _ logs: Int, _ members: Int, _ keys: [String], file: String?, host: String?, _ writer: inout JSONWriter
    ) {
        writer.member("model", Model.number)
        writer.member("log_count", Int64(logs))
        writer.member("member_count", Int64(members))
        writer.array("keys", of: keys, inline: true) { $1.string($0) }
        writer.member("file", orNull: file)
        writer.member("host", orNull: host)
    }

    /// The choices; `figure` and `difference` add what an object has behind its metric.
    private static func write(
        _ choices: [[String]], extrapolated: (Int) -> Int64?, share: (Int, WhatIfShare) -> Int64,
        _ writer: inout JSONWriter, figure: (Int, WhatIfMeasure, inout JSONWriter) -> Void,
        difference: (Int, WhatIfMeasure, inout JSONWriter) -> Void
    ) {
        writer.objects("choices", of: Array(choices.indices)) { choice, writer in
            writer.array("values", of: choices[choice], inline: true) { $1.string($0) }
            writer.quantity("extrapolated_ratio", extrapolated(choice), .ratio)
            for one in WhatIfShare.allCases { writer.member(one.key, share(choice, one), .ratio) }
            writer.objects("figures", of: WhatIfMeasure.allCases, inline: true) { measure, writer in
                writer.member("metric", measure.name)
                figure(choice, measure, &writer)
            }
            writer.objects("differences", of: choice > 0 ? WhatIfMeasure.allCases : [], inline: true) {
                measure, writer in
                writer.member("metric", measure.name)
                difference(choice, measure, &writer)
            }
        }
    }

    private static func write(
        _ estimate: WhatIfPopulation.Estimate?, _ measure: WhatIfMeasure, _ writer: inout JSONWriter
    ) {
        let own = [("middle", estimate?.mean), ("low", estimate?.low), ("high", estimate?.high)]
        for (name, value) in own { mean(name, value, measure, &writer) }
        for (name, value) in own { writer.member(name + "_is", (value == nil ? Kind.absent : .number).rawValue) }
    }

    /// A mean, which has more places than what it is of; null where there is none.
    private static func mean(
        _ name: String, _ value: Double?, _ measure: WhatIfMeasure, _ writer: inout JSONWriter
    ) {
        writer.key(name)
        guard let value else { return writer.null() }
        writer.decimal(WhatIfText.whole(value * 1000), places: measure.unit.decimalPlaces + 3)
    }

    private static func write(
        _ spread: Band?, _ measure: WhatIfMeasure, _ writer: inout JSONWriter
    ) {
        let own = [("middle", spread?.median), ("low", spread?.low), ("high", spread?.high)]
        for (name, value) in own {
            writer.quantity(name, Kind(value) == .number ? value : nil, measure.unit)
        }
        for (name, value) in own { writer.member(name + "_is", Kind(value).rawValue) }
    }

    /// The kind of a figure's middle or end: JSON has no number for what never comes.
    enum Kind: String, CaseIterable {
        case number
        /// A start that never comes; of a difference, one that comes with the first choice alone.
        case never
        /// The difference of a start that comes with the other choice alone.
        case firstNever = "-never"
        /// There is no such figure.
        case absent = "none"

        /// The kind of a value of `WhatIfSession`.
        fileprivate init(_ value: Int64?) {
            switch value {
            case nil: self = .absent
            case .max: self = .never
            case .min: self = .firstNever
            case .some: self = .number
            }
        }
    }
}
