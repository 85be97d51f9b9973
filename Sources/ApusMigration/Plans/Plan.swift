public import ApusSchema

/// The stages from a store's schema to a target, fused into one pass over the store.
public struct Plan: Hashable, Sendable {
    /// What the store holds now.
    public let source: StoreState

    /// What it will hold.
    public let target: StoreState

    /// The stages, oldest first; none where the store holds the target already.
    public let stages: [Stage]

    /// How the target's tables are made from the store's.
    public let projection: Projection

    /// The tables of the target.
    public let layout: Layout

    /// Whether the store holds the target already, under the same version.
    public var isEmpty: Bool {
        stages.isEmpty && source.version == target.version
    }

    /// What each entity and property of the target was in the store.
    public var matching: Matching {
        stages.dropFirst().reduce(stages.first?.matching ?? .identity(source.schema)) { $0.composed(with: $1.matching) }
    }
}
