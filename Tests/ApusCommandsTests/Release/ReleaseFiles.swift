import Foundation
import Testing

/// The files of a release, packed from the products of the test build.
final class ReleaseFiles: Sendable {
    /// The project's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the programs that pack a release are installed.
    static let canPack = ["python3", "git", "gzip"].allSatisfy { program in
        let line = "command -v \(program)"
        return (try? ScriptRunner.run(CommandScript.Command(line: line), in: URL(filePath: "/")))?.code == 0
    }

    /// What packing printed, and its exit code. Packing takes seconds, so it is done once, beside the products.
    private static let packing: Result<CommandScript.Command, any Error> = Result {
        try FileManager.default.createDirectory(at: packed, withIntermediateDirectories: true)
        return try pack(in: packed)
    }
    private static let packed = ScriptRunner.products.appending(path: "packed-for-tests")

    /// A folder, in which the archive, the package and `install.sh` are in `release`, and the unpacked archive in `tree`.
    let folder: URL

    /// Makes a folder.
    ///
    /// - Parameter isPackedAgain: Whether the release is packed for this folder alone.
    /// - Throws: The failed expectation, with what packing printed.
    init(isPackedAgain: Bool = false) throws {
        folder = try ScriptRunner.makeFolder()
        let done = try isPackedAgain ? Self.pack(in: folder) : Self.packing.get()
        try #require(done.code == 0, "\(done.output.joined(separator: "\n"))")
        if !isPackedAgain { try #require(run("cp -R '\(Self.packed.path)/.' .").code == 0) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Packs a release. Its commands call those of the test build, which are too large to be packed in a test.
    private static func pack(in folder: URL) throws -> CommandScript.Command {
        let products = ScriptRunner.products.path
        return try ScriptRunner.run(
            CommandScript.Command(
                line: """
                    set -e; rm -rf bin tree release; mkdir bin tree
                    for name in apus apus-codegen; do
                        printf '#!/bin/sh\\nexec "%s" "$@"\\n' "\(products)/$name" > bin/$name; chmod +x bin/$name
                    done
                    '\(root.path)/Scripts/release' --binaries bin --output release > log
                    tar -xzf release/*.tar.gz -C tree --strip-components 1
                    """
            ),
            in: folder
        )
    }

    /// Runs commands of a shell in the folder.
    func run(_ lines: String) throws -> (output: String, code: Int32) {
        let done = try ScriptRunner.run(CommandScript.Command(line: lines), in: folder)
        return (done.output.joined(separator: "\n").replacing(folder.path, with: "FOLDER"), done.code)
    }
}
