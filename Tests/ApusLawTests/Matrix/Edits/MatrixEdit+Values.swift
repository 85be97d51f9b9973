import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    /// Values that expressions compute.
    static let values: [MatrixEdit] = [
        MatrixEdit("attribute computed") { draft in
            guard let (path, attribute, type) = draft.pickOlder({ $0 == .string || $0.integerRange != nil }) else {
                return false
            }
            let read = "$source.\(attribute.name)"
            let choices: [(ScalarType, String)] =
                type == .string
                ? [
                    (.string, "uppercase:(\(read))"), (.int64, "length:(\(read))"), (.bool, "\(read) == 'a'"),
                    (.string, "TERNARY(\(read) == nil, 'none', \(read))"), (.string, read),
                ]
                : [
                    (.int64, "\(read) + 1"), (.int16, "\(read) * 3 - 2"), (.bool, "\(read) > 5"), (.int32, read),
                    (.int64, "TERNARY(\(read) == nil, 0, \(read))"),
                ]
            let (newType, text) = draft.random.pick(choices)
            return draft.compute(text, newType, in: path.entity)
        },
        MatrixEdit("attribute computed by a function in Swift") { draft in
            guard let (path, attribute, type) = draft.pickOlder({ $0 == .string || $0.integerRange != nil }) else {
                return false
            }
            let read = "$source.\(attribute.name)"
            let choices: [(ScalarType, String)] =
                type == .string
                ? [
                    (.string, "shortened(\(read), 2)"), (.string, "shortened(\(read), NIL)"),
                    (.int64, "length:(shortened(\(read), 4))"), (.bool, "shortened(\(read), 1) == 'a'"),
                    (.string, "TERNARY(\(read) == nil, 'none', ifNull(shortened(\(read), 3), ''))"),
                ]
                : [
                    (.int16, "folded(\(read))"), (.int64, "folded(\(read)) + 1"), (.int32, "folded(\(read) - 1)"),
                    (.bool, "folded(\(read)) > 5"), (.int64, "TERNARY(\(read) > 5, 5, folded(\(read)))"),
                ]
            let (newType, text) = draft.random.pick(choices)
            return draft.compute(text, newType, in: path.entity)
        },
        MatrixEdit("attribute computed over a relationship") { draft in
            var found: [(entity: String, type: ScalarType, text: String)] = []
            for entity in draft.older.entities where draft.keeps(entity.name) {
                for relationship in entity.relationships where !relationship.isToMany && !relationship.isTransient {
                    guard let far = draft.older.entity(relationship.destination) else { continue }
                    for attribute in far.attributes where attribute.isKept {
                        guard case .scalar(let type) = attribute.type else { continue }
                        found.append((entity.name, type, "$source.\(relationship.name).\(attribute.name)"))
                    }
                }
            }
            guard let one = draft.random.pickAny(found) else { return false }
            return draft.compute(one.text, one.type, in: one.entity)
        },
        MatrixEdit("attribute gathered from a relationship") { draft in
            var found: [(entity: String, text: String)] = []
            for entity in draft.older.entities where draft.keeps(entity.name) {
                for relationship in entity.relationships where relationship.isToMany && !relationship.isTransient {
                    found.append((entity.name, "$source.\(relationship.name).@count"))
                    let far = draft.older.entity(relationship.destination)?.attributes ?? []
                    for attribute in far where attribute.isKept && attribute.type.scalar?.integerRange != nil {
                        found.append((entity.name, "$source.\(relationship.name).@sum.\(attribute.name)"))
                    }
                }
            }
            guard let one = draft.random.pickAny(found) else { return false }
            return draft.compute(one.text, draft.random.pick([.int64, .int32]), in: one.entity)
        },
        MatrixEdit("part computed") { draft in
            var found: [(entity: String, leaf: WorldLeaf, type: ScalarType)] = []
            let older = Reading(draft.older)
            for entity in draft.older.entities where draft.keeps(entity.name) {
                for attribute in entity.attributes
                where attribute.isKept && draft.attribute(ElementPath(entity.name, attribute.name)) == attribute {
                    for leaf in draft.older.storedLeaves(of: attribute) where leaf.path.count > 1 {
                        guard let type = leaf.part.type.scalar, older.kinds.contains(entity.name) else { continue }
                        found.append((entity.name, leaf, type))
                    }
                }
            }
            found = found.filter { $0.type == .string || $0.type.integerRange != nil }
            guard let one = draft.random.pickAny(found) else { return false }
            let read = "$source.\(one.leaf.path.joined(separator: "."))"
            let text =
                one.type == .string
                ? draft.random.pick([
                    "uppercase:(\(read))", "TERNARY(\(read) == 'a', 'b', \(read))", "nullIf(\(read), 'a')",
                ])
                : draft.random.pick(["\(read) - 1", "TERNARY(\(read) > 5, 5, \(read))"])
            let path = ElementPath(one.entity, one.leaf.path.joined(separator: "."))
            draft.values[path] = text
            draft.tell("'\(path)' is \(text)")
            return true
        },
        MatrixEdit("value kept under another name") { draft in
            let all: [ElementPath] = draft.plainAttributes().filter { path in
                guard draft.keeps(path.entity), let name = path.property, let now = draft.attribute(path) else {
                    return false
                }
                // What is computed from it, or computes it, is another edit.
                return draft.older.entity(path.entity)?.attributes.first { $0.name == name } == now
                    && draft.values[path] == nil && draft.schema.valueType(of: now) != nil
            }
            guard let path = draft.pick(all), let old = draft.attribute(path),
                let type = draft.schema.valueType(of: old)
            else { return false }
            let isOfType = draft.random.chance(60) || draft.schema.enumeration(of: old) == nil
            var new = Attribute(draft.newName("kept"), isOfType ? old.type : .scalar(type))
            if case .scalar(let type) = new.type { new.type = .scalar(draft.random.pick(type.withAllValues)) }
            new.isOptional = old.isOptional ? draft.random.chance(80) : draft.random.chance(20)
            new.usesExternalStorage = new.type.isExternal && draft.random.chance(50)
            draft.remove(path)
            draft.change(entity: path.entity) { $0.attributes.append(new) }
            let kept = ElementPath(path.entity, new.name)
            draft.values[kept] = draft.random.chance(70) ? "$source.\(old.name)" : old.name
            draft.touch(kept)
            draft.tell("'\(path)' is kept as '\(new.name)', \(new.type.name)\(new.isOptional ? "?" : "")")
            return true
        },
        MatrixEdit("part kept in attributes") { draft in
            let all: [ElementPath] = draft.parts { composite, part in
                composite.attributes.count > 1 && draft.schema.valueType(of: part) != nil
                    && draft.older.composite(composite.name) == composite
            }
            guard let path = draft.pick(all), let part = draft.part(path) else { return false }
            draft.change(composite: path.entity) { $0.attributes.removeAll { $0.name == path.property } }
            for entity in draft.older.entities where draft.keeps(entity.name) {
                for attribute in entity.attributes
                where attribute.isKept && draft.attribute(ElementPath(entity.name, attribute.name)) == attribute {
                    for leaf in draft.older.leaves(of: attribute, through: path) where draft.random.chance(90) {
                        var new = Attribute(draft.newName("kept"), part.type)
                        new.isOptional = leaf.isNullable || draft.random.chance(20)
                        draft.change(entity: entity.name) { $0.attributes.append(new) }
                        draft.values[ElementPath(entity.name, new.name)] = "$source.\(leaf.name)"
                        draft.touch(ElementPath(entity.name, new.name))
                    }
                }
            }
            draft.tell("'\(path)' is kept in attributes")
            return true
        },
        MatrixEdit("values computed anew") { draft in
            guard let (path, attribute, type) = draft.pickOlder({ $0 == .string || $0.integerRange != nil }) else {
                return false
            }
            let read = "$source.\(attribute.name)"
            draft.values[path] =
                type == .string
                ? draft.random.pick(["uppercase:(\(read))", "TERNARY(\(read) == 'a', 'b', \(read))"])
                : draft.random.pick(["\(read) - 1", "TERNARY(\(read) > 5, 5, \(read))"])
            draft.tell("'\(path)' is \(draft.values[path] ?? "")")
            return true
        },
    ]
}

extension Schema {
    /// The type of an attribute's values if expressions can read them.
    fileprivate func valueType(of attribute: Attribute) -> ScalarType? {
        attribute.type.scalar ?? enumeration(of: attribute)?.type
    }
}

extension AttributeType {
    /// Whether values may be in files of their own.
    fileprivate var isExternal: Bool { scalar == .string || scalar == .data }
}

extension ScalarType {
    /// Types that have all values of the type.
    fileprivate var withAllValues: [ScalarType] {
        switch self {
        case .int16: [.int16, .int32, .int64]
        case .int32: [.int32, .int64]
        case .float: [.float, .double]
        default: [self]
        }
    }
}

extension StageDraft {
    /// Whether an entity has kept its name since the version before.
    func keeps(_ entity: String) -> Bool {
        older.entity(entity) != nil && schema.entity(entity).map { $0.originalName ?? entity == entity } == true
    }

    /// An attribute that is as it was in the version before.
    fileprivate mutating func pickOlder(
        _ isWanted: (ScalarType) -> Bool
    ) -> (path: ElementPath, attribute: Attribute, type: ScalarType)? {
        let paths = plainAttributes { $0.type.scalar.map(isWanted) == true }.filter { path in
            guard keeps(path.entity), let name = path.property, let now = attribute(path) else { return false }
            return older.entity(path.entity)?.attributes.first { $0.name == name } == now
        }
        guard let path = pick(paths), let attribute = attribute(path), let type = attribute.type.scalar else {
            return nil
        }
        return (path, attribute, type)
    }

    /// Adds an attribute with values that an expression computes.
    fileprivate mutating func compute(_ text: String, _ type: ScalarType, in entity: String) -> Bool {
        let attribute = Attribute(newName("computed"), .scalar(type), isOptional: random.chance(70))
        let path = ElementPath(entity, attribute.name)
        change(entity: entity) { $0.attributes.append(attribute) }
        values[path] = text
        touch(path)
        tell("'\(path)' is new, and is \(text)")
        return true
    }
}
