/// What the rows of a seeded store are like.
public enum SeedProfile: String, CaseIterable, Hashable, Sendable {
    /// Small, plain values that a person reads at a glance.
    case tiny
    /// Values and shapes as real life has them: names, dates, prices; some nulls, a few parents with many children.
    case typical
    /// Values at the edges of their types, and texts that programs trip over.
    case adversarial
}
