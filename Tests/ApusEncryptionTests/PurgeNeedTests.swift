import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusEncryption
@testable import ApusStore

/// When a migration rewrites the store's file: if values are encrypted that were plain, or had another key, and not otherwise.
struct PurgeNeedTests {
    private let folder: URL
    private let url: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-purge-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "notes.sqlite")
    }

    private static let key = EncryptionKey(bytes: Data(1...32))
    private static let newKey = EncryptionKey(bytes: Data(2...33))

    private static func keys(_ keys: EncryptionKey?...) -> StoreKeys {
        StoreKeys(KeyClosure { _ in keys.compactMap(\.self) })
    }

    private static let mark = "Grüße aus dem Geheimfach"

    // MARK: The versions

    private static func attribute(_ name: String, _ key: String?, originalName: String? = nil) -> Attribute {
        var attribute = Attribute(name, .string, isOptional: true, originalName: originalName)
        attribute.encryptionKey = key
        return attribute
    }

    private static func schema(_ entities: Entity..., composites: [Composite] = []) -> Schema {
        var schema = Schema(model: "Notes", entities: entities)
        schema.composites = composites
        return schema
    }

    private static let title = Attribute("title", .string, isOptional: true)

    private static func note(_ attributes: Attribute...) -> Entity { Entity("Note", attributes: [title] + attributes) }

    private static let added = Attribute("added", .int64, isOptional: true)

    /// 1: plain. 2: encrypted. 3: another attribute. 4: renamed. 5: plain. 6: another key.
    private static let renames: [Schema] = [
        schema(note(attribute("secret", nil))),
        schema(note(attribute("secret", "notes"))),
        schema(note(attribute("secret", "notes"), added)),
        schema(note(attribute("body", "notes", originalName: "secret"), added)),
        schema(note(attribute("body", nil, originalName: "secret"), added)),
        schema(note(attribute("body", "others", originalName: "secret"), added)),
    ]

    /// 1: plain, in a parent. 2: encrypted. 3: a further entity. 4: declared by the sub-entity.
    private static let hierarchy: [Schema] = {
        func item(_ attributes: Attribute...) -> Entity {
            Entity("Item", attributes: attributes)
        }
        func child(_ name: String, _ attributes: Attribute...) -> Entity {
            Entity(name, parent: "Item", attributes: attributes)
        }
        var abstract = item()
        abstract.isAbstract = true
        let other = child("Other", Attribute("number", .int64, isOptional: true))
        var (plain, sealed) = (item(attribute("secret", nil)), item(attribute("secret", "notes")))
        (plain.isAbstract, sealed.isAbstract) = (true, true)
        return [
            schema(plain, child("Note", title)),
            schema(sealed, child("Note", title)),
            schema(sealed, child("Note", title), other),
            schema(
                abstract,
                child("Note", title, attribute("secret", "notes")),
                child("Other", Attribute("number", .int64, isOptional: true), attribute("secret", "notes"))
            ),
        ]
    }()

    /// 1: plain. 2: a part is encrypted. 3: another part.
    private static let parts: [Schema] = {
        func schema(_ key: String?, _ further: Attribute...) -> Schema {
            let content = Composite("Content", attributes: [attribute("secret", key)] + further)
            let whole = Attribute("whole", .named("Content"), isOptional: true)
            return Self.schema(note(whole), composites: [content])
        }
        return [schema(nil), schema("notes"), schema("notes", Attribute("size", .int64, isOptional: true))]
    }()

    /// 1: plain. 2: encrypted. 3: the object that it refers to has the value, encrypted, too. 4: from the plain title.
    private static let references: [Schema] = {
        func schema(_ key: String?, _ further: Attribute...) -> Schema {
            let owner = Relationship.toOne("owner", "Note", isOptional: true)
            return Self.schema(
                note(attribute("secret", key)),
                Entity("Page", attributes: [title] + further, relationships: [owner])
            )
        }
        return [
            schema(nil), schema("notes"), schema("notes", attribute("copy", "notes")),
            schema("notes", attribute("copy", "notes"), attribute("heading", "notes")),
        ]
    }()

    private static func line(_ from: Int, _ to: Int, _ lines: Mapping.Line...) -> Mapping {
        Mapping(from: Schema.Version(from), to: Schema.Version(to), lines)
    }

    /// A history, and rows of its first version.
    private struct Past {
        var versions: [Schema]
        var mappings: [Mapping] = []
        var rows: String
    }

    private static let pasts: [String: Past] = [
        "renames": Past(
            versions: renames,
            rows: "INSERT INTO Note (title, secret) VALUES ('a', '\(mark)'), ('b', NULL)"
        ),
        "hierarchy": Past(
            versions: hierarchy,
            rows: "INSERT INTO Item (_entity, \"Note.title\", secret) VALUES ('Note', 'a', '\(mark)')"
        ),
        "parts": Past(versions: parts, rows: "INSERT INTO Note (title, \"whole.secret\") VALUES ('a', '\(mark)')"),
        "references": Past(
            versions: references,
            mappings: [
                line(2, 3, .value(ElementPath("Page", "copy"), "owner.secret")),
                line(3, 4, .value(ElementPath("Page", "heading"), "owner.title")),
            ],
            rows:
                "INSERT INTO Note (_id, title, secret) VALUES (1, 'a', '\(mark)'); INSERT INTO Page (title, owner) VALUES ('p', 1)"
        ),
        "computed": Past(
            versions: Array(repeating: renames[1], count: 3),
            mappings: [
                line(1, 2, .value(ElementPath("Note", "title"), "uppercase:(title)")),
                line(2, 3, .value(ElementPath("Note", "secret"), "title"), .accept(ElementPath("Note", "secret"))),
            ],
            rows: "INSERT INTO Note (title) VALUES ('\(mark)')"
        ),
        // 1: plain. 2: copied, encrypted. 3: without the original.
        "copied": Past(
            versions: [
                renames[0], schema(note(attribute("secret", nil), attribute("copy", "notes"))),
                schema(note(attribute("copy", "notes"))),
            ],
            mappings: [
                line(1, 2, .value(ElementPath("Note", "copy"), "secret")),
                line(2, 3, .accept(ElementPath("Note", "secret"))),
            ],
            rows: "INSERT INTO Note (title, secret) VALUES ('a', '\(mark)')"
        ),
        "replaced": Past(
            versions: [renames[0], schema(note()), renames[1]],
            mappings: [line(1, 2, .accept(ElementPath("Note", "secret")))],
            rows: "INSERT INTO Note (title, secret) VALUES ('a', '\(mark)')"
        ),
    ]

    private func migrate(_ past: Past, to version: Int, _ keys: StoreKeys = keys(key)) throws -> MigrationReport {
        let history = History(
            model: "Notes",
            entries: past.versions.enumerated().map { History.Entry(Schema.Version($0.offset + 1), $0.element) }
        )
        var migrator = Migrator(
            planner: Planner(history: history, mappings: past.mappings),
            target: .version(Schema.Version(version))
        )
        migrator.keys = keys
        return try migrator.migrate(url)
    }

    private func create(_ past: Past) throws {
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: past.versions[0])) {
            db,
            _ in
            try db.execute(sql: past.rows)
        }
    }

    private func findings() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { name in
            let content = FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
            return content.range(of: Data(Self.mark.utf8)) != nil
        }
    }

    // MARK: The tests

    /// Migrations one after the other; each says whether the last one leaves values, and whether the plain ones are gone.
    struct Case: CustomTestStringConvertible, Sendable {
        let past: String
        let path: [Int]
        let isPurged: Bool
        var isSealed = true

        var testDescription: String { "\(past) \(path)" }
    }

    @Test(
        "The file is rewritten if plain values, or those of another key, are encrypted, and only then",
        arguments: [
            Case(past: "renames", path: [2], isPurged: true),
            Case(past: "renames", path: [4], isPurged: true),
            // Encrypted and decrypted in one pass, and again.
            Case(past: "renames", path: [5], isPurged: false, isSealed: false),
            Case(past: "renames", path: [6], isPurged: true),
            Case(past: "renames", path: [5, 6], isPurged: true),
            Case(past: "renames", path: [2, 3], isPurged: false),
            Case(past: "renames", path: [2, 4], isPurged: false),
            Case(past: "renames", path: [3, 4], isPurged: false),
            Case(past: "renames", path: [2, 5], isPurged: false, isSealed: false),
            Case(past: "renames", path: [2, 6], isPurged: true),
            Case(past: "renames", path: [2, 1], isPurged: false, isSealed: false),
            Case(past: "hierarchy", path: [2], isPurged: true),
            Case(past: "hierarchy", path: [4], isPurged: true),
            Case(past: "hierarchy", path: [2, 3], isPurged: false),
            Case(past: "hierarchy", path: [2, 4], isPurged: false),
            Case(past: "parts", path: [2], isPurged: true),
            Case(past: "parts", path: [2, 3], isPurged: false),
            Case(past: "references", path: [3], isPurged: true),
            Case(past: "references", path: [2, 3], isPurged: false),
            Case(past: "references", path: [2, 4], isPurged: true),
            Case(past: "references", path: [3, 4], isPurged: true),
            Case(past: "computed", path: [2], isPurged: false, isSealed: false),
            Case(past: "computed", path: [3], isPurged: true, isSealed: false),
            Case(past: "replaced", path: [3], isPurged: true),
            Case(past: "copied", path: [2, 3], isPurged: true),
            Case(past: "copied", path: [3], isPurged: true),
        ]
    )
    func need(_ one: Case) throws {
        let past = try #require(Self.pasts[one.past])
        try create(past)
        #expect(try !findings().isEmpty)
        for version in one.path.dropLast() { _ = try migrate(past, to: version) }
        let report = try migrate(past, to: one.path.last ?? 0)
        #expect(report.purge == (one.isPurged ? .done : .notNeeded))
        if one.isSealed { #expect(try findings() == []) }
        #expect(try Verifier.verify(url, keys: Self.keys(Self.key)).isSound)
    }

    @Test("A rename that gives values a new key leaves nothing of the older one")
    func renameWithNewKey() throws {
        let past = try #require(Self.pasts["renames"])
        try create(past)
        _ = try migrate(past, to: 2)
        let both = Self.keys(Self.newKey, Self.key)
        // Nothing is encrypted again.
        #expect(try migrate(past, to: 3, both).purge == .notNeeded)
        #expect(try migrate(past, to: 4, both).purge == .done)
        #expect(try Rekeyer(keys: both).rekey(url).count == 0)
    }

    @Test("So does one in a later pass")
    func renameInALaterPass() throws {
        func shout(isDerived: Bool) -> Attribute {
            var attribute = Attribute("shout", .string, isOptional: true)
            if isDerived { attribute.derivation = .function(.uppercase, of: ["title"]) }
            return attribute
        }
        let past = Past(
            versions: [
                Self.schema(Self.note(Self.attribute("secret", nil), shout(isDerived: true))),
                Self.schema(Self.note(Self.attribute("secret", "notes"), shout(isDerived: true))),
                Self.schema(Self.note(Self.attribute("secret", "notes"), shout(isDerived: true), Self.added)),
                Self.schema(Self.note(Self.attribute("secret", "notes"), shout(isDerived: false), Self.added)),
                Self.schema(
                    Self.note(
                        Self.attribute("body", "notes", originalName: "secret"),
                        shout(isDerived: false),
                        Self.added
                    )
                ),
            ],
            rows: "INSERT INTO Note (title, secret) VALUES ('a', '\(Self.mark)')"
        )
        try create(past)
        _ = try migrate(past, to: 2)
        let both = Self.keys(Self.newKey, Self.key)
        let report = try migrate(past, to: 5, both)
        #expect(report.plan.passes.count == 2)
        #expect(report.purge == .done)
        #expect(try Rekeyer(keys: both).rekey(url).count == 0)
    }

    @Test("An attribute may have the name of what a check finds", arguments: ["reason", "apus"])
    func names(_ name: String) throws {
        let further = Attribute(name, .string, isOptional: true)
        let versions = [nil, "notes"].map { Self.schema(Self.note(Self.attribute("secret", $0), further)) }
        let past = Past(versions: versions, rows: "INSERT INTO Note (secret) VALUES ('\(Self.mark)'), ('x')")
        try create(past)
        _ = try migrate(past, to: 2)
        #expect(try Verifier.verify(url, keys: Self.keys(Self.key)).isSound)
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { try $0.execute(sql: "UPDATE Note SET secret = x'00' WHERE _id = 2") }
        try queue.close()
        #expect(try Verifier.verify(url, keys: Self.keys(Self.key)).badValues.map(\.rows) == [["2"]])
    }

    /// Code that writes an object.
    private struct Statement: StageCode {
        let declaration = SwiftStage("Stages.write", version: 1)
        let runsBefore = false
        let runsAfter = true

        func foreignClasses(from old: Schema, to new: Schema) -> String? { nil }
        func runBefore(_ older: Store, _ work: StageWork) throws {}
        func runAfter(_ older: Store, _ newer: Store, _ work: StageWork) throws {}
    }

    @Test("Code in Swift may have encrypted anything", arguments: [true, false])
    func code(isSealed: Bool) throws {
        let version = isSealed ? Self.renames[1] : Self.renames[0]
        let history = History(
            model: "Notes",
            entries: [1, 2].map { History.Entry(Schema.Version($0), version) }
        )
        let mapping = Self.line(1, 2, .swift(SwiftStage("Stages.write", version: 1)))
        try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: version))
        var migrator = Migrator(planner: Planner(history: history, mappings: [mapping]))
        migrator.keys = Self.keys(Self.key)
        migrator.code = MigrationCode(functions: [], stageCode: [Statement()])
        #expect(try migrator.migrate(url).purge == (isSealed ? .done : .notNeeded))
    }
}
