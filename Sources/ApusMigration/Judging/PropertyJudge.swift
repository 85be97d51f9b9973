import ApusSchema

/// Judges the properties of an entity: those that its objects have, for itself and for all that inherit them, and those
/// that they have no longer.
struct PropertyJudge {
    let context: StageContext

    private var matching: Matching { context.matching }
    private var newer: IndexedSchema { context.newer }

    // MARK: Properties that objects have

    /// Judges the properties that a newer entity declares.
    func judgeProperties(declaredBy name: String) -> Findings {
        var findings = Findings()
        let holders: [String] = newer.family(below: name).filter { matching.olderName(of: $0) != nil }
        guard !holders.isEmpty else { return findings }
        var found: [Holder] = holders.map { Holder(name: $0, pairs: matching.properties(ofNewer: $0)?.pairs ?? []) }
        let isSameOwner: Bool = matching.newerName(of: name) == name
        for property in newer.declared(by: name) {
            var isAsItWas: Bool = isSameOwner
            for index in found.indices {
                found[index].take(property)
                isAsItWas = isAsItWas && self.isAsItWas(property, in: found[index])
            }
            if !isAsItWas { judge(property, in: found, &findings) }
        }
        return findings
    }

    /// A newer entity that has a property, its own or inherited, and what the property was.
    private struct Holder {
        let name: String
        let pairs: [PropertyMatch]
        private(set) var match: PropertyMatch?
        private var index: Int = 0

        init(name: String, pairs: [PropertyMatch]) {
            self.name = name
            self.pairs = pairs
        }

        /// Looks for what a property was.
        mutating func take(_ property: OwnedProperty) {
            match = pairs.first(from: &index) { pair in
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

    private func judge(_ property: OwnedProperty, in holders: [Holder], _ findings: inout Findings) {
        var pairs: [(match: PropertyMatch, kinds: [String])] = []
        var indices: [PropertyMatch: Int] = [:]
        var without: [String] = []
        for holder in holders {
            guard let match = holder.match else {
                without.append(holder.name)
                continue
            }
            let index: Int = indices[match] ?? pairs.count
            indices[match] = index
            if index == pairs.count { pairs.append((match, [])) }
            pairs[index].kinds.append(holder.name)
        }
        if pairs.isEmpty {
            // What a new entity brings for itself alone is reported with it.
            if matching.olderName(of: property.owner) != nil || !without.isEmpty {
                findings.append(addition(of: property, to: without, in: property.owner))
            }
            return
        }
        let owners: [String] = pairs.map { matching.newerName(of: $0.match.from.owner) ?? $0.match.from.owner }
        if owners != [property.owner] {
            findings.add(PropertyMoved(name: property.name, from: owners, to: property.owner), property.owner)
        }
        for (match, kinds) in pairs { judge(match, in: kinds, &findings) }
        for kind in without where newer.isConcrete(kind) {
            findings.append(addition(of: property, to: [kind], in: kind))
        }
    }

    private func judge(_ match: PropertyMatch, in kinds: [String], _ findings: inout Findings) {
        if match.isUnchanged, needsNoLook(match, in: kinds) { return }
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            findings.append(AttributeJudge(context: context).judge(from: before, to: after, match, in: kinds))
        case (.relationship(let before), .relationship(let after)):
            findings.append(RelationshipJudge(context: context).judge(from: before, to: after, match, in: kinds))
        case (.attribute, .relationship), (.relationship, .attribute):
            findings.add(
                KindChanged(from: match.old, to: match.new),
                match.to.owner,
                .refused(Self.kindChanged(match, context))
            )
        }
    }

    /// Whether a property that is the same depends on nothing else that may not be: on a type of the model, on other
    /// entities, on a mapping.
    private func needsNoLook(_ match: PropertyMatch, in kinds: [String]) -> Bool {
        if match.to.isAttribute { return !match.to.isOfModelType && !hasFill(match, in: kinds) }
        return !matching.related.contains(match.to.owner)
    }

    /// Whether the mapping fills an attribute that is as it was, which may be needed even so.
    private func hasFill(_ match: PropertyMatch, in kinds: [String]) -> Bool {
        if context.lines.isEmpty { return false }
        return kinds.contains { context.lines.fill(of: newer.paths(of: match.to, in: $0)) != nil }
    }

    /// A property that the objects of some kinds did not have.
    private func addition(of property: OwnedProperty, to kinds: [String], in entity: String) -> Findings {
        switch property.property {
        case .attribute(let attribute):
            AttributeJudge(context: context).judgeAddition(of: property, attribute, to: kinds, in: entity)
        case .relationship(let relationship):
            RelationshipJudge(context: context).judgeAddition(of: property, relationship, to: kinds, in: entity)
        }
    }

    // MARK: Obstacles

    /// Why a matched property cannot keep what it holds for the objects of a kind, or `nil` if it can.
    func obstacle(of match: PropertyMatch, in kind: String) -> Refusal? {
        switch (match.old, match.new) {
        case (.attribute(let before), .attribute(let after)):
            AttributeJudge(context: context).obstacle(from: before, to: after, match, in: kind)
        case (.relationship(let before), .relationship(let after)):
            RelationshipJudge(context: context).obstacle(from: before, to: after, match, in: kind)
        case (.attribute, .relationship), (.relationship, .attribute): Self.kindChanged(match, context)
        }
    }

    private static func kindChanged(_ match: PropertyMatch, _ context: StageContext) -> Refusal {
        Refusal(
            .kindChanged(from: match.old.kind, to: match.new.kind),
            at: match.to.path,
            settledBy: context.accepting(match.from.path)
        )
    }

    // MARK: Properties that objects have no longer

    /// Judges the properties of an older entity that its objects, or some that inherited them, no longer have.
    func judgeRemovals(of olderName: String) -> Findings {
        var findings = Findings()
        let holders: [String] = context.older.family(below: olderName).filter { matching.newerName(of: $0) != nil }
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
                for kind in lost { judgeLoss(of: owned, by: kind, &findings) }
            }
        }
        return findings
    }

    private func judgeRemoval(
        of property: OwnedProperty,
        from kinds: [String],
        in entity: String,
        _ findings: inout Findings
    ) {
        let losers: [String] = kinds.filter(context.goesOn)
        let isLoss: Bool = !losers.isEmpty && context.loses(property)
        let judgement: Finding.Judgement =
            isLoss
            ? .loss(losers.map { context.acceptance(of: property, in: $0) }, removal(of: property, in: entity))
            : .lightweight
        switch property.property {
        case .attribute(let attribute):
            findings.add(AttributeRemoved(attribute: attribute, isLoss: isLoss), entity, judgement)
        case .relationship(let relationship):
            findings.add(RelationshipRemoved(relationship: relationship, losesReferences: isLoss), entity, judgement)
        }
    }

    private func judgeLoss(of property: OwnedProperty, by kind: String, _ findings: inout Findings) {
        guard context.goesOn(kind), let name = matching.newerName(of: kind) else { return }
        let isLoss: Bool = context.loses(property)
        let refusal = Refusal(
            .inheritedPropertyLost(property.name, property.property.kind),
            at: ElementPath(name),
            settledBy: [.edit(.declare(property.name, for: name))]
                + context.accepting(ElementPath(kind, property.name))
        )
        findings.add(
            InheritedPropertyLost(property: property.name, declaredBy: property.owner, isLoss: isLoss),
            name,
            isLoss ? .loss([context.acceptance(of: property, in: kind)], refusal) : .lightweight
        )
    }

    /// A property is gone; perhaps it was renamed.
    private func removal(of property: OwnedProperty, in entity: String) -> Refusal {
        let accept: [Refusal.Settlement] = context.accepting(property.path)
        let added: LikelyRename = context.added(to: entity, of: property.owner)
        if let likely = added.best(of: property) { return .likelyRename(property, likely, settledBy: accept) }
        let kind: Refusal.Kind = property.property.kind
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
    /// A property or a part is gone, and another one is probably the same under a new name.
    static func likelyRename(_ old: OwnedProperty, _ new: OwnedProperty, settledBy accept: [Settlement]) -> Refusal {
        // The line may be there already, and mean the rename that made the older property of that name.
        let isLeftOver: Bool = new.property.originalName == old.name
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
