/// Finds names that are made of the same words as one that is none: `change_network` for `set_network`.
enum RelatedWords {
    /// Of more than so many names nobody chooses: then all that there are say more.
    private static let most = 3
    /// Shorter words, as `set` and `url` are, say too little.
    private static let leastLength = 4

    /// The candidates that have the most letters of whole words in common with `word`, and of these the ones of the
    /// fewest words; none where no word is common, or where there are too many.
    static func find(_ word: String, among candidates: [String]) -> [String] {
        let all = words(of: word)
        // A unit says nothing beside other words; alone it is what was meant.
        let isUnit = all.allSatisfy { KeyUnit.isUnit($0) }
        let wanted = all.filter { $0.count >= leastLength && (isUnit || !KeyUnit.isUnit($0)) }
        var best: (common: Int, words: Int, names: [String]) = (0, 0, [])
        for candidate in candidates {
            let own = words(of: candidate)
            let common = wanted.reduce(0) { $0 + (own.contains($1) ? $1.count : 0) }
            guard common > 0, common >= best.common else { continue }
            if common > best.common || own.count < best.words {
                best = (common, own.count, [candidate])
            } else if own.count == best.words {
                best.names.append(candidate)
            }
        }
        return best.names.count <= most ? best.names : []
    }

    /// The words of a name in lower case: `setNetwork`, `set_network` and `set-network` have the same.
    private static func words(of name: String) -> [[UInt8]] {
        var words: [[UInt8]] = [[]]
        var wasCapital = false
        for byte in name.utf8 {
            let isCapital = byte.isCapital
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: " "): words.append([])
            case _ where isCapital && !wasCapital: words.append([byte.lowercased])
            case _: words[words.count - 1].append(byte.lowercased)
            }
            wasCapital = isCapital
        }
        return words.filter { !$0.isEmpty }
    }
}
