import ApusSchema
import Foundation

// The words of refusals: what cannot be inferred and why, and the lines that would settle it, ready to be pasted.

extension StageInference {
    /// A refusal that can be settled by giving up the older values.
    func refusal(
        _ code: String,
        _ path: ElementPath,
        _ message: String,
        dropping older: ElementPath,
        first help: [String] = []
    ) -> Refusal {
        Refusal(
            code: code,
            path: path,
            message: message,
            help: help + [
                mappingFile.map { "to give up the values so far, write in \($0): 'accept: [\(older)]'" }
                    ?? "leave it as it was, or \(startingAnew)"
            ]
        )
    }

    /// How to accept the loss of an element of the older schema.
    func accepting(_ path: ElementPath) -> String {
        mappingFile.map { "accept the loss in \($0): 'accept: [\(path)]'" } ?? "keep '\(path)', or \(startingAnew)"
    }

    /// How to say something in the mapping; nothing where no mapping can speak of the store.
    func writing(_ line: String, _ purpose: String) -> [String] {
        mappingFile.map { ["\(purpose), write in \($0): '\(line)'"] } ?? []
    }

    /// What is left to do with a store that has no version, of which no mapping can speak.
    private var startingAnew: String {
        "start with a new store: losses are accepted from a released version on"
    }

    // MARK: Attributes

    func refusal(
        ofAdding attribute: Attribute,
        _ found: FoundLeaf,
        _ property: OwnedProperty,
        to entity: String
    ) -> Refusal {
        if case .badFill(let text, let path)? = found.value.obstacle {
            return refusal(ofBadFill: text, at: path, type: attribute.type.name)
        }
        let path = ElementPath(entity, attribute.name)
        let removed: [OwnedProperty] = matching.properties(ofNewer: entity)?.removed ?? []
        let olderName: String = matching.olderName(of: entity) ?? entity
        let older: [OwnedProperty] = removed.filter { one in
            one.property.isLike(.attribute(attribute)) && acceptance(of: one, in: olderName) == nil
        }
        let renames: [String] = older.map { "if it was '\($0.name)' before, add 'originalName: \($0.name)'" }
        return Refusal(
            code: AttributeAdded.page.code,
            path: path,
            message: "'\(path)' is new and required, but has no default for the rows that exist",
            help: renames + ["give it a default, or make it optional: '\(attribute.type.name)?'"]
                + writing("fill: { \(path): \(example(of: found.leaf)) }", "to fill the rows that exist")
        )
    }

    /// A composite is new and some part of it has no value.
    func refusal(ofAddingWithout part: FoundLeaf, _ property: OwnedProperty, to entity: String) -> Refusal {
        let path = ElementPath(entity, property.name)
        let name: String = part.leaf.path.joined(separator: ".")
        let place = ElementPath(part.leaf.composite ?? entity, part.leaf.attribute.name)
        return Refusal(
            code: AttributeAdded.page.code,
            path: path,
            message: "'\(path)' is new and required, but its part '\(name)' has no default for the rows that exist",
            help: ["give '\(place)' a default, or make '\(path)' optional"]
                + writing("fill: { \(place): \(example(of: part.leaf)) }", "to fill the rows that exist")
        )
    }

    func refusal(ofRequiring property: OwnedProperty, _ found: FoundLeaf, in entity: String) -> Refusal {
        let path = ElementPath(entity, property.name)
        let said: ElementPath = found.leaf.composite.map { ElementPath($0, found.leaf.attribute.name) } ?? path
        return Refusal(
            code: BecameRequired.page.code,
            path: path,
            message: "'\(path)' becomes required, but has no default for the rows without a value",
            help: ["give it a default, or leave it optional"]
                + writing("fill: { \(said): \(example(of: found.leaf)) }", "to fill the rows without a value")
                + (found.leaf.composite == nil
                    ? writing(
                        "require: [\(path)]",
                        "if every row has a value, and the migration shall stop at one without"
                    )
                    : [])
        )
    }

    func refusal(ofStoring property: OwnedProperty, _ found: FoundLeaf) -> Refusal {
        let path: ElementPath = property.path
        let said: ElementPath = found.leaf.composite.map { ElementPath($0, found.leaf.attribute.name) } ?? path
        return Refusal(
            code: BecameStored.page.code,
            path: path,
            message: "'\(path)' is kept from now on and required, but has no default for the rows that exist",
            help: ["give it a default, or make it optional"]
                + writing("fill: { \(said): \(example(of: found.leaf)) }", "to fill the rows that exist")
        )
    }

    /// A value for a hint that can be pasted.
    func example(of leaf: Schema.Leaf) -> String {
        if let enumeration = new.enumeration(of: leaf.attribute) { return enumeration.cases.first?.name ?? "…" }
        let attribute: Attribute = leaf.attribute
        // No two objects may have the same value: what differs from row to row is the better start.
        let isUnique: Bool = new.entities.contains { entity in
            entity.attributes.contains(attribute)
                && (attribute.isUnique || entity.uniquenessConstraints.contains([attribute.name]))
        }
        return switch leaf.type {
        case .int16, .int32, .int64: isUnique ? "rowNumber()" : Self.within(attribute, .int(0)).text
        case .decimal: Self.within(attribute, .decimal(0)).text
        case .double, .float: Self.within(attribute, .double(0)).text
        case .string where isUnique: "uuid()"
        case .string: "\"\(String(repeating: "-", count: attribute.length?.minimum ?? 0))\""
        case .bool: "false"
        case .date: "now()"
        case .uuid: "uuid()"
        case .url: "\"about:blank\""
        case .data: "\"\""
        }
    }

    /// A value, or the limit of the attribute that it is beyond.
    private static func within(_ attribute: Attribute, _ value: Value) -> Value {
        if let least = attribute.minimum, value.isBelow(least) == true { return least }
        if let most = attribute.maximum, most.isBelow(value) == true { return most }
        return value
    }

    func refusal(
        ofConverting match: PropertyMatch,
        _ before: Attribute,
        _ after: Attribute
    ) -> Refusal {
        let path: ElementPath = match.to.path
        let reason: String =
            suggestedConversion(from: before, to: after) == nil
            ? "and no conversion leads from one to the other" : "which may lose values"
        return refusal(
            TypeChanged.page.code,
            path,
            "'\(path)' changes from \(before.type.name) to \(after.type.name), \(reason)",
            dropping: match.from.path,
            first: converting(before, to: after, at: path)
        )
    }

    /// The line that converts the values of an attribute or a part, where there is a conversion, and what else it could
    /// say.
    func converting(_ before: Attribute, to after: Attribute, at path: ElementPath) -> [String] {
        guard let name = suggestedConversion(from: before, to: after) else { return [] }
        return writing("convert: { \(path): \(name.example) }", "to convert the values").map { $0 + name.others }
    }

    /// A conversion that could be written, and the others.
    private func suggestedConversion(
        from before: Attribute,
        to after: Attribute
    ) -> (example: String, others: String)? {
        let source: Enumeration? = old.enumeration(of: before)
        if let target = new.enumeration(of: after) {
            let isPossible: Bool = source != nil || before.type.scalar?.storage == target.type.storage
            return isPossible ? ("cases", " (or 'casesOrNull')") : nil
        }
        if before.type.isBytes, after.type.isBytes { return ("bytes", "") }
        guard let from = before.type.scalar ?? source?.type, let to = after.type.scalar else { return nil }
        let names: [String] = Conversion.suggestions(from: from, to: to).map(\.name)
        guard let first = names.first else { return nil }
        let rest: String = names.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
        return (first, " (\(rest.isEmpty ? "" : "or \(rest), ")see Documentation/Conversions.md)")
    }

    func refusal(
        ofConversion name: String,
        at place: ElementPath,
        _ match: PropertyMatch,
        _ before: Attribute,
        _ after: Attribute
    ) -> Refusal {
        let known: String? = suggestedConversion(from: before, to: after).map { "'\($0.example)'\($0.others)" }
        return Refusal(
            code: "AP405",
            path: place,
            message: "'\(name)' turns no \(before.type.name) into \(after.type.name), as '\(place)' would need",
            help: [known.map { "these do: \($0)" } ?? "remove the line: the two types have no values in common"]
        )
    }

    func refusal(ofFilling found: FoundLeaf, _ property: OwnedProperty) -> Refusal {
        guard case .badFill(let text, let path)? = found.value.obstacle else {
            return refusal(ofBadFill: "", at: property.path, type: found.leaf.type.rawValue)
        }
        return refusal(ofBadFill: text, at: path, type: found.leaf.attribute.type.name)
    }

    func refusal(ofBadFill text: String, at path: ElementPath, type: String) -> Refusal {
        Refusal(
            code: "AP404",
            path: path,
            message: "'\(path)' is filled with '\(text)', which is no \(type)",
            help: ["write a value of that type"]
        )
    }

    func refusal(ofLeavingEmpty match: PropertyMatch, _ found: FoundLeaf) -> Refusal {
        let path: ElementPath = match.to.path
        return Refusal(
            code: BecameRequired.page.code,
            path: path,
            message: "some rows of '\(path)' would be left without a value, but it is required",
            help: ["give it a default, or make it optional"]
                + writing("fill: { \(path): \(example(of: found.leaf)) }", "to fill them")
        )
    }

    func refusal(ofNotKeeping match: PropertyMatch, isDerived: Bool) -> Refusal {
        let path: ElementPath = match.to.path
        return Refusal(
            code: isDerived ? BecameDerived.page.code : BecameTransient.page.code,
            path: path,
            message: isDerived
                ? "'\(path)' is computed from now on, and the values that people gave it would be lost"
                : "'\(path)' is no longer kept in the store, and what it holds would be lost",
            help: [accepting(match.from.path)]
        )
    }

    // MARK: Relationships

    func refusal(ofAdding relationship: Relationship, to entity: String) -> Refusal {
        let path = ElementPath(entity, relationship.name)
        return Refusal(
            code: RelationshipAdded.page.code,
            path: path,
            message: "'\(path)' is new and required, but nothing says where it leads to from the rows that exist",
            help: ["make it optional: 'optional: true'"]
        )
    }

    func refusal(ofStoring relationship: Relationship, in entity: String) -> Refusal {
        let path = ElementPath(entity, relationship.name)
        return Refusal(
            code: BecameStored.page.code,
            path: path,
            message:
                "'\(path)' is kept in the store from now on and required, but nothing says where it leads to from the "
                + "rows that exist",
            help: ["make it optional: 'optional: true'"]
        )
    }

    func refusal(ofRequiring relationship: Relationship, in entity: String) -> Refusal {
        let path = ElementPath(entity, relationship.name)
        return Refusal(
            code: BecameRequired.page.code,
            path: path,
            message: "'\(path)' becomes required, but nothing says where it leads to from the rows without one",
            help: ["leave it optional: 'optional: true'"]
                + writing("require: [\(path)]", "if every row has one, and the migration shall stop at one without")
        )
    }

    func refusal(ofNarrowing match: PropertyMatch, to kinds: [String]) -> Refusal {
        let path: ElementPath = match.to.path
        let names: String = kinds.map { "'\($0)'" }.joined(separator: ", ")
        return Refusal(
            code: ReferencesNarrowed.page.code,
            path: path,
            message: "'\(path)' can no longer lead to objects of \(names), and references to them would be lost",
            help: [accepting(match.from.path)]
        )
    }

    func refusal(ofEmptying match: PropertyMatch, lost kinds: [String]) -> Refusal {
        let path: ElementPath = match.to.path
        let names: String = kinds.map { "'\($0)'" }.joined(separator: ", ")
        return Refusal(
            code: ReferencesNarrowed.page.code,
            path: path,
            message: "'\(path)' is required, but leads nowhere where it led to an object of \(names)",
            help: ["make it optional: 'optional: true'"]
                + writing("require: [\(path)]", "if none does, and the migration shall stop at one that does")
        )
    }

    func refusal(ofUnordering match: PropertyMatch) -> Refusal {
        let path: ElementPath = match.to.path
        return Refusal(
            code: BecameUnordered.page.code,
            path: path,
            message: "'\(path)' has no order any more, and the order so far would be lost",
            help: [accepting(match.from.path)]
        )
    }
}

extension Property {
    /// What the property is, in words.
    var kindName: String {
        switch self {
        case .attribute: "an attribute"
        case .relationship: "a relationship"
        }
    }

    /// The attribute's type; `nil` for a relationship.
    var attributeType: AttributeType? {
        if case .attribute(let attribute) = self { attribute.type } else { nil }
    }

    /// Whether the two could be one property under two names.
    func isLike(_ other: Property) -> Bool {
        switch (self, other) {
        case (.attribute(let one), .attribute(let two)): one.type == two.type
        case (.relationship(let one), .relationship(let two)):
            one.destination == two.destination && one.isToMany == two.isToMany
        default: false
        }
    }
}
