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
        guard create(file.path, page) else {
            throw CommandFailure.invalid(
                "a file in \(folder.path) cannot be written",
                help: "redirect the output to a file"
            )
        }
        Console.print(file.path)
        if opens { open(file) }
    }

    /// Writes a new file that only the user may read: the folder for temporary files may be that of all users.
    private static func create(_ path: String, _ text: String) -> Bool {
        let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor < 0 { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return (try? file.write(contentsOf: Data(text.utf8))) != nil
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
