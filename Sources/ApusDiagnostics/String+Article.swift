extension String {
    /// The noun with its indefinite article: `an int32`, `a date`.
    package var withArticle: String {
        // The 'u' of 'uuid' and 'url' is pronounced like a consonant.
        (first.map { "aeioAEIO".contains($0) } == true ? "an " : "a ") + self
    }
}
