/// Workflow commands, by which GitHub Actions shows an error at a line of a file.
///
/// The form and its escapes are those of actions/toolkit, `core/src/command.ts`: a line break would end the command,
/// and a colon or a comma the property that it stands in.
package enum GitHubAnnotations {
    /// A command for each fault of a scenario; none where there is none.
    package static func lines(_ tested: TestedScenario) -> [String] {
        guard tested.verdict.isFailure else { return [] }
        return tested.marks.map { mark in
            // GitHub knows files by their paths from the root of the repository.
            let file = mark.file.utf8.starts(with: "./".utf8) ? String(mark.file.dropFirst(2)) : mark.file
            var properties = ["file=" + property(file)]
            if let line = mark.line { properties.append("line=\(line)") }
            if let column = mark.column { properties.append("col=\(column)") }
            properties.append("title=" + property("\(tested.verdict.word): \(tested.name)"))
            let message = ([mark.message] + mark.details).joined(separator: "\n")
            return "::error \(properties.joined(separator: ","))::\(data(message))"
        }
    }

    private static func data(_ text: String) -> String { escaped(text) { $0 == "%" || $0 == "\r" || $0 == "\n" } }

    private static func property(_ text: String) -> String {
        escaped(text) { $0 == "%" || $0 == "\r" || $0 == "\n" || $0 == ":" || $0 == "," }
    }

    private static func escaped(_ text: String, _ isSpecial: (Unicode.Scalar) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard isSpecial(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
        }
        return result
    }
}
