import ApusDiagnostics
import ApusFiles
package import ApusSchema
import Foundation

extension Project {
    /// The comment at the top of a mapping's file, which refers editors to its schema.
    package static let mappingHeader: [String] = [EditorSchema.mapping.header(depth: 2)]

    /// Creates the file of a stage's mapping.
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - from: The version at which the stage starts.
    ///   - to: The version at which it ends, or `nil` for the head.
    ///   - model: The model.
    /// - Returns: The path, as messages show it.
    /// - Throws: `DiagnosticsError` if the file already exists or cannot be written.
    package func createMapping(
        _ text: String,
        from: Schema.Version,
        to: Schema.Version?,
        of model: ProjectModel
    ) throws -> String {
        let url: URL = model.mappingFile(from: from, to: to)
        guard disk.kind(of: url) == .nothing else {
            throw DiagnosticsError(
                .error(
                    "the mapping already exists, and is not changed",
                    at: SourceLocation(file: disk.shown(url)),
                    help: ["print what it leaves open with --print, and add the lines that you choose"]
                )
            )
        }
        var change = FileChange(disk: disk)
        do {
            try change.create(url, text)
        } catch {
            change.undo()
            throw error
        }
        return disk.shown(url)
    }
}
