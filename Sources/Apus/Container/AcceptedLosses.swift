/// What the stage from a version to its successor may lose, as generated code holds it.
public struct AcceptedLosses: Sendable {
    /// The older version.
    public let from: String

    /// The newer version, or `head`.
    public let to: String

    /// The elements, `Trip` or `Trip.startDate`.
    public let elements: [String]

    /// Creates accepted losses.
    public init(from: String, to: String, _ elements: [String]) {
        self.from = from
        self.to = to
        self.elements = elements
    }
}
