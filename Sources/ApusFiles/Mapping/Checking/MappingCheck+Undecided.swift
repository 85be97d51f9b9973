import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// Checks a line about an open decision: stores keep objects or values of its element.
    mutating func checkUndecided(_ line: Mapping.Line, in version: VersionNames) {
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
        error("\(reason), so there is nothing to decide", at: line.location, help: ["remove it"])
    }
}
