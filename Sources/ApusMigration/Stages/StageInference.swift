import ApusDiagnostics
import ApusSchema

/// Finds a stage's changes and what each means for the data.
struct StageInference {
    let old: Schema
    let new: Schema
    var matching: Matching
    let accepted: Set<ElementPath>
    /// The file that may accept losses; `nil` where none can, since the older schema has no version.
    let mappingFile: String?
    /// Whether the stages in between have judged everything, so that nothing is refused here.
    let isSettled: Bool
    private(set) var changes: [Change] = []
    private(set) var refusals: [Refusal] = []

    init(
        old: Schema,
        new: Schema,
        matching: Matching,
        accepted: Set<ElementPath>,
        mappingFile: String?,
        isSettled: Bool = false
    ) {
        self.old = old
        self.new = new
        self.matching = matching
        self.accepted = accepted
        self.mappingFile = mappingFile
        self.isSettled = isSettled
    }

    /// Unmatches the properties that cannot keep their values and whose loss is accepted, until nothing more follows.
    mutating func splitAccepted() {
        var didSplit: Bool = true
        while didSplit {
            didSplit = false
            for index in matching.entities.indices {
                let match: EntityMatch = matching.entities[index]
                let lost: [EntityMatch.PropertyMatch] = match.properties.filter { property in
                    isAcceptedLoss(property.old, of: match.old)
                        && incompatibility(of: property, in: match) != nil
                }
                guard !lost.isEmpty else { continue }
                didSplit = true
                matching.entities[index].properties.removeAll { lost.contains($0) }
                matching.entities[index].added += lost.map(\.new)
                matching.entities[index].removed += lost.map(\.old)
            }
        }
    }

    /// Finds all changes.
    mutating func inferChanges() {
        for entity in new.entities {
            if let match = matching.match(newer: entity.name) {
                inferChanges(of: match)
            } else {
                add(.entityAdded(entity), entity.name)
            }
        }
        for entity in matching.removed {
            let isAccepted: Bool = accepted.contains(ElementPath(entity.name))
            add(
                .entityRemoved(entity),
                entity.name,
                isLoss: true,
                refusedBecause: isAccepted ? nil : refusal(ofRemoving: entity)
            )
        }
    }

    private mutating func inferChanges(of match: EntityMatch) {
        let name: String = match.new.name
        if match.old.name != name { add(.entityRenamed(from: match.old.name, to: name), name) }
        inferSettings(of: match)
        for property in match.properties { inferChanges(of: property, in: match) }
        for property in match.added {
            switch property {
            case .attribute(let attribute):
                add(
                    .attributeAdded(attribute),
                    name,
                    refusedBecause: attribute.isOptional || !attribute.isKept || new.fill(of: attribute) != nil
                        ? nil : refusal(ofAdding: attribute, to: match)
                )
            case .relationship(let relationship):
                add(
                    .relationshipAdded(relationship),
                    name,
                    refusedBecause: relationship.isOptional || relationship.isTransient
                        ? nil : refusal(ofAdding: relationship, to: name)
                )
            }
        }
        for property in match.removed { inferRemoval(of: property, in: match) }
    }

    private mutating func inferRemoval(of property: Property, in match: EntityMatch) {
        let isAccepted: Bool = isAcceptedLoss(property, of: match.old)
        switch property {
        case .attribute(let attribute):
            add(
                .attributeRemoved(attribute),
                match.new.name,
                isLoss: attribute.isKept,
                refusedBecause: isAccepted || !attribute.isKept ? nil : refusal(ofRemoving: property, from: match)
            )
        case .relationship(let relationship):
            let isLoss: Bool = !relationship.isTransient && losesReferences(relationship, of: match.old)
            add(
                .relationshipRemoved(relationship, losesReferences: isLoss),
                match.new.name,
                isLoss: isLoss,
                refusedBecause: isAccepted || !isLoss ? nil : refusal(ofRemoving: property, from: match)
            )
        }
    }

    private mutating func inferChanges(of property: EntityMatch.PropertyMatch, in match: EntityMatch) {
        let name: String = match.new.name
        let obstacle: (kind: Change.Kind, refusal: Refusal)? = incompatibility(of: property, in: match)
        switch (property.old, property.new) {
        case (.attribute(let before), .attribute(let after)):
            if before.name != after.name { add(.attributeRenamed(from: before.name, to: after.name), name) }
            if before.type != after.type, obstacle == nil {
                add(.typeChanged(after.name, from: before.type, to: after.type), name)
            }
            inferOptionality(of: after, before: before, in: name)
            let isNowRequired: Bool = before.isOptional && !after.isOptional
            let older: StoredValue? = before.defaultValue.map { $0.stored(widenedTo: after.type) }
            if older != after.defaultValue?.stored, obstacle == nil, !isNowRequired {
                add(.defaultChanged(after.name, from: before.defaultValue, to: after.defaultValue), name)
            }
        case (.relationship(let before), .relationship(let after)):
            if before.name != after.name { add(.relationshipRenamed(from: before.name, to: after.name), name) }
            inferChanges(of: after, before: before, in: name, isRefused: obstacle != nil)
        default:
            break
        }
        inferSettings(of: property, in: match)
        if let obstacle { add(obstacle.kind, name, refusedBecause: obstacle.refusal) }
    }

    private mutating func inferOptionality(of after: Attribute, before: Attribute, in entity: String) {
        if !before.isOptional, after.isOptional { add(.becameOptional(after.name), entity) }
        if before.isOptional, !after.isOptional {
            let fill: Value? = new.fill(of: after)
            add(
                .becameRequired(after.name, default: fill),
                entity,
                refusedBecause: fill == nil && after.isKept ? refusal(ofRequiring: after, in: entity) : nil
            )
        }
    }

    private mutating func inferChanges(
        of after: Relationship,
        before: Relationship,
        in entity: String,
        isRefused: Bool
    ) {
        if before.deleteRule != after.deleteRule {
            add(.deleteRuleChanged(after.name, from: before.deleteRule, to: after.deleteRule), entity)
        }
        guard !isRefused else { return }
        let inverse: String? = before.inverse.flatMap { name in
            // The entity that declares it may be an ancestor of the one that the relationship leads to.
            let owner: Entity? = old.namedInverse(of: before)?.entity
            return matching.newer(ElementPath(owner?.name ?? before.destination, name))?.property
        }
        if inverse != after.inverse {
            add(.inverseChanged(after.name, from: before.inverse, to: after.inverse), entity)
        }
        guard !after.isToMany else { return }
        if !before.isOptional, after.isOptional { add(.becameOptional(after.name), entity) }
        if before.isOptional, !after.isOptional {
            add(
                .becameRequired(after.name, default: nil),
                entity,
                refusedBecause: refusal(ofRequiring: after, in: entity)
            )
        }
    }

    mutating func add(
        _ kind: Change.Kind,
        _ entity: String,
        isLoss: Bool = false,
        refusedBecause refusal: Refusal? = nil
    ) {
        let refusal: Refusal? = isSettled ? nil : refusal
        if let refusal { refusals.append(refusal) }
        let verdict: Change.Verdict = refusal.map { .refused($0) } ?? (isLoss ? .accepted : .lightweight)
        changes.append(Change(kind, entity: entity, verdict: verdict))
    }

    mutating func add(_ refusal: Refusal) {
        refusals.append(refusal)
    }
}

extension Attribute {
    /// Whether rows have a value that somebody gave them: not of what lives in memory only or follows from others.
    var isKept: Bool { !isTransient && !isEphemeral && derivation == nil }
}

extension Schema {
    /// The value that existing rows get when an attribute is added or made required: its default, or that of an enum.
    /// Swift source can be run by nobody but the app.
    func fill(of attribute: Attribute) -> Value? {
        guard attribute.defaultValue == nil, case .named(let name) = attribute.type else {
            return attribute.defaultValue
        }
        return enumeration(name)?.cases.first { $0.name == attribute.defaultExpression }?.rawValue
    }
}
