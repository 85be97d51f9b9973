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
        do {
            let handle = try create(file.path)
            try write(page, to: handle, of: file.path)
        } catch {
            throw CommandFailure.invalid(
                "a file in \(folder.path) cannot be written: \(error.fileReason)",
                help: "redirect the output to a file"
            )
        }
        Console.print(file.path)
        if opens { open(file) }
    }

    /// Creates a file that only the user may read from its first moment: the folder for temporary files may be everybody's. Neither a file
    /// nor a link that exists is written.
    static func create(_ path: String) throws -> FileHandle {
        let file = openNew(path)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    /// Writes a text to a new file, and closes it. If that fails, the file is removed.
    static func write(_ text: String, to handle: FileHandle, of path: String) throws {
        do {
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Replaces a file by a text, through a new file beside it. Who may read it stays as it is, also in the meantime.
    static func replace(_ path: String, with text: String) throws {
        let target = URL(fileURLWithPath: path)
        let draft = target.deletingLastPathComponent().appending(
            path: ".\(target.lastPathComponent).new-\(UUID().uuidString)"
        ).path
        let handle = try create(draft)
        do {
            var status = stat()
            guard stat(target.path, &status) == 0, fchmod(handle.fileDescriptor, status.st_mode & 0o777) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            unlink(draft)
            throw error
        }
        try write(text, to: handle, of: draft)
        guard rename(draft, target.path) == 0 else {
            let code = errno
            unlink(draft)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
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

/// The method `open` hides the function of this name.
private func openNew(_ path: String) -> CInt {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
}
