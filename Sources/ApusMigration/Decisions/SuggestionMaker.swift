import ApusSchema
import Foundation

/// Lines of a mapping that may settle refusals of a stage without a loss.
struct Suggestion {
    /// The lines, which belong together.
    let lines: [Mapping.Line]
    /// The indices of the stage's refusals that they are for.
    let refusals: [Int]
    /// The older entities whose properties may be lost, because their objects become others.
    var sources: Set<String> = []
}

/// Infers from names and types what may have become of lost elements, and what new ones may be computed from.
///
/// A suggestion is a guess for the author to review. Nothing but the author's file ever carries it out.
struct SuggestionMaker {
    private let stage: Stage
    private let older: IndexedSchema
    private let newer: IndexedSchema
    private let matching: Matching

    /// The refusals about the loss of each older element.
    private let losses: [ElementPath: [Int]]

    init(_ stage: Stage, from older: IndexedSchema, to newer: IndexedSchema) {
        (self.stage, self.older, self.newer) = (stage, older, newer)
        matching = stage.overall
        losses = Dictionary(
            grouping: stage.refusals.indices.filter { stage.refusals[$0].loss != nil },
            by: { stage.refusals[$0].loss ?? stage.refusals[$0].path }
        )
    }

    /// Returns the suggestions, in the order of what they are about.
    func suggestions() -> [Suggestion] { extractions() + merges() + computedValues() + promotions() }

    // MARK: Objects of attributes

    /// Suggests that lost attributes of an entity are now those of a new entity that it refers to: one object per distinct
    /// values, or one per object.
    ///
    /// `Trip.country`, a string, becomes the `name` of the `Country` that `Trip` refers to.
    private func extractions() -> [Suggestion] {
        let added: [String: Entity] = Dictionary(
            matching.added.filter { !$0.isAbstract }.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let all = matching.entities.flatMap { match -> [[Suggestion]] in
            let lost: [Attribute] = match.old.attributes.filter { losses[ElementPath(match.old.name, $0.name)] != nil }
            if lost.isEmpty { return [] }
            let relationships: [Relationship] = newer.properties(of: match.new.name).compactMap(\.relationship)
            return Dictionary(grouping: relationships, by: \.destination).sorted { $0.key < $1.key }
                .compactMap { destination, relationships -> [Suggestion]? in
                    guard let target = added[destination] else { return nil }
                    let pairs: [Pair] = pairs(of: lost, with: target)
                    guard !pairs.isEmpty, gives(Set(pairs.map(\.newer)), to: target),
                        let relationship = nearest(of: relationships, to: pairs)
                    else { return nil }
                    let refusals: [Int] = pairs.flatMap { losses[ElementPath(match.old.name, $0.older)] ?? [] }
                    return extraction(of: pairs, from: match, by: relationship, to: target)
                        .map { Suggestion(lines: $0, refusals: refusals) }
                }
        }
        return joined(all)
    }

    /// A newer attribute and the older one that probably has its values.
    private struct Pair {
        let newer: String
        let older: String
    }

    /// Returns the attributes of a new entity that may have the values of older attributes: of the same type, with the same
    /// name, or with a word in common with the attribute's name or else the entity's.
    private func pairs(of lost: [Attribute], with target: Entity) -> [Pair] {
        var rest: [Attribute] = lost
        var pairs: [Pair] = []
        let attributes: [Attribute] = newer.properties(of: target.name).compactMap(\.attribute)
        for isAlike in Self.similarities {
            for attribute in attributes
            where attribute.isKept && !pairs.contains(where: { $0.newer == attribute.name }) {
                let index: Int? = rest.firstIndex { older in
                    older.isAlike(attribute) && isAlike(older.name, attribute.name, target.name)
                }
                if let index { pairs.append(Pair(newer: attribute.name, older: rest.remove(at: index).name)) }
            }
        }
        return pairs
    }

    /// The ways in which an older attribute's name can resemble that of a newer attribute of an entity, closest first.
    private static let similarities: [@Sendable (String, String, String) -> Bool] = [
        { older, newer, _ in older == newer },
        { older, newer, _ in LikelyRename.shareAWord(older, newer) },
        { older, _, entity in LikelyRename.shareAWord(older, entity) },
    ]

    /// Returns the relationship whose name begins most like an older attribute's: `homeAddress` for `homeStreet`.
    private func nearest(of relationships: [Relationship], to pairs: [Pair]) -> Relationship? {
        func likeness(_ relationship: Relationship) -> Int {
            pairs.map { $0.older.commonPrefix(with: relationship.name).count }.max() ?? 0
        }
        // The first one of equals.
        return relationships.reversed().max { likeness($0) < likeness($1) }
    }

    /// Returns whether an entity has all its values if some of its attributes have theirs: the others need none.
    private func gives(_ names: Set<String>, to entity: Entity) -> Bool {
        newer.properties(of: entity.name).compactMap(\.attribute).allSatisfy { attribute in
            !attribute.isKept || attribute.isOptional || attribute.defaultValue != nil || names.contains(attribute.name)
        }
    }

    /// Returns the lines that make objects of attributes, by the relationship to them: by distinct values unless each object
    /// has its own, then one per object.
    private func extraction(
        of pairs: [Pair],
        from match: EntityMatch,
        by relationship: Relationship,
        to target: Entity
    ) -> [[Mapping.Line]] {
        let inverse: Relationship? = relationship.inverse.flatMap { name in
            newer.relationship(ElementPath(target.name, name))
        }
        let values: [String: String] = Dictionary(
            pairs.map { ($0.newer, "$source.\($0.older)") },
            uniquingKeysWith: { first, _ in first }
        )
        // An object without any of the values makes none.
        let isOptional = pairs.allSatisfy { match.old.attribute($0.older)?.isOptional == true }
        let texts: [String] = pairs.map { "$source.\($0.older)" }
        let condition: String? = isOptional ? texts.map { "\($0) != nil" }.joined(separator: " OR ") : nil
        func each(_ values: [String: String]) -> Mapping.Line {
            .entity(target.name, [Mapping.Origin([match.old.name], where: condition, values: values)])
        }
        let path = ElementPath(match.new.name, relationship.name)
        if relationship.isToMany {
            guard let inverse, !inverse.isToMany else { return [] }
            return [[each(values.merging([inverse.name: "$source"]) { first, _ in first })]]
        }
        let own: [Mapping.Line] = [each(values), .value(path, "same(\(target.name))")]
        // Rows with only some of several values would find no object.
        let mayLackSome = pairs.count > 1 && pairs.contains { match.old.attribute($0.older)?.isOptional == true }
        if mayLackSome { return [own] }
        if let inverse, !inverse.isToMany { return [own] }
        let equality = pairs.map { "\($0.newer) == $source.\($0.older)" }.joined(separator: " AND ")
        let shared: [Mapping.Line] = [
            .entity(target.name, [Mapping.Origin([match.old.name], distinct: texts, values: values)]),
            .value(path, "find(\(target.name), \(equality))"),
        ]
        return [shared, own]
    }

    // MARK: Objects of other entities

    /// Suggests that the objects of removed entities are now objects of another entity, if at least half of the attributes are
    /// the same, those that need a value among them.
    private func merges() -> [Suggestion] {
        var sources: [String: [(entity: Entity, refusals: [Int])]] = [:]
        for entity in matching.removed where !entity.isAbstract {
            guard let refusals = losses[ElementPath(entity.name)], let target = target(of: entity) else { continue }
            sources[target, default: []].append((entity, refusals))
        }
        return newer.schema.entities.compactMap { target in
            guard let removed = sources[target.name] else { return nil }
            let own: String? = matching.olderName(of: target.name)
            // One entity that became a new one was renamed.
            if own == nil, removed.count == 1 { return nil }
            let others: [String] = removed.map(\.entity.name).filter { name in
                own.map { !older.isKind(name, of: $0) } ?? true
            }
            let origins: [Mapping.Origin] =
                (own.map { [Mapping.Origin([$0])] } ?? []) + (others.isEmpty ? [] : [Mapping.Origin(others)])
            return Suggestion(
                lines: [.entity(target.name, origins)],
                refusals: removed.flatMap(\.refusals),
                sources: Set(removed.map(\.entity.name))
            )
        }
    }

    /// Returns the newer entity that has most of a removed one's attributes by name.
    private func target(of entity: Entity) -> String? {
        let names = Set(older.properties(of: entity.name).filter(\.isAttribute).map(\.name))
        var best: (count: Int, name: String?) = (0, nil)
        for candidate in newer.schema.entities
        where newer.family(below: candidate.name).count == 1 && !candidate.isAbstract {
            let attributes: [String] = newer.properties(of: candidate.name).filter(\.isAttribute).map(\.name)
            let count: Int = attributes.count(where: names.contains)
            if count * 2 >= max(names.count, attributes.count), count > best.count, gives(names, to: candidate) {
                best = (count, candidate.name)
            }
        }
        return best.name
    }

    // MARK: Parts of lost attributes

    /// Suggests that lost attributes are now parts of a new composite of the same names, or with a word in common.
    private func promotions() -> [Suggestion] {
        stage.refusals.indices.compactMap { index in
            let path: ElementPath = stage.refusals[index].path
            guard case .attributeAddedWithoutValue(_?) = stage.refusals[index].reason,
                let match = matching.match(newer: path.entity),
                let attribute = match.matching.added.first(where: { $0.name == path.property })?.attribute
            else { return nil }
            var rest: [Attribute] = match.matching.removed.compactMap(\.attribute).filter(\.isKept)
            var lines: [Mapping.Line] = []
            for isAlike in Self.similarities {
                for leaf in newer.schema.leaves(of: attribute) {
                    let part = ElementPath(path.entity, leaf.name)
                    let source: Int? = rest.firstIndex { older in
                        older.isAlike(leaf.attribute) && isAlike(older.name, leaf.attribute.name, attribute.name)
                    }
                    guard let source, !lines.contains(where: { $0.path == part }) else { continue }
                    lines.append(.value(part, "$source.\(rest.remove(at: source).name)"))
                }
            }
            return lines.isEmpty ? nil : Suggestion(lines: lines, refusals: [index])
        }
    }

    // MARK: Values of other attributes

    /// Suggests that a new required attribute has the value of an attribute of the same type that has a word of its name in
    /// common.
    private func computedValues() -> [Suggestion] {
        stage.refusals.indices.compactMap { index in
            let refusal: Refusal = stage.refusals[index]
            guard refusal.reason == .attributeAddedWithoutValue(part: nil), let name = refusal.path.property,
                let match = matching.match(newer: refusal.path.entity),
                let attribute = match.matching.added.first(where: { $0.name == name })?.attribute,
                let source = match.properties.lazy.compactMap(\.from.attribute).first(where: { older in
                    older.isKept && older.isAlike(attribute) && LikelyRename.shareAWord(older.name, name)
                })
            else { return nil }
            return Suggestion(lines: [.value(refusal.path, "$source.\(source.name)")], refusals: [index])
        }
    }
}

extension Refusal {
    /// The element of the older schema that is lost unless another settlement is chosen.
    var loss: ElementPath? { mappingLines.first { $0.key == .accept }?.path }
}

extension OwnedProperty {
    /// The attribute; `nil` for a relationship.
    fileprivate var attribute: Attribute? {
        if case .attribute(let attribute) = property { attribute } else { nil }
    }

    /// The relationship; `nil` for an attribute.
    fileprivate var relationship: Relationship? {
        if case .relationship(let relationship) = property { relationship } else { nil }
    }
}

extension Attribute {
    /// Whether a value of one attribute is one of another as it is: both have the same scalar type.
    fileprivate func isAlike(_ other: Attribute) -> Bool { type == other.type && type.scalar != nil }
}
