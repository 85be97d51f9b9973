import ApusSchema
public import Foundation

/// The value of a predicate's variable, in its stored form.
public struct PredicateArgument: Hashable, Sendable {
    /// The value.
    enum Content: Hashable, Sendable {
        /// A value of one column.
        case scalar(StoredValue, ScalarType?)
        /// The columns of a composite.
        case composite([StoredValue])
        /// An object.
        case object(PersistentIdentifier)
        /// Several values.
        case list([PredicateArgument])
        /// A Foundation predicate or sort descriptor.
        case foundation(FoundationExpression)
        /// A value of many objects, in a condition on groups.
        case aggregate(Aggregate)
    }

    let content: Content

    init(_ content: Content) {
        self.content = content
    }

    init(_ value: Value, _ type: ScalarType) {
        content = .scalar(value.stored, type)
    }

    /// The argument `nil`.
    static let null = PredicateArgument(.scalar(.null, nil))
}

/// A type whose values can be compared with stored ones.
///
/// The types of attributes conform, and so do the classes, enums and composites of a model. To make a type of your own
/// conform, return the ``predicateArgument`` of a value of one of these types.
public protocol PredicateValue: SendableMetatype {
    /// The value as a predicate's argument.
    var predicateArgument: PredicateArgument { get }
}

extension Int16: PredicateValue {
    /// The number.
    public var predicateArgument: PredicateArgument { PredicateArgument(.int(Int64(self)), .int16) }
}

extension Int32: PredicateValue {
    /// The number.
    public var predicateArgument: PredicateArgument { PredicateArgument(.int(Int64(self)), .int32) }
}

extension Int64: PredicateValue {
    /// The number.
    public var predicateArgument: PredicateArgument { PredicateArgument(.int(self), .int64) }
}

extension Int: PredicateValue {
    /// The number.
    public var predicateArgument: PredicateArgument { PredicateArgument(.int(Int64(self)), .int64) }
}

extension Double: PredicateValue {
    /// The number. NaN equals nothing, not even `nil` or itself, as in Swift.
    public var predicateArgument: PredicateArgument { PredicateArgument(.scalar(.real(self), .double)) }
}

extension Float: PredicateValue {
    /// The number. NaN equals nothing, not even `nil` or itself, as in Swift.
    public var predicateArgument: PredicateArgument { PredicateArgument(.scalar(.real(Double(self)), .float)) }
}

extension Decimal: PredicateValue {
    /// The number. NaN equals nothing, not even `nil` or itself, as in Swift.
    public var predicateArgument: PredicateArgument {
        isNaN ? PredicateArgument(.scalar(.real(.nan), .decimal)) : PredicateArgument(.decimal(self), .decimal)
    }
}

extension String: PredicateValue {
    /// The text.
    public var predicateArgument: PredicateArgument { PredicateArgument(.string(self), .string) }
}

extension Bool: PredicateValue {
    /// The Boolean.
    public var predicateArgument: PredicateArgument { PredicateArgument(.bool(self), .bool) }
}

extension Date: PredicateValue {
    /// The date.
    public var predicateArgument: PredicateArgument {
        PredicateArgument(.date(timeIntervalSinceReferenceDate), .date)
    }
}

extension Data: PredicateValue {
    /// The bytes.
    public var predicateArgument: PredicateArgument { PredicateArgument(.data(self), .data) }
}

extension UUID: PredicateValue {
    /// The identifier.
    public var predicateArgument: PredicateArgument { PredicateArgument(.uuid(self), .uuid) }
}

extension URL: PredicateValue {
    /// The URL.
    public var predicateArgument: PredicateArgument { PredicateArgument(.url(absoluteString), .url) }
}

extension PersistentIdentifier: PredicateValue {
    /// The object with this identifier.
    public var predicateArgument: PredicateArgument { PredicateArgument(.object(self)) }
}

extension ModelObject: PredicateValue {
    /// The object.
    public final var predicateArgument: PredicateArgument { persistentModelID.predicateArgument }
}

extension Set: PredicateValue where Element: PredicateValue {
    /// The values.
    public var predicateArgument: PredicateArgument { PredicateArgument(.list(map(\.predicateArgument))) }
}

extension Optional: PredicateValue where Wrapped: PredicateValue {
    /// The value or `nil`.
    public var predicateArgument: PredicateArgument { self?.predicateArgument ?? .null }
}

extension Array: PredicateValue where Element: PredicateValue {
    /// The values.
    public var predicateArgument: PredicateArgument { PredicateArgument(.list(map(\.predicateArgument))) }
}

extension PredicateValue where Self: RawRepresentable, RawValue: PredicateValue {
    /// The raw value, which a store keeps for an enum's case.
    public var predicateArgument: PredicateArgument { rawValue.predicateArgument }
}

extension PredicateValue where Self: CompositeValue {
    /// The values of the parts.
    public var predicateArgument: PredicateArgument {
        var writer = RowWriter(nil)
        apusBind(to: &writer)
        return PredicateArgument(.composite(writer.values))
    }
}
