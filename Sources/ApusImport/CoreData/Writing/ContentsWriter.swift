import ApusDiagnostics
import ApusSchema

/// Writes a schema as Xcode's `contents` file, and collects what Core Data does not support.
struct ContentsWriter {
    let schema: Schema
    /// The renaming identifiers of elements, if they are not their names.
    let identifiers: [ModelPath: String]
    /// What is left out, by key, with the elements that have it.
    private(set) var omissions: [(key: String, paths: [String])] = []

    init(_ schema: Schema, identifiers: [ModelPath: String]) {
        self.schema = schema
        self.identifiers = identifiers
    }

    /// Collects something that Core Data does not support.
    mutating func omit(_ key: String, of path: String, where isPresent: Bool = true) {
        guard isPresent else { return }
        if let index = omissions.firstIndex(where: { $0.key == key }) {
            omissions[index].paths.append(path)
        } else {
            omissions.append((key, [path]))
        }
    }

    /// The file.
    mutating func write() -> String {
        omit("documentation", of: schema.model, where: schema.documentation != nil)
        omit("history", of: schema.model, where: schema.keepsHistory)
        omit("localization", of: schema.model, where: !schema.localization.isEmpty)
        var writer = MarkupWriter()
        writer.element(
            "model",
            [
                "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0",
                "lastSavedToolsVersion": "22522", "systemVersion": "23B92", "minimumToolsVersion": "Automatic",
                "sourceLanguage": "Swift", "userDefinedModelVersionIdentifier": schema.versionIdentifier ?? "",
            ]
        ) { model in
            for entity in schema.entities { write(entity, to: &model) }
            for composite in schema.composites { write(composite, to: &model) }
            for request in schema.fetchRequests { write(request, to: &model) }
            for configuration in schema.configurations { write(configuration, to: &model) }
        }
        for (key, name) in writer.unwritable { omit("\(key): a character that XML does not allow", of: name) }
        return writer.text
    }

    private mutating func write(_ entity: Entity, to model: inout MarkupWriter) {
        omit("access", of: entity.name, where: entity.access != nil)
        omit("values", of: entity.name, where: entity.hasValueType)
        omit("uid", of: entity.name, where: entity.uid != nil)
        omit("table", of: entity.name, where: entity.table != nil)
        omit("primaryKey", of: entity.name, where: entity.primaryKey != nil)
        omit("documentation", of: entity.name, where: entity.documentation != nil)
        let codegen: String? =
            switch entity.codegen {
            case .class: "class"
            case .extension: "category"
            case .none: nil
            }
        model.element(
            "entity",
            [
                "name": entity.name, "representedClassName": entity.className ?? entity.name,
                "parentEntity": entity.parent, "isAbstract": entity.isAbstract.flag,
                "elementID": identifiers[.entity(entity.name)], "versionHashModifier": entity.hashModifier,
                "coreSpotlightDisplayNameExpression": entity.spotlightDisplayName, "syncable": "YES",
                "codeGenerationType": codegen,
            ]
        ) { element in
            for attribute in entity.attributes {
                write(attribute, at: .entity(entity.name), isPart: false, to: &element)
            }
            for relationship in entity.relationships { write(relationship, of: entity, to: &element) }
            for property in entity.fetchedProperties { write(property, to: &element) }
            for index in entity.indexes { write(index, to: &element) }
            writeConstraints(of: entity, to: &element)
            Self.write(entity.userInfo, to: &element)
        }
    }

    private mutating func writeConstraints(of entity: Entity, to element: inout MarkupWriter) {
        let single: [String] =
            entity.attributes.filter(\.isUnique).map(\.name) + entity.relationships.filter(\.isUnique).map(\.name)
        let all: [[String]] = single.map { [$0] } + entity.uniquenessConstraints
        guard !all.isEmpty else { return }
        element.element("uniquenessConstraints") { list in
            for names in all {
                list.element("uniquenessConstraint") { constraint in
                    for name in names { constraint.element("constraint", ["value": name]) }
                }
            }
        }
    }

    private mutating func write(_ composite: Composite, to model: inout MarkupWriter) {
        omit("documentation", of: composite.name, where: composite.documentation != nil)
        let path = ModelPath.element("composites", composite.name)
        model.element("composite", ["name": composite.name, "elementID": identifiers[path]]) { element in
            for part in composite.attributes { write(part, at: path, isPart: true, to: &element) }
            Self.write(composite.userInfo, to: &element)
        }
    }

    private func write(_ configuration: Configuration, to model: inout MarkupWriter) {
        model.element(
            "configuration",
            ["name": configuration.name, "usedWithCloudKit": configuration.usedWithCloudKit.flag]
        ) { element in
            for name in configuration.entities { element.element("memberEntity", ["name": name]) }
        }
    }

    /// Writes the user info of an element.
    static func write(_ userInfo: [String: String], to element: inout MarkupWriter) {
        guard !userInfo.isEmpty else { return }
        element.element("userInfo") { list in
            for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
                list.element("entry", ["key": key, "value": value])
            }
        }
    }
}
