import ApusTestSupport
import Foundation
import Testing

/// Inputs of a size at which a reader whose time grows with the square of it would not end; at night three times as large.
@Suite("Large inputs")
struct LargeInputTests {
    private static let entity = "model: T\nentities: { A: { attributes: { x: string } } }\n"

    @Test("A lock of 1,000,000 lines that are not its own")
    func junkLock() throws {
        let result = try check(lock: String(repeating: "junk\n", count: 1_000_000))
        #expect(result.code == 2)
        #expect(result.output.count { $0.contains("not a line of a lock") } == 100)
    }

    @Test("A lock of 20,000 versions that were never frozen")
    func falseLock() throws {
        let digest = String(repeating: "a", count: 64)
        let result = try check(lock: (1...20_000).map { "\($0) \(digest) - \(digest)\n" }.joined())
        #expect(result.code == 2)
        #expect(result.output.contains { $0.contains("version 20000 ") })
    }

    @Test("A store of 20,000 entities")
    func store() throws {
        let folder = try ScriptRunner.makeProject(Self.entity)
        defer { try? FileManager.default.removeItem(at: folder) }
        let entities = (0..<20_000).map { "{\"name\":\"E\($0)\"}" }.joined(separator: ",")
        try Data("{\"entities\":[\(entities)],\"model\":\"T\"}".utf8).write(to: folder.appending(path: "schema.json"))
        let schema = "CAST(readfile('schema.json') AS TEXT)"
        let made = "apus freeze && apus seed s && sqlite3 s \"UPDATE apus_model SET schema = \(schema)\""
        #expect(try run(made, in: folder).code == 0)
        let status = try run("apus status s", in: folder)
        #expect(
            status.output.contains { $0.hasPrefix("  ? E19999: its table is missing") },
            "\(status.output.prefix(9))"
        )
    }

    @Test("A model of 10,000 cases")
    func cases() throws {
        let cases = (0..<TestScale.large(10_000)).map { "      c\($0): v\($0)\n" }.joined()
        let folder = try ScriptRunner.makeProject(
            "model: T\nentities: { A: { attributes: { x: E } } }\nenums:\n  E:\n    cases:\n\(cases)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        for command in ["freeze", "seed s --rows 10", "status s", "plan s", "generate --output out"] {
            #expect(try run("apus \(command)", in: folder).code == 0, "\(command)")
        }
    }

    @Test("A model of 500 entities, and a store of it")
    func entities() throws {
        let entities = (0..<TestScale.large(500)).map { "  E\($0): { attributes: { x: string? } }\n" }.joined()
        let folder = try ScriptRunner.makeProject("model: T\nentities:\n\(entities)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for command in ["freeze", "seed s --rows 0", "verify s", "plan s", "generate --output out"] {
            #expect(try run("apus \(command)", in: folder).code == 0, "\(command)")
        }
    }

    @Test("A root of 700 entities with an index and a constraint each, and a store of it")
    func flatHierarchy() throws {
        let entities = (0..<TestScale.large(700)).map {
            "  E\($0): { parent: R, indexes: { i: [a] }, unique: [[a, b]] }\n"
        }.joined()
        let head = "model: T\nentities:\n  R: { attributes: { a: int32?, b: int32? } }\n\(entities)"
        let folder = try ScriptRunner.makeProject(head)
        defer { try? FileManager.default.removeItem(at: folder) }
        for command in ["freeze", "seed s --rows 10", "verify s"] {
            #expect(try run("apus \(command)", in: folder).code == 0, "\(command)")
        }
        let other = head.replacing("a: int32?", with: "a: string?")
        try Data(other.utf8).write(to: folder.appending(path: "Schemas/T/T.yaml"))
        for command in ["freeze", "plan s", "migrate s", "verify s"] {
            #expect(try run("apus \(command)", in: folder).code == 0, "\(command)")
        }
    }

    @Test("An entity with 8,000 relationships that have inverses")
    func relationships() throws {
        func sides(_ near: String, _ far: String, to destination: String) -> String {
            (0..<8_000).map { "      \(near)\($0): { toMany: \(destination), inverse: \(far)\($0) }\n" }.joined()
        }
        let folder = try ScriptRunner.makeProject(
            "model: T\nentities:\n  A:\n    relationships:\n\(sides("r", "s", to: "B"))"
                + "  B:\n    relationships:\n\(sides("s", "r", to: "A"))"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("apus check", in: folder).code == 0)
    }

    @Test("A root of 10,000 entities with 10,000 fetch requests")
    func requests() throws {
        let entities = (0..<10_000).map { "  E\($0): { parent: R }\n" }.joined()
        let requests = (0..<10_000).map { "  q\($0): { entity: R }\n" }.joined()
        let folder = try ScriptRunner.makeProject("model: T\nentities:\n  R:\n\(entities)fetchRequests:\n\(requests)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try run("apus check", in: folder).code == 0)
    }

    @Test(
        "Models of 7,000 entities, with something unknown about each",
        arguments: [
            ("E#: { relationships: { r: { to: X#, optional: true } } }", ""),
            ("E#: { parent: X# }", ""),
            ("E#: { attributes: { a#: X# } }", ""),
            ("E#:", "localization:\n  Entity/X#: x"),
            ("E#: { attributes: { a#: string } }", "localization:\n  Property/x#: x"),
            ("E#: { attributes: { a#: string } }", "fetchRequests:\n  q#: { entity: E#, predicate: \"x# == 1\" }"),
        ]
    )
    func unknownNames(entity: String, other: String) throws {
        func repeated(_ line: String) -> String {
            (0..<TestScale.large(7_000)).map { line.replacing("#", with: "\($0)") + "\n" }.joined()
        }
        let others = other.split(separator: "\n").map(String.init)
        let sections =
            ["entities:\n" + repeated("  " + entity)] + (others.isEmpty ? [] : ["\(others[0])\n" + repeated(others[1])])
        let folder = try ScriptRunner.makeProject("model: T\n" + sections.joined())
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try run("apus check", in: folder)
        #expect(result.output.contains { $0.contains("0'") || $0.contains("0/") }, "\(result.output.prefix(4))")
    }

    @Test("A Core Data model of 3,000 entities")
    func imported() throws {
        let entity = """
            <entity name="E#" representedClassName="E#" codeGenerationType="class">
            <attribute name="a" optional="YES" attributeType="String"/>
            <fetchIndex name="i"><fetchIndexElement property="a" type="Binary" order="ascending"/></fetchIndex>
            <fetchedProperty name="p" optional="YES"><fetchRequest name="r" entity="E#" predicateString="a == &quot;x&quot;"/></fetchedProperty>
            </entity>
            """
        let entities = (0..<TestScale.large(3_000)).map { entity.replacing("#", with: "\($0)") }.joined()
        let type = "type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\""
        let result = try importing("<model \(type)>\(entities)</model>")
        #expect(result.code == 0, "\(result.output.prefix(4))")
    }

    @Test("A Core Data model whose element has 300,000 keys")
    func keys() throws {
        let keys = (0..<100_000).map { " a\($0)=\"1\"" }.joined()
        let result = try importing("<model>\n<entity name=\"A\"\(keys)/></model>")
        #expect(result.code == 2)
        #expect(
            result.output.first == "T.xcdatamodel/contents:2: error: an element has more than 10000 keys",
            "\(result.output.prefix(4))"
        )
    }

    @Test("A value of a Core Data model with 30,000 signs that separate a key from its value elsewhere")
    func signs() throws {
        let text = String(repeating: "a=&quot;b'&quot; ", count: 30_000)
        let type = "type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\""
        let entity = "<entity name=\"A\"><userInfo><entry key=\"k\" value=\"\(text)\"/></userInfo></entity>"
        let result = try importing("<model \(type)>\(entity)</model>")
        #expect(result.code == 0, "\(result.output.prefix(4))")
    }

    @Test("A store of 1,000 models")
    func models() throws {
        let folder = try ScriptRunner.makeProject(Self.entity)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copies = """
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000) \
            INSERT INTO apus_model (model, version, digest, schema, generation) \
            SELECT 'M' || n, version, digest, replace(schema, 'A', 'A' || n), generation FROM apus_model, numbers
            """
        #expect(try run("apus freeze && apus seed s && sqlite3 s \"\(copies)\"", in: folder).code == 0)
        #expect(try run("apus verify s", in: folder).output.contains { $0.hasPrefix("s: ") })
    }

    private func importing(_ contents: String) throws -> CommandScript.Command {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let bundle = folder.appending(path: "T.xcdatamodel")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: bundle.appending(path: "contents"))
        return try run("apus import T.xcdatamodel", in: folder)
    }

    private func check(lock: String) throws -> CommandScript.Command {
        let folder = try ScriptRunner.makeProject(Self.entity)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(lock.utf8).write(to: folder.appending(path: "Schemas/T/versions.lock"))
        return try run("apus seed s", in: folder)
    }

    /// Runs a command that must end, without a crash.
    private func run(_ line: String, in folder: URL) throws -> CommandScript.Command {
        let result = try ScriptRunner.run(
            CommandScript.Command(line: "ulimit -c 0; apus() { timeout 240 apus \"$@\"; }; \(line)"),
            in: folder
        )
        #expect(result.code < 124, "\(line): \(result.output.prefix(10))")
        return result
    }
}
