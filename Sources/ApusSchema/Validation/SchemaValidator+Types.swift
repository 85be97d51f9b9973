extension SchemaValidator {
    mutating func checkComposites() {
        let used: Set<String> = usedTypes()
        for composite in schema.composites {
            let place: ModelPath = .element("composites", composite.name)
            guard !index.isUnreadable(place) else { continue }
            if composite.attributes.isEmpty, index.isWhole {
                error("the composite '\(composite.name)' has no parts", at: place, help: ["write 'attributes: { … }'"])
            }
            var space = NameSpace()
            for part in composite.attributes {
                let place: ModelPath = place.element("attributes", part.name)
                checkName(part.name, .part, at: place)
                checkSpace(part.name, .part, in: &space, at: place)
                checkOriginalName(part.originalName, at: place)
                guard !index.isUnreadable(place) else { continue }
                check(part, ElementPath(composite.name, part.name), at: place)
            }
            if index.isWhole, !used.contains(composite.name) { warnOfUnused("composite", composite.name, at: place) }
        }
    }

    private mutating func check(_ part: Attribute, _ path: ElementPath, at place: ModelPath) {
        for key in part.said(of: Attribute.wholeKeys) {
            error(
                "'\(path)' is a part of a composite, which has no '\(key)' of its own",
                at: place.key(key),
                help: ["remove '\(key)'"]
            )
        }
        if part.type == .undefined {
            error(
                "'\(path)' has the type undefined, so no store can keep it",
                at: place.key("type"),
                help: ["give it a type"]
            )
        }
        checkValues(of: part, path, at: place)
    }

    mutating func checkEnumerations() {
        let used: Set<String> = usedTypes()
        for enumeration in schema.enumerations {
            let place: ModelPath = .element("enums", enumeration.name)
            guard !index.isUnreadable(place) else { continue }
            if enumeration.cases.isEmpty, index.isWhole {
                error("the enum '\(enumeration.name)' has no cases", at: place, help: ["write 'cases: […]'"])
            }
            let hasRawType: Bool = Enumeration.rawTypes.contains(enumeration.type)
            if !hasRawType {
                error(
                    "the raw values of '\(enumeration.name)' cannot be \(enumeration.type.rawValue)",
                    at: place.key("type"),
                    help: Self.possible(Enumeration.rawTypes.map(\.rawValue))
                )
            }
            checkCases(of: enumeration, hasRawType, at: place)
            if index.isWhole, !used.contains(enumeration.name) { warnOfUnused("enum", enumeration.name, at: place) }
        }
    }

    private mutating func checkCases(of enumeration: Enumeration, _ hasRawType: Bool, at place: ModelPath) {
        var space = NameSpace()
        var taken: [Value: String] = [:]
        for item in enumeration.cases {
            let place: ModelPath = place.element("cases", item.name)
            checkName(item.name, .enumerationCase, at: place)
            checkSpace(item.name, .enumerationCase, in: &space, at: place)
            let path = "\(enumeration.name).\(item.name)"
            if hasRawType, !item.rawValue.fits(enumeration.type) {
                error(
                    "the raw value '\(item.rawValue.text)' of '\(path)' is no \(enumeration.type.rawValue)",
                    at: place.key("rawValue"),
                    help: ["write \(enumeration.type.expectation)"]
                )
            }
            if let other = taken[item.rawValue], other != item.name {
                error(
                    "'\(path)' and '\(enumeration.name).\(other)' have the same raw value '\(item.rawValue.text)'",
                    at: place.key("rawValue"),
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

    private mutating func warnOfUnused(_ kind: String, _ name: String, at place: ModelPath) {
        warn("nothing has the type '\(name)'", at: place, help: ["remove the \(kind), or give an attribute its type"])
    }
}
