import ApusYAML

extension SourceFile {
    /// The names of the entities in a model file, in the file's order; those that can be read if it has errors.
    package var entityNames: [String] {
        guard case .mapping(let keys)? = YAMLReader.read(text, file: path).node?.content,
            case .mapping(let entities)? = keys.first(where: { $0.key.text == "entities" })?.value.content
        else { return [] }
        return entities.map(\.key.text)
    }
}
