import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// The statements of plans.
@Suite struct ProgramTests {
    private func program(_ old: Schema, _ new: Schema, accept: [String] = [], _ sql: String = "") throws -> [String] {
        let trial = try Trial([old, new], accept: accept, sql)
        let program: [String] = try trial.program()
        try trial.migrate()
        #expect(try Verifier.verify(trial.url).isSound)
        return program
    }

    @Test func nothing() throws {
        #expect(try program(.note(Attribute("text", .string)), .note(Attribute("text", .string))) == [])
    }

    @Test func renames() throws {
        let old: Schema = .note(Attribute("text", .string), Attribute("kind", .int16))
        let new: Schema = .notes(
            Entity(
                "Memo",
                originalName: "Note",
                attributes: [Attribute("kind", .int16), Attribute("body", .string, originalName: "text")]
            )
        )
        #expect(
            try program(old, new) == [
                #"ALTER TABLE "Note" RENAME TO "Memo""#,
                #"ALTER TABLE "Memo" RENAME COLUMN "text" TO "body""#,
            ]
        )
    }

    @Test func additions() throws {
        let old: Schema = .note(Attribute("text", .string))
        let new: Schema = .note(
            Attribute("text", .string),
            Attribute("size", .int32, default: .int(-1)),
            Attribute("tag", .string, isOptional: true),
            Attribute("title", .string, default: .string("it's")),
            Attribute("weight", .double, default: .double(2))
        )
        #expect(
            try program(old, new) == [
                #"ALTER TABLE "Note" ADD COLUMN "size" INTEGER NOT NULL DEFAULT -1"#,
                #"ALTER TABLE "Note" ADD COLUMN "tag" TEXT"#,
                #"ALTER TABLE "Note" ADD COLUMN "title" TEXT NOT NULL DEFAULT 'it''s'"#,
                #"ALTER TABLE "Note" ADD COLUMN "weight" REAL NOT NULL DEFAULT 2.0"#,
            ]
        )
    }

    @Test func drops() throws {
        let old: Schema = .note(Attribute("text", .string), Attribute("a", .string), Attribute("b", .string))
        #expect(
            try program(old, .note(Attribute("text", .string)), accept: ["Note.a", "Note.b"]) == [
                #"ALTER TABLE "Note" DROP COLUMN "a""#, #"ALTER TABLE "Note" DROP COLUMN "b""#,
            ]
        )
        let last = "COALESCE((SELECT max(seq) FROM sqlite_sequence WHERE name IN ('Note')), 0)"
        #expect(
            try program(old, .notes(), accept: ["Note"]) == [
                "INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_gone_Note', \(last) WHERE \(last) > 0",
                #"DROP TABLE "Note""#,
                "UPDATE sqlite_sequence SET name = 'Note' WHERE name = 'apus_gone_Note'",
            ]
        )
    }

    @Test func widening() throws {
        let old: Schema = .note(Attribute("a", .int16), Attribute("b", .int32))
        #expect(try program(old, .note(Attribute("a", .int64), Attribute("b", .int64))) == [])
        #expect(
            try program(old, .note(Attribute("a", .double), Attribute("b", .decimal))) == [
                """
                CREATE TABLE "apus_draft_Note" (
                  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "a" REAL NOT NULL,
                  "b" TEXT NOT NULL
                ) STRICT
                """,
                #"INSERT INTO "apus_draft_Note" ("_id", "a", "b") "#
                    + #"SELECT source."_id", CAST(source."a" AS REAL), CAST(source."b" AS TEXT) FROM "Note" AS source "#
                    + #"WHERE source."_id" >= ? AND source."_id" <= ? ORDER BY source."_id""#,
                "INSERT INTO sqlite_sequence (name, seq) SELECT 'apus_draft_Note', 0 "
                    + "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'apus_draft_Note')",
                "UPDATE sqlite_sequence SET seq = max(seq, COALESCE((SELECT max(seq) FROM sqlite_sequence "
                    + "WHERE name IN ('Note')), 0)) WHERE name = 'apus_draft_Note'",
                "replace table 'Note'",
            ]
        )
    }

    @Test func optionalToRequired() throws {
        let program: [String] = try program(
            .note(Attribute("text", .string, isOptional: true)),
            .note(Attribute("text", .string, default: .string("?")))
        )
        // The last one writes the catalogue.
        #expect(program == [#"UPDATE OR ABORT "Note" SET "text" = '?' WHERE "text" IS NULL"#, "edit 'text' of 'Note'"])
    }

    @Test func swappedColumns() throws {
        let old: Schema = .note(Attribute("a", .string), Attribute("b", .string))
        let new: Schema = .note(Attribute("a", .string, originalName: "b"), Attribute("b", .string, originalName: "a"))
        #expect(
            try program(old, new) == [
                #"ALTER TABLE "Note" RENAME COLUMN "b" TO "apus_passing_1""#,
                #"ALTER TABLE "Note" RENAME COLUMN "a" TO "b""#,
                #"ALTER TABLE "Note" RENAME COLUMN "apus_passing_1" TO "a""#,
            ]
        )
    }

    @Test func swappedTables() throws {
        let text = Attribute("text", .string)
        let old: Schema = .notes(Entity("A", attributes: [text]), Entity("B", attributes: [text]))
        let new: Schema = .notes(
            Entity("A", originalName: "B", attributes: [text]),
            Entity("B", originalName: "A", attributes: [text])
        )
        let sql: String = #"INSERT INTO A (text) VALUES ('was A'); INSERT INTO B (text) VALUES ('was B')"#
        #expect(
            try program(old, new, sql) == [
                #"ALTER TABLE "B" RENAME TO "apus_passing_1""#, #"ALTER TABLE "A" RENAME TO "B""#,
                #"ALTER TABLE "apus_passing_1" RENAME TO "A""#,
            ]
        )
        let trial = try Trial([old, new], sql + "; CREATE TABLE apus_passing_1 (mine)")
        try trial.migrate()
        #expect(try trial.rows("SELECT text FROM A") == ["was B"])
        #expect(try trial.rows("SELECT count(*) FROM apus_passing_1") == ["0"])
    }

    @Test func caseOnlyRenames() throws {
        let old: Schema = .note(Attribute("text", .string))
        let new: Schema = .notes(
            Entity("NOTE", originalName: "Note", attributes: [Attribute("Text", .string, originalName: "text")])
        )
        #expect(
            try program(old, new) == [
                #"ALTER TABLE "Note" RENAME TO "apus_passing_1""#, #"ALTER TABLE "apus_passing_1" RENAME TO "NOTE""#,
                #"ALTER TABLE "NOTE" RENAME COLUMN "text" TO "apus_passing_1""#,
                #"ALTER TABLE "NOTE" RENAME COLUMN "apus_passing_1" TO "Text""#,
            ]
        )
    }

    @Test func namesInEveryScript() throws {
        let old: Schema = .notes(
            Entity("Überschrift", attributes: [Attribute("größe", .int16), Attribute("名前", .string)])
        )
        let new: Schema = .notes(
            Entity(
                "見出し",
                originalName: "Überschrift",
                attributes: [Attribute("größe", .double), Attribute("order", .string, originalName: "名前")]
            )
        )
        let trial = try Trial([old, new], #"INSERT INTO "Überschrift" ("größe", "名前") VALUES (3, 'x')"#)
        try trial.migrate()
        #expect(try trial.rows(#"SELECT * FROM "見出し""#) == ["1|3.0|x"])
        #expect(try Verifier.verify(trial.url).drifts.isEmpty)
    }

    @Test("a draft's name that is taken is not used")
    func takenDraftName() throws {
        let trial = try Trial(
            [.note(Attribute("a", .int16)), .note(Attribute("a", .double))],
            "CREATE TABLE apus_draft_note (mine); INSERT INTO apus_draft_note VALUES ('kept'); INSERT INTO Note (a) VALUES (7)"
        )
        try trial.migrate()
        #expect(try trial.rows("SELECT * FROM apus_draft_note") == ["kept"])
        #expect(try trial.rows("SELECT * FROM Note") == ["1|7.0"])
    }
}
