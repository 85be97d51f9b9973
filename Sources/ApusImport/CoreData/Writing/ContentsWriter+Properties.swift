import ApusSchema
import Foundation

extension ContentsWriter {
    /// Writes an attribute of an entity, or a part of a composite.
    mutating func write(
        _ attribute: Attribute,
        at owner: ModelPath,
        isPart: Bool,
        to element: inout MarkupWriter
    ) {
        let modelPath = owner.element("attributes", attribute.name)
        let path = modelPath.dottedName
        omit("column", of: path, where: attribute.column != nil)
        omit("ephemeral", of: path, where: attribute.isEphemeral)
        omit("encrypted", of: path, where: attribute.encryptionKey != nil)
        omit("lookup", of: path, where: attribute.allowsLookup)
        omit("documentation", of: path, where: attribute.documentation != nil)
        let isCase = schema.defaultCase(of: attribute) != nil
        omit(
            "default: \(attribute.defaultExpression ?? "")",
            of: path,
            where: attribute.defaultExpression != nil && !isCase
        )
        let (type, composite): (String?, String?) = typeName(of: attribute, path)
        let scalar = schema.scalar(of: attribute)
        let (text, interval): (String?, String?) = defaultTexts(of: attribute, path)
        let isForeign = attribute.type.isForeign
        omit("swiftType", of: path, where: attribute.swiftType != nil && !isForeign && !attribute.isInt)
        omit("transformer", of: path, where: attribute.transformer != nil && attribute.type != .transformable)
        let isScalar = [.int16, .int32, .int64, .double, .float, .bool].contains(scalar)
        let isDate = scalar == .date
        element.element(
            "attribute",
            [
                "name": attribute.name, "optional": attribute.isOptional.flag,
                "transient": attribute.isTransient.flag, "attributeType": type,
                "minValueString": attribute.length?.minimum.map(String.init)
                    ?? (isDate ? nil : attribute.minimum?.coreDataText),
                "maxValueString": attribute.length?.maximum.map(String.init)
                    ?? (isDate ? nil : attribute.maximum?.coreDataText),
                "minDateTimeInterval": isDate ? attribute.minimum?.coreDataText : nil,
                "maxDateTimeInterval": isDate ? attribute.maximum?.coreDataText : nil,
                "regularExpressionString": attribute.pattern, "defaultValueString": text,
                "defaultDateTimeInterval": interval,
                "usesScalarValueType": scalar == nil || scalar == .string ? nil : isScalar.word,
                "valueTransformerName": attribute.type == .transformable ? attribute.transformer : nil,
                "customClassName": isForeign ? attribute.swiftType : nil,
                "allowsExternalBinaryDataStorage": attribute.usesExternalStorage.flag,
                "spotlightIndexingEnabled": attribute.isIndexedBySpotlight.flag,
                "allowsCloudEncryption": attribute.allowsCloudEncryption.flag,
                "preservesValueInHistoryOnDeletion": attribute.preservesValueOnDeletion.flag,
                "derived": (attribute.derivation != nil).flag, "derivationExpression": attribute.derivation?.text,
                "composite": composite, "elementID": identifiers[modelPath],
                "versionHashModifier": attribute.hashModifier, "syncable": isPart ? nil : "YES",
            ]
        ) { Self.write(attribute.userInfo, to: &$0) }
    }

    /// The type's name in Core Data; for an enum, that of its raw values.
    private mutating func typeName(of attribute: Attribute, _ path: String) -> (type: String?, composite: String?) {
        switch attribute.type {
        case .transformable: return ("Transformable", nil)
        case .undefined: return (nil, nil)
        case .codable:
            omit("type: codable", of: path)
            return ("Transformable", nil)
        case .scalar(let type): return (AttributeType.scalar(type).coreDataName, nil)
        case .named(let name):
            guard let enumeration = schema.enumeration(name) else { return ("Composite", name) }
            omit("type: \(name)", of: path)
            return (AttributeType.scalar(enumeration.type).coreDataName, nil)
        }
    }

    /// The default; for a date, in seconds since 2001.
    private mutating func defaultTexts(of attribute: Attribute, _ path: String) -> (text: String?, interval: String?) {
        // In Core Data, a case is its raw value.
        if let raw = schema.defaultCase(of: attribute)?.rawValue { return (raw.coreDataText, nil) }
        guard let value = attribute.defaultValue else { return (nil, nil) }
        switch value {
        case .date: return (nil, value.coreDataText)
        case .data:
            omit("default", of: path)
            return (nil, nil)
        default: return (value.coreDataText, nil)
        }
    }

    /// Writes a relationship.
    mutating func write(_ relationship: Relationship, of entity: Entity, to element: inout MarkupWriter) {
        let modelPath: ModelPath = .entity(entity.name).element("relationships", relationship.name)
        let path = modelPath.dottedName
        omit("column", of: path, where: relationship.column != nil)
        omit("table", of: path, where: relationship.table != nil)
        omit("holdsKey", of: path, where: relationship.holdsKey != nil)
        omit("values", of: path, where: relationship.valueForm != nil)
        omit("documentation", of: path, where: relationship.documentation != nil)
        let rule: String =
            switch relationship.deleteRule {
            case .noAction: "No Action"
            case .nullify: "Nullify"
            case .cascade: "Cascade"
            case .deny: "Deny"
            }
        // In Core Data, a relationship with a maximum of one object is to-one.
        let most: Int? = relationship.maximumModelCount == 1 ? nil : relationship.maximumModelCount
        omit("maximumModelCount: 1", of: path, where: relationship.isToMany && relationship.maximumModelCount == 1)
        let inverse = relationship.inverse
        let isToMany = relationship.isToMany
        element.element(
            "relationship",
            [
                "name": relationship.name, "optional": relationship.isOptional.flag, "toMany": isToMany.flag,
                "minCount": isToMany ? relationship.minimumModelCount.map(String.init) : nil,
                "maxCount": isToMany ? most.map(String.init) : "1",
                "ordered": relationship.isOrdered.flag, "transient": relationship.isTransient.flag,
                "deletionRule": rule, "destinationEntity": relationship.destination, "inverseName": inverse,
                "inverseEntity": inverse.map { schema.owner(of: $0, in: relationship.destination) },
                "elementID": identifiers[modelPath], "versionHashModifier": relationship.hashModifier,
                "syncable": "YES",
            ]
        ) { Self.write(relationship.userInfo, to: &$0) }
    }

    /// Writes an index.
    func write(_ index: Entity.Index, to element: inout MarkupWriter) {
        element.element("fetchIndex", ["name": index.name, "partialIndexPredicate": index.predicate]) { list in
            for one in index.elements {
                // A part of a composite is not a property of the entity.
                let property: String? = if case .property(let path) = one.term, path.count == 1 { path[0] } else { nil }
                let term = Entity.Index.Element(one.term).text
                list.element(
                    "fetchIndexElement",
                    [
                        "property": property, "expression": property == nil ? term : nil,
                        "type": index.kind == .rtree ? "RTree" : "Binary",
                        "order": one.isDescending ? "descending" : "ascending",
                    ]
                )
            }
        }
    }
}

extension Schema {
    /// The scalar type of an attribute's values; for an enum, that of its raw values.
    fileprivate func scalar(of attribute: Attribute) -> ScalarType? {
        if case .named(let name) = attribute.type { return enumeration(name)?.type }
        return attribute.type.scalar
    }

    /// The default case of an attribute of an enum.
    fileprivate func defaultCase(of attribute: Attribute) -> Enumeration.Case? {
        guard case .named(let name) = attribute.type, let enumeration = enumeration(name) else { return nil }
        let text: String?
        if case .string(let name)? = attribute.defaultValue { text = name } else { text = attribute.defaultExpression }
        return enumeration.cases.first { $0.name == text }
    }

    /// The entity that declares a relationship of an entity.
    fileprivate func owner(of relationship: String, in entity: String) -> String {
        var owner: Entity? = self.entity(entity)
        while let here = owner {
            if here.relationships.contains(where: { $0.name == relationship }) { return here.name }
            owner = here.parent.flatMap { self.entity($0) }
        }
        return entity
    }
}

extension Value {
    /// The value as Xcode writes it: a Boolean is `YES` or `NO`, a date is its seconds since 2001.
    var coreDataText: String {
        switch self {
        case .bool(let truth): truth.word
        case .date(let seconds): Value.double(seconds).text
        default: text
        }
    }
}
