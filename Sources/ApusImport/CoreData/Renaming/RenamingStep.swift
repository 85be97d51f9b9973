import ApusDiagnostics
import ApusSchema

/// Converts the renames between two neighbouring versions to original names.
///
/// Properties are matched in the entities that declare them, then in the other entities of their hierarchy, because
/// Core Data also matches inherited properties. The planner finds properties that moved without being renamed.
struct RenamingStep {
    /// The older version, with its own original names.
    let older: CoreDataVersion

    /// The newer version, to which original names are added.
    private(set) var newer: CoreDataVersion

    /// The older path of each newer element that matches.
    private(set) var olderPaths: [ModelPath: ModelPath] = [:]

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    /// The older names of newer elements whose identifiers a later version has, by their paths.
    private let late: [ModelPath: String]

    /// Matches two versions.
    ///
    /// - Parameters:
    ///   - older: The older version.
    ///   - newer: The newer version.
    ///   - late: The older names of newer elements whose identifiers a later version has, by their paths.
    init(from older: CoreDataVersion, to newer: CoreDataVersion, late: [ModelPath: String] = [:]) {
        self.older = older
        self.newer = newer
        self.late = late
        renameEntities()
        renameComposites()
    }

    private mutating func renameEntities() {
        let names = Names(older: older.schema.entities.map(\.name), newer: newer.schema.entities.map(\.name))
        let taken = older.schema.entities.map { TakenName($0.name, $0.originalName) }
        let match: IdentifierMatch = match(names, in: "entities", of: (ModelPath(), ModelPath()), taken: taken) {
            $0.entities[$1].originalName = $2
        }
        var moving = MovedProperties(older: older, newer: newer, entities: match.olderNames)
        for index in newer.schema.entities.indices {
            let entity = newer.schema.entities[index]
            guard let name = match.olderNames[entity.name], let olderEntity = older.schema.entity(name) else {
                continue
            }
            let owners: Owners = (.entity(name), .entity(entity.name))
            let taken = olderEntity.properties.map { TakenName($0.name, $0.originalName) }
            let attributes = Names(older: olderEntity.attributes.map(\.name), newer: entity.attributes.map(\.name))
            let attributeMatch: IdentifierMatch = self.match(attributes, in: "attributes", of: owners, taken: taken) {
                $0.entities[index].attributes[$1].originalName = $2
            }
            moving.leaveOut(attributeMatch, "attributes", of: entity.name)
            let relationships = Names(
                older: olderEntity.relationships.map(\.name),
                newer: entity.relationships.map(\.name)
            )
            let relationshipMatch: IdentifierMatch = self.match(
                relationships,
                in: "relationships",
                of: owners,
                taken: taken
            ) { $0.entities[index].relationships[$1].originalName = $2 }
            moving.leaveOut(relationshipMatch, "relationships", of: entity.name)
        }
        for index in newer.schema.entities.indices {
            let entity = newer.schema.entities[index]
            for (number, attribute) in entity.attributes.enumerated() {
                guard let name = moving.olderName(of: attribute.name, "attributes", of: entity.name) else { continue }
                newer.schema.entities[index].attributes[number].originalName = name
            }
            for (number, relationship) in entity.relationships.enumerated() {
                guard let name = moving.olderName(of: relationship.name, "relationships", of: entity.name) else {
                    continue
                }
                newer.schema.entities[index].relationships[number].originalName = name
            }
        }
    }

    private mutating func renameComposites() {
        let names = Names(older: older.schema.composites.map(\.name), newer: newer.schema.composites.map(\.name))
        let taken = older.schema.composites.map { TakenName($0.name, $0.originalName) }
        let match: IdentifierMatch = match(names, in: "composites", of: (ModelPath(), ModelPath()), taken: taken) {
            $0.composites[$1].originalName = $2
        }
        for index in newer.schema.composites.indices {
            let composite = newer.schema.composites[index]
            guard let name = match.olderNames[composite.name], let other = older.schema.composite(name) else {
                continue
            }
            let parts = Names(older: other.attributes.map(\.name), newer: composite.attributes.map(\.name))
            self.match(
                parts,
                in: "attributes",
                of: (.element("composites", name), .element("composites", composite.name)),
                taken: other.attributes.map { TakenName($0.name, $0.originalName) }
            ) { $0.composites[index].attributes[$1].originalName = $2 }
        }
    }

    private typealias Owners = (older: ModelPath, newer: ModelPath)

    /// The names of the elements of a kind on both sides.
    private struct Names {
        let older: [String]
        let newer: [String]
    }

    /// A name in the older version, with the original name there.
    private struct TakenName {
        let name: String
        let originalName: String?

        init(_ name: String, _ originalName: String?) {
            self.name = name
            self.originalName = originalName
        }
    }

    /// Matches elements of a kind, and writes the original names of those that were renamed.
    ///
    /// - Parameters:
    ///   - names: The elements.
    ///   - section: The elements' section of a model.
    ///   - owners: The owners of the elements on both sides.
    ///   - taken: The names in the older version that an original name could refer to.
    ///   - write: Sets the original name of the newer schema's element at an index.
    /// - Returns: The matches.
    @discardableResult
    private mutating func match(
        _ names: Names,
        in section: String,
        of owners: Owners,
        taken: [TakenName],
        write: (inout Schema, Int, String) -> Void
    ) -> IdentifierMatch {
        let match = IdentifierMatch(
            older: older.elements(names.older, in: section, of: owners.older),
            newer: newer.elements(names.newer, in: section, of: owners.newer),
            late: late.isEmpty
                ? [:]
                : Dictionary(
                    names.newer.compactMap { name in
                        late[owners.newer.element(section, name)].map { (name, $0) }
                    }
                ) { first, _ in first }
        )
        report(match) { owners.newer.element(section, $0) }
        let renamed = Dictionary(taken.compactMap { other in other.originalName.map { ($0, other.name) } }) {
            first,
            _ in first
        }
        for (number, name) in names.newer.enumerated() {
            guard let olderName = match.olderNames[name] else { continue }
            let (olderPath, path) = (owners.older.element(section, olderName), owners.newer.element(section, name))
            olderPaths[path] = olderPath
            remember(olderPath, path)
            guard olderName != name else { continue }
            write(&newer.schema, number, olderName)
            checkUnambiguous(owners.newer.element(section, name), olderName, takenBy: renamed[olderName])
        }
        return match
    }

    /// Remembers the identifiers that an element had before and has no more.
    private mutating func remember(_ olderPath: ModelPath, _ path: ModelPath) {
        func identifier(_ version: CoreDataVersion, _ path: ModelPath) -> String? {
            version.identifiers[path] ?? path.steps.last
        }
        var earlier = older.earlierIdentifiers[olderPath] ?? []
        if let before = identifier(older, olderPath) { earlier.insert(before) }
        if let now = identifier(newer, path) { earlier.remove(now) }
        if !earlier.isEmpty { newer.earlierIdentifiers[path] = earlier }
    }

    /// Reports a rename that an original name cannot express.
    ///
    /// If an element of the older version has the same original name, that rename has already happened, and the rules
    /// of matching treat the newer line as left over.
    private mutating func checkUnambiguous(
        _ path: ModelPath,
        _ originalName: String,
        takenBy other: String?
    ) {
        guard let other else { return }
        findings.error(
            "'\(path.dottedName)' was '\(originalName)' in '\(older.name)', where '\(other)' had just been "
                + "renamed from '\(originalName)' too: an 'originalName' cannot tell the two renames apart",
            at: newer.location(of: path),
            help: ["import the versions up to '\(older.name)' from a copy of the model, and write the next one by hand"]
        )
    }

    private mutating func report(_ match: IdentifierMatch, path: (String) -> ModelPath) {
        for (older, newer) in match.stale {
            findings.warning(
                "'\(path(newer.name).dottedName)' has the renaming identifier '\(newer.effectiveIdentifier)', and "
                    + "'\(older.effectiveIdentifier)' in '\(self.older.name)'",
                about: Topic("'\(path(newer.name).dottedName)'"),
                at: self.newer.location(of: path(newer.name)),
                notes: ["Core Data would treat it as new and drop the values; Apus keeps them"]
            )
        }
        for (older, newer) in match.missed {
            findings.warning(
                "'\(path(newer.name).dottedName)' has the renaming identifier '\(older.name)', but in "
                    + "'\(self.older.name)' that one has the identifier '\(older.effectiveIdentifier)'",
                about: Topic("'\(path(newer.name).dottedName)'", [older.name]),
                at: self.newer.location(of: path(newer.name)),
                notes: ["Core Data treats it as new and drops the values of '\(older.name)', and so does the import"]
            )
        }
    }
}
