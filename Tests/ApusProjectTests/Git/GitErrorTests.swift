import ApusDiagnostics
import Foundation
import Testing

@testable import ApusProject

/// What is said where git cannot give what was asked for.
@Suite(.enabled(if: TemporaryRepository.hasGit, "there is no git to test with")) struct GitErrorTests {
    @Test func noGit() throws {
        let home = try TemporaryRepository()
        #expect(
            try home.said { "\(try home.repository(["PATH": home.folder.path]))" } == """
                error: git revisions need the program 'git', which is not in PATH
                  help: install git, or give a file with the schema
                """
        )
    }

    @Test func aFolderOrATextIsNoGit() throws {
        let home = try TemporaryRepository()
        try home.write("text/git", "")
        try home.write("folder/git/x", "")
        let path = ["text", "folder"].map { home.folder.appending(path: $0).path }.joined(separator: ":")
        #expect(throws: GitError.notInstalled) { try home.repository(["PATH": path]) }
    }

    @Test func noRepository() throws {
        let home = try TemporaryRepository()
        func said(_ target: URL) throws -> String {
            try home.said {
                "\(try GitRepository(of: target, current: home.home, environment: TemporaryRepository.environment))"
            }
        }
        let help = "  help: run the command in a repository, or give a file with the schema"
        #expect(try said(home.home) == "error: this folder is not in a git repository\n" + help)
        let other: URL = home.home.appending(path: "other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        #expect(try said(other) == "error: 'other' is not in a git repository\n" + help)
    }

    @Test func aRepositoryThatGitDoesNotTrust() throws {
        let home = try TemporaryRepository()
        // Git's own tests say so that another user owns the folder.
        let said: String = try home.said {
            "\(try home.repository(["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]))"
        }
        #expect(
            said.hasPrefix("error: git could not read the repository\n  note: git: fatal: detected dubious ownership")
        )
        #expect(said.contains("git config --global --add safe.directory"), "git's own way out is shown")
    }

    @Test func aRevisionThatIsNot() throws {
        let home = try TemporaryRepository()
        #expect(
            try home.text("a.yaml", at: .revision("HEAD")) == """
                error: the repository has no revision 'HEAD'
                  note: git: fatal: Needed a single revision
                  help: use a branch, a tag or a commit: 'main:', 'v1.0:', 'HEAD~2:'; 'git branch --all' lists the branches
                """
        )
        try home.commit(["a.yaml": ""])
        #expect(
            try home.text("a.yaml", at: .revision("mian")) == """
                error: the repository has no revision 'mian'
                  note: git: fatal: Needed a single revision
                  help: did you mean 'main:'?
                """
        )
        #expect(
            try home.text("a.yaml", at: .revision("main@{9}")).contains("note: git: fatal: log for 'main' only has")
        )
        #expect(try home.text("a.yaml", at: .revision("HEAD:a.yaml")).contains("no revision 'HEAD:a.yaml'"))
    }

    @Test func aRevisionIsNeverAnOption() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": ""])
        for name in ["--help", "-x", "--git-dir", "", "^main", "--all"] {
            #expect(throws: GitError.malformedRevision(name)) { try home.repository().tree(.revision(name)) }
        }
        #expect(throws: GitError.self) { try home.repository().tree(.revision("main..main")) }
        #expect(throws: GitError.self) { try home.repository().tree(.revision("main; touch x")) }
    }

    /// A checkout of CI's: one commit, and of the main branch only what its server had.
    @Test func aShallowClone() throws {
        let home = try TemporaryRepository()
        try home.commit(["a.yaml": "one\n"])
        try home.commit(["a.yaml": "two\n"])
        try home.git(["checkout", "-q", "-b", "side"])
        try home.commit(["a.yaml": "three\n"])
        let clone: URL = home.home.appending(path: "clone")
        let url = "file://" + home.folder.path
        try home.git(["clone", "-q", "--depth", "1", "--no-single-branch", "--branch", "side", url, clone.path])
        let repository = try GitRepository(of: clone, current: clone, environment: TemporaryRepository.environment)
        func said(_ name: String) throws -> String {
            try home.said { try repository.tree(.revision(name)).text("a.yaml") }
        }
        #expect(try said("HEAD") == "three\n")
        #expect(try said("origin/main") == "two\n")
        #expect(
            try said("HEAD~1") == """
                error: the repository has no revision 'HEAD~1'
                  note: git: fatal: Needed a single revision
                  help: the clone is shallow and lacks older commits: 'git fetch --unshallow' fetches them
                """
        )
        #expect(try said("main").contains("help: did you mean 'origin/main:'?\n"))
    }

    @Test func aPathThatIsNot() throws {
        let home = try TemporaryRepository()
        var files: [String: String] = ["Schemas/Trips/Trips.yaml": ""]
        for number in 10...30 { files["many/\(number).txt"] = "" }
        try home.commit(files)
        #expect(
            try home.text("Schemas/Trip/Trips.yaml", at: .revision("HEAD")) == """
                error: 'Schemas/Trip/Trips.yaml' does not exist at 'HEAD:'
                  note: 'HEAD:Schemas' contains 'Trips'
                  help: did you mean 'HEAD:Schemas/Trips/Trips.yaml'?
                """
        )
        #expect(try home.text("many/x", at: .index(stage: 0)).contains("'19.txt' and 11 more\n"))
        #expect(try home.text("Trips.yaml", at: .index(stage: 0)).contains("note: ':' contains 'Schemas', 'many'"))
        #expect(
            try home.text("Schemas/Trips/Trips.yaml/x", at: .revision("HEAD")) == """
                HEAD:Schemas/Trips/Trips.yaml: error: expected a folder, found a file
                  help: check the path
                """
        )
        #expect(
            try home.text("Schemas/Trips", at: .revision("HEAD")).contains("expected a file, found a folder")
        )
    }

    @Test(arguments: [GitSource.revision("HEAD"), .index(stage: 0)])
    func whatIsNotTheFileItself(source: GitSource) throws {
        let home = try TemporaryRepository()
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
        try home.commit(["real/a.yaml": "", "pointer.yaml": pointer])
        try FileManager.default.createSymbolicLink(
            atPath: home.folder.appending(path: "link").path,
            withDestinationPath: "real"
        )
        try home.commit([:])
        let module = "160000,c8dfbb1fa2b0a2b1dd8b8a6e4c8df61b5b3a2222,module"
        try home.git(["update-index", "--add", "--cacheinfo", module])
        try home.git(["commit", "-q", "-m", "a submodule"])
        #expect(try home.text("link/a.yaml", at: source).hasPrefix("\(source)link: error: this is a symbolic link"))
        #expect(try home.text("link", at: source).hasPrefix("\(source)link: error: this is a symbolic link"))
        for path in ["module", "module/a.yaml"] {
            let said: String = try home.text(path, at: source)
            #expect(said.hasPrefix("\(source)module: error: this is a submodule"))
            #expect(said.contains("help: run the command in 'module' with the revision 'c8dfbb1fa2:'"))
        }
        #expect(
            try home.text("pointer.yaml", at: source).hasPrefix(
                "\(source)pointer.yaml: error: this is a Git LFS pointer"
            )
        )
    }

    @Test func bytesThatAreNoText() throws {
        let home = try TemporaryRepository()
        try Data([0x61, 0x0A, 0xFF]).write(to: home.folder.appending(path: "a.yaml"))
        try home.commit(["large.yaml": String(repeating: "# 34567\n", count: 1 << 21)])
        #expect(try home.text("a.yaml", at: .revision("HEAD")).hasPrefix("HEAD:a.yaml:2: error: the file is not UTF-8"))
        #expect(
            try home.text("large.yaml", at: .revision("HEAD")).hasPrefix("HEAD:large.yaml: error: the file is larger")
        )
    }

    /// Git waits while one of its pipes is full.
    @Test func muchIsSaidOnBothSides() throws {
        let home = try TemporaryRepository()
        try home.writeProgram(
            "bin/git",
            """
            #!/bin/sh
            i=0
            while [ $i -lt 3000 ]; do
                echo "a line of words that is not read, until the pipe is full" >&2
                echo "a line of results that is not read, until the pipe is full"
                i=$((i + 1))
            done
            exit 3
            """
        )
        let process = try GitProcess(environment: ["PATH": home.folder.appending(path: "bin").path])
        let output: GitProcess.Output = try process.run([], in: home.folder)
        #expect(!output.isSuccess)
        #expect(output.messages.count == 3000)
        #expect(output.lines.count == 3001)
        let cut: GitProcess.Output = try process.run([], in: home.folder, limit: 100)
        #expect(cut.isCut && cut.bytes.count == 100)
    }
}
