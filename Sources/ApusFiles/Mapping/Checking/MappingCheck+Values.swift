import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// An expression computes the values of an attribute as a whole. Whether it can be computed is seen when the versions
    /// are matched.
    mutating func checkExpression(_ line: Mapping.Line, of attribute: Attribute, in version: VersionNames) {
        if attribute.type.isForeign {
            error(
                "'\(line.path)' is \(attribute.type.name), and only the app writes its bytes, so it cannot be computed",
                at: line.location,
                help: ["remove it"]
            )
        } else if case .part? = version[line.path] {
            error(
                "'\(line.path)' is a part of a composite, and an expression computes the values of an attribute",
                at: line.location,
                help: ["name an attribute of an entity"]
            )
        }
    }
}
