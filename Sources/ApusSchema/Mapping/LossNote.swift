/// What is known about a loss of a stage that another tool migrated before.
package struct LossNote: Hashable, Sendable {
    /// A sentence without a period.
    package let text: String

    /// Whether the other tool may keep what the stage would drop, so that the author has to decide.
    package let isOpen: Bool

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - text: A sentence without a period.
    ///   - isOpen: Whether the other tool may keep what the stage would drop, so that the author has to decide.
    package init(_ text: String, isOpen: Bool = false) {
        self.text = text
        self.isOpen = isOpen
    }
}
