import ApusSchema

extension NaiveStage {
    /// The changes in the order in which they are done: removals, the renaming, additions, conversions, fills.
    ///
    /// - Throws: `Refused` where rows that exist would need a value that nothing gives.
    func changes() throws -> [NaiveChange] {
        var changes: [NaiveChange] = removals()
        changes.append(renaming())
        changes += try additions()
        for (path, oldPath) in properties.sorted(by: { $0.key < $1.key }) {
            changes += try adjustments(path, oldPath)
        }
        return changes
    }

    private func removals() -> [NaiveChange] {
        var changes: [NaiveChange] = []
        for entity in older.entities {
            let isKept: Bool = entities.values.contains(entity.name)
            if !isKept { changes.append(.removeTable(entity.name)) }
            for property in entity.properties {
                let path = ElementPath(entity.name, property.name)
                guard !properties.values.contains(path) else { continue }
                if let table = older.pairTable(of: path) {
                    changes.append(.removeTable(table))
                } else if isKept, older.hasColumn(path) {
                    changes.append(.removeColumn(table: entity.name, column: property.name))
                }
            }
        }
        return changes
    }

    private func renaming() -> NaiveChange {
        var tables: [String: String] = [:]
        var columns: [String: [String: String]] = [:]
        for (name, oldName) in entities { tables[oldName] = name }
        for (path, oldPath) in properties {
            if let table = older.pairTable(of: oldPath) {
                tables[table] = newer.pairTable(of: path)
            } else if older.hasColumn(oldPath) {
                columns[oldPath.entity, default: [:]][oldPath.property ?? ""] = path.property
            }
        }
        return .rename(tables: tables, columns: columns)
    }

    private func additions() throws -> [NaiveChange] {
        var changes: [NaiveChange] = []
        for entity in newer.entities {
            let isNew: Bool = entities[entity.name] == nil
            if isNew { changes.append(.addTable(entity.name)) }
            for property in entity.properties {
                let path = ElementPath(entity.name, property.name)
                guard properties[path] == nil else { continue }
                if let table = newer.pairTable(of: path) {
                    changes.append(.addTable(table))
                } else if newer.hasColumn(path), !isNew {
                    changes.append(
                        .addColumn(table: entity.name, column: property.name, value: try newValue(of: property, path))
                    )
                }
            }
        }
        return changes
    }

    /// What rows that exist get in a property that is added.
    private func newValue(of property: Property, _ path: ElementPath) throws -> StoredValue {
        switch property {
        case .attribute(let attribute):
            if let value = attribute.defaultValue { return value.stored }
            guard attribute.isOptional else { throw Refused("'\(path)' is added, required and without default") }
        case .relationship(let relationship):
            guard relationship.isOptional else { throw Refused("the to-one '\(path)' is added and required") }
        }
        return .null
    }

    private func adjustments(_ path: ElementPath, _ oldPath: ElementPath) throws -> [NaiveChange] {
        let column: String = path.property ?? ""
        switch (older.property(oldPath), newer.property(path)) {
        case (.attribute(let old), .attribute(let new)):
            var changes: [NaiveChange] = []
            if old.type != new.type { changes.append(.convert(table: path.entity, column: column, to: new.columnType)) }
            if old.isOptional, !new.isOptional {
                guard let value = new.defaultValue else {
                    throw Refused("'\(path)' becomes required without a default for the rows that have no value")
                }
                changes.append(.fill(table: path.entity, column: column, value: value.stored))
            }
            return changes
        case (.relationship(let old), .relationship(let new)):
            if old.isOptional, !new.isOptional { throw Refused("the to-one '\(path)' becomes required") }
            return []
        default:
            return []
        }
    }
}

extension Schema {
    /// The table of pairs that a relationship owns, or `nil`.
    fileprivate func pairTable(of path: ElementPath) -> String? {
        Layout(self).table(of: .link(path))?.name
    }

    /// Whether a property's values are in a column of its entity's table.
    fileprivate func hasColumn(_ path: ElementPath) -> Bool {
        switch property(path) {
        case .attribute: true
        case .relationship(let relationship): !relationship.isToMany && isKeeper(path)
        case nil: false
        }
    }
}
