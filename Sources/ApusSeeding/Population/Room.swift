/// That there can be only so many objects of an entity, because each is to differ in a value of a few.
struct Room: Sendable {
    /// The kinds.
    let kinds: Range<Int>

    /// How many objects there can be.
    let count: Int

    /// Why, for a message: `'Bool.truth' is unique and has 2 values`.
    let reason: String
}
