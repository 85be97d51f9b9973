import ApusMigration
import ApusSchema
import ApusTestSupport

/// Makes random histories of attributes and entities that a planner carries through, with what must be accepted.
struct HistoryGenerator {
    private(set) var random: SplitMix64
    private(set) var schemas: [Schema] = []
    private(set) var mappings: [Mapping] = []
    private var entities: [Entity] = []
    /// Names that may be given again, and those that may from the next version on.
    private var gone: [String] = []
    private var going: [String] = []
    private var accepted: [ElementPath] = []
    private var count: Int = 0

    init(seed: UInt64, versions: Int, entities number: Int = 3) {
        random = SplitMix64(seed: seed)
        for _ in 0..<number { addEntity() }
        schemas = [Schema(model: "M", entities: entities)]
        while schemas.count < versions { addVersion() }
    }

    var planner: Planner { Planner(history: .of(schemas), mappings: mappings) }

    /// Rows of the first version.
    mutating func rows() -> Tables {
        var rows: Tables = [:]
        for table in Layout(schemas[0]).tables {
            rows[table.name] = (Int64(1)...4).map { number in
                var row: [String: StoredValue] = [:]
                for column in table.columns {
                    row[column.name] =
                        column.origin == .identity
                        ? .integer(number)
                        : column.isNullable && random.chance(50)
                            ? .null : ValueGenerator.value(of: column.type, &random).stored
                }
                return row
            }
        }
        return rows
    }

    private mutating func freshName() -> String {
        if !gone.isEmpty, random.chance(30) { return gone.remove(at: random.below(gone.count)) }
        count += 1
        return "n\(count)"
    }

    private mutating func addEntity() {
        var entity = Entity("E" + freshName())
        for _ in 0..<1 + random.below(4) { entity.attributes.append(newAttribute(freshName())) }
        entities.append(entity)
    }

    private mutating func newAttribute(_ name: String) -> Attribute {
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
        accepted = []
        gone += going
        going = []
        for index in entities.indices {
            entities[index].originalName = nil
            for attribute in entities[index].attributes.indices {
                entities[index].attributes[attribute].originalName = nil
            }
        }
        let old: [Entity] = entities
        for index in entities.indices where random.chance(60) { edit(index, old) }
        if random.chance(20), entities.count > 1 {
            let entity: Int = random.below(entities.count)
            accepted.append(ElementPath(old[entity].name))
            entities.remove(at: entity)
        }
        if random.chance(20) { addEntity() }
        mappings.append(
            Mapping(
                from: Schema.Version(schemas.count),
                to: Schema.Version(schemas.count + 1),
                accept: accepted.map { Mapping.Acceptance($0) }
            )
        )
        schemas.append(Schema(model: "M", entities: entities))
    }

    private mutating func edit(_ index: Int, _ old: [Entity]) {
        let before: Entity = old[index]
        if random.chance(20), !Set(schemas.last?.entities.map(\.originalName) ?? []).contains(before.name) {
            entities[index].originalName = before.name
            entities[index].name = "E" + freshName()
        }
        guard !before.attributes.isEmpty else { return entities[index].attributes.append(newAttribute(freshName())) }
        let attribute: Int = random.below(before.attributes.count)
        let name: String = before.attributes[attribute].name
        // By the rules, whoever was renamed in the last version can be swapped or renamed in the next but one only.
        let lines: [Attribute] = schemas.last?.entity(before.name)?.attributes ?? []
        let isRenamable: Bool = lines.allSatisfy { $0.originalName == nil }
        switch isRenamable ? random.below(6) : random.pick([0, 1, 4, 5]) {
        case 0: entities[index].attributes.append(newAttribute(freshName()))
        case 1:
            accepted.append(ElementPath(before.name, name))
            going.append(name)
            entities[index].attributes.remove(at: attribute)
        case 2:
            entities[index].attributes[attribute].originalName = name
            entities[index].attributes[attribute].name = freshName()
        case 3:
            let other: Int = random.below(before.attributes.count)
            guard other != attribute else { return }
            entities[index].attributes[attribute].name = before.attributes[other].name
            entities[index].attributes[attribute].originalName = name
            entities[index].attributes[other].name = name
            entities[index].attributes[other].originalName = before.attributes[other].name
        case 4:
            let from: ScalarType = before.attributes[attribute].columnType
            guard let to = ScalarType.allCases.first(where: { from.widens(to: $0) && random.chance(50) }) else {
                return
            }
            entities[index].attributes[attribute].type = .scalar(to)
            entities[index].attributes[attribute].defaultValue = ValueGenerator.value(of: to, &random)
        default:
            let type: ScalarType = before.attributes[attribute].columnType
            entities[index].attributes[attribute].isOptional.toggle()
            entities[index].attributes[attribute].defaultValue = ValueGenerator.value(of: type, &random)
        }
    }
}
