import ApusReports
import ApusSchema

/// An element of one schema as a card, with what identifies its rows.
struct ElementCard {
    /// What identifies a row within a card of one schema.
    enum Key: Hashable {
        /// A property, case or part.
        case element(String)
        case unique(Set<String>)
        case index(String)
    }

    /// The group of the element.
    let group: CardIdentities.Group
    /// The card, without an identity.
    var card: Picture.Card
    /// What identifies each of its rows.
    let keys: [Key]

    /// The name in the schema.
    var name: String { card.name }

    private init(_ group: CardIdentities.Group, _ card: Picture.Card, _ rows: [(key: Key, row: Picture.Row)]) {
        self.group = group
        self.card = card
        self.card.rows = rows.map(\.row)
        keys = rows.map(\.key)
    }

    /// Returns the cards of a schema: the entities, the enums, then the composites, each in the schema's order.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - locate: Returns the location of an element.
    /// - Returns: The cards, which have no identities yet.
    static func all(of schema: Schema, locating locate: (ElementPath) -> Picture.Source?) -> [ElementCard] {
        schema.entities.map { Self($0, locating: locate) } + schema.enumerations.map { Self($0, locating: locate) }
            + schema.composites.map { Self($0, locating: locate) }
    }

    private init(_ entity: Entity, locating locate: (ElementPath) -> Picture.Source?) {
        var card = Picture.Card(id: 0, kind: entity.isAbstract ? .abstract : .entity, name: entity.name)
        card.parent = entity.parent
        card.documentation = entity.documentation
        card.source = locate(ElementPath(entity.name))
        let unique = Set(entity.uniqueConstraints.filter { $0.count == 1 }.flatMap { $0 })
        let indexed = Set(entity.indexes.flatMap { $0.elements.flatMap(\.propertyNames) })
        func located(_ row: Picture.Row) -> (Key, Picture.Row) {
            var row = row
            if unique.contains(row.name) { row.marks.insert(.unique, at: 0) }
            if indexed.contains(row.name) { row.marks.insert(.indexed, at: unique.contains(row.name) ? 1 : 0) }
            row.source = locate(ElementPath(entity.name, row.name))
            return (.element(row.name), row)
        }
        self.init(
            .entities,
            card,
            entity.attributes.map { located(Picture.Row(.attribute, $0)) }
                + entity.relationships.map { located(Picture.Row($0)) }
                + entity.uniqueConstraints.filter { $0.count > 1 }.map { names in
                    (.unique(Set(names)), Picture.Row(.unique, names.joined(separator: ", "), "unique"))
                } + entity.indexes.map { (.index($0.name), Picture.Row(.index, $0.name, $0.terms)) }
        )
    }

    private init(_ enumeration: Enumeration, locating locate: (ElementPath) -> Picture.Source?) {
        var card = Picture.Card(id: 0, kind: .enumeration, name: enumeration.name)
        card.documentation = enumeration.documentation
        card.source = locate(ElementPath(enumeration.name))
        self.init(
            .enumerations,
            card,
            enumeration.cases.map { one in
                var row = Picture.Row(.value, one.name, one.rawValue.quoted)
                row.documentation = one.documentation
                row.source = locate(ElementPath(enumeration.name, one.name))
                return (.element(one.name), row)
            }
        )
    }

    private init(_ composite: Composite, locating locate: (ElementPath) -> Picture.Source?) {
        var card = Picture.Card(id: 0, kind: .composite, name: composite.name)
        card.documentation = composite.documentation
        card.source = locate(ElementPath(composite.name))
        self.init(
            .composites,
            card,
            composite.attributes.map { part in
                var row = Picture.Row(.part, part)
                row.source = locate(ElementPath(composite.name, part.name))
                return (.element(part.name), row)
            }
        )
    }
}

extension Picture.Row {
    /// The row of an attribute or a part.
    fileprivate init(_ kind: Kind, _ attribute: Attribute) {
        self.init(kind, attribute.name, attribute.summary)
        documentation = attribute.documentation
        if attribute.encryptionKey != nil { marks.append(.encrypted) }
        if attribute.derivation != nil { marks.append(.derived) }
        if attribute.isTransient { marks.append(.transient) }
        if attribute.usesExternalStorage { marks.append(.external) }
    }

    /// The row of a relationship.
    fileprivate init(_ relationship: Relationship) {
        let end = "\(relationship.destination)\(relationship.isOptional && !relationship.isToMany ? "?" : "")"
        self.init(.relationship, relationship.name, "\(relationship.isToMany ? "to many" : "to one") \(end)")
        documentation = relationship.documentation
        if relationship.isTransient { marks.append(.transient) }
        if relationship.isOrdered { marks.append(.ordered) }
    }
}

extension Entity.Index {
    /// What is indexed, and the kind and the condition if they are not the usual ones.
    fileprivate var terms: String {
        elements.map(\.text).joined(separator: ", ") + (kind == .binary ? "" : ", \(kind.rawValue)")
            + (predicate.map { ", where \($0)" } ?? "")
    }
}

extension Entity.Index.Element {
    /// The entity's own property that is indexed, if it is no expression.
    fileprivate var propertyNames: [String] {
        if case .property(let names) = term { Array(names.prefix(1)) } else { [] }
    }
}
