import ApusDiagnostics
import ApusSchema

// The parts of a model other than entities and fetch requests.

extension ContentsReader {
    /// Reads a composite with its parts.
    mutating func readComposite(_ element: MarkupElement) {
        let name = element.keys["name"] ?? ""
        var keys = KeyReader(element, .composite, label: ElementLabel("composite", name), file: file)
        _ = keys.required("name", expected: "the composite's name")
        let identifier = keys.renamingIdentifier()
        close(&keys, of: element)
        note(.element("composites", name), identifier, at: keys.location)
        var composite = Composite(name)
        for child in element.children {
            switch child.name {
            case "attribute":
                if let part = readPart(child, of: name) { composite.attributes.append(part) }
            case "userInfo": readEntries(child, into: &composite.userInfo, label: keys.label)
            default: refuse(child, of: keys.label)
            }
        }
        if !name.isEmpty { version.schema.composites.append(composite) }
    }

    /// Reads a configuration.
    mutating func readConfiguration(_ element: MarkupElement) {
        let name = element.keys["name"] ?? ""
        var keys = KeyReader(element, .configuration, label: ElementLabel("configuration", name), file: file)
        _ = keys.required("name", expected: "the configuration's name")
        let isMirrored = keys.usedWithCloudKit()
        close(&keys, of: element)
        note(.element("configurations", name), at: keys.location)
        var entities: [String] = []
        for child in element.children {
            guard child.name == "memberEntity" else {
                refuse(child, of: keys.label)
                continue
            }
            var childKeys = KeyReader(child, .memberEntity, label: keys.label.part("a member of"), file: file)
            if let entity = childKeys.required("name", expected: "an entity's name") { entities.append(entity) }
            close(&childKeys, of: child)
            refuseChildren(of: child, label: childKeys.label)
        }
        guard !name.isEmpty else { return }
        version.schema.configurations.append(Configuration(name, entities: entities, usedWithCloudKit: isMirrored))
    }

    /// Marks the whole model, which is Xcode's configuration `Default`, as mirrored by CloudKit.
    mutating func mirrorDefaultConfiguration() {
        let name = "Default"
        let all = version.schema.entities.map(\.name)
        if let index = version.schema.configurations.firstIndex(where: { $0.name == name }) {
            version.schema.configurations[index].usedWithCloudKit = true
        } else {
            version.schema.configurations.append(Configuration(name, entities: all, usedWithCloudKit: true))
        }
    }
}
