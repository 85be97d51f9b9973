import ApusDiagnostics
import ApusSchema

/// Says the renames between two neighbouring versions as original names.
struct RenamingStep {
    /// The older version, with its own original names.
    let older: CoreDataVersion

    /// The newer version; it gets its original names here.
    private(set) var newer: CoreDataVersion

    /// What was found.
    private(set) var findings = DiagnosticCollector()

    init(from older: CoreDataVersion, to newer: CoreDataVersion) {
        self.older = older
        self.newer = newer
        let match = IdentifierMatch(older: older.entityElements, newer: newer.entityElements)
        report(match) { ElementPath($0) }
        for index in newer.schema.entities.indices {
            let entity: Entity = newer.schema.entities[index]
            guard let olderName = match.olderNames[entity.name], let olderEntity = older.schema.entity(olderName) else {
                continue
            }
            if olderName != entity.name {
                self.newer.schema.entities[index].originalName = olderName
                checkSayable(
                    ElementPath(entity.name),
                    olderName,
                    among: older.schema.entities.map { ($0.name, $0.originalName) }
                )
            }
            rename(propertiesOf: index, from: olderEntity)
        }
    }

    private mutating func rename(propertiesOf index: Int, from olderEntity: Entity) {
        let entity: Entity = newer.schema.entities[index]
        let taken: [(String, String?)] = olderEntity.properties.map { ($0.name, $0.originalName) }
        let attributes = IdentifierMatch(
            older: older.elements(olderEntity.attributes.map(\.name), of: olderEntity.name),
            newer: newer.elements(entity.attributes.map(\.name), of: entity.name)
        )
        let relationships = IdentifierMatch(
            older: older.elements(olderEntity.relationships.map(\.name), of: olderEntity.name),
            newer: newer.elements(entity.relationships.map(\.name), of: entity.name)
        )
        for match in [attributes, relationships] {
            report(match) { ElementPath(entity.name, $0) }
            for (name, olderName) in match.olderNames.sorted(by: { $0.key < $1.key }) where name != olderName {
                newer.schema.entities[index].setOriginalName(olderName, of: name)
                checkSayable(ElementPath(entity.name, name), olderName, among: taken)
            }
        }
    }

    /// Reports a rename that an original name would not say.
    ///
    /// When an element of the older version bears the same original name, that rename has happened before, and the
    /// rules of matching take the newer line for a left-over one.
    private mutating func checkSayable(
        _ path: ElementPath,
        _ originalName: String,
        among olderElements: [(name: String, originalName: String?)]
    ) {
        guard let other = olderElements.first(where: { $0.originalName == originalName }) else { return }
        findings.error(
            "'\(path)' was '\(originalName)' in '\(older.name)', where '\(other.name)' had just been renamed from "
                + "'\(originalName)' too: an 'originalName' cannot tell the two renames apart",
            at: newer.locations[path],
            help: ["import the versions up to '\(older.name)' from a copy of the model, and write the next one by hand"]
        )
    }

    private mutating func report(_ match: IdentifierMatch, path: (String) -> ElementPath) {
        for (older, newer) in match.stale {
            findings.warning(
                "'\(path(newer.name))' has the renaming identifier '\(newer.effectiveIdentifier)', and "
                    + "'\(older.effectiveIdentifier)' in '\(self.older.name)'",
                at: self.newer.locations[path(newer.name)],
                notes: ["Core Data would take it for a new one and drop the values; Apus keeps them"]
            )
        }
        for (older, newer) in match.missed {
            findings.warning(
                "'\(path(newer.name))' has the renaming identifier '\(older.name)', but in '\(self.older.name)' that "
                    + "one has the identifier '\(older.effectiveIdentifier)'",
                at: self.newer.locations[path(newer.name)],
                notes: ["Core Data takes it for a new one and drops the values of '\(older.name)'; so does the import"]
            )
        }
    }
}

extension CoreDataVersion {
    /// The entities with their renaming identifiers.
    var entityElements: [IdentifierMatch.Element] {
        schema.entities.map { entity in
            IdentifierMatch.Element(name: entity.name, identifier: identifiers[ElementPath(entity.name)])
        }
    }

    /// Properties of an entity with their renaming identifiers.
    func elements(_ names: [String], of entity: String) -> [IdentifierMatch.Element] {
        names.map { name in
            IdentifierMatch.Element(name: name, identifier: identifiers[ElementPath(entity, name)])
        }
    }

    /// Finds elements of one kind that Core Data could not tell apart.
    func ambiguousIdentifiers() -> [Diagnostic] {
        var findings: [Diagnostic] = ambiguities(among: entityElements) { ElementPath($0) }
        for entity in schema.entities {
            for names in [entity.attributes.map(\.name), entity.relationships.map(\.name)] {
                findings += ambiguities(among: elements(names, of: entity.name)) { ElementPath(entity.name, $0) }
            }
        }
        return findings
    }

    private func ambiguities(
        among elements: [IdentifierMatch.Element],
        path: (String) -> ElementPath
    ) -> [Diagnostic] {
        var owners: [String: String] = [:]
        return elements.compactMap { element in
            let identifier: String = element.effectiveIdentifier
            // Two of one name are reported as such.
            guard let other = owners.updateValue(element.name, forKey: identifier), other != element.name else {
                return nil
            }
            return .error(
                "'\(path(other))' and '\(path(element.name))' have the same renaming identifier '\(identifier)'",
                at: locations[path(element.name)],
                help: ["remove the 'elementID' of the one that was not renamed, in a copy of the model"]
            )
        }
    }
}

extension Entity {
    /// Gives a property its name in the older version.
    mutating func setOriginalName(_ originalName: String, of property: String) {
        for index in attributes.indices where attributes[index].name == property {
            attributes[index].originalName = originalName
        }
        for index in relationships.indices where relationships[index].name == property {
            relationships[index].originalName = originalName
        }
    }
}
