import ApusDiagnostics
import ApusSchema

extension CoreDataVersion {
    /// Returns elements of a section of a model, with their renaming identifiers.
    func elements(_ names: [String], in section: String, of owner: ModelPath) -> [IdentifierMatch.Element] {
        names.map { name in
            let path = owner.element(section, name)
            return IdentifierMatch.Element(
                name: name,
                identifier: identifiers[path],
                earlier: earlierIdentifiers[path] ?? [],
                isAmbiguous: ambiguous.contains(path)
            )
        }
    }

    /// Marks the elements of the same kind that have the same identifier, and warns.
    ///
    /// Core Data does not say which of them it matches. Apus keeps the values under their names.
    mutating func markAmbiguousIdentifiers() -> [Diagnostic] {
        var findings = markAmbiguities(among: schema.entities.map(\.name), in: "entities", of: ModelPath())
        for entity in schema.entities {
            let path: ModelPath = .entity(entity.name)
            findings += markAmbiguities(among: entity.attributes.map(\.name), in: "attributes", of: path)
            findings += markAmbiguities(among: entity.relationships.map(\.name), in: "relationships", of: path)
        }
        findings += markAmbiguities(among: schema.composites.map(\.name), in: "composites", of: ModelPath())
        for composite in schema.composites {
            let path: ModelPath = .element("composites", composite.name)
            findings += markAmbiguities(among: composite.attributes.map(\.name), in: "attributes", of: path)
        }
        return findings
    }

    private mutating func markAmbiguities(
        among names: [String],
        in section: String,
        of owner: ModelPath
    ) -> [Diagnostic] {
        let groups = Dictionary(grouping: elements(names, in: section, of: owner), by: \.effectiveIdentifier)
        var findings: [Diagnostic] = []
        for (identifier, elements) in groups.sorted(by: { $0.key < $1.key }) where elements.count > 1 {
            let paths = elements.map { owner.element(section, $0.name) }
            ambiguous.formUnion(paths)
            // The element without an identifier is not the one to correct.
            guard let culprit = elements.last(where: { $0.name != identifier }) else { continue }
            let others = elements.filter { $0 != culprit }.map { "'\(owner.element(section, $0.name).dottedName)'" }
            let path = owner.element(section, culprit.name)
            findings.append(
                .warning(
                    "'\(path.dottedName)' has the renaming identifier '\(identifier)', and so has "
                        + "\(others.joined(separator: ", "))",
                    about: Topic("'\(path.dottedName)'", ["\(others.count)"]),
                    at: location(of: path),
                    notes: [
                        "Core Data does not say which of them it takes for the older one; Apus goes by their names, and "
                            + "by the identifier if that leaves only one"
                    ]
                )
            )
        }
        return findings
    }
}

extension ModelPath {
    /// The names of the element and its owner: `Trip.start`.
    var dottedName: String {
        stride(from: 1, to: steps.count, by: 2).map { steps[$0] }.joined(separator: ".")
    }
}
