import ApusSchema

/// The sums of integers that stores compute, to tell which of them SQLite's errors are about.
struct DerivedSums: Sendable {
    private struct Sum: Sendable {
        /// The attribute: `Trip.total`.
        let path: ElementPath
        /// The column as SQLite's messages and those of triggers show it.
        let column: String
    }

    private let sums: [Sum]

    init(of schema: Schema, in layout: Layout) {
        sums = schema.entities.flatMap { entity in
            entity.attributes.compactMap { attribute -> Sum? in
                guard attribute.isStored, attribute.derivation != nil,
                    let table = layout.table(ofEntity: entity.name),
                    let column = table.column(of: .attribute([attribute.name]), in: entity.name),
                    case .leaf(.sum(_, _, let type)) = table.derivations.first(where: { $0.column == column.name })?
                        .expression,
                    type.integerRange != nil
                else { return nil }
                return Sum(path: ElementPath(entity.name, attribute.name), column: "\(table.name).\(column.name)")
            }
        }
    }

    /// Returns the error of a save that SQLite refuses because a sum does not fit.
    ///
    /// - Parameter message: SQLite's message, which names no column if a sum on the way has more than 64 bits.
    /// - Returns: The error; `nil` if the message is about something else.
    func error(for message: String) -> ModelError? {
        let found =
            message == "integer overflow"
            ? sums
            : sums.filter { sum in
                message.hasSuffix(" column \(sum.column)")
                    || message.hasPrefix("\(Table.Rule.triggerPrefix)'\(sum.column)' is ")
            }
        return found.isEmpty ? nil : .sumDoesNotFit(attributes: found.map { "\($0.path)" })
    }
}
