import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// Checks that stores keep objects or values of a line's element.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - consequence: What follows if they do not.
    ///   - version: The version that has the element.
    mutating func checkKept(_ line: Mapping.Line, _ consequence: String, in version: VersionNames) {
        let path: ElementPath = line.path
        guard let element = element(MappingName(line), in: version) else { return }
        let reason: String? =
            switch element {
            case .attribute(let attribute), .part(let attribute): attribute.isStored ? nil : "no store keeps '\(path)'"
            case .relationship(let relationship): relationship.isTransient ? "no store keeps '\(path)'" : nil
            case .fetchedProperty: "'\(path)' is a fetched property"
            case .enumeration, .composite, .enumCase: "'\(path)' is not an entity or a property"
            case .entity: nil
            }
        guard let reason else { return }
        error("\(reason), so \(consequence)", at: line.location, help: ["remove it"])
    }
}
