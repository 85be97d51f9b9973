import ApusDiagnostics
import ApusSchema
import ArgumentParser
import CApusVersion
import Foundation

/// The tool that the plugins run. It reads the models of a project and writes their Swift.
@main
struct ApusCodegenTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apus-codegen",
        abstract: "Generate the Swift of models. The plugins run this tool; on the command line, use 'apus generate'.",
        version: "apus-codegen \(String(cString: apus_version()))",
        subcommands: [BuildCommand.self, CommitCommand.self]
    )

    static func main() {
        // A file that exceeds the limit of the process is an error of writing then.
        signal(SIGXFSZ, SIG_IGN)
        main(nil)
    }

    /// Runs a command and reports its errors in the compiler's format.
    static func reporting(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DiagnosticsError {
            report(error.diagnostics)
            throw ExitCode(2)
        } catch let code as ExitCode {
            throw code
        } catch {
            report([.error(error.fileReason)])
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
