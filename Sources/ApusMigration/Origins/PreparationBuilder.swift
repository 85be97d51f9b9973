import ApusDiagnostics
import ApusSchema

/// Makes the preparation of a stage from the lines of its mapping.
struct PreparationBuilder {
    /// The older schema.
    let older: IndexedSchema
    /// The older schema, with the entities of the elements of lists.
    private(set) var old: IndexedSchema
    let new: IndexedSchema
    /// The former names that newer properties have in the model.
    let claimedNames: Set<String>
    /// The matching by names alone.
    let names: Matching
    let mapping: Mapping
    /// The functions in Swift that it declares, by name.
    let functions: [String: FunctionDeclaration]
    /// Whether the mapping was written for another starting point, so that lines that do not fit are left out.
    let isBorrowed: Bool

    /// The lists whose elements become objects.
    private var lists: [ElementList] = []
    /// The entities of their elements.
    private var listNames: [ListKey: String] = [:]

    /// The maximum number of lists: each is a table that statements read.
    private static let mostLists = 100

    private struct ListKey: Hashable {
        let owner: String
        let kinds: [String]
        let list: String
    }

    /// The reasons why lines cannot be carried out.
    private(set) var refusals: [Refusal] = []
    /// The lines that the preparation carries out.
    var used: Set<Mapping.Line> = []

    /// The prepared schema.
    var schema: Schema
    /// The prepared entity of each newer one that is made or has made sub-entities.
    var made: [String: String] = [:]
    /// The prepared attribute of each newer one whose values origins give, by newer entity.
    var columns: [String: [String: String]] = [:]
    /// The origins of each prepared entity's objects.
    var origins: [String: [EntityOrigin]] = [:]
    /// All origins, with their prepared entities, by the older entities whose objects they take.
    var all: [String: [(name: String, origin: EntityOrigin)]] = [:]
    /// Those of them that the mapping writes.
    var writtenOrigins: [String: [EntityOrigin]] = [:]
    /// The older relationship of each prepared one that continues it.
    var former: [ElementPath: ElementPath] = [:]
    /// The older relationships that prepared ones continue.
    var continuing: [ElementPath: [ElementPath]] = [:]
    /// The prepared join tables that come from older ones.
    var joinTables: [ElementPath: [Preparation.OlderPairs]] = [:]
    /// The rows of prepared join tables that expressions make.
    var pairs: [MadePairs] = []
    /// A line that makes them, by their relationship.
    var pairsLines: [ElementPath: Mapping.Line] = [:]
    /// The older entities whose objects stay no objects of theirs.
    var consumed: Set<String> = []
    /// Those of them whose newer entities have none of their objects, which the mapping accepts.
    var givenUp: Set<String> = []
    /// The older references that are not in the prepared schema as they were.
    var removed: [References] = []
    /// The older references that prepared relationships have.
    var kept: [KeptReferences] = []
    /// The older attributes in whose place the newer version has a relationship that expressions compute.
    var replaced: Set<ElementPath> = []
    /// The older entities that are below a newer root, without entities that were above them.
    var moved: Set<String> = []
    /// The older entities whose objects written origins take.
    var taken: Set<String> = []
    /// How many origins name each older entity, or one above it.
    private(set) var takers: [String: Int] = [:]
    /// The newer relationships that expressions compute.
    var declared: Set<ElementPath> = []
    /// Both sides of these in the prepared schema.
    var computedSides: Set<ElementPath> = []
    var chosen: Set<ElementPath> = []
    /// The older attributes, by the entities of their objects, whose values are lost if only objects apart have them.
    var separations: [ElementPath: Preparation.Separation] = [:]

    /// - Returns: The builder; `nil` if the mapping has no line for it.
    init?(from old: IndexedSchema, to new: IndexedSchema, _ names: Matching, _ mapping: Mapping?, isBorrowed: Bool) {
        guard let mapping, !mapping[.entities].isEmpty || mapping[.values].contains(where: new.isRelationship) else {
            return nil
        }
        older = old
        self.old = old
        self.new = new
        claimedNames = Set(
            new.schema.entities.flatMap {
                $0.attributes.compactMap(\.originalName) + $0.relationships.compactMap(\.originalName)
            }
        )
        self.names = names
        self.mapping = mapping
        functions = mapping.functions
        self.isBorrowed = isBorrowed
        schema = old.schema
        for source in mapping[.entities].flatMap({ $0.origins ?? [] }).flatMap(\.sources) {
            for kind in old.family(below: source) { takers[kind, default: 0] += 1 }
        }
    }

    private mutating func refuse(_ refusal: Refusal, _ line: Mapping.Line) {
        refusals.append(refusal)
        // What is wrong with it is enough to know.
        used.insert(line)
    }

    /// Refuses a line about an entity.
    mutating func refuse(_ line: Mapping.Line, _ problem: Refusal.Problem) {
        refuse(
            Refusal(
                .unusableOrigin(problem),
                at: line.path,
                settledBy: [.edit(.correctExpression)],
                location: mapping.location(of: line)
            ),
            line
        )
    }

    /// Refuses an expression of a line.
    mutating func refuse(
        _ line: Mapping.Line,
        expression text: String,
        of path: ElementPath,
        _ problem: Refusal.Problem,
        at part: (Mapping.Origin.Part, origin: Int)? = nil
    ) {
        refuse(
            Refusal(
                .unusableExpression(text, problem),
                at: path,
                settledBy: [.edit(.correctExpression)],
                location: part.flatMap { line.location(of: $0, inOriginAt: $1) } ?? mapping.location(of: line)
            ),
            line
        )
    }

    /// Makes the preparation.
    ///
    /// Lines for another starting point are carried out together or not at all, because one may take what another leaves.
    ///
    /// - Returns: The preparation; `nil` if there is none because such lines do not fit.
    mutating func build() -> Preparation? {
        joinHierarchies()
        // Parents first, so that each entity is made below its own.
        let lines = mapping[.entities].sorted {
            new.lineage(of: $0.path.entity).count < new.lineage(of: $1.path.entity).count
        }
        for line in lines { makeEntity(line) }
        giveUpObjects()
        let sources = origins.values.flatMap { $0.map(\.entity) }
        consumed = Set(sources.filter { name in names.newerName(of: name).map { !new.isConcrete($0) } ?? true })
        // An entity whose objects become those of its sub-entities has none of its own.
        for name in consumed where names.newerName(of: name) != nil { setAbstract(name, true) }
        consumed.formUnion(givenUp)
        keepChangedObjects()
        makeRelationships()
        keepChangedObjects()
        // What became something else has no properties of its own any more.
        for index in schema.entities.indices {
            let name = schema.entities[index].name
            let concrete = old.concreteEntities(below: name)
            if old.entity(name) != nil, !concrete.isEmpty, concrete.allSatisfy(consumed.contains),
                names.newerName(of: name) == nil
            {
                schema.entities[index].relationships = []
            }
        }
        let prepared = IndexedSchema(schema, like: old)
        markApart()
        indexOrigins()
        if !refuseTakenTwice() {
            refuseOverlaps()
            refuseDoubles(prepared)
            refuseStaying(prepared)
        }
        refuseMoved(prepared)
        if isBorrowed, !refusals.isEmpty {
            refusals = []
            return nil
        }
        return Preparation(
            older: older,
            read: old,
            lists: lists,
            prepared: prepared,
            origins: origins,
            names: self.made,
            columns: columns,
            former: former.merging(formerAttributes) { first, _ in first },
            joinTables: joinTables,
            pairs: pairs,
            consumed: consumed,
            givenUp: givenUp,
            overall: names,
            computed: computedNames,
            ownNames: ownNames(in: prepared),
            lines: mapping[.entities].filter(used.contains),
            used: used,
            lostReferences: lostReferences(prepared),
            replaced: replaced,
            computedSides: computedSides,
            chosen: chosen,
            writtenOrigins: writtenOrigins,
            separations: separations,
            checks: checks(prepared),
            crossings: crossings(prepared)
        )
    }

    /// The newer attributes and relationships that origins compute, by entity, and whether their type is an enum.
    private var computedNames: [String: [String: Bool]] {
        var found: [String: [String: Bool]] = [:]
        for entity in new.schema.entities {
            guard let prepared = preparedName(of: entity.name) else { continue }
            let names = Set((origins[prepared] ?? []).flatMap(\.computedNames))
            for owned in new.properties(of: entity.name) {
                guard case .attribute(let attribute) = owned.property else {
                    if names.contains(owned.name) { found[entity.name, default: [:]][owned.name] = false }
                    continue
                }
                for leaf in new.schema.leaves(of: attribute) where names.contains(leaf.name) {
                    let isEnum = new.schema.enumeration(of: leaf.attribute) != nil
                    found[entity.name, default: [:]][leaf.name] = isEnum
                }
            }
        }
        return found
    }

    /// The older attribute of each prepared one that continues no other.
    private var formerAttributes: [ElementPath: ElementPath] {
        var found: [ElementPath: Set<ElementPath>] = [:]
        for (prepared, origins) in origins {
            for origin in origins {
                let owners = Dictionary(old.properties(of: origin.entity).map { ($0.name, $0.path) }) { first, _ in
                    first
                }
                for (column, source) in origin.attributes {
                    switch source {
                    case .continued(let name, _), .removed(let name):
                        found[ElementPath(prepared, column), default: []].formUnion([owners[name]].compactMap(\.self))
                    case .computed, .filled: break
                    }
                }
            }
        }
        return found.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    // MARK: Entities

    /// Makes the prepared entity of a line.
    private mutating func makeEntity(_ line: Mapping.Line) {
        let name = line.path.entity
        guard let entity = new.entity(name), !entity.isAbstract, let lines = line.origins else {
            return refuse(line, .noNewerEntity(name))
        }
        let own = names.olderName(of: name)
        var found: [EntityOrigin] = []
        for (part, origin) in lines.enumerated() {
            var seen: Set<String> = []
            for source in origin.sources {
                guard old.entity(source) != nil else {
                    return refuse(line, .noOlderEntity(source))
                }
                let kinds = old.concreteEntities(below: source).filter {
                    ($0 == source || !stays($0, below: name)) && seen.insert($0).inserted
                }
                guard let entities = entities(of: origin, at: part, from: source, kinds, in: line) else { return }
                for entity in entities {
                    let ordinal = found.count { $0.entity == entity }
                    guard let one = self.origin(origin, at: part, of: entity, in: line, ordinal: ordinal) else {
                        return
                    }
                    // The condition leaves out all objects of the entity.
                    if readsEntity(origin), one.condition == .constant(false) { continue }
                    found.append(one)
                }
            }
            if readsEntity(origin), !found.contains(where: { $0.part == part }) {
                return refuse(line, .conditionOfNone)
            }
        }
        guard !found.isEmpty else {
            return refuse(line, .noObjects)
        }
        if let own, lines.count == 1, lines[0].isPlain, found.map(\.entity) == [own], !sharesRoot(name),
            keepsObjects(name, of: own) || new.root(of: name) == name
        {
            return refuse(.needless(line, in: mapping.file), line)
        }
        let prepared = own ?? made[name] ?? addEntity(entity)
        setAbstract(prepared, false)
        made[name] = prepared
        origins[prepared] = found
        makeAttributes(of: name, prepared, from: lines, by: line)
        if origins[prepared]?.isEmpty == false { used.insert(line) }
    }

    /// Returns the entities of an origin's older objects: that of the elements if each element of a list is one.
    private mutating func entities(
        of origin: Mapping.Origin,
        at part: Int,
        from source: String,
        _ kinds: [String],
        in line: Mapping.Line
    ) -> [String]? {
        guard let text = origin.each, !kinds.isEmpty else { return kinds }
        do {
            return [try elements(of: ExpressionFormat.parse(text, calling: Set(functions.keys)), source, kinds)]
        } catch {
            refuse(line, expression: text, of: line.path, .expression(error), at: (.each, part))
            return nil
        }
    }

    /// Returns the entity of the elements of a list that the objects of an older entity have.
    mutating func elements(
        of list: ExpressionFormat,
        _ owner: String,
        _ kinds: [String]
    ) throws(PredicateProblem) -> String {
        let key = ListKey(owner: owner, kinds: kinds, list: list.text)
        if let known = listNames[key] { return known }
        if lists.count == Self.mostLists {
            throw PredicateProblem(
                at: list.offset,
                "a mapping has at most \(Self.mostLists) different lists",
                help: ["make the objects of the others in the next version"]
            )
        }
        let made = try ElementList(
            list,
            of: owner,
            kinds,
            named: "\(owner) each \(lists.count + 1)",
            in: old,
            functions
        )
        lists.append(made)
        listNames[key] = made.entity.name
        var expanded = old.schema
        expanded.entities.append(made.entity)
        old = IndexedSchema(expanded, like: old)
        return made.entity.name
    }

    private mutating func setAbstract(_ name: String, _ isAbstract: Bool) {
        guard let index = schema.entities.firstIndex(where: { $0.name == name }) else { return }
        schema.entities[index].isAbstract = isAbstract
    }

    /// Adds the prepared entity of a new one, below the prepared entities of its ancestors.
    private mutating func addEntity(_ entity: Entity) -> String {
        var prepared = Entity(ownName(of: entity.name), parent: entity.parent.map { preparedParent($0) })
        prepared.isAbstract = entity.isAbstract
        prepared.table = entity.table
        prepared.primaryKey = entity.primaryKey
        schema.entities.append(prepared)
        return prepared.name
    }

    mutating func preparedParent(_ name: String) -> String {
        if let known = made[name] ?? names.olderName(of: name) { return known }
        guard var entity = new.entity(name) else { return name }
        // Its own objects, if it may have any, are made by a line of its own.
        entity.isAbstract = true
        let prepared = addEntity(entity)
        made[name] = prepared
        return prepared
    }

    /// Returns the prepared entity of a newer one, if it has one.
    func preparedName(of name: String) -> String? { made[name] ?? names.olderName(of: name) }
}

extension IndexedSchema {
    /// Returns whether a line is about a relationship.
    func isRelationship(_ line: Mapping.Line) -> Bool { declaredRelationship(line.path) != nil }

    /// Returns the relationship that an entity declares or inherits, with the entity that declares it.
    func declaredRelationship(_ path: ElementPath) -> (path: ElementPath, relationship: Relationship)? {
        guard let owned = properties(of: path.entity).first(where: { $0.name == path.property }),
            case .relationship(let relationship) = owned.property
        else { return nil }
        return (owned.path, relationship)
    }
}
