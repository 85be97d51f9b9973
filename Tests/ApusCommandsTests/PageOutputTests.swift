import Foundation
import Testing

@testable import ApusCommands

/// Files of pages: a page of a migration has values of a store.
@Suite struct PageOutputTests {
    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private static func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("a new page is its user's before it has a text")
    func aNewPageIsPrivate() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/page.html"
            let handle = try PageOutput.create(path)
            #expect(try Self.mode(path) == 0o600)
            try PageOutput.write("page", to: handle, of: path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "page")
            #expect(try Self.mode(path) == 0o600)
        }
    }

    @Test("a page is not written into a file or through a link that exists")
    func whatExistsIsNotWritten() throws {
        try Self.inFolder { folder in
            let (file, link, other) = ("\(folder)/page.html", "\(folder)/link.html", "\(folder)/other")
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
            for target in [file, other] {
                try? FileManager.default.removeItem(atPath: link)
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
                #expect(throws: POSIXError.self) { try PageOutput.create(link) }
            }
            #expect(throws: POSIXError.self) { try PageOutput.create(file) }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
            #expect(!FileManager.default.fileExists(atPath: other))
        }
    }

    @Test("a replaced picture keeps its permissions", arguments: [0o600, 0o640, 0o644, 0o666])
    func permissionsStay(mode: Int) throws {
        try Self.inFolder { folder in
            let path = "\(folder)/picture.svg"
            try Data("old, and longer".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            try PageOutput.replace(path, with: "new")
            #expect(try Self.mode(path) == mode)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.hasPrefix(".picture") })
        }
    }

    @Test("what cannot be replaced leaves nothing behind")
    func aFailureLeavesNothing() throws {
        try Self.inFolder { folder in
            let path = "\(folder)/missing.svg"
            #expect(throws: POSIXError.self) { try PageOutput.replace(path, with: "new") }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.contains("missing") })
        }
    }
}
