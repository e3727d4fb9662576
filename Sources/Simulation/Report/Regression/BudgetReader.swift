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
            return (nil, [Diagnostic(error.kind == .empty ? namesNone : error.message, at: error.place)])
        }
    }

    private static let namesNone = "it names no metric; write \(example)"
    private static let example = "{ \"startup_time_s\": \"+5%\" }"
}
