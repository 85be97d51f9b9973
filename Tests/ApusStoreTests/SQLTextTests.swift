import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// The SQL of tables, indexes, names and values.
@Suite struct SQLTextTests {
    @Test("Statements whose values differ in their bytes differ") func bytes() {
        let (composed, decomposed) = ("'\u{E9}'", "'e\u{301}'")
        #expect(composed == decomposed && SQLStatement(composed) != SQLStatement(decomposed))
    }

    @Test func tables() {
        let all: [String] = Layout(TripsHistory.schemas[2]).statements.map(\.sql)
        let statements: [String] = all.filter { !$0.hasPrefix("CREATE TRIGGER") }
        #expect(
            all.filter { $0.contains("apus_rules") && $0.contains("BucketListItem") } == [
                """
                CREATE TRIGGER "apus_rules_insert_BucketListItem" BEFORE INSERT ON "BucketListItem" BEGIN
                  SELECT CASE WHEN NEW."isDone" NOT IN (0, 1) \
                THEN RAISE(ABORT, 'apus: ''BucketListItem.isDone'' is no bool')
                    WHEN NEW."trip" IS NULL \
                THEN RAISE(ABORT, 'apus: ''BucketListItem.trip'' is missing') END;
                END
                """,
                """
                CREATE TRIGGER "apus_rules_update_BucketListItem" BEFORE UPDATE OF "isDone", "trip" ON "BucketListItem" BEGIN
                  SELECT CASE WHEN (NEW."isDone" IS NOT OLD."isDone") AND (NEW."isDone" NOT IN (0, 1)) \
                THEN RAISE(ABORT, 'apus: ''BucketListItem.isDone'' is no bool')
                    WHEN (NEW."trip" IS NOT OLD."trip") AND (NEW."trip" IS NULL) \
                THEN RAISE(ABORT, 'apus: ''BucketListItem.trip'' is missing') END;
                END
                """,
            ]
        )
        #expect(
            statements == [
                """
                CREATE TABLE "Trip" (
                  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "name" TEXT NOT NULL,
                  "destination" TEXT NOT NULL,
                  "startDate" REAL NOT NULL,
                  "endDate" REAL NOT NULL,
                  "nights" INTEGER NOT NULL,
                  "legacyCode" TEXT
                ) STRICT
                """,
                """
                CREATE TABLE "BucketListItem" (
                  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "title" TEXT NOT NULL,
                  "isDone" INTEGER NOT NULL,
                  "trip" INTEGER REFERENCES "Trip" ("_id") DEFERRABLE INITIALLY DEFERRED
                ) STRICT
                """,
                #"CREATE INDEX "apus_index_BucketListItem_trip" ON "BucketListItem" ("trip")"#,
                """
                CREATE TABLE "Person" (
                  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "name" TEXT NOT NULL,
                  "email" TEXT,
                  "birthday" REAL
                ) STRICT
                """,
                """
                CREATE TABLE "LivingAccommodation" (
                  "_id" INTEGER PRIMARY KEY AUTOINCREMENT,
                  "name" TEXT NOT NULL,
                  "url" TEXT,
                  "trip" INTEGER REFERENCES "Trip" ("_id") DEFERRABLE INITIALLY DEFERRED
                ) STRICT
                """,
                #"CREATE UNIQUE INDEX "apus_index_LivingAccommodation_trip" ON "LivingAccommodation" ("trip")"#,
                """
                CREATE TABLE "Person_trips" (
                  "source" INTEGER NOT NULL REFERENCES "Person" ("_id") DEFERRABLE INITIALLY DEFERRED,
                  "target" INTEGER NOT NULL REFERENCES "Trip" ("_id") DEFERRABLE INITIALLY DEFERRED,
                  PRIMARY KEY ("source", "target")
                ) STRICT, WITHOUT ROWID
                """,
                #"CREATE INDEX "apus_index_Person_trips_target_source" ON "Person_trips" ("target", "source")"#,
            ]
        )
    }

    @Test func types() {
        let columns: [String] = ScalarType.allCases.map { type in
            ApusSchema.Column(name: "x", owner: "A", field: .attribute(["x"]), type: type, isNullable: true)
                .definition()
        }
        #expect(
            columns == [
                #""x" INTEGER"#, #""x" INTEGER"#, #""x" INTEGER"#, #""x" TEXT"#, #""x" REAL"#, #""x" REAL"#,
                #""x" TEXT"#, #""x" INTEGER"#, #""x" REAL"#, #""x" BLOB"#, #""x" BLOB"#, #""x" TEXT"#,
            ]
        )
    }

    @Test func literals() {
        let expected: [(StoredValue, String?)] = [
            (.null, "NULL"), (.integer(-5), "-5"), (.integer(.max), "9223372036854775807"), (.integer(.min), nil),
            (.real(1), "1.0"), (.real(-2), "-2.0"), (.real(0.1), nil), (.real(.infinity), nil), (.real(1e300), nil),
            (.text("it's"), "'it''s'"), (.text("a\u{0}b"), nil), (.text(""), "''"), (.blob(Data([0, 255])), "x'00ff'"),
            (.blob(Data()), "x''"), (.real(-0.0), "-0.0"),
            // Swift treats a quote and a following accent as one character.
            (.text("'\u{301}"), "'''\u{301}'"),
        ]
        for (value, text) in expected { #expect(SQLText.literal(value) == text) }
        #expect(SQLText.name(#"a"b"#) == #""a""b""#)
        #expect(SQLText.name("\"\u{301}").utf8.elementsEqual("\"\"\"\u{301}\"".utf8))
    }

    @Test(
        "an expression's SQL gives exactly the value",
        arguments: [
            StoredValue.integer(.min), .integer(.max), .real(0.1), .real(.infinity), .real(-.leastNonzeroMagnitude),
            .real(1e300),
            .text("a\u{0}b'\"?1"), .text("e\u{301}"), .text("\u{301}'"), .blob(Data([0, 39, 255])), .null,
        ]
    )
    func expressions(value: StoredValue) throws {
        let statement: SQLStatement = SQLText.expression(value)
        let row: Row? = try DatabaseQueue().read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT typeof(x), CAST(x AS BLOB), x FROM (SELECT \(statement.sql) AS x)",
                arguments: StatementArguments(statement.arguments)
            )
        }
        let found: Row = try #require(row)
        switch value {
        case .text(let text):
            #expect(found[0] == "text")
            #expect(found[1] == Data(text.utf8))
        case .null: #expect(found[0] == "null")
        default: #expect(StoredValue.fromDatabaseValue(found[2]) == value)
        }
    }

    @Test func tokensAreScalars() {
        let tokens: [SQLTokens.Token] = SQLTokens.tokens(
            of:
                "create table [a b](`c``d` TEXT default '\u{301}it''s', -- no, 'not\n x /* CHECK ( */ REAL, \"q\"\"r\" x'00')"
        )
        #expect(
            tokens.sql
                == #"CREATE TABLE "a b" ( "c`d" TEXT DEFAULT '"# + "\u{301}"
                + #"it''s' , X REAL , "q""r" X '00' )"#
        )
    }
}
