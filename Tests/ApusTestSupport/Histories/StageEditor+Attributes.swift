import ApusMigration
import ApusSchema

extension StageEditor {
    /// An attribute of any type that is required and has a default.
    mutating func newAttribute(_ name: String) -> Attribute {
        let type: ScalarType = random.pickAny(ScalarType.allCases) ?? .string
        return Attribute(name, .scalar(type), default: ValueGenerator.value(of: type, &random))
    }

    /// Adds, removes, renames attributes.
    mutating func editAttributes(_ kind: EditKind) -> String? {
        switch kind {
        case .addOptionalAttribute, .addOptionalAttributeWithDefault, .addRequiredAttribute, .readdAttribute,
            .addRequiredWithoutDefault:
            return addAttribute(kind)
        default: break
        }
        guard let (entity, index) = pickAttribute() else { return nil }
        let owner: String = draft.entities[entity].name
        let old: Draft.Attribute = draft.entities[entity].attributes[index]
        switch kind {
        case .removeAttribute:
            draft.entities[entity].attributes.remove(at: index)
            return "remove '\(owner).\(old.value.name)'"
        case .renameAttribute:
            draft.entities[entity].attributes[index].value.name = freshPropertyName(entity)
            return "rename '\(owner).\(old.value.name)' to '\(draft.entities[entity].attributes[index].value.name)'"
        case .replaceAttribute:
            draft.entities[entity].attributes[index].value.name = freshPropertyName(entity)
            let new: Attribute = append(newAttribute(old.value.name), to: entity)
            return "rename '\(owner).\(old.value.name)' to '\(draft.entities[entity].attributes[index].value.name)', "
                + "and add another '\(old.value.name)', \(new.words)"
        case .swapAttributes, .renameAttributeOntoRemoved:
            let others: [Int] = draft.entities[entity].attributes.indices.filter { $0 != index }
            guard let other = random.pickAny(others) else { return nil }
            let name: String = draft.entities[entity].attributes[other].value.name
            draft.entities[entity].attributes[other].value.name = old.value.name
            draft.entities[entity].attributes[index].value.name = name
            if kind == .swapAttributes { return "swap the names of '\(owner).\(old.value.name)' and '\(name)'" }
            draft.entities[entity].attributes.remove(at: index)
            return "remove '\(owner).\(old.value.name)', and give its name to '\(name)'"
        case .retypeAttribute:
            let types: [ScalarType] = ScalarType.allCases.filter {
                Self.family($0) != Self.family(old.value.columnType)
            }
            guard let type = random.pickAny(types) else { return nil }
            let value = ValueGenerator.value(of: type, &random)
            let isOptional = random.chance(50)
            let new = Attribute(
                old.value.name,
                .scalar(type),
                isOptional: isOptional,
                default: isOptional && random.chance(50) ? nil : value
            )
            draft.entities[entity].attributes[index] = Draft.Attribute(id: newID(), value: new)
            return "make '\(owner).\(old.value.name)' another, \(new.words)"
        default: return nil
        }
    }

    private mutating func addAttribute(_ kind: EditKind) -> String? {
        guard var entity = pickEntity() else { return nil }
        var name: String = freshPropertyName(entity)
        if kind == .readdAttribute {
            let options: [(entity: Int, name: String)] = retired.compactMap { owner, name in
                guard let index = draft.entities.firstIndex(where: { $0.id == owner }) else { return nil }
                let taken: Set<String> = Set(draft.entities[index].propertyNames.map { $0.lowercased() })
                return taken.contains(name.lowercased()) ? nil : (index, name)
            }
            guard let option = random.pickAny(options) else { return nil }
            (entity, name) = option
        }
        var attribute: Attribute = newAttribute(name)
        attribute.isOptional =
            ![.addRequiredAttribute, .addRequiredWithoutDefault].contains(kind)
            && (kind != .readdAttribute || random.chance(50))
        if [.addOptionalAttribute, .addRequiredWithoutDefault].contains(kind) { attribute.defaultValue = nil }
        attribute = append(attribute, to: entity)
        return "add '\(draft.entities[entity].name).\(name)', \(attribute.words)"
    }

    private mutating func append(_ attribute: Attribute, to entity: Int) -> Attribute {
        draft.entities[entity].attributes.append(Draft.Attribute(id: newID(), value: attribute))
        return attribute
    }

    /// Types of one family may become each other; those of two never do without a mapping.
    private static func family(_ type: ScalarType) -> String {
        switch type {
        case .int16, .int32, .int64, .decimal, .double, .float, .bool: "number"
        case .string, .url, .uuid: "text"
        case .date, .data: type.rawValue
        }
    }

    /// Changes what an attribute says besides its name.
    mutating func changeAttribute(_ kind: EditKind) -> String? {
        let found: (entity: Int, attribute: Int)? =
            switch kind {
            case .makeRequired, .makeRequiredWithoutDefault: pickAttribute { $0.value.isOptional }
            case .makeOptional: pickAttribute { !$0.value.isOptional }
            default: pickAttribute()
            }
        guard let (entity, index) = found else { return nil }
        var attribute: Attribute = draft.entities[entity].attributes[index].value
        let before: String = attribute.words
        switch kind {
        case .makeRequired:
            attribute.isOptional = false
            if attribute.defaultValue == nil || random.chance(50) {
                attribute.defaultValue = ValueGenerator.value(of: attribute.columnType, &random)
            }
        case .makeRequiredWithoutDefault:
            attribute.isOptional = false
            attribute.defaultValue = nil
        case .makeOptional:
            attribute.isOptional = true
            if random.chance(30) { attribute.defaultValue = nil }
        case .convert:
            // Into any type now and then: what has no meaning is lost and made anew.
            let isAny = random.chance(15)
            let types: [ScalarType] = ScalarType.allCases.filter { type in
                type != attribute.columnType
                    && (isAny || !Conversion.conversions(from: attribute.columnType, to: type).isEmpty)
            }
            guard let type = random.pickAny(types) else { return nil }
            attribute.type = .scalar(type)
            if attribute.defaultValue != nil { attribute.defaultValue = ValueGenerator.value(of: type, &random) }
        default:
            // Required and without default is fine for rows that exist: they have values.
            let drops = attribute.defaultValue != nil && random.chance(30)
            attribute.defaultValue = drops ? nil : ValueGenerator.value(of: attribute.columnType, &random)
        }
        draft.entities[entity].attributes[index].value = attribute
        return "change '\(draft.entities[entity].name).\(attribute.name)' from \(before) to \(attribute.words)"
    }
}

extension Attribute {
    /// The type of the column that keeps the values; drafts have no types of their own.
    fileprivate var columnType: ScalarType { type.scalar ?? .data }

    /// The type, optionality and default, as a person would write them.
    var words: String {
        let text: String? = defaultValue.map { $0.stored.spelled(against: nil) }
        return "\(type.name)\(isOptional ? "?" : "")\(text.map { " = \($0)" } ?? "")"
    }
}
