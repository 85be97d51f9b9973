import Foundation
import Testing

/// The version that the commands print, and where a release sets it.
@Suite struct VersionTests {
    @Test("a build that is no release says so, and has the version that the changelog ends with")
    func version() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let done = try ScriptRunner.run(
            CommandScript.Command(line: "apus --version; apus-codegen --version"),
            in: folder
        )
        let changelog = try String(contentsOf: ReleaseFiles.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let versions = changelog.matches(of: /\n## \[(\d+\.\d+\.\d+)\]/).map { String($0.output.1) }
        let newest = try #require(versions.first)
        #expect(done.output == ["apus \(newest) (development build)", "apus-codegen \(newest) (development build)"])
        #expect(done.code == 0)
    }
}
