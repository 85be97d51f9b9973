import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// A conversion makes values of the newer attribute's type. Whether it can be made of the older one's is seen when
    /// the two are matched.
    mutating func checkConversion(_ line: Mapping.Line, to attribute: Attribute) {
        guard let name = line.conversion else { return }
        let names: [String] =
            switch attribute.type {
            case .scalar(let type): ConversionNames.names(to: type)
            case .named: ConversionNames.toCases
            case .transformable, .codable, .undefined: ConversionNames.toBytes
            }
        guard !names.contains(name) else { return }
        error(
            "'\(name)' does not make \(attribute.type.name.withArticle), the type of '\(line.path)'",
            at: line.location,
            help: ConversionNames.help(for: name, among: names)
        )
    }
}
