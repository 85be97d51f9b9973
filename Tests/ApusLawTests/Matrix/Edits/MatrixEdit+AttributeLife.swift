import ApusMigration
import ApusSchema
import ApusTestSupport

extension MatrixEdit {
    static let attributeLife: [MatrixEdit] = [
        MatrixEdit("optional attribute added") { draft in
            let type: ScalarType = draft.random.pick(ScalarType.allCases)
            return draft.add(Attribute(draft.newName("added"), .scalar(type), isOptional: true))
        },
        MatrixEdit("attribute added with a default") { draft in
            let type: ScalarType = draft.random.pick(ScalarType.allCases)
            let value: Value = ValueGenerator.value(of: type, &draft.random)
            let isOptional = draft.random.chance(50)
            return draft.add(
                Attribute(draft.newName("added"), .scalar(type), isOptional: isOptional, default: value)
            )
        },
        MatrixEdit("required attribute added by word") { draft in
            let composite: Composite? = draft.random.chance(20) ? draft.random.pickAny(draft.schema.composites) : nil
            let type: AttributeType =
                composite.map { .named($0.name) } ?? .scalar(draft.random.pick(ScalarType.allCases))
            if let composite { draft.touch(ElementPath(composite.name)) }
            let attribute = Attribute(draft.newName("added"), type)
            guard draft.add(attribute), let entity = draft.picked.last?.entity else { return false }
            draft.require.append(ElementPath(entity, attribute.name))
            return true
        },
        MatrixEdit("attribute added with a literal") { draft in
            let type: ScalarType = draft.random.pick(ScalarType.allCases)
            let attribute = Attribute(draft.newName("added"), .scalar(type), isOptional: draft.random.chance(30))
            return draft.add(attribute, .literal(ValueGenerator.value(of: type, &draft.random).text))
        },
        MatrixEdit("attribute added with uuid()") { draft in
            let type: ScalarType = draft.random.pick([.uuid, .string])
            return draft.add(Attribute(draft.newName("added"), .scalar(type)), .generated(.uuid))
        },
        MatrixEdit("attribute added with now()") { draft in
            draft.add(Attribute(draft.newName("added"), .date), .generated(.now))
        },
        MatrixEdit("attribute added with rowNumber()") { draft in
            let type: ScalarType = draft.random.pick([.int16, .int32, .int64])
            return draft.add(Attribute(draft.newName("added"), .scalar(type)), .generated(.rowNumber))
        },
        MatrixEdit("enum attribute added") { draft in
            guard let type = draft.random.pickAny(draft.schema.enumerations),
                let item = draft.random.pickAny(type.cases)
            else { return false }
            var attribute = Attribute(draft.newName("added"), .named(type.name), isOptional: draft.random.chance(50))
            attribute.defaultExpression = item.name
            draft.touch(ElementPath(type.name))
            return draft.add(attribute)
        },
        MatrixEdit("composite attribute added") { draft in
            guard let type = draft.random.pickAny(draft.schema.composites) else { return false }
            draft.touch(ElementPath(type.name))
            return draft.add(
                Attribute(draft.newName("added"), .named(type.name), isOptional: draft.random.chance(60))
            )
        },
        MatrixEdit("transient attribute added") { draft in
            var attribute = Attribute(draft.newName("added"), .int32)
            attribute.isTransient = true
            return draft.add(attribute)
        },
        MatrixEdit("attribute removed") { draft in
            guard let path = draft.pick(draft.plainAttributes()) else { return false }
            draft.remove(path)
            draft.accept.append(path)
            draft.tell("'\(path)' goes")
            return true
        },
        MatrixEdit("all attributes accepted as lost") { draft in
            guard let path = draft.pick(draft.entities { $0.attributes.filter(\.isPlain).count > 1 }),
                let entity = draft.schema.entity(path.entity)
            else { return false }
            for attribute in entity.attributes.filter(\.isPlain).prefix(2) {
                draft.remove(ElementPath(entity.name, attribute.name))
            }
            draft.wildcards.append(path)
            draft.tell("two attributes of '\(path)' go, accepted by '\(path).*'")
            return true
        },
    ]
}

extension StageDraft {
    /// Adds an attribute to some entity.
    fileprivate mutating func add(_ attribute: Attribute, _ fill: Fill? = nil) -> Bool {
        guard let path = pick(entities { _ in true }) else { return false }
        change(entity: path.entity) { $0.attributes.append(attribute) }
        let new = ElementPath(path.entity, attribute.name)
        if let fill { self.fill[new] = fill }
        touch(new)
        tell("'\(new)' is new: \(attribute.type.name)\(attribute.isOptional ? "?" : "")")
        return true
    }
}
