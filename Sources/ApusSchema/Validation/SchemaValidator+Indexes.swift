import ApusDiagnostics

extension SchemaValidator {
    mutating func checkIndexes(of entity: Entity) {
        var space = NameSpace()
        for index in entity.indexes {
            let modelPath = ModelPath.entity(entity.name).element("indexes", index.name)
            checkName(index.name, .index, at: modelPath)
            checkSpace(index.name, .index, in: &space, at: modelPath)
            guard !self.index.isUnreadable(modelPath) else { continue }
            check(index, of: entity, at: modelPath)
        }
    }

    private mutating func check(_ index: Entity.Index, of entity: Entity, at modelPath: ModelPath) {
        let path = ElementPath(entity.name, index.name)
        guard !index.elements.isEmpty else {
            return error(
                "the index '\(path)' is empty",
                at: modelPath.key("of"),
                help: ["write 'of:' with the names of properties"]
            )
        }
        var seen: Set<Entity.Index.Element.Term> = []
        for (number, element) in index.elements.enumerated() {
            let modelPath = modelPath.key("of").index(number)
            if !seen.insert(element.term).inserted {
                error(
                    "the index '\(path)' contains '\(Entity.Index.Element(element.term).text)' twice",
                    at: modelPath,
                    help: ["remove one of them"]
                )
            } else {
                check(element, of: index, path, in: entity, at: modelPath)
            }
        }
        if index.kind == .rtree, index.elements.count > 5 {
            error(
                "the index '\(path)' has \(index.elements.count) dimensions, but an R-tree has at most 5",
                at: modelPath.key("of"),
                help: ["remove some of them"]
            )
        }
        if let predicate = index.predicate {
            checkPredicate(predicate, of: "'\(path)'", entity: entity, as: .index, at: modelPath.key("where"))
        }
        warnIfNeedless(index, path, in: entity, at: modelPath)
    }

    private mutating func check(
        _ element: Entity.Index.Element,
        of index: Entity.Index,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        if index.kind == .rtree, element.isDescending {
            error(
                "the index '\(path)' is an R-tree, which does not support 'desc'",
                at: modelPath,
                help: ["remove 'desc', or 'type: rtree'"]
            )
        }
        switch element.term {
        case .expression(let text):
            if text.allSatisfy(\.isWhitespace) {
                error("the index '\(path)' has an empty expression", at: modelPath, help: ["remove it"])
            } else if index.kind == .rtree {
                error(
                    "the index '\(path)' is an R-tree, which supports only properties, not '\(text)'",
                    at: modelPath,
                    help: ["use properties, or remove 'type: rtree'"]
                )
            } else {
                checkExpression(text, of: "'\(path)'", entity: entity, as: .index, at: modelPath)
            }
        case .property(let names):
            check(names, of: index, path, in: entity, at: modelPath)
        }
    }

    private mutating func check(
        _ names: [String],
        of index: Entity.Index,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        let text = names.joined(separator: ".")
        switch self.index.follow(names, from: entity) {
        case .unreadable: return
        case .deadEnd(let deadEnd): report(deadEnd, "the index '\(path)' contains '\(text)', but", at: modelPath)
        case .target(let target):
            if let reason = whyNotIndexed(target, by: index.kind) {
                error(
                    "the index '\(path)' cannot contain '\(text)': \(reason)",
                    at: modelPath,
                    help: ["use another property"]
                )
            } else if case .relationship(let relationship) = target.member,
                let holder = keyHolder(of: relationship, target.owner)
            {
                warn(
                    "the index '\(path)' is created without '\(text)', whose key '\(holder)' holds and indexes",
                    about: Topic("'\(path)'"),
                    at: modelPath,
                    help: ["remove it here, or write 'holdsKey: true' in '\(text)'"]
                )
            }
        }
    }

    private func whyNotIndexed(_ target: SchemaIndex.Target, by kind: Entity.Index.Kind) -> String? {
        if target.relationships > 0 { return "it is a property of other objects" }
        if let reason = whyNotStored(target.member) { return reason }
        guard case .attribute(let attribute) = target.member else {
            return kind == .rtree ? "an R-tree is for numbers and dates" : nil
        }
        if case .named(let name) = attribute.type, index.composite(name) != nil {
            return "it is a composite, so use one of its parts"
        }
        if kind == .rtree, attribute.type.scalar?.isMeasured != true { return "an R-tree is for numbers and dates" }
        if kind == .rtree, attribute.type == .decimal {
            return "it is decimal, and an R-tree is for numbers of fixed size"
        }
        if kind == .rtree, attribute.encryptionKey != nil {
            return "its values are encrypted, which an R-tree cannot have"
        }
        return whyNotIndexed(attribute)
    }

    /// Warns about an index that a constraint creates anyway.
    private mutating func warnIfNeedless(
        _ index: Entity.Index,
        _ path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        guard index.kind == .binary, index.predicate == nil, index.elements.count == 1,
            case .property(let names)? = index.elements.first?.term, names.count == 1, let name = names.first,
            case .found((_, let member)) = self.index.member(name, of: entity), whyNotStored(member) == nil
        else { return }
        let isUnique = self.index.line(of: entity).contains { owner in
            owner.attribute(name)?.isUnique == true || owner.relationship(name)?.isUnique == true
                || owner.uniquenessConstraints.contains([name])
        }
        guard isUnique else { return }
        warn(
            "the index '\(path)' is not needed, because '\(name)' is unique and therefore indexed",
            about: Topic("'\(path)'"),
            at: modelPath,
            help: ["remove it"]
        )
    }
}
