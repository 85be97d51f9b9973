import ApusSchema
public import Foundation

/// The initial values of generated properties, and the model's defaults.
///
/// Those that can be a default argument of a generated public initializer cannot be hidden from other code.
public enum ModelValue {
    /// The initial value of a required date without a default: Foundation's reference date.
    public static let emptyDate = Date(timeIntervalSinceReferenceDate: 0)

    /// The initial value of required data without a default: no bytes.
    public static let emptyData = Data()

    /// The initial value of a required UUID without a default: all zeros.
    public static let emptyUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The initial value of a required URL without a default: the root of the file system.
    public static let emptyURL = URL(filePath: "/")

    /// A default of type `decimal`.
    ///
    /// - Parameter text: The digits, which the generator has checked.
    /// - Returns: The value.
    public static func decimal(_ text: String) -> Decimal {
        Decimal(canonicalText: text) ?? failed(text)
    }

    /// A default of type `data`.
    ///
    /// - Parameter text: Base64, which the generator has checked.
    /// - Returns: The value.
    public static func data(base64 text: String) -> Data {
        Data(base64Encoded: text) ?? failed(text)
    }

    /// A default of type `uuid`.
    ///
    /// - Parameter text: The UUID, which the generator has checked.
    /// - Returns: The value.
    public static func uuid(_ text: String) -> UUID {
        UUID(uuidString: text) ?? failed(text)
    }

    /// A default of type `url`.
    ///
    /// - Parameter text: The URL, which the generator has checked.
    /// - Returns: The value.
    public static func url(_ text: String) -> URL {
        URL(storedText: text) ?? failed(text)
    }

    /// Whether ``empty(by:)`` has a value. No container is opened otherwise.
    @_spi(Generated)
    public static func hasEmpty<Transformer: AttributeTransformer>(by transformer: Transformer.Type) -> Bool {
        Transformer.emptyValue != nil
    }

    /// The value of a required attribute without a default, of an object that has no values.
    @_spi(Generated)
    public static func empty<Transformer: AttributeTransformer>(by transformer: Transformer.Type) -> Transformer.Value {
        guard let value = Transformer.emptyValue else {
            preconditionFailure(
                "an object without values has none of type \(Transformer.Value.self): give the attribute a 'default' in "
                    + "the model, make it optional, or give \(Transformer.self) an 'emptyValue'"
            )
        }
        return value
    }

    private static func failed<T>(_ text: String) -> T {
        preconditionFailure("the generated default '\(text)' was edited by hand: run 'apus generate'")
    }
}
