extension String {
    /// Whether the text can name something in Swift: letters, digits and `_`, no digit first.
    package var isIdentifier: Bool {
        guard let first = unicodeScalars.first, self != "_" else { return false }
        return (first == "_" || first.properties.isXIDStart)
            && unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
}
