import ApusMigration
import ApusSchema

extension Mapping {
    /// What is written about the stage from version `from` to the next one, as in a mapping file.
    static func stage(
        _ from: Int = 1,
        accept: [String] = [],
        fill: [(String, Fill)] = [],
        convert: [(String, String)] = [],
        require: [String] = []
    ) -> Mapping {
        Mapping(
            from: Schema.Version(from),
            to: Schema.Version(from + 1),
            accept: accept.compactMap { ElementPath(parsing: $0) }.map { Acceptance($0) },
            fill: fill.compactMap { path, fill in ElementPath(parsing: path).map { Filling($0, fill) } },
            convert: convert.compactMap { path, name in ElementPath(parsing: path).map { NamedConversion($0, name) } },
            require: require.compactMap { ElementPath(parsing: $0) }.map { Requirement($0) }
        )
    }
}
