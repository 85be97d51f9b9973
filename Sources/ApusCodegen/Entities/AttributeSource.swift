import ApusSchema

/// The Swift of an attribute or a part of a composite: its type, the code to read and write it, and its initial value.
///
/// It is a class because layouts pass it around for every line.
final class AttributeSource: Sendable {
    /// The kinds of values.
    enum Kind {
        case scalar(ScalarType)
        case enumeration(Enumeration)
        case composite(Composite)
        case codable
        case transformable(transformer: String)
        case undefined
    }

    let attribute: Attribute
    let kind: Kind
    /// The number of columns that hold a value.
    let columnCount: Int
    /// The name in Swift source.
    let name: String
    /// The type of a value that is not `nil`.
    let valueType: String
    /// The type of the property.
    let type: String

    private let schema: Schema
    private let types: TypeNames

    /// Creates the Swift of an attribute of a valid schema.
    init(_ attribute: Attribute, in schema: Schema, types: TypeNames) {
        self.attribute = attribute
        self.schema = schema
        self.types = types
        columnCount = schema.leaves(of: attribute).count
        name = swiftName(attribute.name)
        switch attribute.type {
        case .scalar(let type): kind = .scalar(type)
        case .codable: kind = .codable
        case .undefined: kind = .undefined
        case .transformable:
            let type = attribute.swiftType ?? types.foundation("NSObject")
            kind = .transformable(
                transformer: attribute.ownTransformer ?? "\(types.apus("SecureCodingTransformer"))<\(type)>"
            )
        case .named(let name):
            if let composite = schema.composite(name) {
                kind = .composite(composite)
            } else {
                kind = .enumeration(schema.enumeration(name) ?? Enumeration(name))
            }
        }
        valueType =
            switch kind {
            case .scalar(let type): attribute.isInt ? types.swift("Int") : types.type(of: type)
            case .enumeration(let enumeration): types.named(enumeration.name)
            case .composite(let composite): types.named(composite.name)
            case .codable, .undefined: attribute.swiftType ?? types.foundation("Data")
            case .transformable: attribute.swiftType ?? types.foundation("NSObject")
            }
        type = attribute.isOptional ? Self.optional(valueType) : valueType
    }

    /// The type of columns in fetches.
    var columnType: String { types.apus("AttributeColumn") }

    private static func optional(_ type: String) -> String {
        // `any P?` would be another type than `(any P)?`.
        type.contains(" ") && !type.hasSuffix("]") && !type.hasSuffix(">") ? "(\(type))?" : "\(type)?"
    }

    /// The access that an import of Foundation needs for a property with some access; `nil` if it needs no import.
    ///
    /// The user's own type may be one of Foundation's. For an unknown type Foundation is imported too, but not
    /// publicly: the compiler would warn about a public import if the type belongs to another module.
    func foundation(_ access: AccessLevel) -> AccessLevel? {
        switch kind {
        case .scalar(let type): type.isFoundation ? access : nil
        case .transformable, .codable, .undefined:
            valueType.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains {
                isFoundation($0) && !types.isTaken(String($0))
            }
                ? access : .internal
        case .enumeration, .composite: nil
        }
    }

    /// The default value of the model, or `nil`.
    var defaultLiteral: String? {
        switch kind {
        case .scalar(let type): attribute.defaultValue.map { swiftLiteral($0, type: type, names: types) }
        // With the type's name, because `.none` would mean `nil` for an optional.
        case .enumeration(let enumeration):
            attribute.defaultExpression.map { "\(types.named(enumeration.name)).\(memberName($0))" }
        case .composite: nil
        case .codable, .transformable, .undefined: attribute.defaultExpression
        }
    }

    /// The default of the initializer's argument, or `nil` if the argument is required.
    var argumentDefault: String? { defaultLiteral ?? (attribute.isOptional ? "nil" : nil) }

    /// A placeholder for an object without a value; `nil` for a type of which no value is known.
    var emptyLiteral: String? { empty { _ in nil } }

    /// A placeholder like ``emptyLiteral``, but for a type of which no value is known, one that the runtime finds; `nil`
    /// for a type that is only the user's.
    private var runtimePlaceholder: String? {
        empty { source in source.transformer.map { "\(source.types.apus("ModelValue")).empty(by: \($0).self)" } }
    }

    /// The placeholder of a property whose stored property is nil while the object has no values; `nil` if it never is.
    var placeholder: String? {
        let isFilled = externalTransformer == nil && !attribute.isStored && defaultLiteral != nil
        return attribute.isOptional || isFilled || emptyLiteral != nil ? nil : runtimePlaceholder
    }

    /// Whether the runtime finds a value for the placeholder, as an expression; `nil` if it need not look for one.
    var placeholderCheck: String? {
        guard placeholder != nil else { return nil }
        var checks: [String] = []
        _ = empty { source in
            source.transformer.map { transformer in
                checks.append("\(source.types.apus("ModelValue")).hasEmpty(by: \(transformer).self)")
                return transformer
            }
        }
        return checks.isEmpty ? nil : checks.joined(separator: " && ")
    }

    private func empty(other: (AttributeSource) -> String?) -> String? {
        if attribute.isOptional { return "nil" }
        switch kind {
        case .scalar(let type): return ApusCodegen.emptyLiteral(type, types)
        case .enumeration(let enumeration): return enumeration.cases.first.map { ".\(memberName($0.name))" }
        case .codable, .transformable, .undefined: return attribute.defaultExpression ?? other(self)
        case .composite(let composite):
            var arguments: [String] = []
            for part in composite.attributes {
                let part = AttributeSource(part, in: schema, types: types)
                if part.argumentDefault != nil { continue }
                guard let empty = part.empty(other: other) else { return nil }
                arguments.append("\(argumentLabel(part.attribute.name)): \(empty)")
            }
            return "\(valueType)(\(arguments.joined(separator: ", ")))"
        }
    }

    private var codableTransformer: String { "\(types.apus("CodableTransformer"))<\(valueType)>" }

    /// The transformer between values and bytes; `nil` for a type with a column type of its own.
    private var transformer: String? {
        switch kind {
        case .codable: codableTransformer
        case .transformable(let transformer): transformer
        case .scalar, .enumeration, .composite, .undefined: nil
        }
    }

    /// The transformer between values and bytes, for an attribute with external storage.
    var externalTransformer: String? {
        guard attribute.usesExternalStorage else { return nil }
        switch kind {
        case .scalar(.string): return types.apus("StringTransformer")
        case .scalar: return types.apus("DataTransformer")
        case .codable, .transformable, .enumeration, .composite, .undefined: return transformer
        }
    }

    /// The declaration of the stored property for an object's value, without an access modifier.
    var storedProperty: String {
        let head = "var \(name): "
        if let transformer = externalTransformer {
            let external = types.apus("ExternalValue")
            return "\(head)\(external)<\(transformer)> = \(external)(\(attribute.isOptional ? "" : emptyLiteral ?? ""))"
        }
        if attribute.isOptional {
            // A transient value starts with the model's default.
            return head + type + (attribute.isStored ? "" : defaultLiteral.map { " = \($0)" } ?? "")
        }
        if !attribute.isStored, let literal = defaultLiteral { return head + type + " = \(literal)" }
        return head + (emptyLiteral.map { "\(type) = \($0)" } ?? "\(Self.optional(valueType).dropLast())!")
    }

    // MARK: - Rows

    /// Returns the code that reads the value from a row.
    ///
    /// - Parameter column: The first of the value's columns.
    /// - Returns: An expression.
    func read(_ column: RowColumn) -> String {
        if externalTransformer != nil { return "try row.external(\(column))" }
        var read: String
        var canFail = true
        switch kind {
        case .scalar(let type):
            read = "row.\(attribute.typeName)(\(column))"
            canFail = attribute.isInt || type.canFailToRead
        case .enumeration(let enumeration):
            read = "row.enumeration(\(column), row.\(enumeration.type.rawValue)(\(column)))"
        case .composite: read = "\(valueType)(apusRow: row, \(column))"
        case .codable: read = "row.transformed(\(column), by: \(codableTransformer).self)"
        case .transformable(let transformer): read = "row.transformed(\(column), by: \(transformer).self)"
        case .undefined: return "nil"
        }
        let missing = attribute.isOptional ? "nil" : attribute.derivation.map { _ in emptyLiteral ?? "nil" }
        if let missing {
            let columns = columnCount == 1 ? "\(column)" : "\(column)..<\(column.advanced(by: columnCount))"
            read = "row.isNull(\(columns)) ? \(missing) : \(read)"
        }
        return canFail ? "try \(read)" : read
    }

    /// Returns the code that binds the value to a statement.
    ///
    /// - Parameter value: An expression for the value.
    /// - Returns: A Swift statement.
    func bind(_ value: String) -> String {
        if externalTransformer != nil { return "statement.bind(\(value))" }
        switch kind {
        case .scalar: return "statement.bind(\(value))"
        case .enumeration: return "statement.bind(\(value)\(attribute.isOptional ? "?" : "").rawValue)"
        case .codable: return "statement.bind(\(value), by: \(codableTransformer).self)"
        case .transformable(let transformer): return "statement.bind(\(value), by: \(transformer).self)"
        case .undefined: return "break"
        case .composite:
            if !attribute.isOptional, placeholder == nil { return "\(value).apusBind(to: &statement)" }
            return "statement.bind(\(value), columns: \(columnCount))"
        }
    }
}

/// A column in the code that reads rows: a number, or an offset from a parameter.
struct RowColumn: CustomStringConvertible {
    let base: String?
    let offset: Int

    var description: String {
        guard let base else { return "\(offset)" }
        return offset == 0 ? base : "\(base) + \(offset)"
    }

    func advanced(by distance: Int) -> RowColumn { RowColumn(base: base, offset: offset + distance) }
}

/// The name of a member after a dot, where fewer words are reserved.
func memberName(_ name: String) -> String {
    ["init", "self", "Self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}

/// Whether a name is a type of Foundation that attributes use.
private func isFoundation(_ name: Substring) -> Bool { name.hasPrefix("NS") || foundationNames.contains(String(name)) }

private let foundationNames: Set<String> = [
    "AttributedString", "Calendar", "CGFloat", "CGPoint", "CGRect", "CGSize", "CharacterSet", "Data", "Date",
    "DateComponents", "DateInterval", "Decimal", "Foundation", "IndexPath", "IndexSet", "Locale", "Measurement",
    "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLRequest", "UUID",
]
