public import ApusSchema

/// One difference between two matched schemas, and what it means for the data.
public struct Change: Sendable {
    /// What a change means for the data.
    public enum Verdict: Hashable, Sendable {
        /// It can be inferred; nothing is lost or invented.
        case lightweight
        /// It loses data, and the stage's mapping accepts the loss.
        case accepted
        /// A line of the stage's mapping specifies it.
        case mapped(Mapping.Line)
        /// It is not carried out, with the reason and possible resolutions.
        case refused(Refusal)
    }

    /// The difference.
    package let difference: any Difference

    /// The newer name of the entity, enum or composite that differs, or its older name if it was removed.
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
    /// Returns whether two changes are equal.
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
