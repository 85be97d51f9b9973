import ApusDiagnostics
import ApusSchema

extension CoreDataVersion {
    /// Returns elements of a section of a model, with their renaming identifiers.
    func elements(_ names: [String], in section: String, of owner: ModelPath) -> [IdentifierMatch.Element] {
        names.map { IdentifierMatch.Element(name: $0, identifier: identifiers[owner.element(section, $0)]) }
    }

    /// Finds elements of the same kind that Core Data could not tell apart.
    func ambiguousIdentifiers() -> [Diagnostic] {
        var findings = ambiguities(among: schema.entities.map(\.name), in: "entities", of: ModelPath())
        for entity in schema.entities {
            let path: ModelPath = .entity(entity.name)
            findings += ambiguities(among: entity.attributes.map(\.name), in: "attributes", of: path)
            findings += ambiguities(among: entity.relationships.map(\.name), in: "relationships", of: path)
        }
        findings += ambiguities(among: schema.composites.map(\.name), in: "composites", of: ModelPath())
        for composite in schema.composites {
            let path: ModelPath = .element("composites", composite.name)
            findings += ambiguities(among: composite.attributes.map(\.name), in: "attributes", of: path)
        }
        return findings
    }

    private func ambiguities(among names: [String], in section: String, of owner: ModelPath) -> [Diagnostic] {
        var owners: [String: String] = [:]
        return elements(names, in: section, of: owner).compactMap { element in
            let identifier = element.effectiveIdentifier
            let path = owner.element(section, element.name)
            // Duplicate names are reported elsewhere.
            guard let other = owners.updateValue(element.name, forKey: identifier), other != element.name else {
                return nil
            }
            return .error(
                "'\(owner.element(section, other).dottedName)' and '\(path.dottedName)' have the same renaming "
                    + "identifier '\(identifier)'",
                at: location(of: path),
                help: ["remove the 'elementID' of the one that was not renamed, in a copy of the model"]
            )
        }
    }
}

extension ModelPath {
    /// The names of the element and its owner: `Trip.start`.
    var dottedName: String {
        stride(from: 1, to: steps.count, by: 2).map { steps[$0] }.joined(separator: ".")
    }
}
