import ApusDiagnostics

extension PredicateChecker {
    /// Checks a key path, and returns what it points to.
    mutating func operand(
        ofPath steps: [ExpressionFormat.Step],
        from base: PredicateOperand,
        _ expression: ExpressionFormat
    ) -> PredicateOperand {
        var operand: PredicateOperand = base
        var pending: ExpressionFormat.CollectionOperator?
        for (index, step) in steps.enumerated() {
            switch step {
            case .name(let name):
                let isLast = index == steps.count - 1
                guard let next = self.step(name, from: operand, isLast: isLast, expression) else { return .unknown }
                operand = next
            case .collection(let collection):
                if case .index = use {
                    report(expression, "an index cannot contain '@\(collection.rawValue)', because it reads other rows")
                    return .unknown
                }
                if let other = pending {
                    report(expression, "'@\(other.rawValue)' and '@\(collection.rawValue)' cannot be in one key path")
                    return .unknown
                }
                pending = collection
                if collection == .count, index < steps.count - 1 {
                    report(
                        expression,
                        "'@count' counts objects, so nothing can follow it",
                        help: ["remove everything after '@count'"]
                    )
                    return .unknown
                }
            }
        }
        return pending.map { result(of: $0, over: operand, expression) } ?? operand
    }

    private mutating func result(
        of collection: ExpressionFormat.CollectionOperator,
        over operand: PredicateOperand,
        _ expression: ExpressionFormat
    ) -> PredicateOperand {
        if case .unknown = operand.kind {
            return collection == .count ? .integer : .unknown
        }
        let name = "'@\(collection.rawValue)'"
        guard operand.isMany else {
            report(
                expression,
                "\(name) needs several objects, but '\(Self.shown(expression.text))' has no to-many relationship",
                help: ["remove \(name), or start at a to-many relationship"]
            )
            return .unknown
        }
        switch (collection, operand.family) {
        case (.count, _): return .integer
        case (.minimum, .date?), (.maximum, .date?): return PredicateOperand(kind: operand.kind)
        case (_, .number?): return collection == .average ? .number : PredicateOperand(kind: operand.kind)
        case (_, .object?):
            report(
                expression,
                "\(name) needs a numeric property of '\(operand.typeName)'",
                help: ["add an attribute after it: '\(name.dropFirst().dropLast()).price'"]
            )
        default:
            report(
                expression,
                "\(name) needs numbers, but '\(Self.shown(expression.text))' is \(operand.typeName)"
            )
        }
        return .unknown
    }

    /// Checks one step, and returns what it points to; `nil` if that is unknown.
    private mutating func step(
        _ name: String,
        from operand: PredicateOperand,
        isLast: Bool,
        _ expression: ExpressionFormat
    ) -> PredicateOperand? {
        switch operand.kind {
        case .unknown: return nil
        case .object(let entity):
            if let attribute = schema.attribute(name, of: entity) {
                let isKept = !attribute.isTransient && !attribute.isEphemeral && attribute.type != .undefined
                guard isKept || isInMemory else { return unkept(name, of: entity, expression) }
                if attribute.encryptionKey != nil, comparedWithNil != expression.offset {
                    let root = schema.ancestors(of: entity).last ?? entity
                    guard canLookUp(attribute, "\(root.name).\(name)", expression) else {
                        return encrypted("\(entity.name).\(name)", attribute, expression)
                    }
                }
                return PredicateOperand(kind: kind(of: attribute.type), isMany: operand.isMany)
            }
            if let relationship = schema.relationship(name, of: entity)?.relationship {
                return step(relationship, of: entity, from: operand, isLast: isLast, expression)
            }
            reportUnknown(name, of: entity, expression)
        case .composite(let composite):
            if let attribute = composite.attributes.first(where: { $0.name == name }) {
                if attribute.encryptionKey != nil, comparedWithNil != expression.offset {
                    guard canLookUp(attribute, expression.text, expression) else {
                        return encrypted("\(composite.name).\(name)", attribute, expression)
                    }
                }
                return PredicateOperand(kind: kind(of: attribute.type), isMany: operand.isMany)
            }
            let names = composite.attributes.lazy.map(\.name)
            report(expression, "'\(composite.name)' has no attribute '\(name)'", meant: meant(by: name, names))
        case .foreign(let type):
            report(
                expression,
                "a store cannot read '\(name)' inside a \(type) value",
                help: ["make the type a composite, or store '\(name)' in a separate attribute"]
            )
        case .scalar, .enumeration, .literal:
            report(expression, "a value of type \(operand.typeName) has no property '\(name)'")
        }
        return nil
    }

    private mutating func step(
        _ relationship: Relationship,
        of entity: Entity,
        from operand: PredicateOperand,
        isLast: Bool,
        _ expression: ExpressionFormat
    ) -> PredicateOperand? {
        guard !relationship.isTransient || isInMemory else { return unkept(relationship.name, of: entity, expression) }
        if case .index = use, relationship.isToMany || !isLast {
            report(
                expression,
                "an index has only columns of its entity, but '\(Self.shown(expression.text))' leaves '\(entity.name)'",
                help: ["index an attribute, or a to-one relationship itself"]
            )
            return nil
        }
        guard let far = schema.entity(relationship.destination) else { return nil }
        return PredicateOperand(kind: .object(far), isMany: operand.isMany || relationship.isToMany)
    }

    /// Whether the expression is evaluated on objects in memory, which have transient values too.
    private var isInMemory: Bool {
        if case .displayName = use { true } else { false }
    }

    private mutating func encrypted(
        _ path: String,
        _ attribute: Attribute,
        _ expression: ExpressionFormat
    ) -> PredicateOperand? {
        if attribute.allowsLookup {
            report(
                expression,
                "the values of '\(path)' are encrypted, so a store only looks up equal ones",
                help: ["compare it by '==', '!=' or IN with constants or variables, or filter the objects in memory"]
            )
        } else if lookedUp[expression.offset] != nil {
            report(
                expression,
                "the values of '\(path)' are encrypted, so a store only knows whether there is one",
                help: ["write 'lookup: true' at the attribute, compare it with NIL, or filter the objects in memory"]
            )
        } else {
            report(
                expression,
                "the values of '\(path)' are encrypted, so a store only knows whether there is one",
                help: ["compare it with NIL, or filter the objects in memory"]
            )
        }
        return nil
    }

    /// Whether the store has lookups of an encrypted attribute, and the expression is one that is compared by them.
    ///
    /// - Parameters:
    ///   - attribute: The attribute or part.
    ///   - subject: What the values are: lookups of the same subject can be compared.
    ///   - expression: The key path.
    /// - Returns: Whether both hold.
    private mutating func canLookUp(_ attribute: Attribute, _ subject: String, _ expression: ExpressionFormat) -> Bool {
        guard attribute.allowsLookup, lookedUp[expression.offset] != nil else { return false }
        lookedUp[expression.offset] = subject
        return true
    }

    private mutating func unkept(
        _ name: String,
        of entity: Entity,
        _ expression: ExpressionFormat
    ) -> PredicateOperand? {
        report(
            expression,
            "'\(entity.name).\(name)' exists only in memory, so a store cannot compare it",
            help: ["compare a stored or derived property"]
        )
        return nil
    }

    private mutating func reportUnknown(_ name: String, of entity: Entity, _ expression: ExpressionFormat) {
        let owners: [Entity] = [entity] + schema.ancestors(of: entity)
        if owners.contains(where: { $0.fetchedProperties.contains { $0.name == name } }) {
            report(
                expression,
                "'\(entity.name).\(name)' is a fetched property, which a predicate cannot use",
                help: ["write its condition here, or use a relationship"]
            )
            return
        }
        let isCompared = nearMisses.mayCompare(with: schema.entities.count)
        let heir: Entity? =
            !isCompared
            ? nil
            : schema.entities.first {
                ($0.attribute(name) != nil || $0.relationship(name) != nil) && schema.isKind($0.name, of: entity.name)
            }
        if let heir {
            report(
                expression,
                "'\(name)' is a property of '\(heir.name)', not of every '\(entity.name)'",
                help: ["use '\(heir.name)' instead, or move the property up to '\(entity.name)'"]
            )
            return
        }
        report(
            expression,
            "'\(entity.name)' has no property '\(name)'",
            meant: meant(by: name, owners.lazy.flatMap { $0.properties.map(\.name) })
        )
    }

    func meant(by word: String, _ candidates: some Sequence<String>) -> String? {
        nearMisses.suggestion(for: word, among: candidates).map { "'\($0)'" }
    }
}
