import Foundation
import Testing

/// The files of a release, packed from the products of the test build.
struct ReleaseFiles {
    /// The project's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the programs that pack a release are installed.
    static let canPack = ["python3", "git", "gzip"].allSatisfy { program in
        let line = "command -v \(program)"
        return (try? ScriptRunner.run(CommandScript.Command(line: line), in: URL(filePath: "/")))?.code == 0
    }

    /// A new folder, in which the archive, the package and `install.sh` are in `release`, and the unpacked archive in `tree`.
    let folder: URL

    /// Packs a release. Its commands call those of the test build, which are too large to be packed in a test.
    init() throws {
        folder = try ScriptRunner.makeFolder()
        let products = ScriptRunner.products.path
        let done = try ScriptRunner.run(
            CommandScript.Command(
                line: """
                    set -e; mkdir bin tree
                    for name in apus apus-codegen; do
                        printf '#!/bin/sh\\nexec "%s" "$@"\\n' "\(products)/$name" > bin/$name; chmod +x bin/$name
                    done
                    '\(Self.root.path)/Scripts/release' --binaries bin --output release > log
                    tar -xzf release/*.tar.gz -C tree --strip-components 1
                    """
            ),
            in: folder
        )
        try #require(done.code == 0, "\(done.output.joined(separator: "\n"))")
    }

    /// Runs commands of a shell in the folder.
    func run(_ lines: String) throws -> (output: String, code: Int32) {
        let done = try ScriptRunner.run(CommandScript.Command(line: lines), in: folder)
        return (done.output.joined(separator: "\n").replacing(folder.path, with: "FOLDER"), done.code)
    }
}
