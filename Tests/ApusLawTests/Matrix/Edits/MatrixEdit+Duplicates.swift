import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    /// Unique constraints with a choice among objects that have the same values.
    static let duplicates: [MatrixEdit] = [
        MatrixEdit("attribute becomes unique, one object stays") { draft in
            guard let path = draft.constrain(where: { _ in true }), let name = path.property else { return false }
            let others: [Attribute] = draft.schema.entity(path.entity)?.attributes.filter(\.isOrderedHere) ?? []
            let choice: Mapping.Duplicates = draft.random.pick(Mapping.Duplicates.allCases)
            let other: String? = draft.random.chance(50) ? draft.random.pickAny(others)?.name : nil
            draft.settle(path.entity, name, .one(choice, by: other))
            return true
        },
        MatrixEdit("attribute becomes unique, objects get numbers") { draft in
            guard let path = draft.constrain(where: { $0.type == .string }), let name = path.property else {
                return false
            }
            draft.settle(path.entity, name, .numbered(name))
            return true
        },
    ]
}

extension Attribute {
    /// Whether a choice can go by its values.
    fileprivate var isOrderedHere: Bool {
        guard isKept, let scalar = type.scalar else { return false }
        return [.int16, .int32, .int64, .double, .float, .date, .string].contains(scalar)
    }
}

extension StageDraft {
    /// Makes an attribute unique.
    fileprivate mutating func constrain(where isWanted: (Attribute) -> Bool) -> ElementPath? {
        let all: [ElementPath] = plainAttributes {
            $0.type.scalar != nil && !$0.usesExternalStorage && !$0.isUnique && isWanted($0)
        }
        guard let path = pick(all), let name = path.property else { return nil }
        let others: [String] =
            schema.entity(path.entity)?.relationships.filter { !$0.isToMany && !$0.isTransient }.map(\.name) ?? []
        if random.chance(25), let other = random.pickAny(others), inverseIsToMany(ElementPath(path.entity, other)) {
            change(entity: path.entity) { $0.uniquenessConstraints.append([name, other]) }
            tell("'\(path)' with '\(other)' is unique")
        } else {
            change(attribute: path) { $0.isUnique = true }
            tell("'\(path)' is unique")
        }
        return path
    }

    private func inverseIsToMany(_ path: ElementPath) -> Bool {
        inverse(path).flatMap { relationship($0) }?.isToMany != false
    }

    /// Says what happens to objects with the same values of the newest constraint with a property.
    fileprivate mutating func settle(_ entity: String, _ name: String, _ kept: Mapping.DuplicateObjects.Kept) {
        let constraints: [[String]] = schema.entity(entity)?.uniqueConstraints ?? []
        guard let constraint = constraints.last(where: { $0.contains(name) }) else { return }
        let isShort = constraints.count == 1 && random.chance(50)
        duplicates[entity, default: []].append(Mapping.DuplicateObjects(by: isShort ? [] : constraint, keep: kept))
        tell("of several objects, \(kept)")
    }
}
