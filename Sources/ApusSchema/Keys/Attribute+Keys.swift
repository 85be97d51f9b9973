import ApusDiagnostics

extension Attribute {
    /// The keys of an attribute. The type comes first, because other keys depend on it.
    package static let keys: [Key<Attribute>] = [
        .structure("type", .type, "The type of the values: a scalar, a composite, an enum, or a kind of Swift type"),
        .text("swiftType", \.swiftType, "The Swift type of a transformable, codable or undefined attribute"),
        .flag("optional", \.isOptional, "Whether the value may be nil"),
        .value("default", "The value of a new object, and of existing rows when the attribute is added", defaultCoding),
        .text("originalName", \.originalName, "The name in an older version, if the attribute was renamed"),
        .flag("transient", \.isTransient, "Whether the value is in memory only"),
        .flag("ephemeral", \.isEphemeral, "Whether changes are tracked although the value is not stored"),
        .flag("unique", \.isUnique, "Whether no two objects may have the same value"),
        .coded(
            "derived",
            "The expression with which the store computes the value",
            text: { $0.derivation?.text },
            read: { attribute, text in
                attribute.derivation = Derivation(text)
                return attribute.derivation != nil
            },
            expectation: { _ in
                "a key path, 'canonical:(name)', 'uppercase:(name)', 'lowercase:(name)', 'items.@count', "
                    + "'items.@sum.price' or 'now()'"
            }
        ),
        .value("minimum", "The least valid value of a number or a date", limitCoding(\.minimum)),
        .value("maximum", "The greatest valid value of a number or a date", limitCoding(\.maximum)),
        .coded(
            "length",
            "The limits of the string's length in characters",
            text: { $0.length?.text },
            read: { attribute, text in
                attribute.length = Length(text)
                return attribute.length != nil
            },
            expectation: { _ in "a range such as 1...80, 1..., ...80, or a number, of \(Int.digitsLimit)" }
        ),
        .text("pattern", \.pattern, "The regular expression that the whole string must match"),
        .flag("externalStorage", \.usesExternalStorage, "Whether a large value may be kept in a file beside the store"),
        .text("encrypted", \.encryptionKey, "The name of the key with which a store keeps the values encrypted"),
        .flag("lookup", \.allowsLookup, "Whether a store can look up encrypted values, and keep them unique"),
        .flag(
            "preserveValueOnDeletion",
            \.preservesValueOnDeletion,
            "Whether the history of changes keeps the value of a deleted object"
        ),
        .flag("spotlight", \.isIndexedBySpotlight, "Whether Spotlight indexes the value"),
        .flag("allowsCloudEncryption", \.allowsCloudEncryption, "Whether CloudKit keeps the value encrypted"),
        .text("transformer", \.transformer, "The name of a transformable attribute's value transformer"),
        .text("column", \.column, "The column's name, if it is not the attribute's"),
        .text("hashModifier", \.hashModifier, "A string that distinguishes this version from one that looks the same"),
        .text("documentation", \.documentation, "The documentation comment in generated code"),
        .texts("userInfo", \.userInfo, "The author's own strings about the attribute"),
    ]

    /// The keys of a part of a composite, which has no column, constraint or derivation of its own.
    package static let partKeys: [Key<Attribute>] = keys.filter { key in
        [
            "type", "swiftType", "optional", "default", "originalName", "minimum", "maximum", "length", "pattern",
            "encrypted", "lookup", "transformer", "hashModifier", "documentation", "userInfo",
        ].contains(key.name)
    }

    private static let defaultCoding = Coding<Attribute>(
        text: { $0.defaultValue?.text ?? $0.defaultExpression },
        read: { attribute, text in
            guard let type = attribute.type.scalar else {
                attribute.defaultExpression = text
                return true
            }
            attribute.defaultValue = Value(text: text, type: type)
            return attribute.defaultValue != nil
        },
        isWord: { $0.defaultValue?.isWord == true },
        expectation: { $0.type.expectation }
    )

    private static func limitCoding(_ path: any WritableKeyPath<Attribute, Value?> & Sendable) -> Coding<Attribute> {
        Coding(
            text: { $0[keyPath: path]?.text },
            read: { attribute, text in
                attribute[keyPath: path] = attribute.type.scalar.flatMap { Value(text: text, type: $0) }
                return attribute[keyPath: path] != nil
            },
            isWord: { $0[keyPath: path]?.isWord == true },
            expectation: { $0.type.expectation }
        )
    }
}

extension Key where Element == Attribute {
    fileprivate static func value(_ name: String, _ summary: String, _ coding: Coding<Attribute>) -> Key {
        Key(name, .coded(coding), summary)
    }
}

extension AttributeType {
    /// The expected form of a value in a model, for messages.
    package var expectation: String {
        switch self {
        case .scalar(let type): type.expectation
        case .named: "the name of a case"
        case .transformable, .codable, .undefined: "Swift source, such as .init()"
        }
    }
}

extension ScalarType {
    /// What a value of the type looks like in a model, for messages.
    public var expectation: String {
        switch self {
        case .int16, .int32, .int64:
            integerRange.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number"
        case .decimal: "a number of up to 38 digits, or of 39 if 128 bits hold them, such as 12.50"
        case .double: "a number that 64 bits can hold, such as 12.5"
        case .float: "a number that 32 bits can hold, such as 12.5"
        case .string: "a string"
        case .bool: "true or false"
        case .date:
            "a date in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01 with a decimal point"
        case .data: "bytes as Base64, such as aGVsbG8="
        case .uuid: "a UUID, such as 6D9E4C7A-3B5F-4D8E-9A1C-2F7B8E0D1A34"
        case .url: "a URL, such as https://example.org"
        }
    }
}
