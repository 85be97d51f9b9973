package import ApusDiagnostics
package import ApusFiles
package import ApusSchema
package import Foundation

extension Project {
    /// The folder of a model's test cases, inside that of its mappings.
    static let testsFolder = ModelFolderRule.testsFolder

    /// Reads a model's test cases, `Migrations/<Model>/tests/*.yaml`.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - history: Its history.
    ///   - findings: Receives what cannot be read.
    /// - Returns: The cases, sorted by the names of their files; none if no version is frozen.
    package func cases(
        of model: ProjectModel,
        _ history: History,
        into findings: inout DiagnosticCollector
    ) -> [MigrationCase] {
        let files = files(in: model.migrations.appending(path: Self.testsFolder), .cases, into: &findings)
        return CaseFile.read(files, of: history, into: &findings)
    }

    /// The file of a case.
    package func file(of one: MigrationCase, of model: ProjectModel) -> URL {
        model.migrations.appending(path: Self.testsFolder).appending(path: one.file.name)
    }
}
