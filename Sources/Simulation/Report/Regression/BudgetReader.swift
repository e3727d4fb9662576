import PlayerModel

/// Reads budgets from files, which stand beside goldens: `{ "startup_time_s": "+5%", "*": "+10%" }`. Each fault is
/// reported with its place.
package enum BudgetReader {
    /// The budget of a text; nil where there is any fault.
    package static func read(_ source: SourceText) -> (budget: Budget?, diagnostics: [Diagnostic]) {
        do throws(JSONError) {
            let document = try JSONReader.read(source.bytes, source: 0)
            var faults = document.duplicates.map { Diagnostic($0.message, at: $0.place) }
            guard case .object(let members) = document.root.value else {
                return (nil, [Diagnostic("a budget is an object, as in \(example)", at: document.root.place)])
            }
            var budget = Budget()
            for member in members {
                guard let text = member.value.string else {
                    faults.append(
                        Diagnostic("'\(member.name)' must be a string, as in \(example)", at: member.value.place))
                    continue
                }
                do throws(Mistake) {
                    try budget.add(member.name, text)
                } catch {
                    faults.append(Diagnostic(error.message, at: member.namePlace))
                }
            }
            if members.isEmpty {
                faults.append(Diagnostic(namesNone, at: document.root.place))
            }
            return (faults.isEmpty ? budget : nil, faults)
        } catch {
            return (nil, [Diagnostic(words(error, in: source.bytes), at: error.place)])
        }
    }

    private static let namesNone = "it names no metric; write \(example)"
    private static let example = object([("startup_time_s", "+5%")])

    private static func object(_ entries: [(name: String, value: String)]) -> String {
        "{ " + entries.map { "\"\($0.name)\": \"\($0.value)\"" }.joined(separator: ", ") + " }"
    }

    /// More entries than these are no example.
    private static let mostShown = 4

    /// The words for a text that is no JSON. Most that are none are written as '--budget' has it, or lack quotes.
    private static func words(_ error: JSONError, in bytes: [UInt8]) -> String {
        if error.kind == .empty { return namesNone }
        if let options = options(in: bytes) {
            let own = options.count <= mostShown ? object(options) : example
            return "this is written as on the command line, and a budget in a file is JSON: write \(own)"
        }
        if case .unknownWord = error.kind, !bytes.contains(UInt8(ascii: "{")) {
            return "a budget is an object, as in \(example)"
        }
        return error.kind == .plusSign ? "a room is text in double quotes, as in \(example)" : error.message
    }

    /// The entries of a text that is written as on a command line: `startup_time_s=+5%`; nil of any other.
    private static func options(in bytes: [UInt8]) -> [(name: String, value: String)]? {
        let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\"")]
        let text = bytes.filter { !quotes.contains($0) }
        var entries: [(name: String, value: String)] = []
        for part in text.split(whereSeparator: { $0 <= .space || $0 == UInt8(ascii: ",") }) {
            let word = String(decoding: part, as: UTF8.self)
            if word == "--budget" { continue }
            guard (try? Budget([word])) != nil, let (name, value) = word.parted(at: "=") else { return nil }
            entries.append((name, value))
        }
        return entries.isEmpty ? nil : entries
    }
}
