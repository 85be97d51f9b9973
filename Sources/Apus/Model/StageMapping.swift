/// The mapping of the stage from a version to its successor, embedded in generated code: text that costs nothing to
/// compile and nothing before a store is opened.
public struct StageMapping: Sendable {
    /// The older version.
    public let from: String

    /// The newer version, or `head`.
    public let to: String

    /// The mapping's canonical JSON: the mapping file's content.
    public let json: String

    /// Creates a mapping.
    @_spi(Generated)
    public init(from: String, to: String, json: String) {
        self.from = from
        self.to = to
        self.json = json
    }
}
