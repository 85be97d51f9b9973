/// What was written about the stage from a version to its successor, as generated code holds it: all that the mapping
/// file says.
public struct StageMapping: Sendable {
    /// A value for rows that have none.
    public enum Fill: Hashable, Sendable {
        /// The same value for every row, as a model writes a default.
        case literal(String)
        /// A new UUID a row.
        case uuid
        /// The moment of the migration.
        case now
        /// 1, 2, 3 … in the order of identities.
        case rowNumber
    }

    /// The older version.
    public let from: String

    /// The newer version, or `head`.
    public let to: String

    /// What may be lost: `Trip`, `Trip.startDate`, or `Trip.*` for all losses of the entity's properties.
    public let accept: [String]

    /// Where values come from that rows do not have.
    public let fill: KeyValuePairs<String, Fill>

    /// The names of the conversions by which values become ones of another type.
    public let convert: KeyValuePairs<String, String>

    /// What has a value in every row already.
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
