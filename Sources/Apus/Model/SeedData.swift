/// The rows that ship with a model: what the files in the model's folder `data` say, as generated code holds it.
public struct SeedData: Sendable {
    /// The digest of the rows. A store remembers it, so that the rows are read only when they have changed.
    public let digest: String

    /// The rows in canonical JSON.
    public let json: String

    /// Creates seed data.
    @_spi(Generated)
    public init(digest: String, json: String) {
        self.digest = digest
        self.json = json
    }
}
