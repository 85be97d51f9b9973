import ApusSchema

/// How objects of a prepared entity are made of those of one older entity.
struct EntityOrigin: Hashable, Sendable {
    /// The source of a prepared attribute's values.
    enum AttributeSource: Hashable, Sendable {
        /// An older attribute, with all its parts. Other objects may have the same values, as in another origin.
        case continued(String, isShared: Bool)
        /// An expression over the older object.
        case computed(ComputedValue)
        /// The newer attribute's default, as the older entity has no such attribute.
        case filled(StoredValue)
        /// An older attribute that the newer entity does not have, and whose removal is judged by itself.
        case removed(String)
    }

    /// The source of a prepared to-one relationship's references.
    enum ReferenceSource: Hashable, Sendable {
        /// The key of an older relationship.
        case continued(ElementPath)
        /// An expression over the older object.
        case computed(ReferenceValue)
    }

    /// The older entity, which is not abstract.
    let entity: String

    /// The newer entity whose line has it, and its index there.
    let line: String
    let part: Int

    /// The name by which expressions refer to the objects that it makes; `nil` if it has none.
    var name: String?

    /// The condition that an older object has to satisfy; `nil` for all objects.
    var condition: TypedCondition<OlderValue>?

    /// The values by which older objects are one object, that of the one with the smallest identity; empty if each is one.
    /// An object without one of the values makes none.
    var distinct: [TypedExpression<OlderValue>] = []

    /// How many earlier origins of the same newer entity make objects of the same older entity. Those of the first one
    /// keep the identities of the older objects.
    var ordinal = 0

    /// The sources of the prepared attributes, by their names; others have no values.
    var attributes: [String: AttributeSource] = [:]

    /// The sources of the prepared to-one relationships that hold keys, by their names; others have no references.
    var references: [String: ReferenceSource] = [:]

    /// The newer attribute that has expressions instead of older parts, by their paths. It may continue others.
    var replaced: [[String]: String] = [:]

    /// The names of the newer properties, and of parts with their attribute, that an expression computes.
    var computedNames: Set<String> = []

    /// The origins of what the same older objects rather continue to be where they become both, without a newer relationship between them.
    var apartFrom: Set<Branch.Name> = []

    /// Whether no newer relationship relates the objects to what the same older objects are otherwise.
    var isApart: Bool { !apartFrom.isEmpty }

    /// What tells it apart from the others.
    var branch: Branch.Name { Branch.Name(line: line, part: part) }

    /// Whether the mapping says it; otherwise the older entity's objects stay as they are, except for references.
    var isWritten: Bool { part >= 0 }

    /// An origin that the mapping writes.
    init(_ entity: String, line: String, part: Int, name: String?, ordinal: Int) {
        (self.entity, self.line, self.part, self.name, self.ordinal) = (entity, line, part, name, ordinal)
    }

    /// The origin of objects that stay what they are.
    init(staying entity: String) {
        self.entity = entity
        (line, part) = (entity, -1)
    }

    /// The condition that an older object becomes one of the objects, or a part of one; `nil` if every one does.
    var takes: TypedCondition<OlderValue>? {
        let values = distinct.filter { $0.isNullable { !$0.isNeverNull } }
        let all = (condition.map { [$0] } ?? []) + values.map { .not(.isNull($0)) }
        return all.isEmpty ? nil : .and(all)
    }

    /// Returns whether the objects have all values of an older attribute.
    func carries(_ attribute: String, _ leaves: [Schema.Leaf]) -> Bool {
        // Of several objects that are one, only the values by which they are one are kept.
        leaves.allSatisfy { leaf in
            let isOfAll =
                distinct.isEmpty
                || distinct.contains { if case .leaf(.attribute(leaf.path, _, _)) = $0 { true } else { false } }
            return isOfAll
                && attributes.values.contains { source in
                    switch source {
                    case .continued(let name, _): name == attribute && replaced[leaf.path] == nil
                    case .computed(let value): value.keeps(leaf)
                    case .filled, .removed: false
                    }
                }
        }
    }

    /// Returns whether expressions take the place of values of an older attribute that none of them reads.
    func replaces(_ attribute: String, _ leaves: [Schema.Leaf]) -> Bool {
        if case .computed(let value)? = attributes[attribute] { return !value.reads(leaves) }
        return leaves.contains { leaf in
            guard let newer = replaced[leaf.path] else { return false }
            return !attributes.contains { name, source in
                if case .computed(let value) = source {
                    name.hasPrefix("\(newer).") && value.reads([leaf])
                } else {
                    false
                }
            }
        }
    }
}

extension EntityOrigin {
    /// Returns whether an expression computes a prepared to-one relationship.
    func computes(_ name: String) -> Bool {
        if case .computed? = references[name] { true } else { false }
    }
}
