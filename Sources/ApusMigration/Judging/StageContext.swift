import ApusSchema
import Foundation

/// The input of a stage's judges: the matching, the mapping's lines, and the rules for values and references.
struct StageContext {
    let matching: Matching
    let lines: MappingLines
    /// The mapping file of the stage; `nil` if there can be none, because the older schema has no version.
    let mappingFile: String?
    /// The rules for references, which search each hierarchy once.
    let references: ReferenceRules
    /// What the mapping did before names are matched.
    let preparation: Preparation?
    private let memo = RenameMemo()

    init(matching: Matching, lines: MappingLines, mappingFile: String?, preparation: Preparation? = nil) {
        self.preparation = preparation
        self.matching = matching
        self.lines = lines
        self.mappingFile = mappingFile
        references = ReferenceRules(matching: matching)
    }

    var older: IndexedSchema { matching.older }
    var newer: IndexedSchema { matching.newer }
    var old: Schema { matching.older.schema }
    var new: Schema { matching.newer.schema }
    var values: ValueRules { ValueRules(matching: matching, lines: lines) }

    /// Returns whether the objects of an older entity are kept, so that they can lose something.
    func keepsObjects(_ olderEntity: String) -> Bool {
        guard older.isConcrete(olderEntity), let name = matching.newerName(of: olderEntity) else { return false }
        return newer.isConcrete(name)
    }

    /// Returns the older names of those newer entities that keep their objects.
    func olderEntities(of entities: [String]) -> [String] {
        entities.compactMap(matching.olderName(of:)).filter(keepsObjects)
    }

    /// Returns whether a newer entity may have objects that already exist.
    func hasExistingObjects(_ entity: String) -> Bool {
        guard newer.isConcrete(entity), let name = matching.olderName(of: entity) else { return false }
        return older.isConcrete(name)
    }

    /// Returns whether two types are the same, where a renamed composite or enum counts as the same type.
    func isSameType(_ before: AttributeType, _ after: AttributeType) -> Bool {
        guard case .named(let one) = before, case .named(let other) = after else { return before == after }
        return matching.types.isSame(one, other)
    }

    /// Returns whether the mapping computes a property of an entity, or a part of it.
    func isComputed(_ property: OwnedProperty, in entity: String) -> Bool {
        guard case .attribute(let attribute) = property.property else {
            return lines.expression(of: newer.paths(of: property, in: entity)) != nil
        }
        return new.leaves(of: attribute).contains { values.expression(of: $0, of: property, in: entity) != nil }
    }

    /// Returns the path of a leaf in messages and mappings: the attribute's, or the part's if the leaf is a part.
    func path(of leaf: Schema.Leaf, in path: ElementPath) -> ElementPath {
        leaf.composite.map { ElementPath($0, leaf.attribute.name) } ?? path
    }
}

// MARK: Renames

/// The searches for renames, so that each is prepared once per pair of entities.
private final class RenameMemo {
    struct Key: Hashable {
        let newer: String
        let older: String
    }

    var added: [Key: LikelyRename] = [:]
    var removed: [Key: LikelyRename] = [:]
}

extension StageContext {
    /// Returns a search among the new properties of a newer entity, for removed properties of an older one.
    func added(to newerName: String, of olderName: String) -> LikelyRename {
        let key = RenameMemo.Key(newer: newerName, older: olderName)
        if let known = memo.added[key] { return known }
        let renames = LikelyRename(
            (matching.properties(ofNewer: newerName)?.added ?? []).filter { property in
                // What is computed is not the older element under another name.
                !isComputed(property, in: newerName)
            },
            in: newer.properties(of: newerName).map(\.name),
            for: older.properties(of: olderName).map(\.name)
        )
        memo.added[key] = renames
        return renames
    }

    /// Returns a search among the removed properties of an older entity, for new properties of a newer one. Properties
    /// whose loss the mapping accepts are left out.
    func removed(from olderName: String, in newerName: String) -> LikelyRename {
        let key = RenameMemo.Key(newer: newerName, older: olderName)
        if let known = memo.removed[key] { return known }
        let removed = matching.properties(ofNewer: newerName)?.removed ?? []
        let renames = LikelyRename(
            removed.filter { acceptance(of: $0, in: olderName) == nil },
            in: older.properties(of: olderName).map(\.name),
            for: newer.properties(of: newerName).map(\.name)
        )
        memo.removed[key] = renames
        return renames
    }
}

// MARK: Losses

extension StageContext {
    /// Returns the line that accepts the loss of an older property: it names the property, its inverse, or a removed
    /// entity to which either belongs.
    func acceptance(of property: OwnedProperty, in entity: String) -> Mapping.Line? {
        if lines.isEmpty { return nil }
        if let line = lines.acceptance(of: older.paths(of: property, in: entity)) { return line }
        guard case .relationship(let relationship) = property.property else { return nil }
        if let line = acceptanceAcross(property) { return line }
        return removal(of: relationship.destination)
    }

    /// Returns the line of the mapping by which other objects, or other attributes, keep the values of an older attribute.
    func carrier(of property: OwnedProperty, in entity: String) -> Mapping.Line? {
        guard case .attribute(let attribute) = property.property else { return nil }
        if let line = keeper(of: old.leaves(of: attribute), in: entity) { return line }
        guard let carrier = preparation?.carrier(of: attribute, in: entity) else { return nil }
        // Rows that a condition leaves out are searched for, unless the loss of their values is accepted.
        return carrier.isOfAll || acceptance(of: property, in: entity) == nil ? carrier.line : nil
    }

    /// Returns the refusal of an older attribute whose values are kept by objects that no relationship relates to those of some
    /// entities; `nil` if nothing keeps them.
    func separation(of property: OwnedProperty, from entities: [String]) -> Refusal? {
        guard case .attribute(let attribute) = property.property,
            let found = entities.lazy.compactMap({ preparation?.separation(of: attribute, in: $0) }).first
        else { return nil }
        return Refusal(
            .valuesSeparated(keeper: found.keeper),
            at: property.path,
            settledBy: relating(found) + accepting(property.path)
        )
    }

    /// Returns how the mapping relates objects that are apart.
    func relating(_ separation: Preparation.Separation) -> [Refusal.Settlement] {
        separation.hasRelationship
            ? writing(separation.line) : [.edit(.relate(separation.line, to: separation.keeper))]
    }

    /// Returns the line of the mapping by which all objects of an older entity keep some of their values under another name.
    func keeper(of leaves: [Schema.Leaf], in entity: String) -> Mapping.Line? {
        guard !lines.isEmpty, keepsObjects(entity), preparation?.isGone(entity) != true,
            let name = matching.newerName(of: entity)
        else { return nil }
        return values.line(keeping: leaves, in: name)
    }

    /// Returns whether lines keep the values of an older part under other names, in all attributes that stay of its composite.
    func keepsValues(ofPart part: ElementPath) -> Bool {
        let kept = keepers(ofPart: part)
        return !kept.isEmpty && !kept.contains(nil)
    }

    /// Returns the lines that keep the values of an older part under other names, for each attribute that stays of its
    /// composite in each entity that keeps its objects; `nil` for those that lose them.
    private func keepers(ofPart part: ElementPath) -> [Mapping.Line?] {
        if lines.isEmpty { return [] }
        return old.entities.map(\.name).filter(keepsObjects).flatMap { entity -> [Mapping.Line?] in
            let pairs = matching.newerName(of: entity).flatMap { matching.properties(ofNewer: $0) }?.pairs ?? []
            return pairs.compactMap { pair -> Mapping.Line?? in
                guard case .attribute(let before) = pair.old, before.isKept, case .attribute(let after) = pair.new,
                    isSameType(before.type, after.type)
                else { return nil }
                let leaves = old.leaves(of: before, through: part)
                return leaves.isEmpty ? nil : .some(keeper(of: leaves, in: entity))
            }
        }
    }

    /// Returns the lines of a released mapping that accept the loss of values that other lines keep. No stage needs them, but
    /// each did when such values counted as lost, and what is released cannot change.
    func formerAcceptances(in mapping: Mapping) -> [Mapping.Line] {
        guard mapping.to != nil else { return [] }
        return mapping[.accept].filter { line in
            if older.entity(line.path.entity) == nil { return keepers(ofPart: line.path).contains { $0 != nil } }
            return older.concreteEntities(below: line.path.entity).contains { entity in
                older.properties(of: entity).contains { owned in
                    guard case .attribute(let attribute) = owned.property else { return false }
                    return lines.acceptance(of: older.paths(of: owned, in: entity)) == line
                        && keeper(of: old.leaves(of: attribute), in: entity) != nil
                }
            }
        }
    }

    /// Returns the line that accepts the removal of an older entity with all its objects, none of which is kept as one of a
    /// sub-entity. In a released mapping, it goes on to cover those as well.
    private func removal(of entity: String) -> Mapping.Line? {
        guard matching.newerName(of: entity) == nil,
            lines.isReleased || !older.concreteEntities(below: entity).contains(where: keepsObjects)
        else { return nil }
        return lines.acceptance(of: entity)
    }

    /// Returns whether removing a property loses data. Transient and derived attributes have none, and an inverse may
    /// keep the references.
    func loses(_ property: OwnedProperty) -> Bool {
        switch property.property {
        case .attribute(let attribute): return attribute.isKept
        case .relationship(let relationship):
            guard let before = references.oldReferences(property.path) else { return false }
            // The inverse keeps the references, but not this side's order.
            if relationship.isToMany, relationship.isOrdered { return true }
            guard let back = before.side(across: property.path), back != property.path else { return true }
            let far = older.concreteEntities(below: relationship.destination).filter(keepsObjects)
            return far.isEmpty ? !isKept(back) : !far.allSatisfy { isKept(back, by: $0) }
        }
    }

    /// Returns the line that accepts the loss of a removed relationship's references under the name of its inverse, if
    /// every destination entity that does not keep them has such a line.
    private func acceptanceAcross(_ property: OwnedProperty) -> Mapping.Line? {
        guard case .relationship(let relationship) = property.property,
            let back = references.oldReferences(property.path)?.side(across: property.path)
        else { return nil }
        if let line = lines.acceptance(of: [back]) { return line }
        let far = older.concreteEntities(below: relationship.destination)
            .filter { keepsObjects($0) && !isKept(back, by: $0) }
        let found: [Mapping.Line?] = far.map { entity in
            let side = older.properties(of: entity).first { $0.path == back }
            return side.flatMap { lines.acceptance(of: older.paths(of: $0, in: entity)) }
        }
        return found.contains(nil) ? nil : found.first ?? nil
    }

    /// Returns whether some of the objects that had an older relationship keep it.
    private func isKept(_ path: ElementPath) -> Bool {
        older.family(below: path.entity).contains { isKept(path, by: $0) }
    }

    private func isKept(_ path: ElementPath, by olderEntity: String) -> Bool {
        guard let name = matching.newerName(of: olderEntity), let properties = matching.properties(ofNewer: name) else {
            return false
        }
        return properties.pairs.contains { pair in
            pair.from.path == path && references.newReferences(pair.to.path) != nil
        }
    }
}

// MARK: Settlements

extension StageContext {
    /// Returns the resolution to add a line to the mapping, if the stage can have one.
    func writing(_ line: Mapping.Line) -> [Refusal.Settlement] { writing([line]) }

    /// Returns the resolution to add lines that belong together to the mapping, if the stage can have one.
    func writing(_ lines: [Mapping.Line]) -> [Refusal.Settlement] {
        guard let file = mappingFile, let first = lines.first else { return [] }
        return [lines.count == 1 ? .line(first, file: file) : .lines(lines, file: file)]
    }

    /// Returns the resolution to accept the loss of an older element, or the alternatives if the stage can have no
    /// mapping.
    func accepting(_ path: ElementPath) -> [Refusal.Settlement] { accepting([path]) }

    /// Returns the resolution to accept the loss of older elements, or the alternatives if the stage can have no mapping.
    func accepting(_ paths: [ElementPath]) -> [Refusal.Settlement] {
        if mappingFile == nil { return paths.map { .edit(.keep($0)) } + [.newStore] }
        return writing(paths.map { .accept(lines.acceptable($0)) })
    }

    /// Returns the resolution to fill rows without a value, with an example value for the author to review; none if no
    /// text is a value of the type.
    func filling(_ path: ElementPath, like leaf: Schema.Leaf) -> [Refusal.Settlement] {
        leaf.attribute.type.isForeign ? [] : example(of: leaf, at: path).map { writing(.fill(path, $0)) } ?? []
    }

    /// Returns the resolution to require a value of an attribute in every row; none for a part, because a composite
    /// around it may be absent.
    func requiring(_ path: ElementPath, like leaf: Schema.Leaf) -> [Refusal.Settlement] {
        leaf.composite == nil ? writing(.require(path)) : []
    }

    /// Returns an example value that is valid for the attribute, and different in each row if it has to be unique; `nil` if
    /// none comes to mind.
    private func example(of leaf: Schema.Leaf, at path: ElementPath) -> Fill? {
        if let enumeration = new.enumeration(of: leaf.attribute) {
            return .literal(enumeration.cases.first?.name ?? "")
        }
        let attribute = leaf.attribute
        // A part of a composite is not in a constraint by itself.
        let isUnique = newer.lineage(of: path.entity).contains { entity in
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
        case .string: attribute.exampleText.map { .literal($0) }
        case .bool: .literal("false")
        case .date: .generated(.now)
        case .uuid: .generated(.uuid)
        case .url: .literal("about:blank")
        case .data: .literal("")
        }
    }

    /// Returns the resolutions to convert the values of an attribute or a part, best conversion first; empty if there
    /// is no conversion.
    func converting(_ path: ElementPath, from before: Attribute, to after: Attribute) -> [Refusal.Settlement] {
        conversions(from: before, to: after).flatMap { writing(.convert(path, $0)) }
    }

    /// Returns the names of the conversions between two attributes' types, best first.
    func conversions(from before: Attribute, to after: Attribute) -> [String] {
        let source = old.enumeration(of: before)
        if let target = new.enumeration(of: after) {
            let isPossible = source != nil || before.type.scalar?.storage == target.type.storage
            return isPossible ? ["cases", "casesOrNull"] : []
        }
        if before.type.isBytes, after.type.isBytes { return ["bytes"] }
        guard let from = before.type.scalar ?? source?.type, let to = after.type.scalar else { return [] }
        return Conversion.suggestions(from: from, to: to).map(\.name)
    }
}

extension Property {
    /// The kind of the property.
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

extension Attribute {
    /// The plainest text of the attribute's length that matches its pattern; `nil` if that takes more than one character
    /// repeated a few times.
    fileprivate var exampleText: String? {
        // A longer value is not one to paste.
        let shortest = min(length?.minimum ?? 0, 1000)
        let plain = String(repeating: "-", count: shortest)
        guard let pattern, let whole = WholePattern(pattern) else { return plain }
        let counts = (max(1, shortest)...shortest + 10).filter { $0 <= length?.maximum ?? .max }
        let texts = counts.flatMap { count in ["-", "0", "A", "a"].map { String(repeating: $0, count: count) } }
        var patience = 100_000
        return ([plain] + texts).first { whole.matches($0, patience: &patience) == true }
    }
}
