extension Metric {
    /// The name as people say it: `stall_time_s` is a stall time, whatever the unit.
    package var title: String {
        var words = name.split(separator: "_").map { String($0) }
        if let last = words.last, words.count > 1, ["s", "ms", "kbps"].contains(last) { words.removeLast() }
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
