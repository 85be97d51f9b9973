package import ApusMigration

/// The documentation page of an error that prevents a plan.
package struct PlanningPage: Hashable, Sendable {
    /// The stable code.
    package let code: String

    /// The heading of the page.
    package let title: String

    /// The error that the page shows.
    package let example: PlanningError

    /// When the error occurs, and why Apus does nothing then.
    package let reason: String

    /// What to do.
    package let advice: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - title: The heading.
    ///   - example: The error that the page shows.
    ///   - reason: When the error occurs, and why Apus does nothing then.
    ///   - advice: What to do.
    package init(_ code: String, title: String, example: PlanningError, reason: String, advice: String) {
        self.code = code
        self.title = title
        self.example = example
        self.reason = reason
        self.advice = advice
    }
}
