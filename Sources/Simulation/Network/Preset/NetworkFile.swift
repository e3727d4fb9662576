/// Files that networks are taken from, told by how their names end.
enum NetworkFile {
    private static let traces = ["csv", "tsv", "txt", "json", "log", "mm", "trace", "dat", "mahi"]

    /// The remedy where the name of such a file stands in the place of a preset; nil where it ends like none.
    static func remedy(_ name: String) -> String? {
        let parts = name.lowercased().split(separator: ".")
        guard parts.count > 1, let ending = parts.last else { return nil }
        if ending == "plist" { return "; a file of profiles goes by {\"profile\": \"\(name)\"}" }
        return traces.contains { $0 == ending } ? "; a trace goes by {\"trace\": \"\(name)\"}" : nil
    }
}
