import ApusDiagnostics

extension SchemaValidator {
    mutating func checkComposites() {
        let used = usedTypes()
        for composite in schema.composites {
            let modelPath: ModelPath = .element("composites", composite.name)
            guard !index.isUnreadable(modelPath) else { continue }
            if composite.attributes.isEmpty, index.isWhole {
                error(
                    "the composite '\(composite.name)' has no parts",
                    at: modelPath,
                    help: ["write 'attributes: { … }'"]
                )
            }
            var space = NameSpace()
            for part in composite.attributes {
                let modelPath = modelPath.element("attributes", part.name)
                checkName(part.name, .part, at: modelPath)
                checkSpace(part.name, .part, in: &space, at: modelPath)
                checkOriginalName(part.originalName, at: modelPath)
                guard !index.isUnreadable(modelPath) else { continue }
                check(part, ElementPath(composite.name, part.name), at: modelPath)
            }
            if index.isWhole, !used.contains(composite.name) {
                warnOfUnused("composite", composite.name, at: modelPath)
            }
        }
    }

    private mutating func check(_ part: Attribute, _ path: ElementPath, at modelPath: ModelPath) {
        for key in part.setKeys(among: Attribute.wholeKeys) {
            error(
                "'\(path)' is a part of a composite, which cannot have '\(key)'",
                at: modelPath.key(key),
                help: ["remove '\(key)'"]
            )
        }
        if part.type == .undefined {
            error(
                "'\(path)' has the type undefined, so it cannot be stored",
                at: modelPath.key("type"),
                help: ["give it a type"]
            )
        }
        checkValues(of: part, path, at: modelPath)
    }

    mutating func checkEnumerations() {
        let used = usedTypes()
        for enumeration in schema.enumerations {
            let modelPath: ModelPath = .element("enums", enumeration.name)
            guard !index.isUnreadable(modelPath) else { continue }
            if enumeration.cases.isEmpty, index.isWhole {
                error("the enum '\(enumeration.name)' has no cases", at: modelPath, help: ["write 'cases: […]'"])
            }
            let hasRawType = Enumeration.rawTypes.contains(enumeration.type)
            if !hasRawType {
                error(
                    "the raw values of '\(enumeration.name)' cannot be \(enumeration.type.rawValue)",
                    at: modelPath.key("type"),
                    help: Self.possible(Enumeration.rawTypes.map(\.rawValue))
                )
            }
            checkEnclosingEntity(of: enumeration, at: modelPath)
            checkCases(of: enumeration, hasRawType, at: modelPath)
            if index.isWhole, !used.contains(enumeration.name) { warnOfUnused("enum", enumeration.name, at: modelPath) }
        }
    }

    private mutating func checkEnclosingEntity(of enumeration: Enumeration, at modelPath: ModelPath) {
        guard let name = enumeration.enclosingEntity, case .missing = index.entity(name) else { return }
        unknown(
            "the enum '\(enumeration.name)' is in the class of '\(name)', but there is no such entity",
            name,
            among: schema.entities.lazy.map(\.name),
            at: modelPath.key("in"),
            otherwise: ["remove 'in', or write the name of an entity"]
        )
    }

    private mutating func checkCases(of enumeration: Enumeration, _ hasRawType: Bool, at modelPath: ModelPath) {
        var space = NameSpace()
        var taken: [Value: String] = [:]
        for item in enumeration.cases {
            let modelPath = modelPath.element("cases", item.name)
            checkName(item.name, .enumerationCase, at: modelPath)
            checkSpace(item.name, .enumerationCase, in: &space, at: modelPath)
            let path = "\(enumeration.name).\(item.name)"
            if hasRawType, !item.rawValue.fits(enumeration.type) {
                error(
                    "the raw value '\(item.rawValue.text)' of '\(path)' is not \(enumeration.type.rawValue.withArticle)",
                    at: modelPath.key("rawValue"),
                    help: ["write \(enumeration.type.expectation)"]
                )
            }
            if let other = taken[item.rawValue], other != item.name {
                error(
                    "'\(path)' and '\(enumeration.name).\(other)' have the same raw value '\(item.rawValue.text)'",
                    at: modelPath.key("rawValue"),
                    help: ["choose another one"]
                )
            }
            taken[item.rawValue] = taken[item.rawValue] ?? item.name
        }
    }

    private func usedTypes() -> Set<String> {
        let attributes: [Attribute] =
            schema.entities.flatMap(\.attributes) + schema.composites.flatMap(\.attributes)
        let variables: [FetchRequest.Variable] =
            schema.fetchRequests.flatMap(\.variables)
            + schema.entities.flatMap { $0.fetchedProperties.flatMap(\.request.variables) }
        return Set(attributes.map(\.type.name) + variables.map(\.type.name))
    }

    private mutating func warnOfUnused(_ kind: String, _ name: String, at modelPath: ModelPath) {
        warn(
            "nothing has the type '\(name)'",
            about: Topic("'\(name)'", [kind]),
            at: modelPath,
            help: ["remove the \(kind), or give an attribute its type"]
        )
    }
}
