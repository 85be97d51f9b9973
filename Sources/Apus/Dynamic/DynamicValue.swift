import ApusSchema
import Foundation

/// Conversions of values whose types are known at run time only.
enum DynamicValue {
    /// Returns a value as one of a type.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type.
    /// - Returns: The value; a number of that type if it is the same one; the case of an enum with this raw value. `nil` for
    ///   any other value.
    static func converted<Target>(_ value: Any?, to type: Target.Type) -> Target? {
        if let optional = type as? any OptionalValue.Type {
            // An optional that is nil is a result, too.
            return optional.converted(value).flatMap { $0 as? Target }
        }
        guard let value = unwrapped(value) else { return nil }
        if let same = value as? Target { return same }
        let other: Any? =
            switch type {
            case let integer as any FixedWidthInteger.Type: Self.integer(value, integer)
            case let real as any BinaryFloatingPoint.Type: Self.real(value, real)
            case let enumeration as any RawRepresentable.Type: Self.enumCase(value, enumeration)
            default: nil
            }
        return other as? Target
    }

    /// Returns a value that is in an optional, or in an optional of one.
    static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return unwrapped(optional.wrapped)
    }

    private static func integer<Target: FixedWidthInteger>(_ value: Any, _ type: Target.Type) -> Target? {
        func exact(_ number: some BinaryInteger) -> Target? { Target(exactly: number) }
        guard let number = value as? any BinaryInteger else { return nil }
        return exact(number)
    }

    private static func real<Target: BinaryFloatingPoint>(_ value: Any, _ type: Target.Type) -> Target? {
        func exact(_ number: some BinaryInteger) -> Target? { Target(exactly: number) }
        func exact(_ number: some BinaryFloatingPoint) -> Target? { Target(exactly: number) }
        if let number = value as? any BinaryInteger { return exact(number) }
        guard let number = value as? any BinaryFloatingPoint else { return nil }
        return exact(number)
    }

    private static func enumCase<Target: RawRepresentable>(_ value: Any, _ type: Target.Type) -> Target? {
        converted(value, to: Target.RawValue.self).flatMap { Target(rawValue: $0) }
    }
}

/// An optional of any type.
private protocol OptionalValue {
    /// The value, or `nil`.
    var wrapped: Any? { get }

    /// Returns a value as one of the optional type; `nil` if it is none.
    static func converted(_ value: Any?) -> Self?
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }

    fileprivate static func converted(_ value: Any?) -> Wrapped?? {
        guard let value = DynamicValue.unwrapped(value) else { return .some(.none) }
        return DynamicValue.converted(value, to: Wrapped.self).map { .some($0) }
    }
}

extension Value {
    /// The value in Swift.
    var swiftValue: Any? {
        switch self {
        case .int(let number): number
        case .decimal(let number): number
        case .double(let number): number
        case .string(let text): text
        case .bool(let truth): truth
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let data): data
        case .uuid(let uuid): uuid
        case .url(let text): URL(storedText: text)
        }
    }
}
