/// The greatest possible number of objects of an entity, because a unique attribute has only a few values.
struct Capacity: Sendable {
    /// The indices of the concrete entities.
    let entities: Range<Int>

    /// The greatest number of their objects together.
    let count: Int

    /// The reason, for a message: `'Bool.truth' is unique and has 2 values`.
    let reason: String
}
