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
        mean("middle", estimate?.mean, measure, &writer)
        mean("low", estimate?.low, measure, &writer)
        mean("high", estimate?.high, measure, &writer)
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
        func write(_ name: String, _ value: Int64?) {
            let isNever = value == .max || value == .min
            writer.quantity(name, isNever ? nil : value, measure.unit)
        }
        write("middle", spread?.median)
        write("low", spread?.low)
        write("high", spread?.high)
    }
}
