/// A trace or a session that alone has half or more of what differs between a choice and the baseline.
///
/// A mean is then that one's, and says little of others: the next sample has one more of its kind, or none.
package struct Carrier: Equatable, Sendable {
    /// `the trace roads/7.csv`, or `session 58 (train, may leave)`.
    package let name: String
    /// How much it has of all differences, whichever way they go, in percent.
    package let percent: Int

    /// `differences` are those of the clusters; nil where none has half of them, or `name` has none for it.
    init?(_ differences: [Double], name: (Int) -> String?) {
        var (largest, all) = (0, 0.0)
        for (cluster, difference) in differences.enumerated() {
            all += difference.magnitude
            if difference.magnitude > differences[largest].magnitude { largest = cluster }
        }
        guard all > 0, let name = name(largest) else { return nil }
        let percent = Int(100 * differences[largest].magnitude / all)
        guard percent >= 50 else { return nil }
        (self.name, self.percent) = (name, percent)
    }

    /// The words on what it carries.
    var words: String { "\(name) alone has \(percent) % of what differs" }
}
