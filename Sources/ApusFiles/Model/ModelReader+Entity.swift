import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads an entity, `nil` where nothing of it can be used.
    mutating func readEntity(_ entry: YAMLNode.Entry) -> Entity? {
        let path = ElementPath(entry.key.text)
        let kinds = Keys.Kinds(
            owner: "an entity",
            known: ["originalName", "codegen", "attributes", "relationships"],
            later: Self.laterEntityKeys
        )
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        var entity = Entity(path.entity)
        entity.originalName = readOriginalName(keys, of: path)
        if let node = keys["codegen"] {
            entity.codegen = node.word(of: "codegen", Entity.Codegen.self, into: &findings) ?? .class
        }
        for entry in keys["attributes"]?.entries(of: "'attributes'", into: &findings) ?? [] {
            let path = ElementPath(path.entity, entry.key.text)
            if let attribute = readAttribute(entry, path) {
                record(.name, of: path, at: entry.key.location)
                entity.attributes.append(attribute)
            } else {
                unreadable.insert(path)
            }
        }
        for entry in keys["relationships"]?.entries(of: "'relationships'", into: &findings) ?? [] {
            let path = ElementPath(path.entity, entry.key.text)
            if let relationship = readRelationship(entry, path) {
                record(.name, of: path, at: entry.key.location)
                entity.relationships.append(relationship)
            } else {
                unreadable.insert(path)
            }
        }
        return entity
    }

    /// Reads `originalName` of an element, where it has one.
    mutating func readOriginalName(_ keys: Keys, of path: ElementPath) -> String? {
        guard let name = keys["originalName"]?.text(of: "'originalName'", into: &findings) else { return nil }
        record(.originalName, of: path, at: name.location)
        return name.text
    }

    /// What an entity of Core Data or SwiftData has more, and what DESIGN.md's later steps add.
    private static let laterEntityKeys: Set<String> = [
        "parent", "abstract", "isAbstract", "unique", "uniqueness", "uniquenessConstraints", "indexes", "hashModifier",
        "table", "primaryKey", "fetchedProperties", "userInfo", "class", "displayName", "spotlight", "composite",
    ]
}
