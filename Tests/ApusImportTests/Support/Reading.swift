import ApusDiagnostics
import ApusSchema
import Foundation

@testable import ApusImport

/// Reads one version; the file is called `contents` in findings.
func read(_ xml: String, name: String = "Trips") -> (version: CoreDataVersion, diagnostics: [Diagnostic]) {
    ContentsReader.read(Data(xml.utf8), name: name, file: "contents", model: "Trips")
}

/// What is wrong with one version, as the command line prints it.
func errors(in xml: String) -> String {
    read(xml).diagnostics.map(\.description).joined(separator: "\n")
}

/// Runs something that ends with findings, and gives them.
func findings(of work: () throws -> ImportedModel) -> [Diagnostic] {
    do {
        return try work().diagnostics
    } catch let error as DiagnosticsError {
        return error.diagnostics
    } catch {
        return [.error("unexpected: \(error)")]
    }
}
