package import ApusSchema

/// A row of an extent: values by field.
package typealias StoredRow = [Field: StoredValue]

/// What a store holds, in memory: rows by extent.
package typealias StoredRows = [Extent.Name: [StoredRow]]

extension StoredValue {
    /// The number, of an integer.
    package var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The value as text that is equal only if the values are the same to the bit.
    package var exact: String {
        switch self {
        case .null: "null"
        case .integer(let number): "integer \(number)"
        case .real(let number): "real \(number) \(String(number.bitPattern, radix: 16))"
        case .text(let text): "text \(Array(text.utf8))"
        case .blob(let data): "blob \(Array(data))"
        }
    }
}
