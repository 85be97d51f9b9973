import ApusDiagnostics
import ApusSchema

/// What the names of a row's values mean: those of an entity, its attributes and relationships.
struct RowPlan {
    let entity: Entity
    let schema: Schema
    let layout: Layout
    let table: ApusSchema.Table

    /// What a name means.
    indirect enum Target {
        case identity
        case entity
        /// An attribute, or a part of a composite: the column's index.
        case leaf(Schema.Leaf, column: Int)
        /// A composite with its parts, by their names.
        case composite(Attribute, [String: Target])
        /// A to-one relationship: the column's index, and the attribute that tells its objects apart; without one, their identity.
        case key(Relationship, column: Int, by: Column?)
        /// The order key of an object in the list of another.
        case orderKey(column: Int)
        /// The objects of a relationship with a join table. If it is its own inverse, each pair is there in both directions.
        case pairs(Relationship, ApusSchema.Table, isOwnInverse: Bool)
    }

    /// The names of the identity and of the entity.
    static let identity = "_id"
    static let entity = "_entity"
    /// What follows the name of a relationship for the order key.
    static let orderSuffix = "#order"
    /// The order key of the object itself in the list of an element.
    static let inverseOrder = "#inverseOrder"

    init?(_ entity: Entity, _ schema: Schema, _ layout: Layout) {
        guard let table = layout.table(ofEntity: entity.name), table.identity != nil else { return nil }
        (self.entity, self.schema, self.layout, self.table) = (entity, schema, layout, table)
    }

    /// The entity and those that it inherits from, the root first.
    var line: [Entity] { ([entity] + schema.ancestors(of: entity)).reversed() }

    /// The attributes that rows can give.
    var attributes: [Attribute] { line.flatMap(\.attributes).filter(\.isKept) }

    /// The names that rows can have.
    var names: [String] {
        attributes.map(\.name) + line.flatMap(\.relationships).filter { !$0.isTransient }.map(\.name)
    }

    /// What a name means.
    ///
    /// - Throws: What is wrong with it, and how to go on.
    func target(_ name: String) throws(RowProblem) -> Target {
        if name == Self.identity { return .identity }
        if name == Self.entity { return .entity }
        if name.hasSuffix(Self.orderSuffix) { return try orderKey(String(name.dropLast(Self.orderSuffix.count)), name) }
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if let attribute = schema.attribute(path[0], of: entity) {
            guard attribute.isKept, attribute.derivation == nil else {
                throw RowProblem(
                    "'\(entity.name).\(attribute.name)' is "
                        + (attribute.isStored ? "computed by the store" : "not stored") + ", so it cannot be given",
                    help: ["remove it"]
                )
            }
            return try target(path, in: attribute)
        }
        if let (owner, relationship) = schema.relationship(path[0], of: entity), !relationship.isTransient {
            return try target(relationship, of: owner, by: path.dropFirst().joined(separator: "."))
        }
        throw unknown(name, "'\(entity.name)' has no stored property '\(name)'", among: names)
    }

    private func unknown(_ name: String, _ message: String, among names: [String]) -> RowProblem {
        let nearest = NearMiss.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        return RowProblem(
            message,
            help: [nearest ?? "expected one of \(names.map { "'\($0)'" }.joined(separator: ", "))"]
        )
    }

    private func target(_ path: [String], in attribute: Attribute) throws(RowProblem) -> Target {
        let leaves = schema.leaves(of: attribute)
        func leaf(_ leaf: Schema.Leaf) throws(RowProblem) -> Target {
            guard let column = table.column(of: .attribute(leaf.path), in: entity.name),
                let index = table.columnIndex(column.name)
            else { throw RowProblem("'\(entity.name).\(leaf.name)' is not stored", help: ["remove it"]) }
            return .leaf(leaf, column: index)
        }
        if let found = leaves.first(where: { $0.path == path }) { return try leaf(found) }
        let inner = leaves.filter { Array($0.path.prefix(path.count)) == path }
        if inner.isEmpty {
            let names = leaves.map(\.name)
            throw unknown(
                path.joined(separator: "."),
                "'\(attribute.name)' has no part '\(path.joined(separator: "."))'",
                among: names
            )
        }
        var parts: [String: Target] = [:]
        for found in inner {
            let name = found.path[path.count]
            if parts[name] == nil { parts[name] = try target(path + [name], in: attribute) }
        }
        return .composite(attribute, parts)
    }

    private func target(
        _ relationship: Relationship,
        of owner: Entity,
        by attribute: String
    ) throws(RowProblem) -> Target {
        let path = ElementPath(owner.name, relationship.name)
        if let column = table.column(of: .key(relationship.name), in: entity.name),
            let index = table.columnIndex(column.name)
        {
            if attribute.isEmpty { return .key(relationship, column: index, by: nil) }
            return .key(relationship, column: index, by: try keyColumn(attribute, of: relationship.destination))
        }
        if attribute.isEmpty, let join = layout.table(of: .joinTable(path)) {
            let references = schema.references(of: relationship, in: owner)
            return .pairs(relationship, join, isOwnInverse: references.map { $0.inverse == $0.holder } ?? false)
        }
        let inverse = relationship.inverse.map { " '\(relationship.destination).\($0)'" } ?? ""
        throw RowProblem(
            "the references of '\(entity.name).\(relationship.name)' are at the other side",
            help: ["give them in\(inverse.isEmpty ? " the other entity" : inverse)"]
        )
    }

    /// The column of an attribute that tells the objects of an entity apart.
    func keyColumn(_ name: String, of entity: String) throws(RowProblem) -> Column {
        let table = layout.table(ofEntity: entity)
        let column = table?.column(of: .attribute(name.split(separator: ".").map(String.init)), in: entity)
        guard let table, let column, table.hasValue(column) != nil else {
            throw RowProblem(
                "'\(entity)' has no attribute '\(name)' by which its objects can be found",
                help: [
                    "use an attribute that is not in files, with 'lookup: true' if it is encrypted, or the identity, as '_id' has it"
                ]
            )
        }
        return column
    }

    private func orderKey(_ name: String, _ whole: String) throws(RowProblem) -> Target {
        guard let column = table.column(of: .orderKey(name), in: entity.name),
            let index = table.columnIndex(column.name)
        else { throw unknown(whole, "'\(entity.name)' has no stored property '\(whole)'", among: names) }
        return .orderKey(column: index)
    }
}

/// What is wrong with a value, without where it is.
struct RowProblem: Error {
    let message: String
    let help: [String]

    init(_ message: String, help: [String] = []) { (self.message, self.help) = (message, help) }
}
