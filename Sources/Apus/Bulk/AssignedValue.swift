import ApusSchema
import ApusStore
import Foundation

/// A property, and the compiled value that a batch sets it to.
struct AssignedValue {
    enum Source {
        /// The same value for all objects: one per column.
        case constant([StoredValue])
        /// A value of each object.
        case expression(QueryExpression)
    }

    let position: Int
    let source: Source

    /// Compiles an assignment.
    ///
    /// - Throws: ``ModelError`` if the property cannot be set, or the value cannot be one of it.
    init(_ assignment: Assignment, _ table: EntityTable, _ context: ModelContext) throws {
        position = try table.position(assignedAt: assignment.target)
        let (expression, arguments): (ExpressionFormat, [PredicateArgument])
        switch assignment.source {
        case .constant(let constant):
            source = .constant(try table.stored(constant, at: position, context.coordinator))
            return
        case .expression(let format, let values): (expression, arguments) = (format, values)
        }
        let isExternal = table.externalPositions.contains(position)
        if !isExternal, table.columnRanges[position].count == 1 {
            source = .expression(
                try CompiledQuery.compile(
                    expression.text,
                    problem: nil,
                    arguments: arguments,
                    in: table,
                    for: context
                ) { compiler throws(PredicateProblem) in
                    try compiler.value(expression).value
                }
            )
            return
        }
        throw ModelError.unsupportedPredicate(
            expression.text,
            reason:
                "'\(table.entity.properties[position].name)' \(isExternal ? "may be in files" : "is a composite"), so a "
                + "batch only sets it to a value that is the same for all objects: fetch the objects, change them and save"
        )
    }

    var isConstant: Bool { if case .constant = source { true } else { false } }

    /// The value of all objects, if it is an identifier.
    var identity: Int64? {
        if case .constant(let values) = source, case .integer(let row)? = values.first { row } else { nil }
    }
}

extension EntityTable {
    /// The position of the property that a batch writes.
    ///
    /// - Throws: ``ModelError`` if no batch can write it.
    func position(assignedAt target: ExpressionFormat) throws -> Int {
        guard case .keyPath(base: nil, let steps) = target.kind, case .name(let name)? = steps.first,
            let position = entity.properties.firstIndex(where: { $0.name == name })
        else { throw ModelError.unsupportedPredicate(target.text, reason: "it is not a property of '\(entity.name)'") }
        if steps.count > 1 {
            throw ModelError.unsupportedPredicate(
                target.text,
                reason: "a batch writes properties of '\(entity.name)' itself, and composites as one value"
            )
        }
        if derivedPositions.contains(position) {
            throw ModelError.readOnlyProperty(entity: entity.name, name: name)
        }
        if !writtenPositions.contains(position) {
            throw ModelError.unsupportedPredicate(
                target.text,
                reason: entity.relationshipPositions.contains(position)
                    ? "the references are at the other side, or in a join table: set the objects that have them"
                    : "it is not stored"
            )
        }
        return position
    }

    /// The type of an attribute in short notation, such as `int32`, and whether it can be nil.
    func type(at position: Int) -> (name: String, isOptional: Bool) {
        switch entity.properties[position] {
        case .attribute(_, let type, _):
            type.hasSuffix("?") ? (String(type.dropLast()), true) : (type, false)
        case .relationship(let relationship): (relationship.destination.name, relationship.isOptional)
        }
    }

    /// A value as the columns of a property store it.
    ///
    /// - Throws: ``ModelError`` if the property cannot have the value.
    func stored(_ value: PredicateArgument, at position: Int, _ coordinator: StoreCoordinator) throws -> [StoredValue] {
        let (type, isOptional) = type(at: position)
        let name = entity.properties[position].name
        func wrong(_ found: String) -> ModelError {
            .wrongType(entity: entity.name, property: name, expected: type, found: found)
        }
        switch value.content {
        case .scalar(.null, _):
            if !isOptional { throw wrong("nil") }
            return columnRanges[position].map { _ in .null }
        case .scalar(let value, _):
            if type == "url", value.characters?.isURL != true { throw wrong("'\(value.characters ?? "")'") }
            return [value]
        case .composite(let values): return values
        case .object(let identifier):
            guard entity.relationshipPositions.contains(position), case .row(let row) = identifier.key,
                let far = coordinator.table(named: identifier.entityName),
                far.entity.isKind(of: entity.relationship(at: position).destination)
            else { throw wrong("\(identifier)") }
            return [.integer(row)]
        case .list, .foundation, .aggregate: throw wrong("a list")
        }
    }

    /// The assignments that set a property, each a column with the SQL of its value, which is encrypted if the column is.
    ///
    /// - Parameters:
    ///   - position: The property.
    ///   - values: The plain values of its columns, as SQL.
    ///   - identity: The identity of the row, as SQL.
    /// - Returns: The columns, each with its value.
    func assigned(at position: Int, _ values: [String], identity: String) -> [(column: String, value: String)] {
        zip(columnRanges[position], values).flatMap { column, value -> [(column: String, value: String)] in
            guard let own = seals[column], !own.isExternal else { return [(columns[column], value)] }
            let plain = SQLStatement(value)
            let sealed = SealFunctions.sealed(own.seal, own.type, plain, of: SQLStatement(identity))
            var written = [(column: columns[column], value: sealed.sql)]
            if let lookup = lookups[column] {
                written.append((lookup.column, SealFunctions.lookup(lookup.lookup, plain).sql))
            }
            return written
        }
    }

    /// Whether the columns of a property cannot all be null. Those of a required composite can if all of its parts are optional.
    func needsValue(at position: Int) -> Bool {
        entity.relationshipPositions.contains(position)
            ? !type(at: position).isOptional : columnRanges[position].contains { requiredColumns.contains($0) }
    }

    /// What is wrong with the stored value of a property, to follow "is"; `nil` if nothing is. Rules of the model come first.
    func breach(of values: [StoredValue], at position: Int) -> String? {
        let type = type(at: position).name
        if values.allSatisfy({ $0 == .null }) { return needsValue(at: position) ? "nil (expected \(type))" : nil }
        var breach: String?
        for constraints in valueConstraints where constraints.position == position {
            constraints.forEachBroken(by: values) { if breach == nil { breach = $0.breach } }
        }
        if breach != nil { return breach }
        let range: ClosedRange<Int64>? =
            switch type {
            case "int16": Int64(Int16.min)...Int64(Int16.max)
            case "int32": Int64(Int32.min)...Int64(Int32.max)
            case "int64", "int": .min...(.max)
            default: nil
            }
        guard let range, let value = values.first else { return nil }
        if case .integer(let number) = value, range.contains(number) { return nil }
        return "not an \(type) (expected a whole number from \(range.lowerBound) to \(range.upperBound))"
    }
}
