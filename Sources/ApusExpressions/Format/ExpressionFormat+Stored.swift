import Foundation

extension ExpressionFormat.Constant {
    /// Returns the constant as a column of a type would store it; `nil` if it could not.
    ///
    /// - Parameter type: The type that the constant is compared with; `nil` if it is unknown.
    /// - Returns: The value.
    package func stored(as type: ScalarType?) -> StoredValue? {
        switch (self, type) {
        case (.null, _): .null
        case (.bool, .string?), (.bool, .url?), (.bool, .uuid?), (.bool, .data?), (.integer, .string?),
            (.integer, .url?),
            (.integer, .uuid?), (.integer, .data?), (.decimal, .string?), (.decimal, .url?), (.decimal, .uuid?),
            (.decimal, .data?), (.double, .string?), (.double, .url?), (.double, .uuid?), (.double, .data?):
            nil
        case (.bool(let truth), _): .integer(truth ? 1 : 0)
        case (.string(let text), .uuid?): UUID(uuidString: text).map { Value.uuid($0).stored }
        case (.string(let text), .string?), (.string(let text), .url?), (.string(let text), nil): .text(text)
        case (.string, _): nil
        case (.integer(let number), .decimal?): .text(Decimal(number).canonicalText)
        case (.decimal(let number), .decimal?): .text(number.canonicalText)
        case (.integer(let number), .double?), (.integer(let number), .float?), (.integer(let number), .date?):
            .real(Double(number))
        case (.integer(let number), _): .integer(number)
        // Foundation's conversion is not the nearest number.
        case (.decimal(let number), _): Double(number.canonicalText).map { .real($0) }
        case (.double(let number), _): .real(number)
        }
    }
}
