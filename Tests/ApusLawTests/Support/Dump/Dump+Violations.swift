import ApusSchema
import ApusTestSupport

extension Dump {
    /// What a store of that schema could not hold, or the model would not allow; empty for a sound dump.
    func violations(of schema: Schema) -> [String] {
        let layout = Layout.cached(schema)
        let expected: Set<String> = Set(layout.tables.map(\.name))
        guard expected == Set(tables.keys) else {
            return ["tables are \(tables.keys.sorted()) rather than \(expected.sorted())"]
        }
        var found: [String] = []
        for table in layout.tables {
            let rows: [RowKey: Row] = tables[table.name] ?? [:]
            for (key, row) in rows.sorted(by: { $0.key < $1.key }) {
                found += violations(of: row, key, in: table)
            }
            found += repeated(rows, in: table)
        }
        return found + asymmetries(of: schema)
    }

    private func violations(of row: Row, _ key: RowKey, in table: Table) -> [String] {
        let location = "\(table.name), \(key)"
        var found: [String] = []
        switch (table.origin, key) {
        case (.hierarchy, .id(let id)):
            if id < 1 { found.append("\(location): an identity below 1") }
        case (.joinTable, .pair(let source, let target)):
            for (origin, id) in [(Field.source, source), (.target, target)] {
                if let far = table.column(of: origin)?.references, tables[far]?[.id(id)] == nil {
                    found.append("\(location): no row \(id) in '\(far)'")
                }
            }
        default: found.append("\(location): the wrong kind of key")
        }
        let columns: [Column] = table.columns.filter { ![.identity, .source, .target].contains($0.field) }
        guard Set(columns.map(\.name)) == Set(row.keys) else {
            return found + ["\(location): columns \(row.keys.sorted()) rather than \(columns.map(\.name).sorted())"]
        }
        for column in columns {
            guard let value = row[column.name], !fits(value, column) else { continue }
            found.append("\(location): '\(column.name)' cannot be \(value.spelled(against: nil))")
        }
        return found
    }

    private func fits(_ value: StoredValue, _ column: Column) -> Bool {
        switch (value, column.type.storage) {
        case (.null, _): return column.isNullable
        case (.integer(let number), .integer):
            if let far = column.references { return tables[far]?[.id(number)] != nil }
            if column.type == .bool { return (0...1).contains(number) }
            return column.type.integerRange?.contains(number) == true
        case (.real(let number), .real):
            return !number.isNaN && (column.type != .float || Double(Float(number)) == number)
        case (.text(let text), .text):
            return column.type != .decimal || Value(text: text, type: .decimal)?.text == text
        case (.blob(let data), .blob): return column.type != .uuid || data.count == 16
        default: return false
        }
    }

    private func repeated(_ rows: [RowKey: Row], in table: Table) -> [String] {
        table.indexes.filter(\.isUnique).flatMap { index in
            var seen: Set<[StoredValue]> = []
            return rows.sorted { $0.key < $1.key }.compactMap { key, row -> String? in
                let values: [StoredValue] = index.columns.compactMap { row[$0] }
                guard !values.contains(.null) else { return nil }
                return seen.insert(values).inserted ? nil : "\(table.name), \(key): \(index.columns) repeats \(values)"
            }
        }
    }

    /// Rows that break the rule of a relationship that is its own inverse: what leads there leads back.
    private func asymmetries(of schema: Schema) -> [String] {
        var found: [String] = []
        for entity in schema.entities {
            for relationship in entity.relationships
            where relationship.inverse == relationship.name && relationship.destination == entity.name {
                if relationship.isToMany {
                    let name: String =
                        Layout.cached(schema).table(of: .joinTable(ElementPath(entity.name, relationship.name)))?.name
                        ?? ""
                    let pairs: [RowKey: Row] = tables[name] ?? [:]
                    for case .pair(let one, let two) in pairs.keys.sorted() where pairs[.pair(two, one)] == nil {
                        found.append("\(name): \(one) leads to \(two), but not back")
                    }
                    continue
                }
                let rows: [RowKey: Row] = tables[entity.name] ?? [:]
                for case .id(let id) in rows.keys.sorted() {
                    guard case .integer(let far) = rows[.id(id)]?[relationship.name] else { continue }
                    if rows[.id(far)]?[relationship.name] != .integer(id) {
                        found.append("\(entity.name).\(relationship.name): \(id) leads to \(far), but not back")
                    }
                }
            }
        }
        return found
    }
}
