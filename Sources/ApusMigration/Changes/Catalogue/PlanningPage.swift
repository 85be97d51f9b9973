/// What the catalogue says of a reason why there is no plan: its page in the documentation.
public struct PlanningPage: Hashable, Sendable {
    /// The stable code.
    public let code: String

    /// The heading of the page.
    public let title: String

    /// The error that the page shows.
    public let example: PlanningError

    /// When it happens, and why nothing is done then.
    public let reason: String

    /// What to do.
    public let advice: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - title: The heading.
    ///   - example: The error that the page shows.
    ///   - reason: When it happens, and why nothing is done then.
    ///   - advice: What to do.
    public init(_ code: String, title: String, example: PlanningError, reason: String, advice: String) {
        self.code = code
        self.title = title
        self.example = example
        self.reason = reason
        self.advice = advice
    }
}
