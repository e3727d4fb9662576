extension String {
    /// The words before the first of a sign, and behind it; nil where there is none.
    package func parted(at sign: Character) -> (before: String, behind: String)? {
        firstIndex(of: sign).map(parted)
    }

    /// The same with the last of a sign.
    package func parted(atLast sign: Character) -> (before: String, behind: String)? {
        lastIndex(of: sign).map(parted)
    }

    private func parted(at place: Index) -> (before: String, behind: String) {
        (String(self[..<place]), String(self[index(after: place)...]))
    }
}
