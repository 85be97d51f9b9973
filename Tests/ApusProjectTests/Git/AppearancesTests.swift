import Foundation
import Testing

@testable import ApusProject

/// The order in which versions of a Core Data model came into git, wherever they were then.
@Suite(.enabled(if: TemporaryRepository.hasGit)) struct AppearancesTests {
    private func order(_ repository: TemporaryRepository, in path: String) throws -> [[String]] {
        let found = try GitRepository(
            of: repository.folder.appending(path: path),
            environment: TemporaryRepository.environment
        )
        .appearances(of: ["contents", "elements"], inFoldersWith: "xcdatamodel")
        return Dictionary(grouping: found.keys) { found[$0] ?? 0 }.sorted { $0.key < $1.key }.map { $0.value.sorted() }
    }

    private func file(_ name: String, in bundle: String = "A.xcdatamodeld") -> String {
        "\(bundle)/\(name).xcdatamodel/contents"
    }

    @Test func oneAfterTheOther() throws {
        let repository = try TemporaryRepository()
        try repository.commit([file("z"): "1"])
        try repository.commit([file("y"): "2", file("x"): "3"])
        try repository.commit([file("z"): "4"])
        try repository.commit([file("w"): "5", "B.xcdatamodeld/w.xcdatamodel/contents": "6"])
        #expect(try order(repository, in: "A.xcdatamodeld") == [["z"], ["x", "y"], ["w"]])
    }

    /// A folder that was moved, and its bundle renamed, is followed.
    @Test(arguments: ["Sources/[App]/A.xcdatamodeld", "B.xcdatamodeld"]) func moved(path: String) throws {
        let repository = try TemporaryRepository()
        for (number, name) in ["z", "y", "x"].enumerated() { try repository.commit([file(name): "\(number)"]) }
        try FileManager.default.createDirectory(
            at: repository.folder.appending(path: path).deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try repository.git(["mv", "A.xcdatamodeld", path])
        // One changes at the same time, and one is new.
        try repository.commit([file("y", in: path): "other", file("w", in: path): "4"])
        try repository.commit([file("v", in: path): "5"])
        #expect(try order(repository, in: path) == [["z"], ["y"], ["x"], ["w"], ["v"]])
    }

    @Test func renamedAndConverted() throws {
        let repository = try TemporaryRepository()
        try repository.commit(["A.xcdatamodeld/z.xcdatamodel/elements": "binary"])
        try repository.commit([file("y"): "2"])
        try repository.git(["rm", "-q", "A.xcdatamodeld/z.xcdatamodel/elements"])
        // A version with other content is no rename of the one that goes.
        try repository.commit([file("z"): "1", file("x"): "3"])
        try repository.git(["mv", "A.xcdatamodeld/y.xcdatamodel", "A.xcdatamodeld/a.xcdatamodel"])
        try repository.commit([file("b"): "4"])
        #expect(try order(repository, in: "A.xcdatamodeld") == [["z"], ["a", "y"], ["x"], ["b"]])
    }

    /// A bundle that was copied is as old as the one that it is a copy of.
    @Test func copied() throws {
        let repository = try TemporaryRepository()
        for (number, name) in ["z", "y"].enumerated() { try repository.commit([file(name): "\(number)"]) }
        try repository.commit([file("z", in: "B.xcdatamodeld"): "0", file("y", in: "B.xcdatamodeld"): "1"])
        #expect(try order(repository, in: "B.xcdatamodeld") == [["z"], ["y"]])
    }

    @Test func merged() throws {
        let repository = try TemporaryRepository()
        try repository.commit([file("z"): "1"])
        try repository.git(["checkout", "-q", "-b", "other"])
        try repository.commit([file("y"): "2"])
        try repository.git(["checkout", "-q", "main"])
        try repository.commit(["README": "x"])
        try repository.git(["merge", "-q", "--no-edit", "other"])
        try repository.commit([file("x"): "3"])
        #expect(try order(repository, in: "A.xcdatamodeld") == [["z"], ["y"], ["x"]])
    }

    @Test func nothingCommitted() throws {
        let repository = try TemporaryRepository()
        try repository.write(file("z"), "1")
        #expect(try order(repository, in: "A.xcdatamodeld") == [])
    }
}
