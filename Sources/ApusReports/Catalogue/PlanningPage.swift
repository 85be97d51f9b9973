package import ApusMigration

/// What the catalogue says of a reason why there is no plan: its page in the documentation.
package struct PlanningPage: Hashable, Sendable {
    /// The stable code.
    package let code: String

    /// The heading of the page.
    package let title: String

    /// The error that the page shows.
    package let example: PlanningError

    /// When it happens, and why nothing is done then.
    package let reason: String

    /// What to do.
    package let advice: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - title: The heading.
    ///   - example: The error that the page shows.
    ///   - reason: When it happens, and why nothing is done then.
    ///   - advice: What to do.
    package init(_ code: String, title: String, example: PlanningError, reason: String, advice: String) {
        self.code = code
        self.title = title
        self.example = example
        self.reason = reason
        self.advice = advice
    }
}
