import ApusDiagnostics
import Foundation

/// Where a page goes.
enum PageOutput {
    /// Prints a page; on a terminal, where nobody can read it, writes it to a file in the folder for temporary files and prints its path.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - name: The name of the file, without its extension.
    /// - Throws: `CommandFailure` if the file cannot be written.
    static func show(_ page: String, named name: String) throws {
        guard isatty(STDOUT_FILENO) == 1 else { return Console.printSource(page) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(getuid())")
        try failing {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let url = folder.appending(path: "\(name).html")
            try Data(page.utf8).write(to: url, options: .atomic)
            Console.print(url.path)
        }
    }
}
