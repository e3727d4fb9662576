/// Finds what a person probably meant.
package enum NearMiss {
    /// The candidate that is closest to `word`, or nil where none is close.
    package static func find(_ word: String, among candidates: [String]) -> String? {
        if let same = candidates.first(where: { !otherForm(word, $0).isEmpty }) { return same }
        let wanted = plain(word)
        guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
        // Of a later system than all that are known, the last one: `iOS 10` for `iOS 19`, and not `iOS 9`.
        if wanted.starts(with: "ios1".utf8) || wanted.starts(with: "ios2".utf8), candidates.contains("iOS 10") {
            return "iOS 10"
        }
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let known = plain(candidate)
            // What is much longer or shorter is no slip; and a candidate may have millions of letters.
            let isFar = abs(known.count - wanted.count) > max(1, wanted.count / 3)
            var distance = isFar ? known.count + wanted.count : self.distance(wanted, known)
            // `duration` for `duration_s`, `stalls` for `stall_count`: the beginning is what people remember.
            let common = zip(wanted, known).prefix { $0 == $1 }.count
            if common >= 3, common == wanted.count {
                distance = min(distance, 1)
            } else if common >= 4, common * 4 >= wanted.count * 3 {
                distance = min(distance, 2)
            }
            // Words of which nothing is the same are not near: `1` is no slip of `2`.
            guard distance <= max(1, wanted.count / 3), distance < max(wanted.count, known.count) else { continue }
            if best == nil || distance < best!.distance { best = (distance, candidate) }
        }
        return best?.candidate
    }

    /// More names than a person reads in a line.
    private static let mostListed = 100

    /// `; did you mean 'x'?`, or else what there is; `all` where some of that cannot have been meant.
    package static func hint(_ word: String, among candidates: [String], of all: [String]? = nil) -> String {
        if let question = question(meantBy: word, among: candidates) { return question }
        let known = all ?? candidates
        if known.isEmpty { return "; none is known here" }
        let rest = known.count > mostListed ? ", and \(known.count - mostListed) more" : ""
        return "; known here: " + known.prefix(mostListed).joined(separator: ", ") + rest
    }

    /// A clause for two texts that look the same and are not, as an accent on a letter and behind it; empty of others.
    static func otherForm(_ word: String, _ near: String) -> String {
        near == word && !near.isSpelt(word) ? ", which has the same letters in other bytes" : ""
    }

    /// `; did you mean 'x'?`, of the closest or of those that are made of the same words; nil where there are none.
    static func question(meantBy word: String, among candidates: [String]) -> String? {
        if let near = key(word, among: candidates) { return question(near, for: word, among: candidates) }
        let related = RelatedWords.find(word, among: candidates)
        guard let first = related.first else { return nil }
        if related.count == 1 { return question(first, for: word) }
        return "; did you mean '\(related.joined(separator: "' or '"))'?"
    }

    /// Likewise, of words, of which one may also be called by what its description begins with: `vhs` is `video.js`.
    static func hint(_ word: String, among words: [Shape.Word]) -> String {
        let (names, wanted) = (words.map { $0.name }, plain(word))
        if wanted.count >= 4, question(meantBy: word, among: names) == nil {
            let described = words.filter { own in
                let about = plain(String(own.about.prefix { $0 != " " && $0 != ":" && $0 != "," }))
                return about == wanted
            }
            if let only = described.first, described.count == 1 { return "; did you mean '\(only.name)'?" }
        }
        return hint(word, among: names)
    }

    /// Likewise, of shapes, which may also be called by a call of AVFoundation that their words name.
    static func hint(_ word: String, among shapes: [Shape.ObjectShape]) -> String {
        let names = shapes.map { $0.name }
        let base = String(word.prefix { $0 != "(" })
        // The one that is that call comes before one that speaks of it.
        let near =
            shapes.first { calls(in: $0.about).contains { $0.isFirst && isNamed(base, $0.name) } }
            ?? shapes.first { calls(in: $0.about).contains { isNamed(base, $0.name) } }
        return (find(base, among: names) ?? near?.name).map { "; did you mean '\($0)'?" } ?? hint(word, among: names)
    }

    /// The calls of AVFoundation in a sentence, `seek(to:)` or `rate = …`; and whether it begins with them.
    private static func calls(in about: String) -> [(name: [UInt8], isFirst: Bool)] {
        about.split(separator: " ").enumerated().compactMap { place, word in
            let isSet = place == 0 && about.utf8.dropFirst(word.utf8.count).starts(with: " =".utf8)
            guard isSet || word.utf8.contains(UInt8(ascii: "(")) else { return nil }
            return (plain(String(word.prefix { $0 != "(" })), place == 0)
        }
    }

    /// Whether a word is the name of a call, or begins with it: `seekToTime` is a `seek(to:)`.
    private static func isNamed(_ word: String, _ call: [UInt8]) -> Bool {
        call.count >= 4 && plain(word).starts(with: call)
    }

    /// Letters and digits in lower case: `playThrough`, `play_through` and `play-through` are the same word.
    static func plain(_ word: String) -> [UInt8] {
        word.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "_"), .space: nil
            default: byte.lowercased
            }
        }
    }

    /// Whether a word is another but for one letter, or for two that are swapped; hyphens count for nothing.
    static func isSlip(_ word: String, of other: String) -> Bool {
        let (own, wanted) = (plain(word), plain(other))
        guard own.count + 1 >= wanted.count, wanted.count + 1 >= own.count, own.count >= 4 else { return false }
        return distance(own, wanted) <= 1
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = last[j] + (left[i] == right[j] ? 0 : 1)
                var cost = min(replaced, last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
