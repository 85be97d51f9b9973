import ApusDiagnostics
import ApusFiles
import ApusSchema
import Foundation

extension Project {
    /// What `addExecutable` did, and what is left to the user.
    package struct AddedExecutable: Sendable {
        /// The files that were written, as messages show them.
        package let files: [String]
        /// The target, as `Package.swift` declares it.
        package let declaration: String
        /// Whether `Package.swift` is in the project's folder or one above it.
        package let isInPackage: Bool
        /// Whether the generated classes are visible in the executable's target.
        package let seesClasses: Bool
    }

    /// Adds an executable with all commands and the project's own code in Swift, as `Documentation/SwiftFunctions.md` describes it:
    /// `Sources/<name>/Main.swift`, and its name in `apus.yaml`. If one of them cannot be written, neither is.
    ///
    /// - Parameter name: The name of the executable and its target.
    /// - Returns: The files, and the declaration of the target, which the user adds to `Package.swift`.
    /// - Throws: `DiagnosticsError` if the name is not valid or is in use, the project has another executable or no model, or a file
    ///   cannot be written.
    package func addExecutable(_ name: String) throws -> AddedExecutable {
        try Self.checkExecutable(name)
        if let other = settings.executable, other != name {
            throw DiagnosticsError(
                .error(
                    "the project already has the executable '\(other)', as \(ProjectFile.name) says",
                    help: ["add the code to it, or change the line 'executable: \(other)' first"]
                )
            )
        }
        let contents = load()
        let package = self.package
        let sources: URL = (package ?? folder).appending(path: "Sources").appending(path: name)
        var findings = DiagnosticCollector()
        findings.add(contentsOf: contents.diagnostics.filter { $0.severity == .error })
        let module: String? = settings.output.flatMap { Self.module(of: $0) }
        if name == module {
            findings.error("'\(name)' is the module of the generated classes", help: ["choose another name"])
        }
        if disk.kind(of: sources) != .nothing, !disk.contents(of: sources, into: &findings).isEmpty {
            findings.error("'\(disk.shown(sources))' has files already", help: ["choose another name"])
        }
        try findings.throwIfErrors()

        var change = FileChange(disk: disk)
        do {
            let main: URL = sources.appending(path: "Main.swift")
            try change.create(main, Self.mainText(of: contents.models.map(\.name), module: module))
            let files = [main] + (try declare(executable: name, &change))
            return AddedExecutable(
                files: files.map(disk.shown),
                declaration: Self.declaration(of: name, module: module),
                isInPackage: package != nil,
                seesClasses: settings.access != .internal
            )
        } catch {
            change.undo()
            throw error
        }
    }

    /// The folder of the package: the project's, or one above it in the same repository.
    private var package: URL? {
        var folder: URL = folder.standardizedFileURL
        while folder.pathComponents.count > 1 {
            if disk.kind(of: folder.appending(path: "Package.swift")) == .file { return folder }
            if disk.kind(of: folder.appending(path: ".git")) != .nothing { return nil }
            folder = folder.deletingLastPathComponent().standardizedFileURL
        }
        return nil
    }

    /// Refuses a name that no target of an app can have.
    ///
    /// - Parameter name: The name of an executable.
    /// - Throws: `DiagnosticsError`.
    package static func checkExecutable(_ name: String) throws {
        let help = "choose a name such as 'trips-migrate'"
        let isName = name.first.map { $0.isASCII && $0.isLetter } == true
        guard isName, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) else {
            throw DiagnosticsError(
                .error(
                    "'\(name.shown)' is not a name for an executable",
                    help: ["\(help): letters, digits, '-' and '_'"]
                )
            )
        }
        // Its module would be one with that of the library, on a file system that ignores case.
        if ["apus", "apuscommands", "apus-codegen"].contains(name.lowercased()) {
            throw DiagnosticsError(.error("'\(name)' is a name of Apus' own", help: [help]))
        }
    }

    /// Adds the line `executable: <name>` to `apus.yaml`, and leaves the rest of the file as the user has written it.
    private func declare(executable name: String, _ change: inout FileChange) throws -> [URL] {
        if settings.executable != nil { return [] }
        let url: URL = folder.appending(path: ProjectFile.name)
        var findings = DiagnosticCollector()
        guard let file = disk.read(url, into: &findings) else { throw DiagnosticsError(findings.diagnostics) }
        let line = "executable: \(name)\n"
        let text: String = file.text + (file.text.hasSuffix("\n") ? "" : "\n") + line
        // Only of a mapping in block style is a further line a further key.
        guard ProjectFile.read(SourceFile(path: file.path, text: text)).project?.executable == name else {
            throw DiagnosticsError(
                .error(
                    "the line cannot be added to this file",
                    at: SourceLocation(file: file.path),
                    help: ["add the key 'executable: \(name)' yourself, then run the command again"]
                )
            )
        }
        try change.replace(url, text)
        return [url]
    }

    /// The module of a folder with committed classes: `TripsModel` for `Sources/TripsModel/Generated`.
    private static func module(of output: String) -> String? {
        let folders = output.split(separator: "/").filter { $0 != "." }
        guard let sources = folders.lastIndex(of: "Sources"), sources + 1 < folders.count else { return nil }
        let module = folders[sources + 1]
        // It is written into Swift.
        return module.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            ? String(module) : nil
    }

    private static func mainText(of models: [String], module: String?) -> String {
        var imports: [String] = ["Apus", "ApusCommands"]
        if let module { imports.append(module.replacing("-", with: "_")) }
        let code: String =
            models.count == 1
            ? "\(models[0])Schema.code"
            : "[\(models.map { "\"\($0)\": \($0)Schema.code" }.joined(separator: ", "))]"
        return """
            // The command 'apus' with the functions and stages in Swift of this project's mappings.
            \(imports.map { "import \($0)" }.joined(separator: "\n"))
            \(module == nil ? "// Import the module of the generated classes as well.\n" : "")
            @main
            enum Main {
                static func main() {
                    ApusCommand.main(code: \(code))
                }
            }

            """
    }

    private static func declaration(of name: String, module: String?) -> String {
        """
        .executableTarget(
            name: "\(name)",
            dependencies: [
                "\(module ?? "<the module of the generated classes>")",
                .product(name: "Apus", package: "apus"),
                .product(name: "ApusCommands", package: "apus"),
            ]
        ),
        """
    }
}
