import ApusSchema

extension Stage {
    /// Whether a decision may raise others.
    package var mayRaiseMore: Bool { refusals.mayRaiseMore }
}

extension [Refusal] {
    /// Whether one of them is about what an element was called before. The answer decides which objects a newer entity has, so it may
    /// raise decisions about their properties; that of a property may raise others about its type, or about rows without a value.
    package var mayRaiseMore: Bool {
        contains { refusal in
            switch refusal.reason {
            case .likelyRename, .claimedTwice, .ambiguousOriginalName: true
            default: false
            }
        }
    }
}
