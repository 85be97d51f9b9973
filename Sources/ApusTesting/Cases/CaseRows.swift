import ApusFiles
import ApusMigration
import ApusSchema
import ApusStore
import ApusYAML

/// The objects of a migrated store, by the names that a case gives them.
struct CaseRows {
    /// An object.
    struct Object {
        let name: String
        let values: [[String]: StoredValue]
        /// The names of the objects to which relationships refer, in their order.
        var references: [String: [String]] = [:]
    }

    /// The objects of each concrete entity, in the order of their identities.
    private(set) var objects: [String: [Object]] = [:]

    let schema: Schema

    /// Reads a store.
    ///
    /// - Parameters:
    ///   - content: The store.
    ///   - given: The names of the case's own rows, by their identities.
    /// - Throws: An error of reading.
    init(_ content: StoreContent, names given: [Int64: String]) throws {
        schema = content.description.state.schema
        let tables = content.tables
        var names = Names(given: given)
        var links: [ElementPath: [(source: Int64, target: Int64, order: (Int64, Int64))]] = [:]
        var found: [(entity: String, root: String, identity: Int64, values: [[String]: StoredValue])] = []
        for table in tables {
            let rows = try content.rows(of: table)
            while let row = try rows.next() {
                var fields: [Field: StoredValue] = [:]
                for (column, value) in zip(rows.columns, row.values) {
                    let isOwn = row.entity.map { table.column(of: column.field, in: $0)?.name == column.name } ?? true
                    if isOwn { fields[column.field] = value }
                }
                func number(_ field: Field) -> Int64? {
                    if case .integer(let number)? = fields[field] { number } else { nil }
                }
                guard case .hierarchy(let root) = table.origin, let entity = row.entity else {
                    guard case .joinTable(let path) = table.origin else { continue }
                    let (source, target) = (row.keys[0], row.keys[1])
                    let order = (number(.targetOrderKey) ?? target, number(.sourceOrderKey) ?? source)
                    links[path, default: []].append((source, target, order))
                    continue
                }
                names.add(row.keys[0], of: entity, below: root)
                var values: [[String]: StoredValue] = [:]
                for (field, value) in fields { if case .attribute(let path) = field { values[path] = value } }
                found.append((entity, root, row.keys[0], values))
                for owner in table.line(of: entity) {
                    for relationship in schema.entity(owner)?.relationships ?? [] {
                        guard let target = number(.key(relationship.name)) else { continue }
                        let order = (target, number(.orderKey(relationship.name)) ?? row.keys[0])
                        links[ElementPath(owner, relationship.name), default: []].append((row.keys[0], target, order))
                    }
                }
            }
        }
        for one in found {
            var object = Object(name: names[one.identity, one.root], values: one.values)
            guard let entity = schema.entity(one.entity) else { continue }
            for owner in [entity] + schema.ancestors(of: entity) {
                for relationship in owner.relationships {
                    guard let references = schema.references(of: relationship, in: owner) else { continue }
                    let isHolder = references.holder == ElementPath(owner.name, relationship.name)
                    let far = schema.entity(relationship.destination)
                    let root = far.flatMap { schema.ancestors(of: $0).last }?.name ?? relationship.destination
                    object.references[relationship.name] = (links[references.holder] ?? [])
                        .filter { (isHolder ? $0.source : $0.target) == one.identity }
                        .sorted { isHolder ? $0.order.0 < $1.order.0 : $0.order.1 < $1.order.1 }
                        .map { names[isHolder ? $0.target : $0.source, root] }
                }
            }
            objects[one.entity, default: []].append(object)
        }
    }

    /// The names of objects: the case's own, and those of objects that the migration made, such as `Residence-1`.
    private struct Names {
        let given: [Int64: String]
        private var made: [String: [Int64: String]] = [:]
        private var counts: [String: Int] = [:]

        init(given: [Int64: String]) {
            self.given = given
        }

        mutating func add(_ identity: Int64, of entity: String, below root: String) {
            guard given[identity] == nil else { return }
            counts[entity, default: 0] += 1
            made[root, default: [:]][identity] = "\(entity)-\(counts[entity] ?? 0)"
        }

        subscript(identity: Int64, root: String) -> String {
            given[identity] ?? made[root]?[identity] ?? "\(identity)"
        }
    }
}
