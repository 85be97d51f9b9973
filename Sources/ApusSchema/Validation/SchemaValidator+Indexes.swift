extension SchemaValidator {
    mutating func checkIndexes(of entity: Entity) {
        var space = NameSpace()
        for index in entity.indexes {
            let place: ModelPath = ModelPath.entity(entity.name).element("indexes", index.name)
            checkName(index.name, .index, at: place)
            checkSpace(index.name, .index, in: &space, at: place)
            guard !self.index.isUnreadable(place) else { continue }
            check(index, of: entity, at: place)
        }
    }

    private mutating func check(_ index: Entity.Index, of entity: Entity, at place: ModelPath) {
        let path = ElementPath(entity.name, index.name)
        guard !index.elements.isEmpty else {
            return error(
                "the index '\(path)' is over nothing",
                at: place.key("of"),
                help: ["write 'of:' and the names of properties"]
            )
        }
        var seen: Set<Entity.Index.Element.Term> = []
        for (number, element) in index.elements.enumerated() {
            let place: ModelPath = place.key("of").index(number)
            if !seen.insert(element.term).inserted {
                error(
                    "the index '\(path)' has '\(Entity.Index.Element(element.term).text)' twice",
                    at: place,
                    help: ["remove one of them"]
                )
            } else {
                check(element, of: index, path, entity, at: place)
            }
        }
        if index.kind == .rtree, index.elements.count > 5 {
            error(
                "the index '\(path)' has \(index.elements.count) dimensions, and an R-tree has at most 5",
                at: place.key("of"),
                help: ["remove some of them"]
            )
        }
        if let predicate = index.predicate {
            checkPredicate(predicate, of: "'\(path)'", entity: entity, as: .index, at: place.key("where"))
        }
        warnIfNeedless(index, path, entity, at: place)
    }

    private mutating func check(
        _ element: Entity.Index.Element,
        of index: Entity.Index,
        _ path: ElementPath,
        _ entity: Entity,
        at place: ModelPath
    ) {
        if index.kind == .rtree, element.isDescending {
            error(
                "the index '\(path)' is an R-tree, which knows no 'desc'",
                at: place,
                help: ["remove 'desc', or 'type: rtree'"]
            )
        }
        switch element.term {
        case .expression(let text):
            if text.allSatisfy(\.isWhitespace) {
                error("the index '\(path)' has an empty expression", at: place, help: ["remove it"])
            } else if index.kind == .rtree {
                error(
                    "the index '\(path)' is an R-tree, which is over properties only, not '\(text)'",
                    at: place,
                    help: ["name properties, or remove 'type: rtree'"]
                )
            } else {
                checkExpression(text, of: "'\(path)'", entity: entity, as: .index, at: place)
            }
        case .property(let names):
            check(names, of: index, path, entity, at: place)
        }
    }

    private mutating func check(
        _ names: [String],
        of index: Entity.Index,
        _ path: ElementPath,
        _ entity: Entity,
        at place: ModelPath
    ) {
        let text: String = names.joined(separator: ".")
        switch self.index.follow(names, from: entity) {
        case .unreadable: return
        case .dead(let dead): report(dead, "the index '\(path)' is over '\(text)', but", at: place)
        case .target(let target):
            if let reason = whyNotIndexed(target, by: index.kind) {
                error("the index '\(path)' cannot be over '\(text)': \(reason)", at: place, help: ["name another one"])
            } else if case .relationship(let relationship) = target.member,
                let holder = keyHolder(of: relationship, target.owner)
            {
                warn(
                    "the index '\(path)' does without '\(text)', whose key '\(holder)' keeps, with an index of its own",
                    at: place,
                    help: ["remove it here, or write 'holdsKey: true' at '\(text)'"]
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
            return "it is a composite, so name one of its parts"
        }
        if kind == .rtree, attribute.type.scalar?.isMeasured != true { return "an R-tree is for numbers and dates" }
        if kind == .rtree, attribute.type == .decimal {
            return "an R-tree is for numbers of fixed size, and it is decimal"
        }
        return whyNotIndexed(attribute)
    }

    /// Warns of an index that a constraint makes anyway.
    private mutating func warnIfNeedless(
        _ index: Entity.Index,
        _ path: ElementPath,
        _ entity: Entity,
        at place: ModelPath
    ) {
        guard index.kind == .binary, index.predicate == nil, index.elements.count == 1,
            case .property(let names)? = index.elements.first?.term, names.count == 1, let name = names.first,
            case .found((_, let member)) = self.index.member(name, of: entity), whyNotStored(member) == nil
        else { return }
        let isUnique: Bool = self.index.line(of: entity).contains { owner in
            owner.attribute(name)?.isUnique == true || owner.relationship(name)?.isUnique == true
                || owner.uniquenessConstraints.contains([name])
        }
        guard isUnique else { return }
        warn(
            "the index '\(path)' is not needed: '\(name)' is unique, for which the store keeps one",
            at: place,
            help: ["remove it"]
        )
    }
}
