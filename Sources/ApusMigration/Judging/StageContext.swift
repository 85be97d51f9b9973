import ApusSchema
import Foundation

/// What the judges of a stage look at: the matching, the mapping's lines, and the rules of values and references.
struct StageContext {
    let matching: Matching
    let lines: MappingLines
    /// The file that may accept losses and fill; `nil` if there can be none, since the older schema has no version.
    let mappingFile: String?
    private let memo = RenameMemo()

    var older: IndexedSchema { matching.older }
    var newer: IndexedSchema { matching.newer }
    var old: Schema { matching.older.schema }
    var new: Schema { matching.newer.schema }
    var values: ValueRules { ValueRules(matching: matching, lines: lines) }
    var references: ReferenceRules { ReferenceRules(matching: matching) }

    /// Whether objects of an older kind go on, so that they can lose something.
    func goesOn(_ olderKind: String) -> Bool {
        guard older.isConcrete(olderKind), let name = matching.newerName(of: olderKind) else { return false }
        return newer.isConcrete(name)
    }

    /// The older names of those newer kinds whose objects go on.
    func olderKinds(of kinds: [String]) -> [String] { kinds.compactMap(matching.olderName(of:)).filter(goesOn) }

    /// Whether a newer entity has objects that were there before.
    func hasOldObjects(_ kind: String) -> Bool {
        guard newer.isConcrete(kind), let name = matching.olderName(of: kind) else { return false }
        return older.isConcrete(name)
    }

    /// Whether two types are the same, or a composite or an enum under its older and its newer name.
    func isSameType(_ before: AttributeType, _ after: AttributeType) -> Bool {
        guard case .named(let one) = before, case .named(let other) = after else { return before == after }
        return matching.types.isSame(one, other)
    }

    /// What an attribute or a composite of the newer schema is called, by a leaf of it: its own path, or the part's.
    func path(of leaf: Schema.Leaf, in path: ElementPath) -> ElementPath {
        leaf.composite.map { ElementPath($0, leaf.attribute.name) } ?? path
    }
}

// MARK: Renames

/// Who was looked for among whom, so that it is found once per entity.
private final class RenameMemo {
    struct Key: Hashable {
        let newer: String
        let older: String
    }

    var added: [Key: LikelyRename] = [:]
    var removed: [Key: LikelyRename] = [:]
}

extension StageContext {
    /// The new properties of a newer entity, to look for what those of an older one have become.
    func added(to newerName: String, of olderName: String) -> LikelyRename {
        let key = RenameMemo.Key(newer: newerName, older: olderName)
        if let known = memo.added[key] { return known }
        let renames = LikelyRename(
            matching.properties(ofNewer: newerName)?.added ?? [],
            in: newer.properties(of: newerName).map(\.name),
            for: older.properties(of: olderName).map(\.name)
        )
        memo.added[key] = renames
        return renames
    }

    /// The properties of an older entity that are gone, and not by the mapping's word, to look for what those of a newer
    /// one were.
    func removed(from olderName: String, in newerName: String) -> LikelyRename {
        let key = RenameMemo.Key(newer: newerName, older: olderName)
        if let known = memo.removed[key] { return known }
        let gone: [OwnedProperty] = matching.properties(ofNewer: newerName)?.removed ?? []
        let renames = LikelyRename(
            gone.filter { acceptance(of: $0, in: olderName) == nil },
            in: older.properties(of: olderName).map(\.name),
            for: newer.properties(of: newerName).map(\.name)
        )
        memo.removed[key] = renames
        return renames
    }
}

// MARK: Losses

extension StageContext {
    /// The line that accepts the loss of an older property: by its name, by its inverse's, or by that of a removed
    /// entity that either belongs to.
    func acceptance(of property: OwnedProperty, in kind: String) -> Mapping.Line? {
        if lines.isEmpty { return nil }
        if let line = lines.acceptance(of: older.paths(of: property, in: kind)) { return line }
        guard case .relationship(let relationship) = property.property else { return nil }
        if let line = acceptanceAcross(property) { return line }
        return removal(of: relationship.destination)
    }

    /// The line that accepts that an older entity goes with all its objects.
    private func removal(of entity: String) -> Mapping.Line? {
        matching.newerName(of: entity) == nil ? lines.acceptance(of: entity) : nil
    }

    /// Whether what a removed property holds goes with it: not of what lives in memory only or follows from others, nor
    /// of references that the other side keeps.
    func loses(_ property: OwnedProperty) -> Bool {
        switch property.property {
        case .attribute(let attribute): return attribute.isKept
        case .relationship(let relationship):
            guard let before = references.oldReferences(property.path) else { return false }
            // The other side keeps the references, but it has no order of this one's.
            if relationship.isToMany, relationship.isOrdered { return true }
            guard let back = before.side(across: property.path), back != property.path else { return true }
            let far: [String] = older.kinds(below: relationship.destination).filter(goesOn)
            return far.isEmpty ? !isKept(back) : !far.allSatisfy { isKept(back, by: $0) }
        }
    }

    /// The line that accepts, under the other side's name, that references go with a removed relationship: for each kind
    /// at that end that does not keep them.
    private func acceptanceAcross(_ property: OwnedProperty) -> Mapping.Line? {
        guard case .relationship(let relationship) = property.property,
            let back = references.oldReferences(property.path)?.side(across: property.path)
        else { return nil }
        if let line = lines.acceptance(of: [back]) { return line }
        let far: [String] = older.kinds(below: relationship.destination).filter { goesOn($0) && !isKept(back, by: $0) }
        let found: [Mapping.Line?] = far.map { kind in
            let side: OwnedProperty? = older.properties(of: kind).first { $0.path == back }
            return side.flatMap { lines.acceptance(of: older.paths(of: $0, in: kind)) }
        }
        return found.contains(nil) ? nil : found.first ?? nil
    }

    /// Whether an older relationship is still one for some of the objects that had it.
    private func isKept(_ path: ElementPath) -> Bool {
        older.family(below: path.entity).contains { isKept(path, by: $0) }
    }

    private func isKept(_ path: ElementPath, by olderKind: String) -> Bool {
        guard let name = matching.newerName(of: olderKind), let properties = matching.properties(ofNewer: name) else {
            return false
        }
        return properties.pairs.contains { pair in
            pair.from.path == path && references.newReferences(pair.to.path) != nil
        }
    }
}

// MARK: Settlements

extension StageContext {
    /// The line of the mapping, if a mapping can speak of the stage.
    func writing(_ line: Mapping.Line) -> [Refusal.Settlement] { mappingFile.map { [.line(line, file: $0)] } ?? [] }

    /// The loss of an older element, accepted; or what is left to do with a store of which no mapping can speak.
    func accepting(_ path: ElementPath) -> [Refusal.Settlement] {
        mappingFile.map { [.line(.accept(path), file: $0)] } ?? [.edit(.keep(path)), .newStore]
    }

    /// A value for the rows without one, as an example to be looked over.
    func filling(_ path: ElementPath, like leaf: Schema.Leaf) -> [Refusal.Settlement] {
        writing(.fill(path, example(of: leaf, at: path)))
    }

    /// A value that can be pasted: valid for the attribute, and different in each row if it has to be unique.
    private func example(of leaf: Schema.Leaf, at path: ElementPath) -> Fill {
        if let enumeration = new.enumeration(of: leaf.attribute) {
            return .literal(enumeration.cases.first?.name ?? "")
        }
        let attribute: Attribute = leaf.attribute
        // A part of a composite is in no constraint by itself.
        let isUnique: Bool = newer.line(of: path.entity).contains { entity in
            entity.attribute(attribute.name) == attribute
                && (attribute.isUnique || entity.uniquenessConstraints.contains([attribute.name]))
        }
        func within(_ value: Value) -> Fill {
            if let least = attribute.minimum, value.isBelow(least) == true { return .literal(least.text) }
            if let most = attribute.maximum, most.isBelow(value) == true { return .literal(most.text) }
            return .literal(value.text)
        }
        return switch leaf.type {
        case .int16, .int32, .int64: isUnique ? .generated(.rowNumber) : within(.int(0))
        case .decimal: within(.decimal(0))
        case .double, .float: within(.double(0))
        case .string where isUnique: .generated(.uuid)
        case .string: .literal(String(repeating: "-", count: attribute.length?.minimum ?? 0))
        case .bool: .literal("false")
        case .date: .generated(.now)
        case .uuid: .generated(.uuid)
        case .url: .literal("about:blank")
        case .data: .literal("")
        }
    }

    /// The lines that convert the values of an attribute or a part, the best conversion first; none if there is none.
    func converting(_ path: ElementPath, from before: Attribute, to after: Attribute) -> [Refusal.Settlement] {
        conversions(from: before, to: after).flatMap { writing(.convert(path, $0)) }
    }

    /// The names of the conversions between two attributes' types, the best one first.
    func conversions(from before: Attribute, to after: Attribute) -> [String] {
        let source: Enumeration? = old.enumeration(of: before)
        if let target = new.enumeration(of: after) {
            let isPossible: Bool = source != nil || before.type.scalar?.storage == target.type.storage
            return isPossible ? ["cases", "casesOrNull"] : []
        }
        if before.type.isBytes, after.type.isBytes { return ["bytes"] }
        guard let from = before.type.scalar ?? source?.type, let to = after.type.scalar else { return [] }
        return Conversion.suggestions(from: from, to: to).map(\.name)
    }
}

extension Property {
    /// What the property is.
    var kind: Refusal.Kind {
        switch self {
        case .attribute: .attribute
        case .relationship: .relationship
        }
    }

    /// The attribute's type; `nil` for a relationship.
    var attributeType: AttributeType? {
        if case .attribute(let attribute) = self { attribute.type } else { nil }
    }
}
