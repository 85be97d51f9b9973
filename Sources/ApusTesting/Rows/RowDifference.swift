import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore

/// A difference between the rows of two stores.
struct RowDifference: Hashable {
    /// The entity, or the relationship of a join table.
    let path: ElementPath
    /// The object's identity, or the two of a join table: `7-12`.
    let row: String
    /// The property; `nil` if one store lacks the row.
    let property: String?
    /// The value in the first store, to be shown.
    let expected: String
    /// The value in the second store, to be shown.
    let found: String

    /// The difference as a sentence.
    ///
    /// - Parameters:
    ///   - first: Where the expected value is: `at once`.
    ///   - second: Where the found value is: `step by step`.
    /// - Returns: The sentence.
    func text(_ first: String, _ second: String) -> String {
        let subject = property.map { "'\($0)' of \(path) \(row)" } ?? "\(path) \(row)"
        return "\(subject): \(expected) \(first), \(found) \(second)"
    }
}

extension StoreContent {
    /// Returns the first differences to another store of the same schema.
    ///
    /// - Parameters:
    ///   - other: The other store.
    ///   - meant: What is not compared.
    ///   - limit: The maximum number of differences.
    /// - Returns: The differences, in the order of tables and keys.
    /// - Throws: An error of reading.
    func differences(
        to other: StoreContent,
        except meant: Set<Ways.Element> = [],
        limit: Int = 3
    ) throws -> [RowDifference] {
        var found: [RowDifference] = []
        for table in tables where found.count < limit {
            let (ours, theirs) = (try rows(of: table), try other.rows(of: table))
            var (one, two) = (try ours.next(), try theirs.next())
            // Both are in the order of their keys.
            while found.count < limit,
                let key = [one?.keys, two?.keys].compactMap({ $0 }).min(by: { $0.lexicographicallyPrecedes($1) })
            {
                let (mine, other) = (one?.keys == key ? one : nil, two?.keys == key ? two : nil)
                found += Self.differences(mine, other, ours.columns, of: table, except: meant)
                if mine != nil { one = try ours.next() }
                if other != nil { two = try theirs.next() }
            }
        }
        return Array(found.prefix(limit))
    }

    private static func differences(
        _ one: Row?,
        _ two: Row?,
        _ columns: [Column],
        of table: Table,
        except meant: Set<Ways.Element>
    ) -> [RowDifference] {
        guard let row = one ?? two, !meant.contains(table.element(of: row)) else { return [] }
        func difference(of property: String?, expected: String, found: String) -> RowDifference {
            RowDifference(
                path: table.path(of: row),
                row: row.keys.map { String($0) }.joined(separator: "-"),
                property: property,
                expected: expected,
                found: found
            )
        }
        guard let one, let two else {
            return [
                difference(of: nil, expected: one == nil ? "no row" : "a row", found: two == nil ? "no row" : "a row")
            ]
        }
        return columns.indices.filter { index in
            one.values[index] != two.values[index] && !meant.contains(table.element(of: row, columns[index]))
        }.map { index in
            let type = columns[index].type
            return difference(
                of: columns[index].name,
                expected: one.values[index].shown(as: type),
                found: two.values[index].shown(as: type)
            )
        }
    }
}

extension Table {
    /// The entity of a row, or a property of it, or the relationship of the join table.
    fileprivate func element(of row: StoreContent.Row, _ column: Column? = nil) -> Ways.Element {
        let path = path(of: row)
        if path.property != nil { return Ways.Element(entity: path.entity, property: path.property) }
        let name: String? =
            switch column?.field {
            case .attribute(let path), .lookup(let path): path[0]
            case .key(let name), .orderKey(let name): name
            case .identity, .entity, .source, .target, .targetOrderKey, .sourceOrderKey, nil: nil
            }
        return Ways.Element(entity: path.entity, property: name)
    }

    /// The entity of a row, or the relationship of the join table.
    func path(of row: StoreContent.Row) -> ElementPath {
        if case .joinTable(let path) = origin { path } else { ElementPath(row.entity ?? name) }
    }
}
