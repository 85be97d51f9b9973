public import ApusSchema

/// One difference between two matched schemas, and what it means for the data.
public struct Change: Sendable {
    /// What a change means for the data.
    public enum Verdict: Hashable, Sendable {
        /// It can be inferred; nothing is lost or invented.
        case lightweight
        /// It loses data, and the stage's mapping accepts the loss.
        case accepted
        /// It is carried out as a line of the stage's mapping says.
        case mapped(Mapping.Line)
        /// It is not carried out: the reason and what would settle it.
        case refused(Refusal)
    }

    /// What differs.
    package let difference: any Difference

    /// The entity, enum or composite that it is about, by its newer name, or by its older one where it is gone.
    public let entity: String

    /// What it means for the data.
    public let verdict: Verdict

    /// Creates a change.
    package init(_ difference: any Difference, entity: String, verdict: Verdict = .lightweight) {
        self.difference = difference
        self.entity = entity
        self.verdict = verdict
    }
}

extension Change {
    /// The change's stable code.
    public var code: String { type(of: difference).code }
}

extension Change: Hashable {
    /// Whether two changes say the same.
    public static func == (lhs: Change, rhs: Change) -> Bool {
        lhs.entity == rhs.entity && lhs.verdict == rhs.verdict
            && AnyHashable(lhs.difference) == AnyHashable(rhs.difference)
    }

    /// Feeds the change into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(difference))
        hasher.combine(entity)
        hasher.combine(verdict)
    }
}
