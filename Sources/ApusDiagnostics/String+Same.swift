extension String {
    /// Whether two texts have the same bytes in UTF-8, as files, digests and SQLite's names do. Swift's `==` also holds for
    /// texts that differ in the form of an accent.
    package func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Array<String> {
    /// Whether two lists have the same texts, each with the same bytes.
    package func isSame(as other: [String]) -> Bool { elementsEqual(other) { $0.isSame(as: $1) } }
}
