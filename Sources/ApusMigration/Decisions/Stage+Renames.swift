import ApusSchema

extension Stage {
    /// Whether a decision may raise others.
    package var mayRaiseMore: Bool { refusals.mayRaiseMore }
}

extension [Refusal] {
    /// Whether one of them is about what an entity was called before. The answer decides which objects the newer entity has, so it may
    /// raise decisions about their properties.
    package var mayRaiseMore: Bool {
        contains { refusal in
            guard refusal.path.property == nil else { return false }
            return switch refusal.reason {
            case .likelyRename, .claimedTwice, .ambiguousOriginalName: true
            default: false
            }
        }
    }
}
