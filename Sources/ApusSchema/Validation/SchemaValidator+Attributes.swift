extension SchemaValidator {
    /// Checks an attribute of an entity.
    mutating func check(_ attribute: Attribute, _ path: ElementPath, of entity: Entity, at place: ModelPath) {
        guard !index.isUnreadable(place) else { return }
        checkValues(of: attribute, path, at: place)
        checkStorage(of: attribute, path, at: place)
        if attribute.type == .undefined, !attribute.isTransient {
            error(
                "'\(path)' has the type undefined, so no store can keep it",
                at: place.key("type"),
                help: ["write 'transient: true', or give it a type"]
            )
        }
        if let derivation = attribute.derivation {
            check(derivation, of: attribute, path, in: entity, at: place.key("derived"))
        }
    }

    /// Checks what an attribute and a part of a composite say alike.
    mutating func checkValues(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        guard isKnown(attribute.type, of: path, at: place.key("type")) else { return }
        checkSwiftType(of: attribute, path, at: place)
        checkDefault(of: attribute, path, at: place.key("default"))
        checkLimits(of: attribute, path, at: place)
        checkText(of: attribute, path, at: place)
    }

    /// Whether the type is one; reports it where it is not.
    private mutating func isKnown(_ type: AttributeType, of path: ElementPath, at place: ModelPath) -> Bool {
        guard case .named(let name) = type else { return true }
        if index.composite(name) != nil || index.enumeration(name) != nil { return true }
        if case .found = index.entity(name) {
            let isPart: Bool = place.steps.first == "composites"
            error(
                "'\(path)' has the type '\(name)', but that is an entity",
                at: place,
                help: [isPart ? "a composite has no relationships" : "write a relationship: '{ to: \(name) }'"]
            )
        } else if !index.isUnreadable(type: name) {
            let names: [String] = schema.composites.map(\.name) + schema.enumerations.map(\.name)
            unknownType(name, among: names, at: place)
        }
        return false
    }

    private mutating func checkSwiftType(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        if let swiftType = attribute.swiftType {
            if !attribute.type.isForeign {
                error(
                    "'\(path)' is \(attribute.type.name), whose Swift type is known",
                    at: place.key("swiftType"),
                    help: ["remove 'swiftType', or make the type codable or transformable"]
                )
            } else if swiftType.allSatisfy(\.isWhitespace) {
                error("the Swift type of '\(path)' is empty", at: place.key("swiftType"))
            }
        } else if attribute.type == .codable || attribute.type == .undefined {
            error(
                "'\(path)' is \(attribute.type.name), but does not say which Swift type its values have",
                at: place.key("type"),
                help: ["write 'swiftType: …'"]
            )
        }
        if attribute.transformer != nil, attribute.type != .transformable {
            error(
                "'\(path)' is \(attribute.type.name), which no transformer is for",
                at: place.key("transformer"),
                help: ["remove 'transformer', or make the type transformable"]
            )
        }
    }

    private mutating func checkDefault(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        guard let text = attribute.defaultValue?.text ?? attribute.defaultExpression else { return }
        let isNone = "the default '\(text)' of '\(path)' is no \(attribute.type.name)"
        switch attribute.type {
        case .scalar(let type):
            if attribute.defaultValue.map({ $0.fits(type) }) != true || attribute.defaultExpression != nil {
                error(isNone, at: place)
            }
        case .named(let name):
            guard let enumeration = index.enumeration(name) else {
                return error(
                    "'\(path)' is a composite, which has no default of its own",
                    at: place,
                    help: ["give the parts of '\(name)' defaults"]
                )
            }
            guard attribute.defaultValue == nil else {
                return error(isNone, at: place, help: ["write \(attribute.type.expectation)"])
            }
            let cases: [String] = enumeration.cases.map(\.name)
            let isLost: Bool = index.isUnreadable(.element("enums", name).element("cases", text))
            guard !cases.contains(text), !isLost else { return }
            unknown(
                "the default '\(text)' of '\(path)' is no case of '\(name)'",
                text,
                among: cases,
                at: place,
                otherwise: Self.possible(cases)
            )
        case .transformable, .codable, .undefined:
            if attribute.defaultValue != nil {
                error(isNone, at: place, help: ["write \(attribute.type.expectation)"])
            } else if text.allSatisfy(\.isWhitespace) {
                error("the default of '\(path)' is empty", at: place, help: ["write \(attribute.type.expectation)"])
            }
        }
    }

    /// A help line with all that can be written, unless that is too much to read.
    static func possible(_ names: [String]) -> [String] {
        guard (1...12).contains(names.count) else { return [] }
        return ["possible are " + names.map { "'\($0)'" }.joined(separator: ", ")]
    }

    /// Checks what an attribute says about how a store keeps it.
    private mutating func checkStorage(of attribute: Attribute, _ path: ElementPath, at place: ModelPath) {
        var excluded: [(String, [String])] = []
        if attribute.isTransient {
            let keys: Set = [
                "ephemeral", "unique", "derived", "externalStorage", "preserveValueOnDeletion", "spotlight", "column",
            ]
            excluded.append(("transient", attribute.said(of: keys)))
        } else if attribute.isEphemeral {
            excluded.append(("ephemeral", attribute.said(of: ["unique", "derived", "externalStorage", "column"])))
        }
        if attribute.derivation != nil {
            // What no store keeps has been told already.
            excluded.append(
                ("derived", attribute.said(of: attribute.isStored ? ["default", "externalStorage"] : ["default"]))
            )
        }
        for (key, others) in excluded {
            for other in others { exclude(key, other, of: path, at: place) }
        }
        let type: AttributeType = attribute.type
        let isLarge: Bool =
            type.scalar.map { [.data, .string].contains($0) } ?? [.transformable, .codable].contains(type)
        if attribute.usesExternalStorage, !isLarge {
            error(
                "'\(path)' is \(type.name), whose values are never large",
                at: place.key("externalStorage"),
                help: ["remove 'externalStorage': it is for data, string, transformable and codable"]
            )
        }
        let isKept: Bool = !attribute.isTransient && !attribute.isEphemeral
        if attribute.isUnique, isKept, let reason = whyNotIndexed(attribute) {
            error(
                "'\(path)' cannot be unique: \(reason)",
                at: place.key("unique"),
                help: ["remove 'unique'"]
            )
        }
    }

    mutating func exclude(_ key: String, _ other: String, of path: ElementPath, at place: ModelPath) {
        error(
            "'\(key)' and '\(other)' of '\(path)' exclude each other",
            at: place.key(other),
            help: ["keep one of them"]
        )
    }

    /// Why a store cannot compare an attribute's values, where it cannot. It can compare bytes, as real models have it.
    func incomparable(_ attribute: Attribute) -> String? {
        switch attribute.type {
        case .transformable, .codable, .undefined: "no store compares values of the type \(attribute.type.name)"
        case .named(let name) where index.composite(name) != nil:
            "'\(name)' is a composite, whose parts are kept apart"
        case .scalar, .named: nil
        }
    }

    /// Why a store cannot keep an index, or a constraint, over an attribute's values, where it cannot.
    func whyNotIndexed(_ attribute: Attribute) -> String? {
        attribute.usesExternalStorage ? "its values may be in files, which no store compares" : incomparable(attribute)
    }
}
