import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads an entity with its properties.
    mutating func readEntity(_ element: MarkupElement) {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(name)
        let label = ElementLabel("entity", name)
        var keys = KeyReader(element, .entity, label: label, file: file)
        _ = keys.required("name", expected: "the entity's name")
        // Xcode's Class Definition and Category/Extension; the key is missing for Manual/None.
        let codegen: Entity.Codegen? = keys.choice(
            "codeGenerationType",
            among: ["class": .class, "category": .extension],
            isLoose: true
        )
        var entity = Entity(name, parent: keys.filled("parentEntity"), codegen: codegen ?? .none)
        entity.isAbstract = keys.flag("isAbstract")
        entity.className = Self.className(keys.text("representedClassName"), of: name)
        entity.hashModifier = keys.filled("versionHashModifier")
        entity.spotlightDisplayName = keys.filled("coreSpotlightDisplayNameExpression")
        let identifier = keys.renamingIdentifier()
        close(&keys, of: element)
        note(path, identifier, at: keys.location)
        var legacyIndexes: [[String]] = []
        for child in element.children {
            switch child.name {
            case "attribute":
                if let attribute = readAttribute(child, of: entity) { entity.attributes.append(attribute) }
            case "relationship":
                if let relationship = readRelationship(child, of: name) { entity.relationships.append(relationship) }
            case "fetchedProperty":
                if let property = readFetchedProperty(child, of: name) { entity.fetchedProperties.append(property) }
            case "fetchIndex":
                if let index = readIndex(child, of: name) { entity.indexes.append(index) }
            case "compoundIndexes":
                legacyIndexes += readNameLists(child, list: .compoundIndex, name: .index, of: label)
            case "uniquenessConstraints":
                entity.uniquenessConstraints += readNameLists(
                    child,
                    list: .uniquenessConstraint,
                    name: .constraint,
                    of: label
                )
            case "userInfo":
                readEntries(child, into: &entity.userInfo, label: label)
            default:
                refuse(child, of: label)
            }
        }
        let indexed: [String] = element.children.filter { $0.keys["indexed"] == "YES" }.compactMap { $0.keys["name"] }
        entity.addLegacyIndexes(of: indexed, compounds: legacyIndexes)
        if !name.isEmpty { version.schema.entities.append(entity) }
    }

    /// The name of the Swift class, if it is not the entity's.
    ///
    /// The module before a dot (`App.Trip`, or `.Trip` for the module that compiles the model) is removed, because the
    /// class is in the module that its code is generated for. `NSManagedObject` means that the entity has no class.
    private static func className(_ text: String?, of entity: String) -> String? {
        guard let name = text?.split(separator: ".").last.map(String.init) else { return nil }
        return name == entity || name == "NSManagedObject" ? nil : name
    }
}
