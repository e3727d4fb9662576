extension String {
    /// The words before the first of a sign, and behind it; nil where there is none.
    package func parted(at sign: Character) -> (before: String, behind: String)? {
        firstIndex(of: sign).map { (String(self[..<$0]), String(self[index(after: $0)...])) }
    }
}
