import Foundation

extension Value {
    /// Creates the value that a column of a type stores; `nil` for null, and for what is not a value of the type.
    ///
    /// - Parameters:
    ///   - stored: The stored value.
    ///   - type: The type of the column.
    package init?(_ stored: StoredValue, of type: ScalarType) {
        let value: Value? =
            switch (stored.fitting(type), type) {
            case (.integer(let number)?, .bool): .bool(number == 1)
            case (.integer(let number)?, _): .int(number)
            case (.real(let number)?, .date): .date(number)
            case (.real(let number)?, _): .double(number)
            case (.text(let text)?, .decimal): Value(text: text, type: .decimal)
            case (.text(let text)?, .url): .url(text)
            case (.text(let text)?, _): .string(text)
            case (.blob(let bytes)?, .uuid):
                .uuid(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
            case (.blob(let bytes)?, _): .data(bytes)
            case (.null?, _), (nil, _): nil
            }
        guard let value else { return nil }
        self = value
    }
}
