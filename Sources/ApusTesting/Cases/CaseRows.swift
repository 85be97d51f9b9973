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
        var names = CaseNames(given: given)
        var links = CaseLinks()
        var found: [(entity: Entity, root: String, identity: Int64, values: [[String]: StoredValue])] = []
        for table in content.tables {
            let rows = try content.rows(of: table)
            while let row = try rows.next() {
                let fields = Self.fields(of: row, rows.columns, table)
                switch table.origin {
                case .joinTable(let path): links.add(row.keys[0], row.keys[1], of: path, fields)
                case .hierarchy(let root):
                    guard let entity = row.entity.flatMap({ schema.entity($0) }) else { continue }
                    names.add(row.keys[0], of: entity.name, below: root)
                    for owner in [entity] + schema.ancestors(of: entity) {
                        for relationship in owner.relationships {
                            links.add(row.keys[0], of: ElementPath(owner.name, relationship.name), fields)
                        }
                    }
                    var values: [[String]: StoredValue] = [:]
                    for (field, value) in fields { if case .attribute(let path) = field { values[path] = value } }
                    found.append((entity, root, row.keys[0], values))
                }
            }
        }
        for one in found {
            var object = Object(name: names[one.identity, below: one.root], values: one.values)
            for owner in [one.entity] + schema.ancestors(of: one.entity) {
                for relationship in owner.relationships {
                    guard let references = schema.references(of: relationship, in: owner) else { continue }
                    let isHolder = references.holder == ElementPath(owner.name, relationship.name)
                    let root = schema.root(of: relationship.destination)
                    object.references[relationship.name] = links.others(
                        of: one.identity,
                        in: references.holder,
                        isHolder: isHolder
                    ).map { names[$0, below: root] }
                }
            }
            objects[one.entity.name, default: []].append(object)
        }
    }

    /// The values of a row by their meaning, without those of other entities in the table.
    private static func fields(of row: StoreContent.Row, _ columns: [Column], _ table: Table) -> [Field: StoredValue] {
        var fields: [Field: StoredValue] = [:]
        for (column, value) in zip(columns, row.values) {
            let isOwn = row.entity.map { table.column(of: column.field, in: $0)?.name == column.name } ?? true
            if isOwn { fields[column.field] = value }
        }
        return fields
    }
}

/// The names of objects: the case's own, and those of objects that the migration made, such as `Residence-1`.
private struct CaseNames {
    private let given: [Int64: String]
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

    subscript(identity: Int64, below root: String) -> String {
        given[identity] ?? made[root]?[identity] ?? "\(identity)"
    }
}

/// The references between objects, by the relationship that holds them.
private struct CaseLinks {
    private typealias Ends = [Int64: [(other: Int64, orderKey: Int64)]]

    private var targets: [ElementPath: Ends] = [:]
    private var sources: [ElementPath: Ends] = [:]

    /// Adds the row of a join table.
    mutating func add(_ source: Int64, _ target: Int64, of path: ElementPath, _ fields: [Field: StoredValue]) {
        let orderKeys = (fields[.targetOrderKey]?.number ?? target, fields[.sourceOrderKey]?.number ?? source)
        targets[path, default: [:]][source, default: []].append((target, orderKeys.0))
        sources[path, default: [:]][target, default: []].append((source, orderKeys.1))
    }

    /// Adds the key of an object, if the relationship holds one.
    mutating func add(_ source: Int64, of path: ElementPath, _ fields: [Field: StoredValue]) {
        guard let name = path.property, let target = fields[.key(name)]?.number else { return }
        targets[path, default: [:]][source] = [(target, 0)]
        let orderKey = fields[.orderKey(name)]?.number ?? source
        sources[path, default: [:]][target, default: []].append((source, orderKey))
    }

    /// The objects to which an object refers, or that refer to it, in their order.
    func others(of identity: Int64, in holder: ElementPath, isHolder: Bool) -> [Int64] {
        let ends = (isHolder ? targets : sources)[holder]?[identity] ?? []
        return ends.sorted { ($0.orderKey, $0.other) < ($1.orderKey, $1.other) }.map(\.other)
    }
}

extension StoredValue {
    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }
}
