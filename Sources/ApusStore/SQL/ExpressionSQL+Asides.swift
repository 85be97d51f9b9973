import ApusMigration
import ApusSchema

extension ExpressionSQL {
    /// The statements that keep objects in the table of what is set aside: a row per object, and one per value.
    mutating func statements(of aside: ProjectedAside, _ model: String) -> [SQLStatement] {
        func statement(_ property: String?, _ value: ExpressionGraph.ID?) -> [SQLStatement] {
            let rows = ValuedRows(
                extent: aside.extent,
                conditions: aside.conditions + (value.map { [$0] } ?? []),
                value: value,
                groups: [aside.identity]
            )
            let facts: [StoredValue] = [
                .text(model), aside.from.stored, aside.to.stored, .text(aside.reason.text), .text(aside.entity),
                property.map { .text($0) } ?? .null,
            ]
            return values(of: [rows], as: "value").map { query in
                SQLStatement(
                    "INSERT INTO \(StoreFormat.asideTable) (model, from_version, to_version, reason, entity, property, object, "
                        + "value) SELECT ?, ?, ?, ?, ?, ?, g0, \(value == nil ? "NULL" : "value") FROM (\(query.sql)) "
                        + "ORDER BY g0",
                    facts + query.arguments
                )
            }
        }
        return (aside.isWhole ? statement(nil, nil) : []) + aside.values.flatMap { statement($0.name, $0.value) }
    }
}

extension Stage.Point {
    /// The version as the store's tables have it; null if it is none.
    fileprivate var stored: StoredValue { version.map { .text($0.description) } ?? .null }
}

extension ProjectedAside.Reason {
    /// The reason as the store keeps it.
    fileprivate var text: String {
        switch self {
        case .duplicate(let properties): "duplicate \(properties.joined(separator: ", "))"
        case .conversion(let type): "\(SetAside.conversion)\(type)"
        }
    }
}
