package import ApusDiagnostics
package import ApusSchema

/// A model whose versions were read from another tool's files.
package struct ImportedModel: Hashable, Sendable {
    /// An imported version.
    package struct Version: Hashable, Sendable {
        /// The version's name in the other tool.
        package let name: String
        /// The schema. Its original names refer to the version before.
        package internal(set) var schema: Schema
        /// The app's own code that migrates stores to this version, if a mapping model has some.
        package internal(set) var ownCode: OwnCode?
        /// The constants in a mapping model for new values, as strings.
        package internal(set) var fills: [ElementPath: String] = [:]

        /// What is known about losses of the stage to this version, by the older names.
        package internal(set) var lossNotes: [ElementPath: LossNote] = [:]
        /// The names of the versions after it that are equal to it and were left out.
        var repetitions: [String] = []

        /// The file that the version was read from.
        private let file: String
        /// The locations of the elements in the file.
        private let locations: [ModelPath: SourceLocation]

        init(name: String, schema: Schema, file: String = "", locations: [ModelPath: SourceLocation] = [:]) {
            self.name = name
            self.schema = schema
            self.file = file
            self.locations = locations
        }

        /// Returns the location of an entity or a property that is declared in the entity or that it inherits, or that of
        /// the whole file; `nil` if the version does not have it.
        package func location(of path: ElementPath) -> SourceLocation? {
            guard let entity = schema.entity(path.entity) else { return nil }
            guard let property = path.property else { return locations[.entity(entity.name)] }
            return ([entity] + schema.ancestors(of: entity)).lazy.flatMap { owner in
                ["attributes", "relationships", "fetchedProperties"].map { section in
                    ModelPath.entity(owner.name).element(section, property)
                }
            }
            .compactMap { locations[$0] }.first
        }

        /// The location of the whole version.
        package var location: SourceLocation { SourceLocation(file: file) }
    }

    /// The model's name.
    package let model: String

    /// The versions, oldest first.
    package internal(set) var versions: [Version]

    /// The paths of the mapping models that are carried out.
    package internal(set) var mappingModels: [String] = []

    /// Code that may have kept what some stages lose, and that is not carried out.
    var stageCode: [StageCode] = []

    /// Source files with migration code that belongs to no step in particular.
    package internal(set) var otherCode: [MigrationSource] = []

    /// The warnings; there are no errors.
    package internal(set) var diagnostics: [Diagnostic]

    /// Creates an imported model.
    package init(model: String, versions: [Version], diagnostics: [Diagnostic]) {
        self.model = model
        self.versions = versions
        self.diagnostics = diagnostics
    }

    /// Returns the model with one codegen mode for all entities, without versions that then equal the one before.
    package func generating(_ codegen: Entity.Codegen) -> ImportedModel {
        var kept: [Version] = []
        for var version in versions {
            version.schema = version.schema.generating(codegen)
            if kept.last.map({ !$0.schema.means(version.schema) }) ?? true {
                kept.append(version)
            } else {
                kept[kept.count - 1].repetitions += [version.name] + version.repetitions
            }
        }
        var generating = self
        generating.versions = kept
        return generating
    }

    /// Returns the app's own code that may have kept what a stage loses.
    ///
    /// - Parameters:
    ///   - losses: The elements whose data the stage drops.
    ///   - index: The index of the stage's newer version.
    /// - Returns: The mapping models that are not carried out, and the source files with migration code that name the
    ///   elements; `nil` if there are none.
    package func code(keeping losses: [ElementPath], to index: Int) -> OwnCode? {
        let (older, newer) = (versions[index - 1], versions[index])
        var locations: [String] = []
        var work: [OwnCode.Work] = []
        // The newer version has no element that could be undecided: the stage is refused for what it drops.
        for code in stageCode where !losses.isEmpty && !code.stages.isDisjoint(with: [newer.name] + newer.repetitions) {
            locations.append(code.location)
            work += losses.map { path in
                OwnCode.Work(path: nil, text: "\(code.location) may keep '\(path)', which the stage would drop")
            }
        }
        for source in otherCode where source.isAbout(older.name, newer.name, of: versions.map(\.name)) {
            let named = losses.filter { source.names($0, in: [older.schema, newer.schema]) }
            if named.isEmpty { continue }
            let location = source.start?.description.shown ?? ""
            locations.append(location)
            work += named.map { path in
                OwnCode.Work(path: nil, text: "the code in \(location) names '\(path)', which the stage would drop")
            }
        }
        if work.isEmpty { return nil }
        return OwnCode(location: locations.joined(separator: ", "), work: work)
    }
}
