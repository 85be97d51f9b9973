import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads an entity with its properties.
    mutating func readEntity(_ element: MarkupElement) {
        let name: String = element.keys["name"] ?? ""
        let path = ElementPath(name)
        let label: String = "entity '\(name)'"
        var keys = KeyReader(element, .entity, label: label, file: file)
        _ = keys.required("name", expected: "the entity's name")
        _ = keys.flag("syncable")
        // Xcode's Class Definition, Category/Extension, and nothing for Manual/None.
        let codegen: Entity.Codegen? = keys.choice(
            "codeGenerationType",
            among: ["class": .class, "category": .extension]
        )
        checkClass(keys.text("representedClassName"), of: name, codegen: codegen ?? .none, &keys)
        let identifier: String? = keys.renamingIdentifier()
        close(&keys)
        checkText(of: element, label: label)
        note(path, identifier, at: keys.location)
        var entity = Entity(name, codegen: codegen ?? .none)
        for child in element.children {
            switch child.name {
            case "attribute":
                if let attribute = readAttribute(child, of: name) { entity.attributes.append(attribute) }
            case "relationship":
                if let relationship = readRelationship(child, of: name) { entity.relationships.append(relationship) }
            default:
                refuse(child, in: .entity, of: label)
            }
        }
        if !name.isEmpty { version.schema.entities.append(entity) }
    }

    /// Remembers an element's place and renaming identifier.
    mutating func note(_ path: ElementPath, _ identifier: String?, at location: SourceLocation) {
        version.locations[path] = location
        version.identifiers[path] = identifier
    }

    /// Checks that the class is the one that Apus will take: an entity's class bears the entity's name.
    ///
    /// The module before a point is where the class is compiled, which follows from where it is generated.
    private func checkClass(_ name: String?, of entity: String, codegen: Entity.Codegen, _ keys: inout KeyReader) {
        guard let name, !entity.isEmpty, name.split(separator: ".").last.map(String.init) != entity else { return }
        // Without a class of its own an entity has Core Data's; nothing is generated for it.
        if codegen == .none, name == "NSManagedObject" || name.isEmpty { return }
        keys.error(
            "'representedClassName' of \(keys.label) is '\(name)', but an entity's class bears the entity's name",
            help: ["name the class '\(entity)' in a copy of the model and import that"]
        )
    }
}

extension KeyReader {
    /// Takes the renaming identifier, which Xcode calls `elementID` and others call by its name in the API.
    mutating func renamingIdentifier() -> String? {
        let identifiers: [String] = ["elementID", "renamingIdentifier"].compactMap { text($0) }
        if identifiers.contains("") || Set(identifiers).count > 1 {
            error("the renaming identifier of \(label) is empty or given twice", help: ["keep one 'elementID'"])
        }
        return identifiers.first
    }
}
