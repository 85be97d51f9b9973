package import ApusFiles
import Foundation

extension Project {
    /// Brings the JSON Schemas that editors read up to date.
    ///
    /// - Returns: The files that were written, as messages show them; none where they were up to date.
    /// - Throws: `DiagnosticsError` where a file cannot be written.
    @discardableResult
    package func writeEditorSchemas() throws -> [String] {
        try Self.writeEditorSchemas(folder, disk)
    }

    static func writeEditorSchemas(_ folder: URL, _ disk: Disk) throws -> [String] {
        try EditorSchema.allCases.compactMap { schema in
            let url: URL = folder.appending(path: schema.path)
            return try disk.write(schema.text, to: url) ? disk.shown(url) : nil
        }
    }

    /// The state of a JSON Schema's file in the project.
    package enum EditorSchemaState: Hashable, Sendable {
        /// It is the one that this version of Apus writes.
        case current
        /// It is another one.
        case stale
        /// There is none.
        case missing
    }

    /// Finds out whether a JSON Schema's file is the one that this version of Apus writes.
    ///
    /// - Parameter schema: The schema.
    /// - Returns: The file as messages show it, and its state.
    package func state(of schema: EditorSchema) -> (file: String, state: EditorSchemaState) {
        let url: URL = folder.appending(path: schema.path)
        guard disk.kind(of: url) != .nothing else { return (disk.shown(url), .missing) }
        let isCurrent: Bool = (try? Data(contentsOf: url)) == Data(schema.text.utf8)
        return (disk.shown(url), isCurrent ? .current : .stale)
    }
}
