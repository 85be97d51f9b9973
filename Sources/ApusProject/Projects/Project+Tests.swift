package import ApusDiagnostics
package import ApusFiles
package import Foundation

extension Project {
    /// The folder of a model's test cases, inside that of its mappings.
    static let testsFolder = "tests"

    /// Reads the files of a model's test cases, `Migrations/<Model>/tests/*.yaml`.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - findings: Receives what cannot be read.
    /// - Returns: The files, sorted by name.
    package func caseFiles(of model: ProjectModel, into findings: inout DiagnosticCollector) -> [SourceFile] {
        yamlFiles(in: model.migrations.appending(path: Self.testsFolder), into: &findings)
    }

    /// The file that a path of ``caseFiles(of:into:)`` names.
    package func caseFile(_ file: SourceFile, of model: ProjectModel) -> URL {
        model.migrations.appending(path: Self.testsFolder).appending(path: file.name)
    }
}
