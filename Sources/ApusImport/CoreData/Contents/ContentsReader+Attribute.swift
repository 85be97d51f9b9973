import ApusSchema

extension ContentsReader {
    private static var types: KeyValuePairs<String, AttributeType> {
        [
            "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal, "Double": .double,
            "Float": .float, "String": .string, "Boolean": .bool, "Date": .date, "Binary": .data, "UUID": .uuid,
            "URI": .url,
        ]
    }

    /// Reads an attribute; `nil` where its type is none that can be imported.
    mutating func readAttribute(_ element: MarkupElement, of entity: String) -> Attribute? {
        let name: String = element.keys["name"] ?? ""
        let path = ElementPath(entity, name)
        var keys = KeyReader(element, .attribute, label: "attribute '\(path)'", file: file)
        _ = keys.required("name", expected: "the attribute's name")
        _ = keys.flag("syncable")
        // Whether Xcode writes `Int16` or `NSNumber`: a generated property has Swift's type in either case.
        _ = keys.flag("usesScalarValueType")
        let isOptional: Bool = keys.flag("optional")
        let type: AttributeType? = readType(&keys)
        let value: Value? = type.flatMap { readDefault($0, &keys) }
        let identifier: String? = keys.renamingIdentifier()
        if type == nil {
            // They cannot be judged, and the type has been refused.
            _ = keys.text("defaultValueString")
            _ = keys.text("defaultDateTimeInterval")
        }
        close(&keys)
        checkText(of: element, label: keys.label)
        for child in element.children { refuse(child, in: .attribute, of: keys.label) }
        note(path, identifier, at: keys.location)
        if name.isEmpty { return nil }
        return type.map { Attribute(name, $0, isOptional: isOptional, default: value) }
    }

    private func readType(_ keys: inout KeyReader) -> AttributeType? {
        switch keys.text("attributeType") {
        case let word? where ["Transformable", "Composite"].contains(word):
            keys.refuse("'attributeType=\"\(word)\"' of \(keys.label)")
        case let word?:
            if let type = Self.types.first(where: { $0.key == word })?.value { return type }
            let known: String = Self.types.map { "'\($0.key)'" }.joined(separator: ", ")
            keys.notUnderstood(word, of: "attributeType", expected: known)
        case nil:
            keys.refuse("the undefined type of \(keys.label)")
        }
        return nil
    }

    private func readDefault(_ type: AttributeType, _ keys: inout KeyReader) -> Value? {
        var value: Value?
        if let text = keys.text("defaultValueString") {
            value = DefaultText.value(text, type)
            if value == nil {
                keys.notUnderstood(text, of: "defaultValueString", expected: Self.expectation(of: type))
            }
        }
        if let text = keys.text("defaultDateTimeInterval") {
            value = type == .date ? DefaultText.date(text) : nil
            if type != .date || value == nil {
                let expected: String = type == .date ? "seconds since 2001" : "no date for an attribute of another type"
                keys.notUnderstood(text, of: "defaultDateTimeInterval", expected: expected)
            }
        }
        return value
    }

    private static func expectation(of type: AttributeType) -> String {
        if let range = type.integerRange { return "a whole number from \(range.lowerBound) to \(range.upperBound)" }
        switch type {
        case .bool: return "'YES', 'NO', '1' or '0'"
        case .decimal: return "a decimal number of at most 38 digits"
        case .double, .float: return "a number that the type can hold"
        case .uuid: return "a UUID"
        case .url: return "a URL"
        case .date: return "a date's default under 'defaultDateTimeInterval'"
        case .data: return "no default: Core Data has none for binary data"
        case .int16, .int32, .int64, .string: return "a value of the attribute's type"
        }
    }
}
