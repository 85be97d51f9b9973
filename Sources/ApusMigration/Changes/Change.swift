import ApusSchema

/// One difference between two matched schemas, and what it means for the data.
public struct Change: Hashable, Sendable {
    /// What a change means for the data.
    public enum Verdict: Hashable, Sendable {
        /// It can be inferred; nothing is lost or invented.
        case lightweight
        /// It loses data, as somebody accepted in writing.
        case accepted
        /// It is not carried out: the reason and what would settle it.
        case refused(Refusal)
    }

    /// What differs.
    public let kind: Kind

    /// The entity it is about, by its newer name, or by its older one where it is gone.
    public let entity: String

    /// What it means for the data.
    public let verdict: Verdict

    /// Creates a change.
    public init(_ kind: Kind, entity: String, verdict: Verdict = .lightweight) {
        self.kind = kind
        self.entity = entity
        self.verdict = verdict
    }
}
