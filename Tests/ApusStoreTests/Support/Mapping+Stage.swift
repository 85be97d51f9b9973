import ApusMigration
import ApusSchema

extension Mapping {
    /// The mapping of the stage from version `from` to the next one.
    static func stage(
        _ from: Int = 1,
        accept: [String] = [],
        fill: [(String, Fill)] = [],
        convert: [(String, String)] = [],
        require: [String] = []
    ) -> Mapping {
        var lines: [Mapping.Line] = accept.compactMap { ElementPath(parsing: $0) }.map { .accept($0) }
        lines += fill.compactMap { path, fill in ElementPath(parsing: path).map { .fill($0, fill) } }
        lines += convert.compactMap { path, name in ElementPath(parsing: path).map { .convert($0, name) } }
        lines += require.compactMap { ElementPath(parsing: $0) }.map { .require($0) }
        return Mapping(from: Schema.Version(from), to: Schema.Version(from + 1), lines)
    }
}
