/// The kind of values in a seeded store.
public enum SeedProfile: String, CaseIterable, Hashable, Sendable {
    /// Small, plain values that are easy to read.
    case tiny
    /// Names, dates and prices as in real life; some nulls, a few parents with many children.
    case typical
    /// Values at the limits of their types, and strings that programs stumble over.
    case adversarial
}
