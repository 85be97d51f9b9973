package import ApusFiles
package import ApusMigration
package import ApusSchema
package import Foundation

/// A model of a project with the contents of its files.
package struct ProjectModel: Sendable {
    /// The model's name, which is also the name of its folder.
    package let name: String

    /// The model's folder, `Schemas/<Model>`.
    package let folder: URL

    /// The folder of the model's mappings, `Migrations/<Model>`. It may not exist.
    package let migrations: URL

    /// The same folder, as messages show it.
    let shownMigrations: String

    /// The files, with the paths that messages show.
    package let files: HistoryFiles

    /// The contents of the files. Their findings are also in those of the project.
    package let contents: HistoryFiles.Contents

    /// The frozen versions and the head, or `nil` if a file has an error.
    package var history: History? { contents.history }

    /// The mappings of the history's stages.
    package var mappings: [Mapping] { contents.mappings }

    /// The planner of the history's stages, whose help shows the paths of files that do not exist yet; `nil` if a file
    /// has an error.
    package var planner: Planner? {
        history.map { Planner(history: $0, mappings: mappings, mappingsFolder: shownMigrations) }
    }

    /// The file of a version's frozen schema; it exists when the version does.
    ///
    /// - Parameter version: The version.
    /// - Returns: `Schemas/<Model>/versions/<version>.yaml`.
    package func file(of version: Schema.Version) -> URL {
        folder.appending(path: "versions").appending(path: "\(version).yaml")
    }

    /// The file of a stage's mapping. It may not exist.
    ///
    /// - Parameters:
    ///   - from: The older version.
    ///   - to: The newer version, or `nil` for the head.
    /// - Returns: `Migrations/<Model>/<from>-<to>.yaml`.
    package func mappingFile(from: Schema.Version, to: Schema.Version?) -> URL {
        migrations.appending(path: MappingFile.fileName(from: from, to: to))
    }

    /// The lock.
    var lock: URL { folder.appending(path: LockFile.name) }
}
