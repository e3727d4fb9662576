import PlayerModel

/// The sessions of an experiment for programs: a line for each session and choice, as CSV and as JSON lines.
///
/// JSON lines begin with one on the experiment. They are what a shard writes, and what shards are put together from:
/// `SessionLinesReader` gives back the very sessions.
///
/// Sessions are counted from 1 on, as in the words of a text and a page: with `--seeds` that is the seed of each.
package enum SessionLines {
    /// The number of the first of all sessions, which is 0 in memory. JSON lines say it, as it was 0 once there too.
    package static let countedFrom = 1

    /// The number of a session as it is told: in lines, in words and as its seed.
    package static func shown(_ number: Int) -> Int64 { Int64(number + countedFrom) }

    /// A part of an experiment: of `count` parts the one with this number, from 1 on.
    package struct Shard: Hashable, Sendable {
        package let number: Int
        package let count: Int

        /// Reads `3/8`.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), number >= 1,
                number <= count, count <= 1_000_000
            else { return nil }
            (self.number, self.count) = (number, count)
        }

        package var text: String { "\(number)/\(count)" }

        /// Whether a session is its own: by its number, so that costs even out.
        package func has(_ session: Int) -> Bool { session % count == number - 1 }
    }

    // MARK: CSV

    package static func csvHead(_ plan: DecisionPlan) -> String {
        let head =
            ["session", "scenario"] + plan.circumstanceKeys + ["trace", "run_seed", "player_name"] + plan.choiceKeys
        return CSVText.record(head + SessionFact.all.map { $0.name })
    }

    package static func csv(_ session: DecisionSession, _ plan: DecisionPlan) -> String {
        let circumstance = plan.circumstances[session.circumstance]
        var text = ""
        for (choice, outcome) in session.outcomes.enumerated() {
            var fields = [String(shown(session.number)), circumstance.path] + circumstance.settings.map { $0 ?? "" }
            fields += [circumstance.trace ?? "", String(session.seed), session.player?.text ?? ""]
            fields += plan.choices[choice]
            fields += SessionFact.all.map { CSVText.field($0.value(outcome), $0.unit) }
            text += CSVText.record(fields)
        }
        return text
    }

    // MARK: JSON lines

    /// One object on one line.
    static func line(_ kind: String, _ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(indented: false)
        writer.object { writer in
            writer.member("kind", kind)
            body(&writer)
        }
        return writer.finish() + "\n"
    }

    /// The first line: the plan, and how many sessions there are to be. `inputs` is a digest of all files that were
    /// read: what else makes the experiment stands here by itself.
    package static func head(_ plan: DecisionPlan, sessions: Range<Int>, inputs: String, shard: Shard?) -> String {
        line("experiment") { writer in
            writer.member("model", Model.number)
            writer.member("inputs", inputs)
            writer.array("set", of: plan.settings) { $1.string("\($0.path)=\($0.value)") }
            writer.array("allow", of: plan.folders) { $1.string($0) }
            plan.population?.write(&writer)
            writer.array("choice_keys", of: plan.choiceKeys) { $1.string($0) }
            writer.array("choices", of: plan.choices) { values, writer in
                writer.beginArray(inline: true)
                for value in values { writer.string(value) }
                writer.endArray()
            }
            writer.member("baseline", Int64(plan.baseline))
            writer.array("circumstance_keys", of: plan.circumstanceKeys) { $1.string($0) }
            writer.array("circumstances", of: plan.circumstances) { circumstance, writer in
                writer.object(inline: true) { writer in
                    writer.member("scenario", circumstance.path)
                    writer.member("name", circumstance.name)
                    writer.array("settings", of: circumstance.settings, inline: true) { setting, writer in
                        if let setting { writer.string(setting) } else { writer.null() }
                    }
                    writer.member("trace", orNull: circumstance.trace)
                    writer.member("is_exact", circumstance.isExact)
                }
            }
            writer.array("metrics", of: plan.metrics) { $1.string($0.name) }
            writer.array("unasked", of: plan.unasked) { $1.string($0.name) }
            writer.member("viewers_may_leave", plan.viewersMayLeave)
            writer.member("counted_from", Int64(countedFrom))
            writer.member("first_session", shown(sessions.lowerBound))
            writer.member("session_count", Int64(sessions.count))
            if let shard { writer.member("shard", shard.text) }
        }
    }

    package static func json(_ session: DecisionSession, _ plan: DecisionPlan) -> String {
        var text = ""
        for choice in session.outcomes.indices {
            text += line("session") { writer in
                writer.member("session", shown(session.number))
                writer.member("circumstance", Int64(session.circumstance))
                write(circumstance: session.circumstance, plan, &writer)
                writer.member("seed", Int64(bitPattern: session.seed))
                writer.member("player", orNull: session.player?.text)
                writer.object("choice") { writer in
                    for (key, value) in zip(plan.choiceKeys, plan.choices[choice]) { writer.setting(key, value) }
                }
                writer.object("outcome") { writer in
                    for fact in SessionFact.all {
                        writer.quantity(fact.name, fact.value(session.outcomes[choice]), fact.unit)
                    }
                }
            }
        }
        return text
    }

    /// A session that could not be run to its end, with the reason.
    package static func failure(_ number: Int, _ message: String) -> String {
        line("failure") { writer in
            writer.member("session", shown(number))
            writer.member("message", message)
        }
    }

    /// The lines of sessions that a shard has so far: how many, and a checksum of their bytes (FNV-1a), line breaks
    /// included. So it is known whether one is missing or another than it was.
    package struct Sum: Equatable, Sendable {
        package private(set) var lines: Int64 = 0
        fileprivate var checksum = Digest()

        package init() {}

        init?(lines: Int64, checksum: String) {
            guard lines >= 0, let checksum = Digest(checksum) else { return nil }
            (self.lines, self.checksum) = (lines, checksum)
        }

        /// Adds lines, each with its line break.
        package mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                if byte == .newline { lines += 1 }
                checksum.mix(byte: byte)
            }
        }
    }

    /// The line behind which all sessions up to a number are there, so that whoever goes on begins behind it.
    package static func done(through number: Int, _ sum: Sum) -> String {
        line("done") { writer in
            writer.member("through_session", shown(number))
            writer.member("session_lines", sum.lines)
            writer.member("checksum", sum.checksum.text)
        }
    }

    /// The last line of a shard.
    package static func end(_ shard: Shard) -> String { line("end") { $0.member("shard", shard.text) } }

    static func write(circumstance place: Int, _ plan: DecisionPlan, _ writer: inout JSONWriter) {
        let circumstance = plan.circumstances[place]
        writer.member("scenario", circumstance.path)
        writer.object("settings") { writer in
            for case (let key, let value?) in zip(plan.circumstanceKeys, circumstance.settings) {
                writer.setting(key, value)
            }
        }
        writer.member("trace", orNull: circumstance.trace)
    }
}
