import ApusSchema

/// Judges the properties of an entity, for the entity itself and for all entities that inherit them: the properties
/// that its objects have, and those that they no longer have.
struct PropertyJudge {
    let context: StageContext

    private var matching: Matching { context.matching }
    private var newer: IndexedSchema { context.newer }

    // MARK: Properties that objects have

    /// Judges the properties that a newer entity declares.
    func judgeProperties(declaredBy name: String) -> Findings {
        var findings = Findings()
        let holders = newer.family(below: name).filter { matching.olderName(of: $0) != nil }
        guard !holders.isEmpty else { return findings }
        var candidates = holders.map { Holder(name: $0, pairs: matching.properties(ofNewer: $0)?.pairs ?? []) }
        let isSameOwner = matching.newerName(of: name) == name
        for property in newer.declared(by: name) {
            var isUnchanged = isSameOwner
            for index in candidates.indices {
                candidates[index].findMatch(of: property)
                isUnchanged = isUnchanged && self.isUnchanged(property, in: candidates[index])
            }
            if !isUnchanged { judge(property, in: candidates, &findings) }
        }
        return findings
    }

    /// A newer entity that declares or inherits a property, with the property's match.
    private struct Holder {
        let name: String
        let pairs: [PropertyMatch]
        private(set) var match: PropertyMatch?
        private var index: Int = 0

        init(name: String, pairs: [PropertyMatch]) {
            self.name = name
            self.pairs = pairs
        }

        /// Finds the match of a property.
        mutating func findMatch(of property: OwnedProperty) {
            match = pairs.first(from: &index) { pair in
                pair.to.isIdentical(to: property)
                    || (pair.to.name == property.name && pair.to.owner == property.owner)
            }
        }
    }

    /// Returns whether a property of an entity with the same name is unchanged in a holder and needs no check.
    private func isUnchanged(_ property: OwnedProperty, in holder: Holder) -> Bool {
        guard let match = holder.match, match.from.isIdentical(to: property) else { return false }
        return needsNoCheck(match, in: [holder.name])
    }

    private func judge(_ property: OwnedProperty, in holders: [Holder], _ findings: inout Findings) {
        var pairs: [(match: PropertyMatch, holders: [String])] = []
        var indices: [PropertyMatch: Int] = [:]
        var unmatched: [String] = []
        for holder in holders {
            guard let match = holder.match else {
                unmatched.append(holder.name)
                continue
            }
            let index = indices[match] ?? pairs.count
            indices[match] = index
            if index == pairs.count { pairs.append((match, [])) }
            pairs[index].holders.append(holder.name)
        }
        if pairs.isEmpty {
            // The properties of a new entity are reported with the entity.
            if matching.olderName(of: property.owner) != nil || !unmatched.isEmpty {
                findings.append(addition(of: property, to: unmatched, in: property.owner))
            }
            return
        }
        let owners = pairs.map { matching.newerName(of: $0.match.from.owner) ?? $0.match.from.owner }
        if owners != [property.owner] {
            findings.add(PropertyMoved(name: property.name, from: owners, to: property.owner), of: property.owner)
        }
        for (match, holders) in pairs { judge(match, in: holders, &findings) }
        for holder in unmatched where newer.isConcrete(holder) {
            findings.append(addition(of: property, to: [holder], in: holder))
        }
    }

    private func judge(_ match: PropertyMatch, in holders: [String], _ findings: inout Findings) {
        if match.isUnchanged, needsNoCheck(match, in: holders) { return }
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            findings.append(AttributeJudge(context: context).judge(from: before, to: after, match, in: holders))
        case (.relationship(let before), .relationship(let after)):
            findings.append(RelationshipJudge(context: context).judge(from: before, to: after, match, in: holders))
        case (.attribute, .relationship), (.relationship, .attribute):
            findings.add(
                KindChanged(from: match.old, to: match.new),
                of: match.to.owner,
                judged: .refused(Self.kindChanged(match, context))
            )
        }
    }

    /// Returns whether an unchanged property depends on nothing that may have changed: an enum or composite, other
    /// entities, or a mapping.
    private func needsNoCheck(_ match: PropertyMatch, in holders: [String]) -> Bool {
        if match.to.isAttribute { return !match.to.isOfModelType && !hasValue(match, in: holders) }
        return !matching.related.contains(match.to.owner)
    }

    /// Returns whether the mapping fills or computes an unchanged attribute, which may still be needed.
    private func hasValue(_ match: PropertyMatch, in holders: [String]) -> Bool {
        if context.lines.isEmpty { return false }
        return holders.contains { holder in
            context.lines.fill(of: newer.paths(of: match.to, in: holder)) != nil
                || context.isComputed(match.to, in: holder)
        }
    }

    /// Judges a property that is new in the objects of some entities.
    private func addition(of property: OwnedProperty, to holders: [String], in entity: String) -> Findings {
        switch property.property {
        case .attribute(let attribute):
            AttributeJudge(context: context).judgeAddition(of: property, attribute, to: holders, in: entity)
        case .relationship(let relationship):
            RelationshipJudge(context: context).judgeAddition(of: property, relationship, to: holders, in: entity)
        }
    }

    // MARK: Obstacles

    /// Returns why a matched property cannot keep its contents in the objects of an entity, or `nil` if it can.
    func obstacle(of match: PropertyMatch, in holder: String) -> Refusal? {
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            AttributeJudge(context: context).obstacle(from: before, to: after, match, in: holder)
        case (.relationship(let before), .relationship(let after)):
            RelationshipJudge(context: context).obstacle(from: before, to: after, match, in: holder)
        case (.attribute, .relationship), (.relationship, .attribute): Self.kindChanged(match, context)
        }
    }

    /// Returns how an accepted loss gives up the contents of a matched property; `nil` if there is nothing to give up.
    func surrender(of match: PropertyMatch, in holder: String) -> Surrender? {
        if let obstacle = obstacle(of: match, in: holder) { return obstacle.isChoice ? .choice : .whole }
        return match.to.isAttribute ? nil : RelationshipJudge(context: context).crowding(match, in: holder)
    }

    private static func kindChanged(_ match: PropertyMatch, _ context: StageContext) -> Refusal {
        Refusal(
            .kindChanged(from: match.old.kind, to: match.new.kind),
            at: match.to.path,
            settledBy: context.accepting(match.from.path)
        )
    }

    // MARK: Properties that objects no longer have

    /// Judges the properties of an older entity that its objects, or some that inherited them, no longer have.
    func judgeRemovals(of olderName: String) -> Findings {
        var findings = Findings()
        let holders = context.older.family(below: olderName).filter { matching.newerName(of: $0) != nil }
        let removed: [(name: String, properties: Set<OwnedProperty>)] = holders.map { holder in
            (holder, Set(matching.newerName(of: holder).flatMap(matching.detail(ofNewer:))?.removed ?? []))
        }
        guard removed.contains(where: { !$0.properties.isEmpty }) else { return findings }
        for owned in context.older.declared(by: olderName) {
            var kept: [String] = []
            var lost: [String] = []
            for (holder, properties) in removed {
                if properties.contains(owned) { lost.append(holder) } else { kept.append(holder) }
            }
            if lost.isEmpty { continue }
            if kept.isEmpty {
                judgeRemoval(of: owned, from: lost, in: matching.newerName(of: olderName) ?? olderName, &findings)
            } else {
                for entity in lost { judgeLoss(of: owned, by: entity, &findings) }
            }
        }
        return findings
    }

    private func judgeRemoval(
        of property: OwnedProperty,
        from entities: [String],
        in entity: String,
        _ findings: inout Findings
    ) {
        let losers = entities.filter { context.keepsObjects($0) && context.carrier(of: property, in: $0) == nil }
        let isLoss = !losers.isEmpty && context.loses(property)
        let carriers = entities.compactMap { context.carrier(of: property, in: $0) }
        // A line of values is a change of its own.
        let line = isLoss ? nil : carriers.first { $0.key != .values }
        let judgement: Finding.Judgement =
            line != nil
            ? .written(line)
            : isLoss
                ? .loss(
                    losers.map { context.acceptance(of: property, in: $0) },
                    context.separation(of: property, from: losers) ?? removal(of: property, in: entity)
                )
                : .lightweight
        switch property.property {
        case .attribute(let attribute):
            findings.add(
                AttributeRemoved(attribute: attribute, isLoss: isLoss, isKept: !isLoss && !carriers.isEmpty),
                of: entity,
                judged: judgement
            )
        case .relationship(let relationship):
            findings.add(
                RelationshipRemoved(relationship: relationship, losesReferences: isLoss),
                of: entity,
                judged: judgement
            )
        }
    }

    /// Returns whether the mapping alone added a property to an older entity: origins of other objects, whose own have no values of it,
    /// or an expression, whose references no older object had.
    private func isAdded(_ property: OwnedProperty, to olderEntity: String) -> Bool {
        guard let preparation = context.preparation,
            preparation.written(of: olderEntity).isEmpty || preparation.computedSides.contains(property.path)
        else { return false }
        return !preparation.older.properties(of: olderEntity).contains { $0.name == property.name }
    }

    private func judgeLoss(of property: OwnedProperty, by olderEntity: String, _ findings: inout Findings) {
        guard context.keepsObjects(olderEntity), let name = matching.newerName(of: olderEntity),
            // A released line may accept the loss of a property by the name that the origin's objects have it under.
            !isAdded(property, to: olderEntity) || context.acceptance(of: property, in: olderEntity) != nil
        else { return }
        let isKept = context.carrier(of: property, in: olderEntity) != nil
        let isLoss = context.loses(property) && !isKept
        let refusal = Refusal(
            .inheritedPropertyLost(property.name, property.property.kind),
            at: ElementPath(name),
            settledBy: [.edit(.declare(property.name, for: name))]
                + context.accepting(ElementPath(olderEntity, property.name))
        )
        findings.add(
            InheritedPropertyLost(property: property.name, declaredBy: property.owner, isLoss: isLoss, isKept: isKept),
            of: name,
            judged: isLoss ? .loss([context.acceptance(of: property, in: olderEntity)], refusal) : .lightweight
        )
    }

    /// Returns the refusal of a removed property, which may have been renamed.
    private func removal(of property: OwnedProperty, in entity: String) -> Refusal {
        let accept = context.accepting(property.path)
        let added = context.added(to: entity, of: property.owner)
        if let likely = added.best(of: property) { return .likelyRename(property, likely, settledBy: accept) }
        let kind = property.property.kind
        if let taker = matching.properties(ofNewer: entity)?.pair(newer: property.name) {
            return Refusal(
                .propertyRemoved(kind, nameTakenBy: taker.old.name),
                at: property.path,
                settledBy: [.originalName(property.name, of: taker.to.path)] + accept
            )
        }
        return Refusal(
            .propertyRemoved(kind, nameTakenBy: nil),
            at: property.path,
            settledBy: added.alike(property).map { .originalName(property.name, of: $0.path) } + accept
        )
    }
}

extension Refusal {
    /// Returns the refusal of a removed property or part that was probably renamed.
    static func likelyRename(_ old: OwnedProperty, _ new: OwnedProperty, settledBy accept: [Settlement]) -> Refusal {
        // The line may already be there, because it declared the rename to the older property's name.
        let isLeftOver = new.property.originalName == old.name
        return Refusal(
            .likelyRename(older: old.path, type: old.property.attributeType?.name),
            at: new.path,
            settledBy: [
                isLeftOver
                    ? .edit(.renameInTwoVersions(new.path, originalName: old.name))
                    : .originalName(old.name, of: new.path)
            ] + accept
        )
    }
}

/// How an accepted loss gives up a property's contents.
enum Surrender {
    /// They cannot stay in any case.
    case whole
    /// They or those of another property: each may be accepted, but only one has to be lost.
    case choice
}
