import ApusDiagnostics
import ApusFiles
import Foundation
import Testing

@testable import ApusProject

/// What git gives of a repository that is there.
@Suite(.enabled(if: TemporaryRepository.hasGit, "there is no git to test with")) struct GitTreeTests {
    @Test func filesAreThoseOfTheRevision() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "one\n"])
        try home.commit(["a.yaml": "two\n"], message: "fix: two")
        try home.git(["tag", "-a", "-m", "a tag", "v2"])
        try home.commit(["a.yaml": "three\n"])
        try home.write("a.yaml", "four\n")
        try home.git(["add", "a.yaml"])
        try home.write("a.yaml", "five\n")
        #expect(try home.text("a.yaml", at: .revision("HEAD~2")) == "one\n")
        #expect(try home.text("a.yaml", at: .revision("v2")) == "two\n")
        #expect(try home.text("a.yaml", at: .revision("HEAD^{/fix: two}")) == "two\n")
        #expect(try home.text("a.yaml", at: .revision("main")) == "three\n")
        #expect(try home.text("a.yaml", at: .revision("main@{2}")) == "one\n")
        #expect(try home.text("a.yaml", at: .revision(try home.git(["rev-parse", "HEAD~1"]))) == "two\n")
        #expect(try home.text("a.yaml", at: .index(stage: 0)) == "four\n")
    }

    @Test func theSidesOfAConflict() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "base\n"])
        try home.git(["checkout", "-q", "-b", "other"])
        try home.commit(["a.yaml": "theirs\n"])
        try home.git(["checkout", "-q", "main"])
        try home.commit(["a.yaml": "ours\n"])
        #expect(throws: GitError.self) { try home.git(["merge", "-q", "other"]) }
        #expect(try (1...3).map { try home.text("a.yaml", at: .index(stage: $0)) } == ["base\n", "ours\n", "theirs\n"])
        #expect(try home.text("a.yaml", at: .index(stage: 0)).contains("'a.yaml' does not exist at ':'"))
    }

    @Test(arguments: [GitSource.revision("HEAD"), .index(stage: 0)])
    func contentsOfFolders(source: GitSource) throws {
        let home = try TemporaryRepository()
        let names: [String] = ["a b.yaml", "é\u{301}.yaml", "*", "line\nend.yaml", "tab\t.yaml", "-x.yaml"]
        for name in names { try home.write("Schemas/Trips/" + name, name) }
        try home.commit(["Schemas/Trips/versions/1.yaml": "", "Schemas/TripsToo.yaml": "", "root.yaml": ""])
        let tree: GitTree = try home.repository().tree(source)
        let folder: [GitEntry] = try tree.contents(of: GitPath(["Schemas", "Trips"]))
        #expect(folder.map(\.name) == (names + ["versions"]).sorted())
        #expect(folder.filter { $0.kind == .folder }.map(\.name) == ["versions"])
        #expect(try tree.contents(of: GitPath()).map(\.name) == ["Schemas", "root.yaml"])
        #expect(try tree.contents(of: GitPath(["Schemas"])).map(\.kind) == [.folder, .file])
        #expect(try tree.entry(at: GitPath(["Schemas", "*"])) == nil, "a star is a name here, and no pattern")
        #expect(try tree.entry(at: GitPath(["Schemas", "Tri"])) == nil)
        #expect(try tree.entry(at: GitPath(["Schemas", "Trips"]))?.kind == .folder)
        #expect(try tree.allPaths().count == 9)
        for name in names { #expect(try tree.text("Schemas/Trips/" + name) == name) }
    }

    @Test("many files are read at once as one by one", arguments: [GitSource.revision("HEAD"), .index(stage: 0)])
    func manyFiles(source: GitSource) throws {
        let home = try TemporaryRepository()
        // Twice as many as one run of git reads, some of them of one text; empty, without a last line end, and none of ours.
        var files: [String: String] = Dictionary(
            uniqueKeysWithValues: (1...430).map { ("m/\($0).yaml", "model: \($0 % 300)\n") }
        )
        files["m/empty.yaml"] = ""
        files["m/open.yaml"] = "one\n\ntwo"
        files["m/pointer.yaml"] = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
        try home.commit(files)
        let link: URL = home.folder.appending(path: "m/link.yaml")
        try FileManager.default.createSymbolicLink(
            at: link,
            withDestinationURL: home.folder.appending(path: "m/1.yaml")
        )
        try home.commit([:])
        let tree: GitTree = try home.repository().tree(source)
        let entries: [GitEntry] = try tree.contents(of: GitPath(["m"]))
        #expect(entries.count == 434)
        var findings = (many: DiagnosticCollector(), single: DiagnosticCollector())
        let read: [SourceFile] = try tree.read(entries, into: &findings.many)
        let single: [SourceFile] = try entries.compactMap { try tree.read($0, into: &findings.single) }
        #expect(read.count == 432 && read == single)
        #expect(findings.many.diagnostics.count == 2 && findings.many.diagnostics == findings.single.diagnostics)
        for file in read { #expect(file.text == files["m/\(file.name)"]) }
    }

    @Test func aProjectInASubfolder() throws {
        let home = try TemporaryRepository()
        try home.commit(["apps/trips/Schemas/a.yaml": "text\n"])
        let repository: GitRepository = try home.repository(of: "apps/trips")
        #expect(repository.prefix.description == "apps/trips")
        let tree: GitTree = try repository.tree(.revision("HEAD"))
        #expect(try tree.text("apps/trips/Schemas/a.yaml") == "text\n", "paths begin at the root, wherever git runs")
        #expect(try home.repository().prefix == GitPath())
    }

    /// In a hook of a worktree GIT_DIR is set, and git takes any folder that it runs in for the root.
    @Test func aHookInAWorktree() throws {
        let home = try TemporaryRepository()
        try home.commit(["apps/trips/a.yaml": "text\n"])
        let worktree: URL = home.home.appending(path: "worktree")
        try home.git(["worktree", "add", "-q", worktree.path, "-b", "side"])
        let project: URL = worktree.appending(path: "apps/trips")
        let directory: String = try home.git(["rev-parse", "--absolute-git-dir"], in: worktree)
        for more in [[:], ["GIT_DIR": directory]] {
            let repository = try GitRepository(
                of: project,
                current: worktree,
                environment: TemporaryRepository.environment.merging(more) { $1 }
            )
            #expect(repository.prefix.description == "apps/trips", "with \(more)")
            #expect(try repository.tree(.revision("side")).text("apps/trips/a.yaml") == "text\n")
            #expect(try repository.tree(.index(stage: 0)).text("apps/trips/a.yaml") == "text\n")
        }
    }

    @Test func aBareRepository() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "text\n"])
        let bare: URL = home.home.appending(path: "bare.git")
        try home.git(["clone", "-q", "--bare", home.folder.path, bare.path])
        let repository = try GitRepository(of: bare, current: bare, environment: TemporaryRepository.environment)
        #expect(try repository.tree(.revision("main")).text("a.yaml") == "text\n")
    }

    @Test func namesOfObjectsMayBeLong() throws {
        let home = try TemporaryRepository("--object-format=sha256")
        try home.commit(["a.yaml": "text\n"])
        #expect(try home.text("a.yaml", at: .revision("HEAD")) == "text\n")
    }

    @Test func anEnvironmentWithoutAnything() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "text\n"])
        let repository = try GitRepository(of: home.folder, current: home.folder, environment: [:])
        #expect(try repository.tree(.revision("HEAD")).text("a.yaml") == "text\n")
    }

    @Test func nothingIsWritten() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "one\n"])
        try home.write("a.yaml", "two\n")
        func state() throws -> [String: Date?] {
            let paths: [String] = try FileManager.default.subpathsOfDirectory(atPath: home.home.path)
            return try Dictionary(
                uniqueKeysWithValues: paths.map { path in
                    let values = try FileManager.default.attributesOfItem(atPath: home.home.path + "/" + path)
                    return (path, values[.modificationDate] as? Date)
                }
            )
        }
        let before: [String: Date?] = try state()
        _ = try home.text("a.yaml", at: .revision("HEAD"))
        _ = try home.text("a.yaml", at: .index(stage: 0))
        _ = try home.text("nothing.yaml", at: .revision("nothing"))
        #expect(try state() == before)
    }
}
