import ApusSchema

/// The types that the generated code of a schema's classes mentions, where a member of the same name would hide them.
struct MentionedTypes {
    private let schema: Schema
    private let names: TypeNames
    private let children: [String: [Entity]]
    private let nested: [Enumeration]

    init(_ schema: Schema) {
        self.schema = schema
        names = TypeNames(schema)
        nested = schema.enumerations.filter { $0.enclosingEntity != nil }
        children = Dictionary(grouping: schema.entities.filter { $0.parent != nil }) { $0.parent ?? "" }
    }

    /// The entities whose code sees the members of an entity's class or adds to them: its ancestors, itself and those
    /// that inherit from it.
    func line(of entity: Entity) -> [Entity] {
        var family = [entity]
        var seen: Set<String> = [entity.name]
        var index = 0
        while index < family.count {
            family += children[family[index].name, default: []].filter { seen.insert($0.name).inserted }
            index += 1
        }
        return schema.ancestors(of: entity) + family
    }

    /// The types in the code of several classes, those of the runtime among them.
    func types(of line: [Entity]) -> Set<String> {
        let entities: [String] =
            line.map(\.name) + line.flatMap(\.relationships).map(\.destination)
            + line.flatMap(\.fetchedProperties).map(\.request.entity)
        var types: Set<String> = []
        var attributes = line.flatMap(\.attributes)
        // The empty value of a composite mentions the composites in it.
        while let attribute = attributes.popLast() {
            for type in attribute.mentionedTypes where types.insert(type).inserted {
                attributes += schema.composite(type)?.attributes ?? []
            }
        }
        // An enum that is nested in a class is a member of it, and is mentioned with the class elsewhere.
        for type in nested {
            guard let enclosing = type.enclosingEntity else { continue }
            if line.contains(where: { $0.name == enclosing }) { types.insert(type.name) }
            if types.contains(type.name) { types.insert(names.class(of: enclosing)) }
        }
        return types.union(typeNames).union(entities.map { names.class(of: $0) })
    }
}

extension Attribute {
    /// The types of the model and of the user that generated code mentions in expressions for the attribute.
    var mentionedTypes: [String] {
        switch type {
        case .scalar: return []
        case .named(let name): return [name]
        case .codable, .transformable, .undefined:
            // Text in quotation marks is not code.
            let code = (defaultExpression ?? "").split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }
            return (code.map { String($0.element) } + [transformer ?? ""]).flatMap(\.typeNames)
        }
    }
}

extension String {
    /// The words in Swift source that begin with a capital letter, as types do.
    var typeNames: [String] {
        split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).filter { $0.first?.isUppercase == true }
    }
}
