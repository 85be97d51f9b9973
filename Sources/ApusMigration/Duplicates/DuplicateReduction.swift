import ApusSchema

/// What a mapping does with the objects of a newer entity that have the same values in the properties of a unique
/// constraint. It follows the stage: the values are the newer ones.
struct DuplicateReduction: Hashable, Sendable {
    /// The entity that declares the constraint.
    let entity: String
    /// The properties of the constraint, as the model lists them.
    let properties: [String]
    /// The fields of the properties.
    let fields: [Field]
    /// What stays of the objects.
    let kept: Mapping.DuplicateObjects.Kept
    /// Whether the other objects are set aside.
    let setsAside: Bool
    /// The line of the mapping.
    let line: Mapping.Line

    /// Returns what the lines of a mapping do, in the order of the model's entities and constraints.
    ///
    /// - Parameters:
    ///   - mapping: The mapping; `nil` has no lines.
    ///   - newer: The newer schema. Lines about what it does not have are left out.
    /// - Returns: What they do, in the order in which it is done.
    static func all(in mapping: Mapping?, _ newer: IndexedSchema) -> [DuplicateReduction] {
        let lines = mapping?[.duplicates].filter { $0.duplicateObjects != nil } ?? []
        if lines.isEmpty { return [] }
        let linesByPath = Dictionary(lines.map { ($0.path, $0) }) { first, _ in first }
        let all = newer.schema.entities.flatMap { entity -> [DuplicateReduction] in
            guard let line = linesByPath[ElementPath(entity.name)] else { return [] }
            let constraints = entity.uniqueConstraints
            return constraints.compactMap { names in
                let decision = line.duplicateObjects?.first { $0.constraint(among: constraints) == names }
                guard let decision else { return nil }
                return DuplicateReduction(
                    entity: entity.name,
                    properties: names,
                    fields: names.map {
                        newer.relationship(ElementPath(entity.name, $0)) == nil ? .attribute([$0]) : .key($0)
                    },
                    kept: decision.kept,
                    setsAside: decision.setsAside,
                    line: line
                )
            }
        }
        return inOrder(all, newer)
    }

    /// Returns reductions in an order in which those of objects that a constraint refers to come before it.
    private static func inOrder(_ all: [DuplicateReduction], _ newer: IndexedSchema) -> [DuplicateReduction] {
        var (rest, ordered) = (all, [DuplicateReduction]())
        while !rest.isEmpty {
            let next = rest.firstIndex { one in
                let roots = one.properties.compactMap { newer.relationship(ElementPath(one.entity, $0))?.destination }
                    .map(newer.root)
                return roots.isEmpty || !rest.contains { $0 != one && roots.contains(newer.root(of: $0.entity)) }
            }
            ordered.append(rest.remove(at: next ?? 0))
        }
        return ordered
    }
}

extension StageContext {
    /// Judges the lines about objects with the same unique values: each has to be about a constraint that older objects may
    /// break.
    ///
    /// - Parameter reductions: What the lines do.
    /// - Returns: The findings, and the reductions that the stage needs.
    func judgeDuplicates(_ reductions: [DuplicateReduction]) -> (findings: Findings, needed: [DuplicateReduction]) {
        var findings = Findings()
        let needed = reductions.filter { one in
            // References to objects that become fewer point to others, and objects that stay take references over.
            let destinations = one.properties.compactMap {
                newer.relationship(ElementPath(one.entity, $0))?.destination
            }
            let roots = Set(destinations.map(newer.root))
            let changes =
                !roots.isEmpty
                && reductions.contains { other in
                    let root = newer.root(of: other.entity)
                    return other.kept.isOne
                        && (roots.contains(root) || other != one && newer.root(of: one.entity) == root)
                }
            return changes || !isUniqueAlready(one.properties, of: one.entity)
        }
        for one in needed {
            findings.add(
                DuplicatesSettled(entity: one.entity, properties: one.properties, kept: one.kept),
                of: one.entity,
                judged: .written(one.line)
            )
        }
        // A line about several constraints needs all of its parts.
        let needless = Set(reductions).subtracting(needed).map(\.line)
        findings.use(Set(needed.map(\.line)).subtracting(needless))
        return (findings, needed)
    }

    /// Whether the older version has the constraint, or one over fewer of the properties, for all objects of an entity, and the
    /// stage changes none of the values.
    private func isUniqueAlready(_ properties: [String], of entity: String) -> Bool {
        let concrete = newer.concreteEntities(below: entity).filter(hasExistingObjects)
        return concrete.allSatisfy { name in
            guard let olderName = matching.olderName(of: name), preparation?.origins[olderName] == nil,
                let olderProperties = olderNames(of: properties, in: name)
            else { return false }
            return older.lineage(of: olderName).contains { ancestor in
                ancestor.uniqueConstraints.contains { Set($0).isSubset(of: olderProperties) }
                    && concrete.allSatisfy { other in
                        matching.olderName(of: other).map { older.isKind($0, of: ancestor.name) } == true
                    }
            }
        }
    }

    /// The older names of properties whose values an entity's objects keep as they are; `nil` if one of them changes.
    private func olderNames(of properties: [String], in entity: String) -> Set<String>? {
        var names: Set<String> = []
        for property in newer.properties(of: entity) where properties.contains(property.name) {
            let paths = newer.paths(of: property, in: entity)
            guard let path = matching.older(ElementPath(entity, property.name)), let name = path.property,
                let before = older.properties(of: path.entity).first(where: { $0.name == name }),
                lines.expression(of: paths) == nil, lines.fill(of: paths) == nil, lines.conversion(of: paths) == nil
            else { return nil }
            switch (before.property, property.property) {
            case (.attribute, .attribute(let attribute)):
                let match = matching.properties(ofNewer: entity)?.pairs.first { $0.to.name == property.name }
                let keeps = new.leaves(of: attribute).allSatisfy { leaf in
                    let value = values.value(of: leaf, of: property, from: match, in: entity)
                    if case .carried = value.source { return value.filler == nil }
                    return false
                }
                if match != nil, !keeps { return nil }
            case (.relationship, .relationship): break
            default: return nil
            }
            names.insert(name)
        }
        return names.count == properties.count ? names : nil
    }
}
