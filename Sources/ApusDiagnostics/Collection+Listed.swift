extension Collection<String> {
    /// The strings, joined by commas. A long list is cut to its first ten elements and the number of the others.
    package func listed(separator: String = ", ") -> String {
        // "and 1 more" would not be shorter than the element itself.
        if count <= 11 { return joined(separator: separator) }
        return prefix(10).joined(separator: separator) + " and \(count - 10) more"
    }
}
