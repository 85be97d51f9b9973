import ApusDiagnostics
import ApusSchema
import ArgumentParser
import Foundation

/// What the plugins run: reads models of a project, writes their Swift.
@main
struct ApusCodegenTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apus-codegen",
        abstract: "Generates the Swift of models. The plugins run it; people run 'apus generate'.",
        subcommands: [BuildCommand.self, CommitCommand.self]
    )

    /// Runs some work; what is wrong is reported as a compiler does it.
    static func reporting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DiagnosticsError {
            report(error.diagnostics)
            throw ExitCode(2)
        } catch let code as ExitCode {
            throw code
        } catch {
            report([.error(error.localizedDescription)])
            throw ExitCode(2)
        }
    }

    static func report(_ diagnostics: [Diagnostic]) {
        note(diagnostics.map { "\($0)" }.joined(separator: "\n"))
    }

    static func note(_ text: String) {
        if !text.isEmpty { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
    }
}
