import ApusSchema

/// The lines of the head's mapping that apply to a store which an unreleased head created, although they were written for
/// stores of the newest version.
///
/// The author of a line looked at that version's declarations. If the store has others of the same names, the line may drop values
/// that the author never saw, so it is lent only if all declarations that it names are the same in both.
struct LentLines {
    private let store: Side
    private let version: Side
    private let head: IndexedSchema
    /// The names of entities and properties that the two declare differently.
    private let changed: Set<String>

    /// One of the two starting points.
    private struct Side {
        let schema: IndexedSchema
        /// The matching with the head.
        let names: Matching

        init(_ schema: IndexedSchema, _ head: IndexedSchema) {
            self.schema = schema
            names = Matching.match(schema, head).matching
        }
    }

    init(from version: IndexedSchema, to store: IndexedSchema, head: IndexedSchema) {
        (self.store, self.version) = (Side(store, head), Side(version, head))
        self.head = head
        changed = store.namesDeclared(otherwiseThan: version)
    }

    /// Returns the lines of a mapping that are lent. A loss may be accepted because another line keeps the values elsewhere, so
    /// no `accept` is lent without the others.
    func lines(of mapping: Mapping) -> Mapping {
        var lent = mapping
        let functions = Set(mapping.functions.keys)
        let foreign = mapping.lines.filter { !isLent($0, calling: functions) }
        lent.remove(foreign)
        if foreign.contains(where: { $0.key != .accept }) { lent.remove(mapping[.accept]) }
        return lent
    }

    private func isLent(_ line: Mapping.Line, calling functions: Set<String>) -> Bool {
        let key = line.key.definition
        switch key.lending {
        case .always: return true
        case .never: return false
        case .ifDeclaredAlike:
            guard key.subjects.areOlder else {
                return isSameForHead(line.path) && changed.isDisjoint(with: line.names(calling: functions))
            }
            // All members of a type are none of a version.
            if line.isWildcard, version.schema.entity(line.path.entity) == nil { return false }
            return isSame(line.path, line.path) && (line.path.property != nil || isSameEntity(line.path.entity))
        }
    }

    private func isSame(_ stored: ElementPath?, _ released: ElementPath?) -> Bool {
        stored == released && stored.flatMap(store.schema.declaration) == released.flatMap(version.schema.declaration)
    }

    private func isSameEntity(_ name: String) -> Bool {
        store.schema.declarations(of: name) == version.schema.declarations(of: name)
    }

    /// Returns whether an element of the head continues the same in the store and in the version, or nothing in either.
    private func isSameForHead(_ path: ElementPath) -> Bool {
        guard head.entity(path.entity) != nil else {
            let (stored, released) = (store.names.types.composites, version.names.types.composites)
            let (one, other) = (stored[path.entity]?.old, released[path.entity]?.old)
            return one?.name == other?.name
                && (one?.attributes ?? []).map(store.schema.declaration)
                    == (other?.attributes ?? []).map(version.schema.declaration)
        }
        let isEntity = path.property == nil
        return (isEntity ? head.family(below: path.entity) : head.concreteEntities(below: path.entity)).allSatisfy {
            name in
            let entity = ElementPath(name)
            let (stored, released) = (store.names.older(entity), version.names.older(entity))
            guard stored == released else { return false }
            guard let property = path.names.first else { return stored.map { !changed.contains($0.entity) } ?? true }
            return ([ElementPath(name, property)] + [head.relationship(ElementPath(name, property))?.inversePath])
                .compactMap(\.self).allSatisfy { isSame(store.names.older($0), version.names.older($0)) }
        }
    }
}

extension Mapping.Line {
    /// Returns the names in the line's value, among which are those of all elements that it reads.
    fileprivate func names(calling functions: Set<String>) -> Set<String> {
        func names(_ value: JSONValue) -> [String] {
            switch value {
            case .text(let text): Self.names(in: text, calling: functions)
            case .list(let values): values.flatMap(names)
            case .object(let values): values.values.flatMap(names)
            case .number, .truth: []
            }
        }
        return Set(json.map(names) ?? [])
    }

    /// Returns the names that an expression or a condition reads. A text may be the name of an entity if its name is asked for,
    /// and what cannot be read may name anything that it contains.
    private static func names(in text: String, calling functions: Set<String>) -> [String] {
        let found =
            (try? ExpressionFormat.parse(text, calling: functions)).map { PredicateNames($0) }
            ?? (try? PredicateFormat.parse(text, calling: functions)).map { PredicateNames($0) }
        // A single word may be the name of an entity, also if it is a constant of the language: `No`.
        guard let found, !text.isIdentifier else {
            return text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        }
        return Array(found.steps) + (found.steps.contains("entity") ? Array(found.texts) : [])
    }
}

/// What rows have of an element.
private indirect enum Declaration: Hashable {
    case entity(parent: String?, isAbstract: Bool)
    case attribute(Attribute, Enumeration?, parts: [Declaration])
    case relationship(Relationship, inverse: Relationship?)
    case enumCase(Enumeration.Case, ScalarType)
}

extension IndexedSchema {
    /// Returns the declaration of an element; `nil` if there is none.
    fileprivate func declaration(_ path: ElementPath) -> Declaration? {
        guard let name = path.names.first else {
            return entity(path.entity).map { .entity(parent: $0.parent, isAbstract: $0.isAbstract) }
        }
        if let owned = properties(of: path.entity).first(where: { $0.name == name }) { return declaration(owned) }
        if let part = schema.composite(path.entity)?.attributes.first(where: { $0.name == name }) {
            return declaration(part)
        }
        guard let type = schema.enumeration(path.entity) else { return nil }
        return type.cases.first { $0.name == name }.map { .enumCase($0.undocumented, type.type) }
    }

    private func declaration(_ owned: OwnedProperty) -> Declaration {
        switch owned.property {
        case .attribute(let attribute): declaration(attribute)
        case .relationship(let one):
            .relationship(one.undocumented, inverse: one.inversePath.flatMap(relationship)?.undocumented)
        }
    }

    fileprivate func declaration(_ attribute: Attribute) -> Declaration {
        var type = schema.enumeration(of: attribute)
        type?.documentation = nil
        type?.userInfo = [:]
        let cases = type?.cases.map(\.undocumented)
        type?.cases = cases ?? []
        var bare = attribute
        bare.documentation = nil
        bare.userInfo = [:]
        var parts: [Attribute] = []
        if case .named(let name) = attribute.type { parts = schema.composite(name)?.attributes ?? [] }
        return .attribute(bare, type, parts: parts.map(declaration))
    }

    /// Returns the declarations of an entity and its properties, inherited ones included, by name.
    fileprivate func declarations(of name: String) -> [String: Declaration] {
        guard let own = declaration(ElementPath(name)) else { return [:] }
        var found = Dictionary(properties(of: name).map { ($0.name, declaration($0)) }) { first, _ in first }
        found[""] = own
        return found
    }

    /// Returns the names of the entities, with those above them, that another schema has not, or declares otherwise, and of
    /// the properties of entities that both have but declare otherwise.
    fileprivate func namesDeclared(otherwiseThan other: IndexedSchema) -> Set<String> {
        var found: Set<String> = []
        for name in Set((schema.entities + other.schema.entities).map(\.name)) {
            let (one, two) = (declarations(of: name), other.declarations(of: name))
            if one == two { continue }
            found.formUnion((lineage(of: name) + other.lineage(of: name)).map(\.name))
            if one.isEmpty || two.isEmpty { continue }
            found.formUnion(Set(one.keys).union(two.keys).filter { one[$0] != two[$0] })
        }
        for composite in schema.composites {
            guard let others = other.schema.composite(composite.name)?.attributes else { continue }
            for name in Set((composite.attributes + others).map(\.name)) {
                let path = ElementPath(composite.name, name)
                if declaration(path) != other.declaration(path) { found.insert(name) }
            }
        }
        return found
    }
}

extension Relationship {
    fileprivate var undocumented: Relationship {
        var copy = self
        copy.documentation = nil
        copy.userInfo = [:]
        return copy
    }
}

extension Enumeration.Case {
    fileprivate var undocumented: Enumeration.Case {
        var copy = self
        copy.documentation = nil
        return copy
    }
}
