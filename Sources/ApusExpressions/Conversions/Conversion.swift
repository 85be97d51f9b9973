/// A conversion of stored values from one scalar type to another.
///
/// ```swift
/// let rounded = Conversion("rounded", from: .double, to: .int16)
/// try rounded?(.real(2.5))       // .integer(3)
/// try rounded?(.real(40_000))    // throws: '40000.0' is outside -32768...32767
/// ```
///
/// Null stays null. Negative zero counts as zero, because SQLite's columns do not keep it.
///
/// ## Topics
/// ### Finding a conversion
/// - ``inferred(from:to:)``
/// - ``conversions(from:to:)``
/// - ``init(_:from:to:)-(Conversion.Method,_,_)``
/// - ``init(_:from:to:)-(String,_,_)``
/// ### Inspecting a conversion
/// - ``isExact``
/// - ``isIdentity``
/// - ``canFail``
/// - ``undoes(_:)``
public struct Conversion: Hashable, Sendable {
    /// The method of the conversion.
    public let method: Method
    /// The type to convert from.
    public let from: ScalarType
    /// The type to convert to.
    public let to: ScalarType
    /// Whether a value that cannot be converted becomes null instead of stopping the migration.
    public let isLenient: Bool

    /// The suffix of a lenient conversion's name.
    private static let leniency: String = "OrNull"

    private init(_ method: Method, _ from: ScalarType, _ to: ScalarType, isLenient: Bool) {
        self.method = method
        self.from = from
        self.to = to
        self.isLenient = isLenient
    }

    /// Creates the conversion with a method; `nil` if the method has no meaning for the two types.
    public init?(_ method: Method, from: ScalarType, to: ScalarType) {
        guard method.hasMeaning(from: from, to: to) else { return nil }
        self.init(method, from, to, isLenient: false)
    }

    /// Creates the conversion with a name in mappings: `rounded`, or `roundedOrNull` for the lenient one.
    ///
    /// The result is `nil` if the method does not exist, if it has no meaning for the two types, or if the name is
    /// lenient but the conversion cannot fail.
    public init?(_ name: String, from: ScalarType, to: ScalarType) {
        let isLenient = name.hasSuffix(Self.leniency)
        guard let method = Method(rawValue: isLenient ? String(name.dropLast(Self.leniency.count)) : name),
            let strict = Conversion(method, from: from, to: to),
            let conversion = isLenient ? strict.lenient : strict
        else { return nil }
        self = conversion
    }

    /// The name in mappings: `rounded`, `roundedOrNull`.
    public var name: String { method.rawValue + (isLenient ? Self.leniency : "") }

    /// Returns the conversion that applies without a mapping, or `nil`. It converts every value, keeps all values
    /// different, and is unambiguous.
    ///
    /// For example, a bool becomes 0 or 1, and an integer becomes its digits; but a date does not become a number,
    /// because several epochs are possible.
    public static func inferred(from: ScalarType, to: ScalarType) -> Conversion? {
        Conversion(.exact, from: from, to: to).flatMap { $0.isExact ? $0 : nil }
    }

    /// Returns every conversion with a meaning for two types, the inferred one first, without lenient ones.
    public static func conversions(from: ScalarType, to: ScalarType) -> [Conversion] {
        Method.allCases.compactMap { Conversion($0, from: from, to: to) }
    }

    /// The conversion that returns null if this one fails; `nil` if this one never fails.
    public var lenient: Conversion? {
        possibleReasons.isEmpty ? nil : Conversion(method, from, to, isLenient: true)
    }

    /// The conversion that fails if this one would return null.
    package var strict: Conversion { Conversion(method, from, to, isLenient: false) }
}
