import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// Checks a line that chooses among several objects: it names a to-one relationship where it is declared.
    mutating func checkDuplicates(_ line: Mapping.Line, in version: VersionNames) {
        let path: ElementPath = line.path
        guard let element = element(MappingName(line), in: version) else { return }
        let reason: String? =
            switch element {
            case .relationship(let relationship):
                if relationship.isTransient {
                    "no store keeps '\(path)'"
                } else {
                    relationship.isToMany ? "'\(path)' is to-many" : nil
                }
            case .attribute, .part, .fetchedProperty, .enumCase, .entity, .enumeration, .composite:
                "'\(path)' is not a relationship"
            }
        guard let reason else { return }
        error(
            "\(reason), so there is nothing to choose",
            at: line.location,
            help: ["expected a to-one relationship of \(version.title)"]
        )
    }
}
