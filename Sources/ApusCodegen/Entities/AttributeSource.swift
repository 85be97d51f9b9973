import ApusSchema

/// An attribute, or a part of a composite, as Swift has it: its type, how it is read and written, what it begins with.
///
/// A class, as layouts hand it around for every line.
final class AttributeSource: Sendable {
    /// What the values are.
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
    /// How many columns hold a value.
    let columnCount: Int
    /// The name as Swift writes it.
    let name: String
    /// The type of the values, where there is one.
    let valueType: String
    /// The type of the property.
    let type: String

    private let schema: Schema
    private let types: TypeNames

    /// An attribute of a valid schema.
    init(_ attribute: Attribute, _ schema: Schema, _ types: TypeNames) {
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
            let type: String = attribute.swiftType ?? types.foundation("NSObject")
            // Any other name is one of Foundation's, which stands for the transformer that keeps what it can.
            let isOwn: Bool = attribute.transformer.map { !$0.isEmpty && !$0.hasPrefix("NS") } ?? false
            kind = .transformable(
                transformer: isOwn
                    ? attribute.transformer ?? "" : "\(types.apus("SecureCodingTransformer"))<\(type)>"
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
            case .scalar(let type): types.type(of: type)
            case .enumeration(let enumeration): types.named(enumeration.name)
            case .composite(let composite): types.named(composite.name)
            case .codable, .undefined: attribute.swiftType ?? types.foundation("Data")
            case .transformable: attribute.swiftType ?? types.foundation("NSObject")
            }
        type = attribute.isOptional ? Self.optional(valueType) : valueType
    }

    /// The type of columns, to fetch by.
    var columnType: String { types.apus("AttributeColumn") }

    private static func optional(_ type: String) -> String {
        // `any P?` would be another type than `(any P)?`.
        type.contains(" ") && !type.hasSuffix("]") && !type.hasSuffix(">") ? "(\(type))?" : "\(type)?"
    }

    /// Who needs Foundation for the type, where some people can use the property; `nil` where nobody does.
    ///
    /// A type of the user's own may be one of Foundation's. One that is not known as such is looked for there, but the
    /// import is not said to be public: that would be a warning where the type is another module's.
    func foundation(_ access: AccessLevel) -> AccessLevel? {
        switch kind {
        case .scalar(let type): type.isFoundation ? access : nil
        case .transformable, .codable, .undefined:
            valueType.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains(where: isFoundation)
                ? access : .internal
        case .enumeration, .composite: nil
        }
    }

    /// The value that the model gives new objects, or `nil`.
    var defaultLiteral: String? {
        switch kind {
        case .scalar(let type): attribute.defaultValue.map { swiftLiteral($0, type, types) }
        // With the type's name: `.none` would be a missing value where one is optional.
        case .enumeration(let enumeration):
            attribute.defaultExpression.map { "\(types.named(enumeration.name)).\(memberName($0))" }
        case .composite: nil
        case .codable, .transformable, .undefined: attribute.defaultExpression
        }
    }

    /// What the initializer takes where it is given nothing, or `nil` where it must be given a value.
    var argumentDefault: String? { defaultLiteral ?? (attribute.isOptional ? "nil" : nil) }

    /// A value for an object that was given none yet; `nil` of a type of which no value is known.
    var emptyLiteral: String? {
        if attribute.isOptional { return "nil" }
        switch kind {
        case .scalar(let type): return ApusCodegen.emptyLiteral(type, types)
        case .enumeration(let enumeration): return enumeration.cases.first.map { ".\(memberName($0.name))" }
        case .codable, .transformable, .undefined: return attribute.defaultExpression
        case .composite(let composite):
            var arguments: [String] = []
            for part in composite.attributes {
                let part = AttributeSource(part, schema, types)
                if part.argumentDefault != nil { continue }
                guard let empty = part.emptyLiteral else { return nil }
                arguments.append("\(part.name): \(empty)")
            }
            return "\(valueType)(\(arguments.joined(separator: ", ")))"
        }
    }

    /// What turns the values into bytes, of an attribute whose values may lie in files.
    var externalTransformer: String? {
        guard attribute.usesExternalStorage else { return nil }
        switch kind {
        case .scalar(.string): return types.apus("StringTransformer")
        case .scalar: return types.apus("DataTransformer")
        case .codable: return "\(types.apus("CodableTransformer"))<\(valueType)>"
        case .transformable(let transformer): return transformer
        case .enumeration, .composite, .undefined: return nil
        }
    }

    /// The declaration of a stored property that holds the values of an object, without its name's access.
    var storedProperty: String {
        let head: String = "var \(name): "
        if let transformer = externalTransformer {
            let external: String = types.apus("ExternalValue")
            return "\(head)\(external)<\(transformer)> = \(external)(\(attribute.isOptional ? "" : emptyLiteral ?? ""))"
        }
        if attribute.isOptional {
            // A value that no store keeps begins as the model says.
            return head + type + (attribute.isStored ? "" : defaultLiteral.map { " = \($0)" } ?? "")
        }
        if !attribute.isStored, let literal = defaultLiteral { return head + type + " = \(literal)" }
        return head + (emptyLiteral.map { "\(type) = \($0)" } ?? "\(Self.optional(valueType).dropLast())!")
    }

    // MARK: - Rows

    /// Reads the value of a row.
    ///
    /// - Parameter column: The first of the value's columns, as Swift writes it.
    /// - Returns: An expression.
    func read(_ column: RowColumn) -> String {
        if externalTransformer != nil { return "try row.external(\(column))" }
        var read: String
        var canFail: Bool = true
        switch kind {
        case .scalar(let type):
            read = "row.\(type.rawValue)(\(column))"
            canFail = type.canFailToRead
        case .enumeration(let enumeration):
            read = "row.enumeration(\(column), row.\(enumeration.type.rawValue)(\(column)))"
        case .composite: read = "\(valueType)(apusRow: row, \(column))"
        case .codable: read = "row.transformed(\(column), by: \(types.apus("CodableTransformer"))<\(valueType)>.self)"
        case .transformable(let transformer): read = "row.transformed(\(column), by: \(transformer).self)"
        case .undefined: return "nil"
        }
        let missing: String? = attribute.isOptional ? "nil" : attribute.derivation.map { _ in emptyLiteral ?? "nil" }
        if let missing {
            let columns: String = columnCount == 1 ? "\(column)" : "\(column)..<\(column.advanced(by: columnCount))"
            read = "row.isNull(\(columns)) ? \(missing) : \(read)"
        }
        return canFail ? "try \(read)" : read
    }

    /// Gives the value to a statement.
    ///
    /// - Parameter value: The value, as Swift writes it.
    /// - Returns: A statement of Swift.
    func bind(_ value: String) -> String {
        if externalTransformer != nil { return "statement.bind(\(value))" }
        switch kind {
        case .scalar: return "statement.bind(\(value))"
        case .enumeration: return "statement.bind(\(value)\(attribute.isOptional ? "?" : "").rawValue)"
        case .codable: return "statement.bind(\(value), by: \(types.apus("CodableTransformer"))<\(valueType)>.self)"
        case .transformable(let transformer): return "statement.bind(\(value), by: \(transformer).self)"
        case .undefined: return "break"
        case .composite:
            if !attribute.isOptional { return "\(value).apusBind(to: &statement)" }
            return "statement.bind(\(value), columns: \(columnCount))"
        }
    }
}

/// A column as the code that reads rows writes it: a number, or one behind a parameter.
struct RowColumn: CustomStringConvertible {
    let base: String?
    let offset: Int

    var description: String {
        guard let base else { return "\(offset)" }
        return offset == 0 ? base : "\(base) + \(offset)"
    }

    func advanced(by distance: Int) -> RowColumn { RowColumn(base: base, offset: offset + distance) }
}

/// The name of a member behind a point, where fewer words are reserved.
func memberName(_ name: String) -> String {
    ["init", "self", "Self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
}

/// Whether a type's name is one of Foundation's that attributes have.
private func isFoundation(_ name: Substring) -> Bool { name.hasPrefix("NS") || foundationNames.contains(String(name)) }

private let foundationNames: Set<String> = [
    "AttributedString", "Calendar", "CGFloat", "CGPoint", "CGRect", "CGSize", "CharacterSet", "Data", "Date",
    "DateComponents", "DateInterval", "Decimal", "Foundation", "IndexPath", "IndexSet", "Locale", "Measurement",
    "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLRequest", "UUID",
]
