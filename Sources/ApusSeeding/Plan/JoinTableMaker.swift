import ApusSchema

/// Makes the rows of one relationship's join table, ordered by source and target.
struct JoinTableMaker: Sendable {
    /// The relationship with the join table.
    let path: ElementPath

    /// The fields of a row, in the order of the extent.
    let fields: [Field]

    /// The identity of the first source.
    let first: Int

    /// The sources and targets.
    let rows: JoinRows

    /// Calls a closure with the values of each row, in the order of the fields.
    func forEach(_ body: ([StoredValue]) throws -> Void) rethrows {
        var inverseOrderKeys: [Int: Int64] = [:]
        let isInverseOrdered = fields.contains(.sourceOrderKey)
        var values: [StoredValue] = fields.map { _ in .null }
        for source in rows.starts.indices.dropLast() {
            let range: Range<Int> = rows.starts[source]..<rows.starts[source + 1]
            // In the order of the primary key, so that each row is appended at the end of the table.
            for index in range.sorted(by: { rows.targets[$0] < rows.targets[$1] }) {
                let target: Int = rows.targets[index]
                if isInverseOrdered { inverseOrderKeys[target, default: 0] += ReferencePlan.gap }
                for (column, field) in fields.enumerated() {
                    switch field {
                    case .source: values[column] = .integer(Int64(first + source))
                    case .target: values[column] = .integer(Int64(target))
                    case .targetOrderKey:
                        values[column] = .integer(Int64(index - range.lowerBound + 1) * ReferencePlan.gap)
                    case .sourceOrderKey: values[column] = .integer(inverseOrderKeys[target] ?? ReferencePlan.gap)
                    default: break
                    }
                }
                try body(values)
            }
        }
    }
}
