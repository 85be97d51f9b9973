public import Foundation

/// A Swift type that a ``MigrationFunction`` takes or gives: `Bool`, `Int`, `Int16`, `Int32`, `Int64`, `Double`, `Float`,
/// `Decimal`, `String`, `Date`, `Data`, `UUID`, `URL`, or an optional of one of them. No other types conform to it.
public protocol FunctionValue: Sendable {
    /// How stores keep the values.
    static var functionForm: FunctionForm<Self> { get }
}

/// How stores keep the values of a Swift type.
public struct FunctionForm<Value: Sendable>: Sendable {
    let type: FunctionDeclaration.ValueType
    /// Reads a stored value of the type.
    let read: @Sendable (StoredValue) -> Value?
    /// Returns the value as a store keeps it; `nil` if none can.
    let write: @Sendable (Value) -> StoredValue?
}

extension FunctionForm {
    fileprivate init(
        _ type: ScalarType,
        _ read: @escaping @Sendable (ApusExpressions.Value) -> Value?,
        _ write: @escaping @Sendable (Value) -> ApusExpressions.Value?
    ) {
        self.type = FunctionDeclaration.ValueType(type)
        self.read = { stored in ApusExpressions.Value(stored, of: type).flatMap(read) }
        self.write = { write($0)?.stored }
    }
}

extension FunctionForm where Value: FixedWidthInteger {
    /// Integers.
    fileprivate init(integers type: ScalarType) {
        self.init(
            type,
            { if case .int(let number) = $0 { Value(exactly: number) } else { nil } },
            { .int(Int64($0)) }
        )
    }
}

extension FunctionForm where Value: BinaryFloatingPoint {
    /// Binary numbers. A store cannot keep NaN.
    fileprivate init(numbers type: ScalarType) {
        self.init(
            type,
            { if case .double(let number) = $0 { Value(number) } else { nil } },
            { $0.isNaN ? nil : .double(Double($0)) }
        )
    }
}

extension Int: FunctionValue {
    /// How stores keep the values: as `int64`.
    public static var functionForm: FunctionForm<Int> { FunctionForm(integers: .int64) }
}

extension Int16: FunctionValue {
    /// How stores keep the values: as `int16`.
    public static var functionForm: FunctionForm<Int16> { FunctionForm(integers: .int16) }
}

extension Int32: FunctionValue {
    /// How stores keep the values: as `int32`.
    public static var functionForm: FunctionForm<Int32> { FunctionForm(integers: .int32) }
}

extension Int64: FunctionValue {
    /// How stores keep the values: as `int64`.
    public static var functionForm: FunctionForm<Int64> { FunctionForm(integers: .int64) }
}

extension Double: FunctionValue {
    /// How stores keep the values: as `double`.
    public static var functionForm: FunctionForm<Double> { FunctionForm(numbers: .double) }
}

extension Float: FunctionValue {
    /// How stores keep the values: as `float`.
    public static var functionForm: FunctionForm<Float> { FunctionForm(numbers: .float) }
}

extension Bool: FunctionValue {
    /// How stores keep the values: as `bool`.
    public static var functionForm: FunctionForm<Bool> {
        FunctionForm(.bool, { if case .bool(let truth) = $0 { truth } else { nil } }, { .bool($0) })
    }
}

extension String: FunctionValue {
    /// How stores keep the values: as `string`.
    public static var functionForm: FunctionForm<String> {
        FunctionForm(.string, { if case .string(let text) = $0 { text } else { nil } }, { .string($0) })
    }
}

extension Decimal: FunctionValue {
    /// How stores keep the values: as `decimal`.
    public static var functionForm: FunctionForm<Decimal> {
        FunctionForm(
            .decimal,
            { if case .decimal(let number) = $0 { number } else { nil } },
            { $0.isNaN ? nil : .decimal($0) }
        )
    }
}

extension Date: FunctionValue {
    /// How stores keep the values: as `date`.
    public static var functionForm: FunctionForm<Date> {
        FunctionForm(
            .date,
            { if case .date(let seconds) = $0 { Date(timeIntervalSinceReferenceDate: seconds) } else { nil } },
            { .date($0.timeIntervalSinceReferenceDate) }
        )
    }
}

extension Data: FunctionValue {
    /// How stores keep the values: as `data`.
    public static var functionForm: FunctionForm<Data> {
        FunctionForm(.data, { if case .data(let bytes) = $0 { bytes } else { nil } }, { .data($0) })
    }
}

extension UUID: FunctionValue {
    /// How stores keep the values: as `uuid`.
    public static var functionForm: FunctionForm<UUID> {
        FunctionForm(.uuid, { if case .uuid(let uuid) = $0 { uuid } else { nil } }, { .uuid($0) })
    }
}

extension URL: FunctionValue {
    /// How stores keep the values: as `url`.
    public static var functionForm: FunctionForm<URL> {
        FunctionForm(
            .url,
            { if case .url(let text) = $0 { URL(storedText: text) } else { nil } },
            { .url($0.absoluteString) }
        )
    }
}

extension Optional: FunctionValue where Wrapped: FunctionValue {
    /// How stores keep the values: like those of the wrapped type, and null for `nil`.
    public static var functionForm: FunctionForm<Wrapped?> {
        let form = Wrapped.functionForm
        return FunctionForm(
            type: FunctionDeclaration.ValueType(form.type.type, isOptional: true),
            read: { $0 == .null ? .some(nil) : form.read($0).map { .some($0) } },
            write: { $0.map(form.write) ?? .null }
        )
    }
}
