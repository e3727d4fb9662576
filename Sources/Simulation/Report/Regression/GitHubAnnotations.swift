/// Workflow commands, by which GitHub Actions shows an error at a line of a file.
///
/// The form and its escapes are those of actions/toolkit, `core/src/command.ts`: a line break would end the command,
/// and a colon or a comma the property that it stands in.
package enum GitHubAnnotations {
    private static let inProperty = "%\r\n:,"

    /// A command for each fault of a scenario; none where there is none. `shown` gives a file the name by which GitHub
    /// knows it, its path from the root of the repository.
    package static func lines(_ tested: TestedScenario, _ shown: (String) -> String) -> [String] {
        guard tested.verdict.isFailure else { return [] }
        return tested.marks.map { mark in
            var properties = ["file=" + escaped(shown(mark.file), inProperty)]
            if let line = mark.line { properties.append("line=\(line)") }
            if let column = mark.column { properties.append("col=\(column)") }
            properties.append("title=" + escaped("\(tested.verdict.word): \(tested.name)", inProperty))
            let message = ([mark.message] + mark.details).joined(separator: "\n")
            return "::error \(properties.joined(separator: ","))::\(escaped(message, "%\r\n"))"
        }
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.replacingScalars { scalar in
            guard special.unicodeScalars.contains(scalar) else { return nil }
            return (scalar.value < 16 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
        }
    }
}
