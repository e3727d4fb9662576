enum PlaylistWords {
    /// Text from a file, short enough for a line.
    static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > 60 else { return text }
        var short = String.UnicodeScalarView()
        short.append(contentsOf: scalars.prefix(60))
        return String(short) + "…"
    }

    /// A hint: the word that was probably meant, or the known ones; no more than fits into a line.
    static func hint(_ word: String, among known: [String]) -> String {
        if known.isEmpty { return "; there is none" }
        let few = Array(known.prefix(12))
        if let near = NearMiss.find(word, among: known) {
            return "; did you mean '\(cut(near))'\(NearMiss.otherForm(word, near))?"
        }
        return NearMiss.hint(word, among: few.map { cut($0) })
    }
}
