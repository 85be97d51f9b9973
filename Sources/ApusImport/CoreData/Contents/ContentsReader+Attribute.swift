import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    static var types: KeyValuePairs<String, ScalarType> {
        [
            "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal, "Double": .double,
            "Float": .float, "String": .string, "Boolean": .bool, "Date": .date, "Binary": .data, "UUID": .uuid,
            "URI": .url,
        ]
    }

    /// Reads an attribute of an entity; `nil` if its type is unknown.
    mutating func readAttribute(_ element: MarkupElement, of entity: Entity) -> Attribute? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(entity.name).element("attributes", name)
        var keys = KeyReader(
            element,
            .attribute,
            label: ElementLabel("attribute", "\(entity.name).\(name)"),
            file: file
        )
        var attribute: Attribute? = readValue(&keys)
        // The entity adds an index for it.
        _ = keys.flag("indexed")
        let isTransient = keys.flag("transient")
        let usesExternalStorage = keys.flag("allowsExternalBinaryDataStorage")
        let isIndexedBySpotlight = keys.flag("spotlightIndexingEnabled")
        let allowsCloudEncryption = keys.flag("allowsCloudEncryption")
        let preservesValue = keys.flag("preservesValueInHistoryOnDeletion")
        attribute?.isTransient = isTransient
        attribute?.usesExternalStorage = usesExternalStorage
        attribute?.isIndexedBySpotlight = isIndexedBySpotlight
        attribute?.allowsCloudEncryption = allowsCloudEncryption
        attribute?.preservesValueOnDeletion = preservesValue
        let derivation = readDerivation(&keys)
        attribute?.derivation = derivation
        return finish(attribute, element, at: path, &keys)
    }

    /// Reads an attribute of a composite; `nil` if its type is unknown.
    mutating func readPart(_ element: MarkupElement, of composite: String) -> Attribute? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .element("composites", composite).element("attributes", name)
        var keys = KeyReader(element, .part, label: ElementLabel("attribute", "\(composite).\(name)"), file: file)
        let attribute = readValue(&keys)
        return finish(attribute, element, at: path, &keys)
    }

    private mutating func finish(
        _ attribute: Attribute?,
        _ element: MarkupElement,
        at path: ModelPath,
        _ keys: inout KeyReader
    ) -> Attribute? {
        let identifier = keys.renamingIdentifier()
        close(&keys, of: element)
        let userInfo = readUserInfo(of: element, label: keys.label)
        note(path, identifier, at: keys.location)
        guard var attribute, !attribute.name.isEmpty else {
            unreadable.insert(path)
            return nil
        }
        attribute.userInfo = userInfo
        return attribute
    }

    /// Reads the keys about an attribute's values.
    private func readValue(_ keys: inout KeyReader) -> Attribute? {
        let name = keys.required("name", expected: "the attribute's name") ?? ""
        let isOptional = keys.flag("optional")
        let hashModifier = keys.filled("versionHashModifier")
        guard let type = readType(&keys) else {
            // Values of an unknown type cannot be checked, and the type has been reported.
            for key in [
                "customClassName", "defaultDateTimeInterval", "defaultValueString", "maxDateTimeInterval",
                "maxValueString", "minDateTimeInterval", "minValueString", "regularExpressionString",
                "valueTransformerName",
            ] { _ = keys.text(key) }
            return nil
        }
        var attribute = Attribute(name, type, isOptional: isOptional)
        attribute.hashModifier = hashModifier
        attribute.defaultValue = readDefault(type, &keys)
        readLimits(&attribute, &keys)
        readSwiftType(&attribute, &keys)
        return attribute
    }

    private func readType(_ keys: inout KeyReader) -> AttributeType? {
        let composite = keys.filled("composite")
        guard let word = keys.filled("attributeType") else { return .undefined }
        switch word {
        case "Undefined": return .undefined
        case "Transformable": return .transformable
        case "Composite":
            if composite == nil {
                keys.error("\(keys.label) has no 'composite'", help: ["expected the name of a composite of the model"])
            }
            return composite.map { .named($0) }
        default:
            if let type = Self.types.first(where: { $0.key == word })?.value { return .scalar(type) }
            let known = Self.types.map(\.key) + ["Transformable", "Composite"]
            keys.notUnderstood(word, of: "attributeType", expected: known.map { "'\($0)'" }.joined(separator: ", "))
            return nil
        }
    }

    /// Reads the class of a transformable or undefined attribute's values, and the transformer.
    ///
    /// `.Tags` is a type in the module that compiles the model, and a single dot is an emptied field.
    private func readSwiftType(_ attribute: inout Attribute, _ keys: inout KeyReader) {
        if attribute.type == .transformable || attribute.type == .undefined {
            let name: Substring? = keys.text("customClassName")?.drop { $0 == "." }
            attribute.swiftType = name.flatMap { $0.isEmpty ? nil : String($0) }
        }
        // An undefined attribute holds any value.
        if attribute.type == .undefined { attribute.swiftType = attribute.swiftType ?? "Any" }
        if attribute.type == .transformable { attribute.transformer = keys.filled("valueTransformerName") }
        keys.leaveOut("customClassName", of: attribute.type.coreDataName)
        keys.leaveOut("valueTransformerName", of: attribute.type.coreDataName)
    }

    private func readDerivation(_ keys: inout KeyReader) -> Derivation? {
        let isDerived = keys.flag("derived")
        // Xcode keeps the expression of an attribute that is no longer derived.
        guard isDerived else {
            keys.leaveOut("derivationExpression", of: "an attribute that is not derived")
            return nil
        }
        guard let text = keys.required("derivationExpression", expected: Self.derivations) else { return nil }
        let derivation: Derivation? = Derivation(text)
        if derivation == nil { keys.notUnderstood(text, of: "derivationExpression", expected: Self.derivations) }
        return derivation
    }

    private static var derivations: String {
        "a key path, 'canonical:(name)', 'uppercase:(name)', 'lowercase:(name)', 'items.@count', 'items.price.@sum' "
            + "or 'now()'"
    }
}

extension AttributeType {
    /// The type's name in Core Data.
    var coreDataName: String {
        switch self {
        case .scalar(let type): ContentsReader.types.first { $0.value == type }?.key ?? type.rawValue
        case .named: "Composite"
        case .transformable: "Transformable"
        case .codable, .undefined: "an undefined type"
        }
    }
}
