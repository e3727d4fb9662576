import PlayerModel

/// The outcomes of alternatives, for programs: one JSON object, ending in a line break.
package enum WhatIfJSON {
    package static func text(
        _ session: WhatIfSession, keys: [String], choices: [[String]], file: String, host: String?
    ) -> String {
        JSONWriter.text { writer in
            head(1, session.memberCount, keys, &writer)
            writer.member("file", file)
            writer.member("host", orNull: host)
            writer.objects("choices", of: Array(choices.indices)) { choice, writer in
                writer.array("values", of: choices[choice], inline: true) { $1.string($0) }
                writer.quantity("extrapolated_ratio", session.extrapolated(choice), .ratio)
                for share in WhatIfShare.allCases { writer.member(share.key, session.share(choice, share), .ratio) }
                writer.objects("figures", of: WhatIfMeasure.allCases, inline: true) { measure, writer in
                    let own = session.spread(choice, measure)
                    writer.member("metric", measure.name)
                    write(own, measure, &writer)
                    writer.quantity("naive", session.naive(choice, measure), measure.unit)
                }
                writer.objects("differences", of: choice > 0 ? WhatIfMeasure.allCases : [], inline: true) {
                    measure, writer in
                    let own = session.difference(choice, measure)
                    writer.member("metric", measure.name)
                    write(own, measure, &writer)
                }
            }
        }
    }

    package static func text(
        _ population: WhatIfPopulation, keys: [String], choices: [[String]], members: Int, host: String?
    ) -> String {
        JSONWriter.text { writer in
            head(population.logCount, members, keys, &writer)
            writer.member("file", orNull: nil)
            writer.member("host", orNull: host)
            writer.objects("choices", of: Array(choices.indices)) { choice, writer in
                writer.array("values", of: choices[choice], inline: true) { $1.string($0) }
                writer.quantity(
                    "extrapolated_ratio", population.extrapolated(choice).map(WhatIfText.whole), .ratio)
                for share in WhatIfShare.allCases {
                    writer.member(share.key, WhatIfText.whole(population.share(choice, share)), .ratio)
                }
                writer.objects("figures", of: WhatIfMeasure.allCases, inline: true) { measure, writer in
                    writer.member("metric", measure.name)
                    write(population.figure(choice, measure), measure, &writer)
                    mean("naive", population.naive(choice, measure), measure, &writer)
                }
                writer.objects("differences", of: choice > 0 ? WhatIfMeasure.allCases : [], inline: true) {
                    measure, writer in
                    writer.member("metric", measure.name)
                    write(population.difference(choice, measure), measure, &writer)
                }
            }
        }
    }

    private static func head(_ logs: Int, _ members: Int, _ keys: [String], _ writer: inout JSONWriter) {
        writer.member("model", Model.number)
        writer.member("log_count", Int64(logs))
        writer.member("member_count", Int64(members))
        writer.array("keys", of: keys, inline: true) { $1.string($0) }
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
