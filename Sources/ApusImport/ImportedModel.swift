package import ApusDiagnostics
package import ApusSchema

/// A model with the versions that another tool kept of it, as Apus' schemas.
package struct ImportedModel: Hashable, Sendable {
    /// One imported version.
    package struct Version: Hashable, Sendable {
        /// The name that the version had where it came from.
        package let name: String
        /// The schema; its original names are those of the version before.
        package internal(set) var schema: Schema
        /// What a mapping model says of the way to this version that somebody has to write by hand, a line each.
        package internal(set) var handwork: [String] = []
        /// The constants that a mapping model gives for new values, as texts.
        package internal(set) var fills: [ElementPath: String] = [:]

        /// Creates a version.
        package init(name: String, schema: Schema) {
            self.name = name
            self.schema = schema
        }
    }

    /// The model's name.
    package let model: String

    /// The versions, oldest first.
    package let versions: [Version]

    /// What somebody should look at; there is no error among it.
    package let diagnostics: [Diagnostic]

    /// Creates an imported model.
    package init(model: String, versions: [Version], diagnostics: [Diagnostic]) {
        self.model = model
        self.versions = versions
        self.diagnostics = diagnostics
    }

    /// The model with one mode of generating for all entities, without versions that then say what the one before says.
    package func generating(_ codegen: Entity.Codegen) -> ImportedModel {
        var kept: [Version] = []
        for var version in versions {
            version.schema = version.schema.generating(codegen)
            if kept.last.map({ !$0.schema.means(version.schema) }) ?? true { kept.append(version) }
        }
        return ImportedModel(model: model, versions: kept, diagnostics: diagnostics)
    }
}
