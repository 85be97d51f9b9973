import ApusMigration
import ApusSchema
import ApusTestSupport

/// Makes random histories that a planner carries through, with what must be said in the stages' mappings.
///
/// The entities have attributes of all types and relationships without inverses; hierarchies, inverses and types of
/// one's own are for the tests of laws on stores.
struct HistoryGenerator {
    var random: SplitMix64
    private(set) var schemas: [Schema] = []
    private(set) var mappings: [Mapping] = []
    var entities: [Entity] = []
    /// What the stage that is being made needs.
    var words: Mapping = .of()
    /// Names that may be given again, and those that may from the next version on.
    private var gone: [String] = []
    var going: [String] = []
    private var count: Int = 0
    private let edits: Int

    init(seed: UInt64, versions: Int, entities number: Int = 3, edits: Int = 60) {
        random = SplitMix64(seed: seed)
        self.edits = edits
        for _ in 0..<number { addEntity() }
        schemas = [Schema(model: "M", entities: entities)]
        while schemas.count < versions { addVersion() }
    }

    var planner: Planner { Planner(history: .of(schemas), mappings: mappings) }

    /// Rows of the first version.
    mutating func rows() -> Rows {
        var rows: Rows = [:]
        for extent in Projection(identity: schemas[0]).ordered.map(\.extent) {
            rows[extent.name] = (Int64(1)...4).map { number in
                var row: Row = [:]
                for member in extent.members { row[member.field] = value(of: member, number) }
                return row
            }
        }
        return rows
    }

    private mutating func value(of member: Extent.Member, _ number: Int64) -> StoredValue {
        switch member.field {
        case .identity, .source, .orderKey, .sourceOrderKey, .targetOrderKey: return .integer(number)
        case .entity: return .null
        case .target: return .integer(number % 3 + 1)
        case .key: return random.chance(50) ? .null : .integer(Int64(1 + random.below(4)))
        case .attribute:
            if member.isNullable, random.chance(50) { return .null }
            return ValueGenerator.value(of: member.type, &random).stored
        }
    }

    mutating func freshName() -> String {
        if !gone.isEmpty, random.chance(30) { return gone.remove(at: random.below(gone.count)) }
        count += 1
        return "n\(count)"
    }

    mutating func addEntity() {
        var entity = Entity("E" + freshName())
        for _ in 0..<1 + random.below(4) { entity.attributes.append(newAttribute(freshName())) }
        entities.append(entity)
    }

    mutating func newAttribute(_ name: String) -> Attribute {
        let type: ScalarType = random.pick(ScalarType.allCases)
        let value: Value = ValueGenerator.value(of: type, &random)
        let isOptional: Bool = random.chance(50)
        return Attribute(
            name,
            .scalar(type),
            isOptional: isOptional,
            default: isOptional && random.chance(50) ? nil : value
        )
    }

    private mutating func addVersion() {
        words = .of(from: schemas.count, to: schemas.count + 1)
        gone += going
        going = []
        for index in entities.indices {
            entities[index].originalName = nil
            for position in entities[index].attributes.indices {
                entities[index].attributes[position].originalName = nil
            }
            for position in entities[index].relationships.indices {
                entities[index].relationships[position].originalName = nil
            }
        }
        let old: [Entity] = entities
        for index in entities.indices where random.chance(edits) {
            edit(index, old)
            if random.chance(40) { editRelationship(index, old) }
        }
        if random.chance(20), entities.count > 1 { removeEntity(old) }
        if random.chance(20) { addEntity() }
        mappings.append(words)
        schemas.append(Schema(model: "M", entities: entities))
    }

    private mutating func removeEntity(_ old: [Entity]) {
        let removed: Int = random.below(entities.count)
        let name: String = entities[removed].name
        words.add(.accept(ElementPath(old[removed].name)))
        entities.remove(at: removed)
        for index in entities.indices { entities[index].relationships.removeAll { $0.destination == name } }
        // An entity's word is one for its references too, and a line for these would be needless.
        let lost: Set<ElementPath> = Set(
            old.enumerated().flatMap { index, entity in
                entity.relationships.filter { $0.destination == old[removed].name || index == removed }.map {
                    ElementPath(entity.name, $0.name)
                } + (index == removed ? entity.attributes.map { ElementPath(entity.name, $0.name) } : [])
            }
        )
        words.remove(words[.accept].filter { lost.contains($0.path) })
        words.remove(words[.fill].filter { $0.path.entity == name })
        words.remove(words[.convert].filter { $0.path.entity == name })
    }

    private mutating func edit(_ index: Int, _ old: [Entity]) {
        let before: Entity = old[index]
        if random.chance(20), !Set(schemas.last?.entities.map(\.originalName) ?? []).contains(before.name) {
            entities[index].originalName = before.name
            entities[index].name = "E" + freshName()
            for other in entities.indices {
                for position in entities[other].relationships.indices
                where entities[other].relationships[position].destination == before.name {
                    entities[other].relationships[position].destination = entities[index].name
                }
            }
        }
        guard !before.attributes.isEmpty else { return entities[index].attributes.append(newAttribute(freshName())) }
        editAttribute(index, random.below(before.attributes.count), before)
    }
}
