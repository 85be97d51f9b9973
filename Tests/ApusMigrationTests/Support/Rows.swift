import ApusMigration
import ApusSchema
import ApusTestSupport

typealias Row = StoredRow
typealias Rows = StoredRows

/// What a row of objects has: attributes and keys by name, parts of composites as `address.street`; the identity as `#`.
func row(_ identity: Int64, _ values: KeyValuePairs<String, StoredValue> = [:]) -> Row {
    var row: Row = [.identity: .integer(identity)]
    for (name, value) in values { row[.attribute(name.split(separator: ".").map(String.init))] = value }
    return row
}

extension Row {
    /// The row with the identities that to-one relationships lead to.
    func leading(_ keys: KeyValuePairs<String, Int64?>) -> Row {
        var row: Row = self
        for (name, target) in keys { row[.key(name)] = target.map { .integer($0) } ?? .null }
        return row
    }
}

/// Pairs of identities.
func pairs(_ pairs: (Int64, Int64)...) -> [Row] {
    pairs.map { [.source: .integer($0), .target: .integer($1)] }
}

extension Rows {
    /// The values of an attribute of all objects of a kind, in the order of their identities.
    func values(_ kind: String, _ path: String) -> [StoredValue] {
        let field: Field = .attribute(path.split(separator: ".").map(String.init))
        return objects(kind).map { $0[field] ?? .text("no such value") }
    }

    /// Where a to-one relationship leads from all objects of a kind, in the order of their identities.
    func keys(_ kind: String, _ name: String) -> [StoredValue] {
        objects(kind).map { $0[.key(name)] ?? .text("no such key") }
    }

    /// The rows of a relationship's join table: `1-2`, with order keys `1@1-2@3`.
    func joinTable(_ entity: String, _ name: String) -> [String]? {
        self[.joinTable(ElementPath(entity, name))]?.map { row in
            func text(_ end: Field, _ orderKey: Field) -> String {
                let number: String = row[end]?.exact.replacing("integer ", with: "") ?? "?"
                return number + (row[orderKey].map { "@" + $0.exact.replacing("integer ", with: "") } ?? "")
            }
            return text(.source, .sourceOrderKey) + "-" + text(.target, .targetOrderKey)
        }.sorted()
    }

    private func objects(_ kind: String) -> [Row] {
        (self[.objects(kind)] ?? []).sorted { one, other in
            guard case .integer(let one)? = one[.identity], case .integer(let other)? = other[.identity] else {
                return false
            }
            return one < other
        }
    }
}

/// The rows in a form that tells them apart to the bit, whatever their order.
func exact(_ rows: Rows) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (name, rows) in rows {
        result[name.text] = rows.map { row in
            row.map { "\($0.text)=\($1.exact)" }.sorted().joined(separator: " ")
        }.sorted()
    }
    return result
}
