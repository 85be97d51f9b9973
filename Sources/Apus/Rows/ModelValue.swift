import ApusSchema
public import Foundation

/// The values that generated code begins with.
public enum ModelValue {
    /// A required date before it has a value: Foundation's reference date.
    public static let emptyDate = Date(timeIntervalSinceReferenceDate: 0)

    /// A required UUID before it has a value: zeros only.
    public static let emptyUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// A required URL before it has a value: the root of the file system.
    public static let emptyURL = URL(filePath: "/")

    /// A decimal number of the model.
    ///
    /// - Parameter text: Digits that the generator has checked.
    /// - Returns: The value.
    public static func decimal(_ text: String) -> Decimal {
        Decimal(canonicalText: text) ?? wrong(text)
    }

    /// Bytes of the model.
    ///
    /// - Parameter text: A text that the generator has checked.
    /// - Returns: The value.
    public static func data(base64 text: String) -> Data {
        Data(base64Encoded: text) ?? wrong(text)
    }

    /// A UUID of the model.
    ///
    /// - Parameter text: A text that the generator has checked.
    /// - Returns: The value.
    public static func uuid(_ text: String) -> UUID {
        UUID(uuidString: text) ?? wrong(text)
    }

    /// A URL of the model.
    ///
    /// - Parameter text: A text that the generator has checked.
    /// - Returns: The value.
    public static func url(_ text: String) -> URL {
        URL(string: text) ?? wrong(text)
    }

    private static func wrong<T>(_ text: String) -> T {
        preconditionFailure("the generated default '\(text)' was edited by hand: run 'apus generate'")
    }
}
