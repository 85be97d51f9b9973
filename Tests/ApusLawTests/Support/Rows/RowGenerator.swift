import ApusSchema
import ApusTestSupport

/// Makes random rows that obey a schema: the same seed gives the same rows.
struct RowGenerator {
    private let schema: Schema
    private var random: SplitMix64
    private var ids: [String: [Int64]] = [:]

    private init(seed: UInt64, schema: Schema) {
        self.schema = schema
        random = SplitMix64(seed: seed)
    }

    /// The content of a store of that schema: up to thirty rows an entity with gaps between their identities.
    static func dump(seed: UInt64, schema: Schema) -> Dump {
        var generator = RowGenerator(seed: seed, schema: schema)
        return generator.generate()
    }

    private mutating func generate() -> Dump {
        var dump = Dump(emptyStoreOf: schema)
        for (name, count) in rowCounts() { ids[name] = identities(count) }
        for entity in schema.entities {
            var rows: [RowKey: Dump.Row] = [:]
            for id in ids[entity.name] ?? [] {
                var row: Dump.Row = [:]
                for attribute in entity.attributes { row[attribute.name] = value(of: attribute) }
                rows[.id(id)] = row
            }
            dump.tables[entity.name] = rows
        }
        let layout = Layout.cached(schema)
        for table in layout.tables {
            switch table.origin {
            case .hierarchy(let name):
                guard let entity = schema.entity(name) else { continue }
                for column in table.columns {
                    guard case .key(let property) = column.field, let relationship = entity.relationship(property)
                    else { continue }
                    fill(relationship, of: entity, column, in: &dump)
                }
            case .joinTable(let path):
                dump.tables[table.name] = pairs(of: path)
            }
        }
        return dump
    }

    /// How many rows each entity has: enough for what must be led to.
    private mutating func rowCounts() -> [(String, Int)] {
        var counts: [String: Int] = [:]
        for entity in schema.entities { counts[entity.name] = random.chance(15) ? 0 : random.below(31) }
        var isSettled = false
        while !isSettled {
            isSettled = true
            for entity in schema.entities {
                for relationship in entity.relationships where !relationship.isOptional {
                    let own: Int = counts[entity.name] ?? 0
                    let isUnique = schema.inverse(of: relationship, in: entity)?.relationship.isToMany == false
                    let needed: Int = isUnique ? own : min(own, 1)
                    guard counts[relationship.destination] ?? 0 < needed else { continue }
                    counts[relationship.destination] = needed
                    isSettled = false
                }
            }
        }
        return schema.entities.map { ($0.name, counts[$0.name] ?? 0) }
    }

    private mutating func identities(_ count: Int) -> [Int64] {
        var last: Int64 = random.chance(10) ? 4_294_967_296 : 0
        return (0..<count).map { _ in
            last += random.chance(60) ? 1 : Int64(1 + random.below(9))
            return last
        }
    }

    private mutating func value(of attribute: Attribute) -> StoredValue {
        if attribute.isOptional, random.chance(35) { return .null }
        if let value = attribute.defaultValue, random.chance(10) { return value.stored }
        return ValueGenerator.value(of: attribute.type.scalar ?? .data, &random).stored
    }

    /// Fills the column of a to-one relationship's keys.
    private mutating func fill(_ relationship: Relationship, of entity: Entity, _ column: Column, in dump: inout Dump) {
        let far: [Int64] = ids[relationship.destination] ?? []
        let isUnique = schema.inverse(of: relationship, in: entity)?.relationship.isToMany == false
        var keys: [Int64: Int64] = [:]
        if schema.isOwnInverse(ElementPath(entity.name, relationship.name)) {
            keys = couples(far)
        } else if isUnique, schema.inverse(of: relationship, in: entity)?.relationship.isOptional == false {
            // Every far row must be led to, and there are enough rows to do so.
            keys = Dictionary(uniqueKeysWithValues: zip(random.shuffled(ids[entity.name] ?? []), random.shuffled(far)))
        } else {
            var free: [Int64] = random.shuffled(far)
            for id in ids[entity.name] ?? [] where !column.isNullable || random.chance(65) {
                keys[id] = isUnique ? free.popLast() : random.pickAny(far)
            }
        }
        for id in ids[entity.name] ?? [] {
            dump.tables[entity.name]?[.id(id)]?[column.name] = keys[id].map(StoredValue.integer) ?? .null
        }
    }

    /// Rows that lead to each other, two and two, some to themselves.
    private mutating func couples(_ ids: [Int64]) -> [Int64: Int64] {
        var keys: [Int64: Int64] = [:]
        var free: [Int64] = random.shuffled(ids)
        while let one = free.popLast() {
            if random.chance(30) { continue }
            let two: Int64 = random.chance(15) ? one : free.popLast() ?? one
            keys[one] = two
            keys[two] = one
        }
        return keys
    }

    /// Distinct pairs for a table of them.
    private mutating func pairs(of path: ElementPath) -> [RowKey: Dump.Row] {
        guard let relationship = schema.relationship(path), let sources = ids[path.entity],
            let targets = ids[relationship.destination]
        else { return [:] }
        var pairs: [RowKey: Dump.Row] = [:]
        for _ in 0..<random.below(40) {
            guard let source = random.pickAny(sources), let target = random.pickAny(targets) else { break }
            pairs[.pair(source, target)] = [:]
            if schema.isOwnInverse(path) { pairs[.pair(target, source)] = [:] }
        }
        return pairs
    }
}
