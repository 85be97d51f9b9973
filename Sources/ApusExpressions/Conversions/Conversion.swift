/// A way to turn the stored values of one scalar type into those of another.
///
/// ```swift
/// let rounded = Conversion("rounded", from: .double, to: .int16)
/// try rounded?(.real(2.5))       // .integer(3)
/// try rounded?(.real(40_000))    // throws: '40000.0' is outside -32768...32767
/// ```
///
/// Null stays null. A negative zero counts as zero, as it does for SQLite, whose columns keep no other; so what
/// conversions say of values holds of every value that a column can have.
///
/// ## Topics
/// ### Finding one
/// - ``inferred(from:to:)``
/// - ``conversions(from:to:)``
/// - ``init(_:from:to:)``
/// ### What is known without looking at a value
/// - ``isExact``
/// - ``isIdentity``
/// - ``canFail``
/// - ``undoes(_:)``
public struct Conversion: Hashable, Sendable {
    /// What is done.
    public let method: Method
    /// The type of the values that are given.
    public let from: ScalarType
    /// The type of the values that are made.
    public let to: ScalarType
    /// Whether a value that cannot be held becomes null, instead of stopping the migration.
    public let isLenient: Bool

    /// What a lenient conversion's name ends with.
    private static let leniency: String = "OrNull"

    private init(_ method: Method, _ from: ScalarType, _ to: ScalarType, isLenient: Bool) {
        self.method = method
        self.from = from
        self.to = to
        self.isLenient = isLenient
    }

    /// The conversion with a method; `nil` where that has no meaning for the two types.
    public init?(_ method: Method, from: ScalarType, to: ScalarType) {
        guard method.hasMeaning(from: from, to: to) else { return nil }
        self.init(method, from, to, isLenient: false)
    }

    /// The conversion that a mapping names: `rounded`, or `roundedOrNull` for the lenient one.
    ///
    /// The result is `nil` where there is no such method, where it has no meaning for the two types, and where one
    /// that cannot fail is asked to be lenient.
    public init?(_ name: String, from: ScalarType, to: ScalarType) {
        let isLenient: Bool = name.hasSuffix(Self.leniency)
        guard let method = Method(rawValue: isLenient ? String(name.dropLast(Self.leniency.count)) : name),
            let strict = Conversion(method, from: from, to: to),
            let conversion = isLenient ? strict.lenient : strict
        else { return nil }
        self = conversion
    }

    /// The name that a mapping says: `rounded`, `roundedOrNull`.
    public var name: String { method.rawValue + (isLenient ? Self.leniency : "") }

    /// The conversion that needs nobody's word: every value can be converted, all stay different, and there is one
    /// meaning only. `nil` where there is none such.
    ///
    /// A bool becomes 0 or 1, a number its digits; but no date a number, since several epochs have a meaning.
    public static func inferred(from: ScalarType, to: ScalarType) -> Conversion? {
        Conversion(.exact, from: from, to: to).flatMap { $0.isExact ? $0 : nil }
    }

    /// Every conversion with a meaning for the two types, the inferred one first, without the lenient ones.
    public static func conversions(from: ScalarType, to: ScalarType) -> [Conversion] {
        Method.allCases.compactMap { Conversion($0, from: from, to: to) }
    }

    /// The conversion that makes null of what this one fails on; `nil` where it never fails.
    public var lenient: Conversion? {
        possibleReasons.isEmpty ? nil : Conversion(method, from, to, isLenient: true)
    }

    /// The conversion that fails where this one would make null.
    package var strict: Conversion { Conversion(method, from, to, isLenient: false) }
}
