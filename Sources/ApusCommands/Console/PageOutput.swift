import ApusDiagnostics
import Foundation

/// Where a page goes that has no file.
enum PageOutput {
    /// Prints a page; on a terminal, where it cannot be read, writes it to a file in the folder for temporary files and prints its path.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - name: What the file's name begins with, besides `apus`.
    ///   - opens: Whether to open it in a browser.
    /// - Throws: `CommandFailure` if the file cannot be written.
    static func show(_ page: String, named name: String, opening opens: Bool = false) throws {
        guard Console.isOutputTerminal || opens else { return Console.printSource(page) }
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "apus-\(name.filter(\.isLetter))-\(UUID().uuidString.prefix(8)).html")
        // Only the user may read it: the folder for temporary files may be everybody's.
        guard
            FileManager.default.createFile(
                atPath: file.path,
                contents: Data(page.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else {
            throw CommandFailure.invalid(
                "a file in \(folder.path) cannot be written",
                help: "redirect the output to a file"
            )
        }
        Console.print(file.path)
        if opens { open(file) }
    }

    /// Opens a page in the user's browser.
    static func open(_ file: URL) {
        #if canImport(Darwin)
        let program = "/usr/bin/open"
        #else
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs: [String] = folders.map { "\($0)/xdg-open" }
        let program = programs.first { access($0, X_OK) == 0 } ?? "xdg-open"
        #endif
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [file.path]
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
        )
        do { try process.run() } catch { Console.note("no program opens pages here: \(error.fileReason)") }
    }
}
