import ApusSchema

/// What a mapping does before the names of a stage are matched: it makes the objects of newer entities from those of older
/// ones, and leads references to them.
///
/// The result has a schema of its own, between the older and the newer one: the older schema, with the entities that
/// the mapping makes. The stage then leads from it to the newer schema like any other, so that a value or a reference that
/// the mapping made is carried, converted, filled or lost by the same rules.
struct Preparation: Hashable, Sendable {
    /// The older schema.
    let older: IndexedSchema

    /// The older schema, with the entities of the elements of lists.
    let read: IndexedSchema

    /// The lists whose elements become objects.
    let lists: [ElementList]

    /// The older schema with the entities that the mapping makes.
    let prepared: IndexedSchema

    /// The origins of the objects of each prepared entity whose objects are not simply the older ones.
    let origins: [String: [EntityOrigin]]

    /// The prepared entity of each newer one whose objects, or some of whose sub-entities' objects, are made.
    let names: [String: String]

    /// The prepared attribute of each newer one whose values origins give, by newer entity.
    let columns: [String: [String: String]]

    /// The older property of each prepared one that continues no other, by which mappings accept what is lost of it.
    let former: [ElementPath: ElementPath]

    /// The prepared join tables whose rows come from older ones, by the relationships that hold them.
    let joinTables: [ElementPath: [OlderPairs]]

    /// The rows of prepared join tables that expressions make.
    let pairs: [MadePairs]

    /// The older entities whose objects become objects of other entities, and stay none themselves.
    let consumed: Set<String>

    /// Those of them whose loss the mapping accepts, although the newer schema has their entities.
    let givenUp: Set<String>

    /// The matching of the older schema with the newer one, by names.
    let overall: Matching

    /// The newer properties that it makes, by entity, and whether their type is an enum.
    let computed: [String: [String: Bool]]

    /// The prepared names of newer entities, and of properties by the entities that have them, where names alone would match
    /// another one.
    let ownNames: [ElementPath: String]

    /// The lines about entities that it carries out.
    let lines: [Mapping.Line]

    /// All lines that it carries out.
    let used: Set<Mapping.Line>

    /// The older references that nothing continues for some objects.
    let lostReferences: [LostReferences]

    /// The older attributes, with the entities that declare them, in whose place the newer version has a relationship that
    /// an expression computes.
    let replaced: Set<ElementPath>

    /// The prepared relationships whose references expressions compute, on both sides.
    let computedSides: Set<ElementPath>

    /// The prepared relationships that are to-many only so that the stage chooses one of several objects, and those that are their
    /// own inverses and have only the references that are returned.
    let chosen: Set<ElementPath>

    /// The origins that the mapping writes, by the older entities whose objects they take.
    let writtenOrigins: [String: [EntityOrigin]]

    /// The older attributes, by the entities of their objects, whose values are lost if only objects apart have them.
    let separations: [ElementPath: Separation]

    /// Objects that keep values or references, but that no relationship relates to what the older objects are otherwise.
    struct Separation: Hashable, Sendable {
        /// The older entity.
        let entity: String
        /// The newer entity of the objects.
        let keeper: String
        /// The newer entity that would refer to them.
        let holder: String
        /// A line that would relate them.
        let line: Mapping.Line
        /// Whether the newer version has the relationship.
        let hasRelationship: Bool
    }

    /// The checks of older objects, by older entity.
    let checks: [ObjectCheck]

    /// Older references that nothing continues, or only those of some objects.
    struct LostReferences: Hashable, Sendable {
        let references: References
        /// The older entities whose objects have no relationship for them any more, if others have.
        let losers: [String]
        /// The older entities whose objects no relationship for them can point to any more, if it can point to others.
        let unreachable: [String]
        /// The objects that have them now, if they are apart.
        let separation: Separation?
        /// The objects that they point to now, if these are apart.
        let farSeparation: Separation?
    }

    /// The older references that are checked one by one, as prepared relationships may not have all of them.
    let crossings: [Crossing]

    /// Older references of which those that no prepared relationship has would be lost, as where they lead from the objects of
    /// one to those of another.
    struct Crossing: Hashable, Sendable {
        /// The older relationship that holds them.
        let holder: ElementPath
        /// The prepared relationships that have them.
        let kept: [KeptReferences]
        /// Whether conditions of origins choose what the objects at their ends become.
        let isConditional: Bool
    }

    /// The rows of an older join table.
    struct OlderPairs: Hashable, Sendable {
        /// The relationship that holds it.
        let holder: ElementPath
        /// Whether its sources are the targets of the prepared one.
        let isSwapped: Bool
    }

    /// What is checked of the objects of an older entity before the first write.
    struct ObjectCheck: Hashable, Sendable {
        /// The older entity.
        let entity: String
        /// What must not happen.
        let loss: ObjectLoss
        /// The condition that has to hold for every object.
        let condition: TypedCondition<OlderValue>
    }

    /// Returns a line that makes objects of those of an older entity.
    func line(from entity: String) -> Mapping.Line? {
        lines.first { $0.origins?.contains { $0.sources.contains { older.isKind(entity, of: $0) } } == true }
    }

    /// Whether every object of an older entity stays, or becomes another one.
    func takesAll(of entity: String) -> Bool {
        !isGone(entity) || written(of: entity).contains { $0.takes == nil }
    }

    /// Returns the origins that carry an attribute of an older entity's objects.
    private func carriers(of attribute: Attribute, in entity: String) -> [EntityOrigin] {
        carriers(of: attribute, older.schema.leaves(of: attribute), in: entity)
    }

    /// Returns what keeps the values of an older attribute apart from all else that an entity's objects become, if they count as
    /// lost.
    func separation(of attribute: Attribute, in entity: String) -> Separation? {
        carriers(of: attribute, in: entity).isEmpty ? separations[ElementPath(entity, attribute.name)] : nil
    }

    /// Returns whether origins carry an attribute of all or some of an older entity's objects, and a line of such an
    /// origin.
    func carrier(of attribute: Attribute, in entity: String) -> (line: Mapping.Line, isOfAll: Bool)? {
        let carriers = carriers(of: attribute, in: entity)
        guard !carriers.isEmpty, let line = line(from: entity) else { return nil }
        return (line, carriers.contains { $0.takes == nil })
    }

    /// Returns whether the objects of an older entity that become others lose an attribute.
    func loses(_ owned: OwnedProperty, of entity: String) -> Bool {
        guard case .attribute(let attribute) = owned.property else { return false }
        let isReplaced = replaced.contains(owned.path)
        if written(of: entity).isEmpty { return isReplaced }
        let isCarried = !carriers(of: attribute, in: entity).isEmpty
        if consumed.contains(entity) || isReplaced || isCollapsed(entity) { return !isCarried }
        // The entity's own attributes are judged as those of other stages, unless an expression takes their place.
        let own = origins[entity]?.first { $0.entity == entity && $0.isWritten }
        return !isCarried && own?.replaces(attribute.name, older.schema.leaves(of: attribute)) == true
    }

    /// Returns whether several objects of an older entity may become one of the same entity.
    private func isCollapsed(_ entity: String) -> Bool {
        origins[entity]?.contains { $0.entity == entity && !$0.distinct.isEmpty } == true
    }

    /// Returns whether some objects of an older entity that become others may lose an attribute, as only origins with
    /// conditions carry it.
    func mayLose(_ owned: OwnedProperty, of entity: String) -> Bool {
        guard case .attribute(let attribute) = owned.property,
            isGone(entity) || replaced.contains(owned.path)
        else { return false }
        let carriers = carriers(of: attribute, in: entity)
        let staysWithout = !consumed.contains(entity) && (replaced.contains(owned.path) || isCollapsed(entity))
        let isOfSome = carriers.count < written(of: entity).count || staysWithout
        return !carriers.isEmpty && isOfSome && carriers.allSatisfy { $0.takes != nil }
    }

    /// The prepared relationships by which several objects may refer to one although the inverse is to-one, as an
    /// expression computes them, with the entities that declare them.
    var soleReferences: [(entity: String, relationship: Relationship)] {
        var names: Set<String> = []
        for origin in origins.values.joined() {
            for (name, source) in origin.references {
                if case .computed = source { names.insert(name) }
            }
        }
        return prepared.schema.entities.flatMap { entity in
            entity.relationships.filter { relationship in
                guard names.contains(relationship.name), !relationship.isToMany, relationship.holdsKey == true,
                    let back = relationship.inverse
                else { return false }
                return prepared.relationship(ElementPath(relationship.destination, back))?.isToMany == false
            }.map { (entity.name, $0) }
        }
    }

    /// The prepared relationships that expressions compute although their inverses, which are computed as well, have the
    /// references. Several objects of such an inverse may refer to one if the mapping chooses among them.
    var computedInverses: [(entity: String, relationship: Relationship)] {
        prepared.schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> (entity: String, relationship: Relationship)? in
                let own = ElementPath(entity.name, relationship.name)
                guard relationship.holdsKey == true, computedSides.contains(own), let path = relationship.inversePath,
                    path != own, let inverse = prepared.relationship(path),
                    !inverse.isToMany || chosen.contains(path)
                else { return nil }
                let isComputed = prepared.concreteEntities(below: path.entity).contains {
                    origins[$0]?.contains { $0.computes(inverse.name) } == true
                }
                return isComputed ? (path.entity, inverse) : nil
            }
        }
    }

    /// Returns the entity that declares a prepared to-one relationship that is its own inverse, if only those references stay that both
    /// objects have: because the mapping says so, or because origins make one object of several, of which each had its own.
    func owner(ofReturned name: String, in entity: String) -> String? {
        guard let owned = prepared.properties(of: entity).first(where: { $0.name == name }),
            case .relationship(let relationship) = owned.property, relationship.inversePath == owned.path
        else { return nil }
        if chosen.contains(owned.path) { return owned.owner }
        let isOfSeveral = prepared.concreteEntities(below: owned.owner).flatMap { origins[$0] ?? [] }.contains {
            origin in
            if case .continued? = origin.references[name] { !origin.distinct.isEmpty } else { false }
        }
        return isOfSeveral ? owned.owner : nil
    }

    /// Returns prepared entities in the order of the newer schema's hierarchies, those that it does not have last.
    func inOrder(_ entities: [String]) -> [String] {
        let newer = overall.newer
        let roots = newer.schema.entities.filter { $0.parent == nil }.map(\.name)
        let order = roots.flatMap(newer.family).compactMap(prepared)
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        return entities.enumerated().sorted {
            (ranks[$0.element] ?? .max, $0.offset) < (ranks[$1.element] ?? .max, $1.offset)
        }.map(\.element)
    }

    /// The newer names of prepared entities and properties of such names, those of properties by the prepared entities that
    /// have them.
    var newerNames: [ElementPath: String] {
        Dictionary(
            ownNames.compactMap { path, own in
                guard let property = path.property else { return (ElementPath(own), path.entity) }
                return prepared(path.entity).map { (ElementPath($0, own), property) }
            }
        ) { first, _ in first }
    }

    /// Returns the prepared entity of a newer one.
    func prepared(_ name: String) -> String? { names[name] ?? overall.olderName(of: name) }

    /// Returns the prepared name of a newer attribute.
    func column(of attribute: String, in entity: String) -> String {
        columns[entity]?[attribute] ?? overall.older(ElementPath(entity, attribute))?.property ?? attribute
    }

    /// The older entities that a prepared entity's objects come from.
    func olderEntities(of name: String) -> [String] {
        origins[name]?.map(\.entity) ?? (older.isConcrete(name) && !consumed.contains(name) ? [name] : [])
    }
}

/// What would happen to an older object that no origin, or more than one, makes an object of.
public enum ObjectLoss: Hashable, Sendable {
    /// It would be lost.
    case object
    /// A value of it would be lost.
    case value(String)
    /// References of it, or to it, would be lost, by the relationship.
    case references(String)
    /// References of it would be lost that no newer relationship has, as where they lead from the objects of one to those of
    /// another, by the older relationship; and whether conditions of origins choose what the objects become.
    case crossing(String, isConditional: Bool)
    /// A reference that the mapping makes would not be returned, although the newer relationship is its own inverse.
    case returned(String)
    /// A reference that the mapping makes would be lost, because the inverse, which it makes as well, does not lead back.
    case unreturned(String, by: String)
    /// It would be two objects with the same identity, below a newer root entity.
    case identity(root: String)
}

extension Mapping {
    /// Whether lines may make objects, or references to them.
    var makesObjects: Bool { !self[.entities].isEmpty || !self[.values].isEmpty }
}
