import ApusDiagnostics

extension SchemaValidator {
    /// Checks an attribute of an entity.
    mutating func check(_ attribute: Attribute, _ path: ElementPath, of entity: Entity, at modelPath: ModelPath) {
        guard !index.isUnreadable(modelPath) else { return }
        checkValues(of: attribute, path, at: modelPath)
        checkStorage(of: attribute, path, at: modelPath)
        if attribute.type == .undefined, !attribute.isTransient {
            error(
                "'\(path)' has the type undefined, so it cannot be stored",
                at: modelPath.key("type"),
                help: ["write 'transient: true', or give it a type"]
            )
        }
        if let derivation = attribute.derivation {
            check(derivation, of: attribute, path, in: entity, at: modelPath.key("derived"))
        }
    }

    /// Checks what attributes and parts of composites have in common.
    mutating func checkValues(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        guard isKnown(attribute.type, of: path, at: modelPath.key("type")) else { return }
        checkSwiftType(of: attribute, path, at: modelPath)
        checkDefault(of: attribute, path, at: modelPath.key("default"))
        checkLimits(of: attribute, path, at: modelPath)
        checkText(of: attribute, path, at: modelPath)
        checkEncryption(of: attribute, path, at: modelPath)
    }

    /// Returns whether a type is known, and reports it if not.
    private mutating func isKnown(_ type: AttributeType, of path: ElementPath, at modelPath: ModelPath) -> Bool {
        guard case .named(let name) = type else { return true }
        if index.composite(name) != nil || index.enumeration(name) != nil { return true }
        if case .found = index.entity(name) {
            let isPart = modelPath.steps.first == "composites"
            error(
                "'\(path)' has the type '\(name)', but that is an entity",
                at: modelPath,
                help: [isPart ? "a composite has no relationships" : "write a relationship: '{ to: \(name) }'"]
            )
        } else if !index.isUnreadable(type: name) {
            unknownType(
                name,
                among: { $0.composites.map(\.name) + $0.enumerations.map(\.name) },
                at: modelPath
            )
        }
        return false
    }

    private mutating func checkSwiftType(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        if let swiftType = attribute.swiftType {
            if !attribute.type.isForeign, !attribute.isInt {
                error(
                    "'\(path)' is \(attribute.type.name), whose Swift type is fixed",
                    at: modelPath.key("swiftType"),
                    help: ["remove 'swiftType', or make the type codable or transformable"]
                )
            } else if swiftType.allSatisfy(\.isWhitespace) {
                error("the Swift type of '\(path)' is empty", at: modelPath.key("swiftType"))
            }
        } else if attribute.type == .codable || attribute.type == .undefined {
            error(
                "'\(path)' is \(attribute.type.name), but the Swift type of its values is missing",
                at: modelPath.key("type"),
                help: ["write 'swiftType: …'"]
            )
        }
        if let transformer = attribute.transformer {
            if attribute.type != .transformable {
                error(
                    "'\(path)' is \(attribute.type.name), which has no transformer",
                    at: modelPath.key("transformer"),
                    help: ["remove 'transformer', or make the type transformable"]
                )
            } else if transformer.allSatisfy(\.isWhitespace) {
                error("the transformer of '\(path)' is empty", at: modelPath.key("transformer"))
            }
        }
    }

    private mutating func checkDefault(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        guard let text = attribute.defaultValue?.text ?? attribute.defaultExpression else { return }
        let isNone = "the \(defaultName) '\(text)' of '\(path)' is not \(attribute.type.name.withArticle)"
        switch attribute.type {
        case .scalar(let type):
            if attribute.defaultValue.map({ $0.fits(type) }) != true || attribute.defaultExpression != nil {
                error(isNone, at: modelPath)
            }
        case .named(let name):
            guard let enumeration = index.enumeration(name) else {
                return error(
                    "'\(path)' is a composite, which has no default of its own",
                    at: modelPath,
                    help: ["give the parts of '\(name)' defaults"]
                )
            }
            guard attribute.defaultValue == nil else {
                return error(isNone, at: modelPath, help: ["write \(attribute.type.expectation)"])
            }
            let cases = enumeration.cases.map(\.name)
            let isLost = index.isUnreadable(.element("enums", name).element("cases", text))
            guard !cases.contains(text), !isLost else { return }
            unknown(
                "the \(defaultName) '\(text)' of '\(path)' is not a case of '\(name)'",
                text,
                among: cases,
                at: modelPath,
                otherwise: Self.possible(cases)
            )
        case .transformable, .codable, .undefined:
            if attribute.defaultValue != nil {
                error(isNone, at: modelPath, help: ["write \(attribute.type.expectation)"])
            } else if text.allSatisfy(\.isWhitespace) {
                error(
                    "the \(defaultName) of '\(path)' is empty",
                    at: modelPath,
                    help: ["write \(attribute.type.expectation)"]
                )
            }
        }
    }

    /// The help with all possible names, unless there are too many.
    static func possible(_ names: [String]) -> [String] {
        guard (1...12).contains(names.count) else { return [] }
        return ["expected one of " + names.map { "'\($0)'" }.joined(separator: ", ")]
    }

    /// Checks the settings about the storage of an attribute.
    private mutating func checkStorage(of attribute: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        var excluded: [(String, [String])] = []
        if attribute.isTransient {
            let keys: Set = [
                "ephemeral", "unique", "derived", "externalStorage", "encrypted", "preserveValueOnDeletion",
                "spotlight",
                "column",
            ]
            excluded.append(("transient", attribute.setKeys(among: keys)))
        } else if attribute.isEphemeral {
            excluded.append(
                (
                    "ephemeral",
                    attribute.setKeys(among: ["unique", "derived", "externalStorage", "encrypted", "column"])
                )
            )
        }
        if attribute.derivation != nil {
            // The other keys of an attribute that is not stored have been reported already.
            excluded.append(
                (
                    "derived",
                    attribute.setKeys(
                        among: attribute.isStored ? ["default", "externalStorage", "encrypted"] : ["default"]
                    )
                )
            )
        }
        if attribute.encryptionKey != nil, attribute.isKept {
            // Spotlight would keep the values outside of the store, as they are.
            excluded.append(("encrypted", attribute.setKeys(among: ["spotlight"])))
            if attribute.allowsLookup {
                excluded.append(("lookup", attribute.setKeys(among: ["externalStorage"])))
            }
        }
        for (key, others) in excluded {
            for other in others { exclude(key, other, of: path, at: modelPath) }
        }
        let type = attribute.type
        let isLarge: Bool =
            type.scalar.map { [.data, .string].contains($0) } ?? [.transformable, .codable].contains(type)
        if attribute.usesExternalStorage, !isLarge {
            error(
                "'\(path)' is \(type.name), whose values are never large",
                at: modelPath.key("externalStorage"),
                help: ["remove 'externalStorage': it is for data, string, transformable and codable"]
            )
        }
        let isKept = !attribute.isTransient && !attribute.isEphemeral
        if attribute.isUnique, isKept, let reason = whyNotIndexed(attribute) {
            error(
                "'\(path)' cannot be unique: \(reason)",
                at: modelPath.key("unique"),
                help: ["remove 'unique'"]
            )
        }
    }

    mutating func exclude(_ key: String, _ other: String, of path: ElementPath, at modelPath: ModelPath) {
        error(
            "'\(key)' and '\(other)' of '\(path)' exclude each other",
            at: modelPath.key(other),
            help: ["keep one of them"]
        )
    }

    /// The reason why a store cannot compare an attribute's values, or `nil`. It can compare bytes, which real models
    /// use.
    func incomparable(_ attribute: Attribute) -> String? {
        if attribute.encryptionKey != nil { return "its values are encrypted, which a store cannot compare" }
        return switch attribute.type {
        case .transformable, .codable, .undefined: "a store cannot compare values of the type \(attribute.type.name)"
        case .named(let name) where index.composite(name) != nil:
            "'\(name)' is a composite, whose parts are stored separately"
        case .scalar, .named: nil
        }
    }

    /// The reason why a store cannot have an index or a constraint on an attribute, or `nil`.
    func whyNotIndexed(_ attribute: Attribute) -> String? {
        attribute.usesExternalStorage
            ? "its values may be in external files, which a store cannot compare"
            : attribute.encryptionKey == nil ? incomparable(attribute) : whyNotLookedUp(attribute)
    }
}
