import ApusYAML

extension ModelFile {
    /// Groups files by the model that they belong to.
    ///
    /// - Parameter files: The files.
    /// - Returns: The files of each model, in the order of its first one. A file without a model's name is a group.
    package static func groups(of files: [SourceFile]) -> [[SourceFile]] {
        var groups: [(model: String?, files: [SourceFile])] = []
        for file in files {
            let model = modelName(in: file)
            if let index = groups.firstIndex(where: { $0.model == model }), model != nil {
                groups[index].files.append(file)
            } else {
                groups.append((model, [file]))
            }
        }
        return groups.map(\.files)
    }

    private static func modelName(in file: SourceFile) -> String? {
        guard case .mapping(let entries) = YAMLReader.read(file.text, file: file.path).node?.content,
            let node = entries.first(where: { $0.key.text == "model" })?.value,
            case .scalar(let scalar) = node.content
        else { return nil }
        return scalar.text
    }
}
