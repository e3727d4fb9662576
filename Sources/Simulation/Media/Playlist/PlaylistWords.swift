enum PlaylistWords {
    /// Text from a file, short enough for a line.
    static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return text }
        var short = String.UnicodeScalarView()
        short.append(contentsOf: scalars.prefix(60))
        return String(short) + "…"
    }

    /// A hint: the word that was probably meant, or the known ones; no more than fits into a line. `dot` is what is
    /// said of a name that is a dot.
    static func hint(_ word: String, among known: [String], dot: String = "") -> String {
        if known.isEmpty { return "; there is none" }
        let few = Array(known.prefix(12))
        if let near = NearMiss.find(word, among: known) {
            return "; did you mean '\(cut(near))'\(NearMiss.otherForm(word, near))?"
        }
        if let question = NearMiss.question(meantBy: word, among: few.map { cut($0) }) { return question }
        // In quotes, because a name may be empty, or a dot.
        return "; known here: " + few.map { "'\(cut($0))'" + ($0 == "." ? dot : "") }.joined(separator: ", ")
    }

    /// The same of pathways.
    static func hint(pathway id: String, among known: [String]) -> String {
        hint(id, among: known, dot: ", that of variants that name none")
    }
}
