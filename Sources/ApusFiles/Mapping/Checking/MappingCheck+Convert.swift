import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// A conversion makes values of the newer attribute's type. Whether it can be made of the older one's is seen when
    /// the two are matched.
    mutating func check(_ conversion: Mapping.NamedConversion, in version: VersionNames) {
        let path: ElementPath = conversion.path
        guard let attribute = attribute(path, in: version, .convert, at: conversion.location) else { return }
        let names: [String] =
            switch attribute.type {
            case .scalar(let type): ConversionNames.names(to: type)
            case .named: ConversionNames.toCases
            case .transformable, .codable, .undefined: ConversionNames.toBytes
            }
        guard !names.contains(conversion.name) else { return }
        error(
            "'\(conversion.name)' makes no \(attribute.type.name), which '\(path)' is",
            at: conversion.location,
            help: ConversionNames.help(for: conversion.name, among: names)
        )
    }
}
