import ApusSchema

extension StageInference {
    /// Finds the changes of the properties that a newer entity declares, for itself and for all that inherit them.
    mutating func inferProperties(declaredBy name: String) {
        let holders: [String] = newer.family(below: name).filter { matching.olderName(of: $0) != nil }
        guard !holders.isEmpty else { return }
        var found: [Holder] = holders.map { Holder(name: $0, pairs: matching.properties(ofNewer: $0)?.pairs ?? []) }
        let isSameOwner: Bool = matching.newerName(of: name) == name
        for property in newer.declared(by: name) {
            var isAsItWas: Bool = isSameOwner
            for place in found.indices {
                found[place].take(property)
                isAsItWas = isAsItWas && self.isAsItWas(property, in: found[place])
            }
            if !isAsItWas { inferChanges(of: property, in: found) }
        }
    }

    /// A newer entity that has a property, its own or inherited, and what the property was.
    private struct Holder {
        let name: String
        let pairs: [PropertyMatch]
        private(set) var match: PropertyMatch?
        private var place: Int = 0

        init(name: String, pairs: [PropertyMatch]) {
            self.name = name
            self.pairs = pairs
        }

        /// Looks for what a property was.
        mutating func take(_ property: OwnedProperty) {
            match = pairs.first(from: &place) { pair in
                pair.to.isIdentical(to: property)
                    || (pair.to.name == property.name && pair.to.owner == property.owner)
            }
        }
    }

    /// Whether a property, of an owner that is still called so, is so much the same for a holder that it needs no look.
    private func isAsItWas(_ property: OwnedProperty, in holder: Holder) -> Bool {
        guard let match = holder.match, match.from.isIdentical(to: property) else { return false }
        return needsNoLook(match, in: [holder.name])
    }

    private mutating func inferChanges(of property: OwnedProperty, in holders: [Holder]) {
        var pairs: [(match: PropertyMatch, kinds: [String])] = []
        var without: [String] = []
        for holder in holders {
            guard let match = holder.match else {
                without.append(holder.name)
                continue
            }
            if let index = pairs.firstIndex(where: { $0.match == match }) {
                pairs[index].kinds.append(holder.name)
            } else {
                pairs.append((match, [holder.name]))
            }
        }
        if pairs.isEmpty {
            // What a new entity brings for itself alone is said with it.
            if matching.olderName(of: property.owner) != nil || !without.isEmpty {
                inferAddition(of: property, to: without)
            }
            return
        }
        let owners: [String] = pairs.map { matching.newerName(of: $0.match.from.owner) ?? $0.match.from.owner }
        if owners != [property.owner] {
            add(PropertyMoved(name: property.name, from: owners, to: property.owner), property.owner)
        }
        for (match, kinds) in pairs { inferChanges(of: match, in: kinds) }
        let bare: [String] = without.filter { newer.isConcrete($0) }
        for kind in bare { inferAddition(of: property, to: [kind], saidOf: kind) }
    }

    private mutating func inferChanges(of match: PropertyMatch, in kinds: [String]) {
        let entity: String = match.to.owner
        if match.isUnchanged, needsNoLook(match, in: kinds) { return }
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            inferChanges(from: before, to: after, match, in: kinds)
        case (.relationship(let before), .relationship(let after)):
            inferChanges(from: before, to: after, match, in: kinds)
        default:
            guard let obstacle = obstacle(of: match, in: kinds.first ?? entity) else { return }
            add(KindChanged(from: match.old, to: match.new), entity, .refused(obstacle))
        }
    }

    /// Whether a property that is the same depends on nothing else that may not be: on a type of the model, on other
    /// entities, on a mapping.
    private func needsNoLook(_ match: PropertyMatch, in kinds: [String]) -> Bool {
        if match.to.isAttribute { return !match.to.isOfModelType && !hasLines(of: match, in: kinds) }
        return !matching.related.contains(match.to.owner)
    }

    /// A property that the objects of some kinds did not have.
    private mutating func inferAddition(of property: OwnedProperty, to holders: [String], saidOf entity: String? = nil)
    {
        let entity: String = entity ?? property.owner
        switch property.property {
        case .attribute(let attribute):
            let found: [FoundLeaf] = leafValues(of: property, from: nil, in: holders)
            let place = ElementPath(entity, attribute.name)
            var verdict: Change.Verdict = mappedVerdict(found, at: place)
            if let obstacle = found.first(where: { $0.value.obstacle != nil && $0.leaf.composite == nil }) {
                verdict = .refused(refusal(ofAdding: attribute, obstacle, property, to: entity))
            } else if let part = found.first(where: { $0.value.obstacle != nil }) {
                verdict = .refused(refusal(ofAddingWithout: part, property, to: entity))
            }
            add(AttributeAdded(attribute: attribute, fill: fillText(found, at: place)), entity, verdict)
        case .relationship(let relationship):
            let path: ElementPath = property.path
            let kinds: [String] = holders.filter(hasOldObjects)
            let mayBeEmpty: Bool = relationship.isOptional || relationship.isToMany || relationship.isTransient
            // The other side may have been there, and then this one is seen from it.
            let isKnown: Bool = kinds.contains { references.knownFlow(to: path, in: $0) != nil }
            if mayBeEmpty || kinds.allSatisfy({ references.isKnownEverywhere(path, in: $0) }) {
                add(RelationshipAdded(relationship: relationship), entity)
            } else if let path = words.requirement(of: newer.paths(of: property, in: entity)), isKnown {
                lines.insert(.require(path))
                add(RelationshipAdded(relationship: relationship), entity, verdict(telling: .require(path)))
            } else {
                add(
                    RelationshipAdded(relationship: relationship),
                    entity,
                    .refused(refusal(ofAdding: relationship, to: entity))
                )
            }
        }
    }

    /// Why a matched property cannot keep what it holds for the objects of a kind, or `nil` where it can.
    func obstacle(of match: PropertyMatch, in kind: String) -> Refusal? {
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            attributeObstacle(from: before, to: after, match, in: kind)
        case (.relationship(let before), .relationship(let after)):
            relationshipObstacle(from: before, to: after, match, in: kind)
        default:
            refusal(
                KindChanged.page.code,
                match.to.path,
                "'\(match.to.path)' is no longer \(match.old.kindName) but \(match.new.kindName)",
                dropping: match.from.path
            )
        }
    }

    /// Whether the mapping says something of an attribute that is as it was, which may be needed even so.
    private func hasLines(of match: PropertyMatch, in kinds: [String]) -> Bool {
        if words.isEmpty { return false }
        return kinds.contains { words.fill(of: newer.paths(of: match.to, in: $0)) != nil }
    }

    func firstObstacle(of match: PropertyMatch, in kinds: [String]) -> Refusal? {
        for kind in kinds {
            if let obstacle = obstacle(of: match, in: kind) { return obstacle }
        }
        return nil
    }

    /// Finds the properties of an older entity that its objects, or some that inherited them, no longer have.
    mutating func inferRemovals(of olderName: String?) {
        guard let olderName else { return }
        let holders: [String] = older.family(below: olderName).filter { matching.newerName(of: $0) != nil }
        let details: [(name: String, matching: PropertyMatching?)] = holders.map { holder in
            (holder, matching.newerName(of: holder).flatMap(matching.detail(ofNewer:)))
        }
        guard details.contains(where: { $0.matching?.removed.isEmpty == false }) else { return }
        for owned in older.declared(by: olderName) {
            var kept: [String] = []
            var lost: [String] = []
            for (holder, detail) in details {
                if detail?.removed.contains(owned) == true { lost.append(holder) } else { kept.append(holder) }
            }
            if lost.isEmpty { continue }
            if kept.isEmpty {
                let shown: String = matching.newerName(of: olderName) ?? olderName
                inferRemoval(of: owned, from: lost, saidOf: shown)
            } else {
                for kind in lost { inferLoss(of: owned, by: kind) }
            }
        }
    }

    /// Whether objects of an older kind go on, so that they can lose something.
    func goesOn(_ olderKind: String) -> Bool {
        guard older.isConcrete(olderKind), let name = matching.newerName(of: olderKind) else {
            return false
        }
        return newer.isConcrete(name)
    }

    private mutating func inferRemoval(of property: OwnedProperty, from kinds: [String], saidOf entity: String) {
        let isLoss: Bool = kinds.contains { goesOn($0) } && loses(property)
        let lines: [MappingWords.Line?] = kinds.filter { goesOn($0) }.map { acceptance(of: property, in: $0) }
        let isAccepted: Bool = lines.allSatisfy { $0 != nil }
        var verdict: Change.Verdict = .lightweight
        if isLoss {
            // A word for some of them is no mistake where one for the others is missing.
            self.lines.formUnion(lines.compactMap { $0 })
            verdict = self.verdict(
                ofLosing: isAccepted ? lines.first ?? nil : nil,
                refusedBecause: refusal(ofRemoving: property, in: entity)
            )
        }
        switch property.property {
        case .attribute(let attribute): add(AttributeRemoved(attribute: attribute, isLoss: isLoss), entity, verdict)
        case .relationship(let relationship):
            add(RelationshipRemoved(relationship: relationship, losesReferences: isLoss), entity, verdict)
        }
    }

    private mutating func inferLoss(of property: OwnedProperty, by kind: String) {
        guard goesOn(kind), let name = matching.newerName(of: kind) else { return }
        let isLoss: Bool = loses(property)
        var verdict: Change.Verdict = .lightweight
        if isLoss {
            verdict = self.verdict(
                ofLosing: acceptance(of: property, in: kind),
                refusedBecause: refusal(ofLosing: property, by: kind, newer: name)
            )
        }
        add(InheritedPropertyLost(property: property.name, declaredBy: property.owner, isLoss: isLoss), name, verdict)
    }
}
