/// The mapping of the stage from a version to its successor, embedded in generated code: the mapping file's content.
public struct StageMapping: Sendable {
    /// The value that fills rows without a value.
    public enum Fill: Hashable, Sendable {
        /// The same value for every row, in the notation of a default in the model.
        case literal(String)
        /// A new UUID per row.
        case uuid
        /// The date and time of the migration.
        case now
        /// 1, 2, 3, … in the order of the rows' identities.
        case rowNumber
    }

    /// The older version.
    public let from: String

    /// The newer version, or `head`.
    public let to: String

    /// The accepted losses: `Trip`, `Trip.startDate`, or `Trip.*` for all losses of the entity's properties.
    public let accept: [String]

    /// The values of rows that have none, by the property's path.
    public let fill: KeyValuePairs<String, Fill>

    /// The names of the conversions to a new type, by the property's path.
    public let convert: KeyValuePairs<String, String>

    /// The properties that must already have a value in every row.
    public let require: [String]

    /// Creates a mapping.
    public init(
        from: String,
        to: String,
        accept: [String] = [],
        fill: KeyValuePairs<String, Fill> = [:],
        convert: KeyValuePairs<String, String> = [:],
        require: [String] = []
    ) {
        self.from = from
        self.to = to
        self.accept = accept
        self.fill = fill
        self.convert = convert
        self.require = require
    }
}
