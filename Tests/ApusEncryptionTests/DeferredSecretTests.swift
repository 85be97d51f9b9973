import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// What must be purged is never left for later.
struct DeferredSecretTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-deferred-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    private static let keys = StoreKeys(KeyClosure { _ in [EncryptionKey(bytes: Data(1...32))].compactMap(\.self) })
    private static let mark = "Grüße aus dem Geheimfach"
    private static let title = Attribute("title", .string, isOptional: true)
    private static let secret = Attribute("secret", .string, isOptional: true)

    private static func sealed(_ name: String) -> Attribute {
        var attribute = Attribute(name, .string, isOptional: true)
        attribute.encryptionKey = "notes"
        return attribute
    }

    private static func schema(_ attributes: Attribute...) -> Schema {
        Schema(model: "Notes", entities: [Entity("Note", attributes: attributes)])
    }

    private func migrate(_ schemas: [Schema], to version: Int) throws -> MigrationReport {
        let entries = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let line = Mapping.Line.accept(ElementPath("Note", "secret"))
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [line])
        var migrator = Migrator(
            planner: Planner(history: History(model: "Notes", entries: entries), mappings: [mapping]),
            target: .version(Schema.Version(version))
        )
        migrator.keys = Self.keys
        migrator.defersWork = true
        return try migrator.migrate(url)
    }

    private func make(_ schema: Schema) throws {
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: schema), keys: Self.keys)
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            SQLiteFunctions.add(to: db)
            for _ in 0..<50 {
                try db.execute(sql: "INSERT INTO Note (title, secret) VALUES ('t', ?)", arguments: [Self.mark])
            }
        }
        try queue.close()
    }

    private func isInAFile() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
            let file = folder.appending(path: name)
            return (try? Data(contentsOf: file))?.range(of: Data(Self.mark.utf8)) != nil
        }
    }

    @Test("A plain attribute of a store with encrypted ones is dropped at once, and purged")
    func besideEncrypted() throws {
        let schemas = [
            Self.schema(Self.title, Self.secret, Self.sealed("other")), Self.schema(Self.title, Self.sealed("other")),
        ]
        try make(schemas[0])
        #expect(try isInAFile())
        let report = try migrate(schemas, to: 2)
        #expect(report.deferred.isEmpty && report.purge == .done)
        #expect(try !isInAFile())
    }

    @Test(
        "Values of another model in the file are verified and encrypted again while a column is left, which stays as it is"
    )
    func besideAnotherModel() throws {
        let schemas = [Self.schema(Self.title, Self.secret), Self.schema(Self.title)]
        try make(schemas[0])
        #expect(try migrate(schemas, to: 2).deferred.map(\.name) == ["secret"])
        let vault = Schema(model: "Vault", entities: [Entity("Safe", attributes: [Self.sealed("code")])])
        let seal = try #require(Layout(vault).table("Safe")?.column("code")?.seal)
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            SQLiteFunctions.add(to: db)
            for statement in Layout(vault).statements { try db.run(statement) }
            try db.run(StoreDescription.statement(StoreState(version: Schema.Version(1), schema: vault), generation: 1))
            for row in 1...3 {
                let value = try seal.sealed(.text("code \(row)"), of: Int64(row), Self.keys)
                try db.execute(sql: "INSERT INTO Safe (code) VALUES (?)", arguments: [value.databaseValue])
            }
        }
        try queue.close()
        func uses(_ keys: StoreKeys) throws -> [Int] {
            let all = try Verifier.verifyAll(url, keys: keys)
            #expect(all.allSatisfy { $0.isSound && $0.drifts.isEmpty })
            return all.flatMap(\.keyUses).map(\.count)
        }
        #expect(try uses(Self.keys) == [3])
        let new = StoreKeys(
            KeyClosure { _ in
                [EncryptionKey(bytes: Data(2...33)), EncryptionKey(bytes: Data(1...32))].compactMap(\.self)
            }
        )
        let report = try Rekeyer(keys: new).rekey(url)
        #expect(report.count == 3 && report.isComplete)
        #expect(try uses(StoreKeys(KeyClosure { _ in [EncryptionKey(bytes: Data(2...33))].compactMap(\.self) })) == [3])
        #expect(try StoreStatus(of: url, model: "Notes").deferred.map(\.name) == ["secret"])
        #expect(try DeferredFinisher().finish(url).finished.map(\.name) == ["secret"])
        #expect(try uses(new) == [3])
    }

    @Test("What was left before is dropped and purged when the store gets its first encrypted attribute")
    func beforeEncrypted() throws {
        let schemas = [
            Self.schema(Self.title, Self.secret), Self.schema(Self.title),
            Self.schema(Self.title, Self.sealed("other")),
        ]
        try make(schemas[0])
        #expect(try migrate(schemas, to: 2).deferred.map(\.name) == ["secret"])
        #expect(try isInAFile())
        let report = try migrate(schemas, to: 3)
        #expect(report.deferred.isEmpty && report.purge == .done)
        #expect(try !isInAFile())
        #expect(try StoreStatus(of: url).format == StoreFormat.number)
        #expect(try Verifier.verify(url, keys: Self.keys).drifts.isEmpty)
    }
}
