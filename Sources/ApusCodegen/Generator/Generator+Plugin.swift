import ApusSchema

extension Generator {
    /// A file of the head, as the build plugin sees it.
    package struct HeadFile: Hashable, Sendable {
        /// The file's name without its extension.
        package let baseName: String

        /// The entities in it.
        package let entities: [String]

        /// Creates a file of the head.
        package init(baseName: String, entities: [String]) {
            self.baseName = baseName
            self.entities = entities
        }
    }

    /// The files for the build plugin. Their names depend only on the names of the model and its files.
    ///
    /// A head file `Trips.yaml` gives `Trips+ApusModels.swift` with the classes of its entities; in the mode
    /// `extension`, the target declares the class itself. Three more files are named after the model:
    /// `Trips+ApusTypes.swift`, `Trips+ApusSchema.swift` and, for the frozen versions that have classes,
    /// `Trips+ApusVersions.swift`.
    ///
    /// - Parameter heads: The head's files. An entity that is in none of them goes with the first.
    /// - Returns: One file per head file, in the same order, then the three of the model.
    package func pluginFiles(heads: [HeadFile]) -> [GeneratedFile] {
        let known = Set(heads.flatMap(\.entities))
        return heads.enumerated().map { index, head in
            let entities: [Entity] = schema.entities.filter { entity in
                head.entities.contains(entity.name) || (index == 0 && !known.contains(entity.name))
            }
            return GeneratedFile(name: "\(head.baseName)+ApusModels.swift", contents: models(entities))
        } + [typesFile, schemaFile, versionsFile]
    }

    private func models(_ entities: [Entity]) -> String {
        let sources: [EntitySource] = entities.filter { $0.codegen != .none }.map(source)
        var text = SourceText()
        text.add(GeneratedFile.header(model: history.model))
        text.addImports(
            apus: .widest(of: sources.map(\.access)),
            usesInterface: true,
            foundation: .widest(of: sources.map(\.foundation)),
            own: .widest(of: sources.map(\.own)),
            modules: options.imports
        )
        let parts: [SourceText] = sources.concurrentMap { source in
            var text = SourceText()
            if source.entity.codegen == .class { source.addClass(to: &text) }
            source.addProperties(to: &text)
            if source.entity.hasValueType {
                text.gap()
                source.addValue(to: &text)
            }
            return text
        }
        for part in parts { text.append(part) }
        return text.contents
    }

    /// The file with the frozen versions that have classes; only the header if there are none.
    private var versionsFile: GeneratedFile {
        var text = SourceText()
        text.add(GeneratedFile.header(model: history.model))
        if !versions.isEmpty {
            text.addImports(
                apus: options.access,
                usesInterface: true,
                foundation: .widest(of: versions.map(\.foundation)),
                own: .widest(of: versions.map(\.own)),
                modules: options.imports
            )
        }
        for version in versions { version.add(to: &text) }
        return GeneratedFile(name: "\(history.model)+ApusVersions.swift", contents: text.contents)
    }
}
