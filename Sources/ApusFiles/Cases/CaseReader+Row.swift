import ApusDiagnostics
import ApusSchema
import ApusYAML

extension CaseReader {
    /// Reads a row.
    ///
    /// - Parameters:
    ///   - entry: The row's name and its values.
    ///   - entity: Its entity.
    ///   - schema: The schema of its version.
    ///   - version: The version in words.
    ///   - isComplete: Whether it is a row to be made, which has all values: defaults count, and what the store computes
    ///     does not.
    /// - Returns: The row, without what cannot be read.
    mutating func row(
        _ entry: YAMLNode.Entry,
        of entity: Entity,
        _ schema: Schema,
        _ version: String,
        isComplete: Bool
    ) -> MigrationCase.Row {
        var row = MigrationCase.Row(entity: entity.name, name: entry.key.text, at: entry.key.location)
        let line = [entity] + schema.ancestors(of: entity)
        let attributes = line.reversed().flatMap(\.attributes).filter { isComplete ? $0.isKept : $0.isStored }
        let relationships = line.reversed().flatMap(\.relationships).filter { !$0.isTransient }
        let names = attributes.map(\.name) + relationships.map(\.name)
        let given = entry.value.entries(of: "the row '\(row.name)'", into: &findings) ?? []
        for property in given {
            if let attribute = attributes.first(where: { $0.name == property.key.text }) {
                read(property.value, of: attribute, of: [attribute.name], schema, into: &row)
            } else if let relationship = relationships.first(where: { $0.name == property.key.text }) {
                let targets = self.targets(property.value, of: relationship)
                row.references[relationship.name] = targets.map(\.text)
                if isComplete { references += targets.map { (relationship, row.name, $0) } }
            } else if let attribute = schema.attribute(property.key.text, of: entity) {
                findings.error(
                    "'\(entity.name).\(attribute.name)' is "
                        + (attribute.isStored ? "computed by the store" : "not stored") + ", so it cannot be given",
                    at: property.key.location,
                    help: ["remove it"]
                )
            } else {
                findings.add(
                    unknownWord(
                        property.key,
                        "'\(entity.name)' of \(version) has no stored property '\(property.key.text)'",
                        among: names
                    )
                )
            }
        }
        if isComplete { complete(&row, attributes, given: Set(given.map(\.key.text)), schema) }
        return row
    }

    /// Gives the row the model's defaults. A required value without one is reported.
    private mutating func complete(
        _ row: inout MigrationCase.Row,
        _ attributes: [Attribute],
        given: Set<String>,
        _ schema: Schema
    ) {
        for attribute in attributes {
            let isGiven = given.contains(attribute.name)
            let leaves = schema.leaves(of: attribute)
            // A value that cannot be read was reported; a composite that may be absent has no parts then.
            if isGiven ? leaves.count == 1 : attribute.isOptional && leaves.first?.path.count ?? 0 > 1 { continue }
            for leaf in leaves where row.values[leaf.path] == nil { complete(&row, leaf, schema) }
        }
    }

    private mutating func complete(_ row: inout MigrationCase.Row, _ leaf: Schema.Leaf, _ schema: Schema) {
        if let value = schema.storedDefault(of: leaf.attribute) {
            row.values[leaf.path] = value
        } else if !leaf.isNullable {
            findings.error(
                "'\(row.entity).\(leaf.path.joined(separator: "."))' of '\(row.name)' is missing, and has no default",
                at: row.location,
                help: ["write \(leaf.attribute.type.expectation)"]
            )
        }
    }

    /// Reads the value of an attribute, or of a part of a composite.
    private mutating func read(
        _ node: YAMLNode,
        of attribute: Attribute,
        of path: [String],
        _ schema: Schema,
        into row: inout MigrationCase.Row
    ) {
        let title = "'\(row.entity).\(path.joined(separator: "."))'"
        if case .named(let name) = attribute.type, let composite = schema.composite(name) {
            readParts(node, of: composite, at: path, title, schema, into: &row)
            return
        }
        if case .scalar(let scalar) = node.content, scalar.isNull, !scalar.isMissing {
            row.values[path] = .null
            return
        }
        guard let scalar = node.text(of: title, into: &findings) else { return }
        if case .named(let name) = attribute.type, let enumeration = schema.enumeration(name) {
            let found = enumeration.cases.first { $0.name == scalar.text }
            row.values[path] = found?.rawValue.stored
            if found == nil {
                let message = "'\(scalar.text)' is not a case of '\(name)', the type of \(title)"
                findings.add(unknownWord(scalar, message, among: enumeration.cases.map(\.name)))
            }
            return
        }
        let type = schema.storedType(of: attribute)
        row.values[path] = Value(text: scalar.text, type: type)?.stored
        if row.values[path] == nil {
            findings.error(
                "\(title) is '\(scalar.text)', which is not \(type.rawValue.withArticle)",
                at: scalar.location,
                help: ["write \(AttributeType.scalar(type).expectation)"]
            )
        }
    }

    private mutating func readParts(
        _ node: YAMLNode,
        of composite: Composite,
        at path: [String],
        _ title: String,
        _ schema: Schema,
        into row: inout MigrationCase.Row
    ) {
        if case .scalar(let scalar) = node.content, scalar.isNull, !scalar.isMissing {
            for leaf in composite.attributes.flatMap({ schema.leaves(of: $0) }) { row.values[path + leaf.path] = .null }
            return
        }
        for part in node.entries(of: title, into: &findings) ?? [] {
            if let attribute = composite.attributes.first(where: { $0.name == part.key.text }) {
                read(part.value, of: attribute, of: path + [attribute.name], schema, into: &row)
            } else {
                let message = "'\(composite.name)', the type of \(title), has no part '\(part.key.text)'"
                findings.add(unknownWord(part.key, message, among: composite.attributes.map(\.name)))
            }
        }
    }

    /// The names of the rows to which a relationship leads.
    private mutating func targets(_ node: YAMLNode, of relationship: Relationship) -> [YAMLScalar] {
        if case .scalar(let scalar) = node.content, scalar.isNull, !scalar.isMissing { return [] }
        if relationship.isToMany { return node.texts(of: "'\(relationship.name)'", into: &findings) }
        return node.text(of: "'\(relationship.name)'", into: &findings).map { [$0] } ?? []
    }
}
