extension Collection<String> {
    /// The texts as one, with commas between them; of many, the first ten and how many there are besides.
    package func listed(separator: String = ", ") -> String {
        // "And 1 more" would be no shorter than the text itself.
        if count <= 11 { return joined(separator: separator) }
        return prefix(10).joined(separator: separator) + " and \(count - 10) more"
    }
}
