/// The metrics of a golden beside those of the run that is held against it, as both texts have them.
package enum ExpectedMetrics {
    package struct Row: Sendable {
        package let name: String
        /// Nil where one of them does not have it.
        package let expected: String?
        package let got: String?

        package var isChanged: Bool { expected != got }
    }

    package static func rows(golden: [UInt8], report: String) -> [Row] {
        let (old, new) = (GoldenText(bytes: golden).metrics, GoldenText(bytes: Array(report.utf8)).metrics)
        let gone = old.filter { metric in !new.contains { $0.name == metric.name } }
        return new.map { metric in
            Row(name: metric.name.text, expected: old.first { $0.name == metric.name }?.value, got: metric.value)
        } + gone.map { Row(name: $0.name.text, expected: $0.value, got: nil) }
    }
}
