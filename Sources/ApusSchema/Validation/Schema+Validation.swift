public import ApusDiagnostics

extension Schema {
    /// A part of an element that a finding points at.
    public enum Facet: Hashable, Sendable {
        /// The element's own name.
        case name
        /// The `originalName`.
        case originalName
        /// The default.
        case defaultValue
        /// The entity at a relationship's far end.
        case destination
        /// The inverse.
        case inverse
        /// The delete rule.
        case deleteRule
        /// `holdsKey`.
        case holdsKey
    }

    /// Finds what the parts of a schema must not say about each other.
    ///
    /// - Parameter locate: Gives the place of a facet of an element; a caller that has no files gives `nil`.
    /// - Returns: The findings, all of them.
    public func validate(
        locating locate: (ElementPath, Facet) -> SourceLocation? = { _, _ in nil }
    ) -> [Diagnostic] {
        var findings = DiagnosticCollector()
        var names: [String: String] = [:]
        for entity in entities {
            let path = ElementPath(entity.name)
            checkName(entity.name, of: "entity", at: locate(path, .name), into: &findings)
            checkUnique(entity.name, among: &names, "entity", at: locate(path, .name), into: &findings)
            if entity.originalName == "" {
                findings.error("an original name cannot be empty", at: locate(path, .originalName))
            }
            validateProperties(of: entity, locating: locate, into: &findings)
        }
        validateTableNames(locating: locate, into: &findings)
        return findings.diagnostics
    }

    private func validateProperties(
        of entity: Entity,
        locating locate: (ElementPath, Facet) -> SourceLocation?,
        into findings: inout DiagnosticCollector
    ) {
        var names: [String: String] = [:]
        for property in entity.properties {
            let path = ElementPath(entity.name, property.name)
            checkName(property.name, of: "property", at: locate(path, .name), into: &findings)
            checkUnique(property.name, among: &names, "property", at: locate(path, .name), into: &findings)
            if property.originalName == "" {
                findings.error("an original name cannot be empty", at: locate(path, .originalName))
            }
            switch property {
            case .attribute(let attribute):
                if let value = attribute.defaultValue, !value.fits(attribute.type) {
                    findings.error(
                        "the default '\(value.text)' of '\(path)' is no \(attribute.type.rawValue)",
                        at: locate(path, .defaultValue)
                    )
                }
            case .relationship(let relationship):
                validate(relationship, of: entity, locating: { locate(path, $0) }, into: &findings)
            }
        }
    }

    /// A table of pairs must not bear an entity's name, or that of another one.
    private func validateTableNames(
        locating locate: (ElementPath, Facet) -> SourceLocation?,
        into findings: inout DiagnosticCollector
    ) {
        var taken: [String: Table.Origin] = [:]
        for table in Layout(self).tables {
            let key: String = table.name.lowercased()
            if case .link(let path) = table.origin, let other = taken[key] {
                findings.error(
                    "'\(path)' needs a table '\(table.name)', which is also that of \(other)",
                    at: locate(path, .name),
                    help: ["rename the entity or the relationship"]
                )
            }
            taken[key] = table.origin
        }
    }

    private func checkUnique(
        _ name: String,
        among names: inout [String: String],
        _ kind: String,
        at location: SourceLocation?,
        into findings: inout DiagnosticCollector
    ) {
        // SQLite compares the names of tables and columns without regard to case.
        let key: String = name.lowercased()
        if let other = names[key] {
            let message: String =
                other == name
                ? "the \(kind) '\(name)' is defined twice"
                : "'\(other)' and '\(name)' differ only in case, which SQLite does not tell apart"
            findings.error(message, at: location, help: ["rename one of them"])
        }
        names[key] = name
    }
}

extension Table.Origin: CustomStringConvertible {
    /// The rows' source in words: `entity 'Trip'`, `relationship 'Trip.tags'`.
    public var description: String {
        switch self {
        case .entity(let name): "entity '\(name)'"
        case .link(let path): "relationship '\(path)'"
        }
    }
}
