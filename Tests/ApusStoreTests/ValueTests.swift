import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Written values are read bit for bit, however the migration is performed.
@Suite struct ValueTests {
    private static let extremes: [(type: ScalarType, values: [StoredValue])] = [
        (.int16, [.integer(-32768), .integer(32767)]),
        (.int32, [.integer(-2_147_483_648), .integer(2_147_483_647)]),
        (.int64, [.integer(.min), .integer(.max), .integer(9_007_199_254_740_993)]),
        (
            .double,
            [
                .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude), .real(0.1),
                .real(.greatestFiniteMagnitude),
            ]
        ),
        (.float, [.real(Double(Float.leastNonzeroMagnitude)), .real(Double(Float(0.1)))]),
        (
            .decimal,
            [.text("-99999999999999999999999999999999999999"), .text("0.00000000000000000000000000000000000001")]
        ),
        (.string, [.text(""), .text("a\u{0}b"), .text("e\u{301}"), .text("\u{e9}"), .text("'\"?;--"), .text("👩‍👩‍👧‍👦")]),
        (.bool, [.integer(0), .integer(1)]),
        (.date, [.real(-63_114_076_800.000001), .real(0.1), .real(.leastNonzeroMagnitude)]),
        (.data, [.blob(Data()), .blob(Data([0])), .blob(Data((0...255).map { UInt8($0) }))]),
        (.uuid, [.blob(Data(repeating: 0, count: 16)), .blob(Data(repeating: 255, count: 16))]),
        (.url, [.text("file:///a%00b?q='#x"), .text("https://xn--r8jz45g.jp/")]),
    ]

    private static let attributes: [Attribute] = extremes.map {
        Attribute($0.type.rawValue, .scalar($0.type), isOptional: true)
    }

    /// A digest of every bit of the values: the type, and the number's or the text's bytes.
    private func bits(_ trial: Trial) throws -> [String] {
        try trial.read { db in
            let columns: String = Self.attributes.map { attribute in
                let name: String = SQLText.name(attribute.name)
                return
                    "typeof(\(name)), CASE typeof(\(name)) WHEN 'text' THEN hex(CAST(\(name) AS BLOB)) ELSE \(name) END"
            }.joined(separator: ", ")
            return try Row.fetchAll(db, sql: "SELECT _id, \(columns) FROM Note ORDER BY _id").map { row in
                row.databaseValues.map { value in
                    if case .double(let number) = value.storage { return String(number.bitPattern, radix: 16) }
                    return "\(value.storage.value ?? "NULL")"
                }.joined(separator: "|")
            }
        }
    }

    private func filled(_ schemas: [Schema]) throws -> Trial {
        let trial = try Trial(schemas)
        let queue: DatabaseQueue = try trial.open()
        try queue.write { db in
            for (type, values) in Self.extremes {
                for value in values {
                    var bound: StoredValue = value
                    if case .text(let text) = value { bound = .blob(Data(text.utf8)) }
                    let mark: String = type.storage == .text ? "CAST(? AS TEXT)" : "?"
                    try db.execute(
                        sql: "INSERT INTO Note (\(SQLText.name(type.rawValue))) VALUES (\(mark))",
                        arguments: [bound]
                    )
                }
            }
        }
        try queue.close()
        return trial
    }

    @Test func rebuild() throws {
        let old = Schema(
            model: "Notes",
            entities: [Entity("Note", attributes: Self.attributes + [Attribute("z", .int16, isOptional: true)])]
        )
        let new = Schema(
            model: "Notes",
            entities: [Entity("Note", attributes: [Attribute("z", .decimal, isOptional: true)] + Self.attributes)]
        )
        let trial = try filled([old, new])
        let before: [String] = try bits(trial)
        #expect(before.count == 34)
        #expect(try trial.ways() == ["Note": .rebuild])
        try trial.migrate()
        #expect(try bits(trial) == before)
        #expect(try Verifier.verify(trial.url).isSound)
    }

    @Test func catalogue() throws {
        let old = Schema(model: "Notes", entities: [Entity("Note", attributes: Self.attributes)])
        let new = Schema(
            model: "Notes",
            entities: [Entity("Note", attributes: Self.attributes + [Attribute("z", .double, default: .double(1))])]
        )
        let trial = try filled([old, new])
        let before: [String] = try bits(trial)
        #expect(try trial.ways() == ["Note": .catalogue])
        try trial.migrate()
        #expect(try bits(trial) == before)
    }

    @Test("a default of each type fills the existing rows to the bit")
    func defaults() throws {
        let uuid: UUID = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
        let decimal: Decimal = try #require(Decimal(canonicalText: "-0.00000000000000000000000000000000000001"))
        let defaults: [(ScalarType, Value)] = [
            (.int64, .int(.min)), (.double, .double(0.1)), (.double, .double(.infinity)), (.double, .double(3)),
            (.decimal, .decimal(decimal)), (.string, .string("a\u{0}'b")), (.string, .string("\u{301}it's")),
            (.bool, .bool(true)), (.date, .date(-0.1)), (.data, .data(Data([0, 39]))), (.uuid, .uuid(uuid)),
            (.url, .url("https://a.example/'")),
        ]
        for (type, value) in defaults {
            let trial = try Trial(
                [.note(), .note(Attribute("x", .scalar(type), default: value))],
                "INSERT INTO Note DEFAULT VALUES"
            )
            try trial.migrate()
            let found: Row = try #require(
                try trial.read { db in try Row.fetchOne(db, sql: "SELECT CAST(x AS BLOB), x, typeof(x) FROM Note") }
            )
            if case .text(let text) = value.stored {
                #expect(found[0] == Data(text.utf8))
                #expect(found[2] == "text")
            } else {
                #expect(StoredValue.fromDatabaseValue(found[1]) == value.stored)
            }
            #expect(try Verifier.verify(trial.url).drifts.isEmpty, "\(type) \(value)")
        }
    }

    @Test(
        "identities at the ends of their range, sparse identities, and an empty table",
        arguments: [
            [], [0], [Int64.min, .max], [.min, -1, 0, 1, .max - 1, .max], [.max], [.min],
            [1, 4_000_000_000_000_000_000],
        ] as [[Int64]]
    )
    func identities(_ identities: [Int64]) throws {
        let inserts: [String] = identities.map { identity in
            identity == .min
                ? "INSERT INTO Note VALUES (-9223372036854775807 - 1, 5)" : "INSERT INTO Note VALUES (\(identity), 5)"
        }
        let trial = try Trial(
            [.note(Attribute("a", .int16)), .note(Attribute("a", .decimal))],
            inserts.joined(separator: ";")
        )
        let report: MigrationReport = try trial.migrate()
        #expect(report.rowsWritten == identities.count)
        #expect(try trial.rows("SELECT _id, a FROM Note ORDER BY _id") == identities.map { "\($0)|5" })
    }

    @Test(
        "ranges cover every identity once",
        arguments: [
            (Int64.min, Int64.max, 10), (.min, .max, 10_000_000), (.min, .min, 1), (.max, .max, 1),
            (.max - 5, .max, 1_000_000),
            (-3, 3, 400_000), (0, 1_000_000, 1_000_000), (.min, 0, 200_000), (1, .max, 0),
        ]
    )
    func ranges(first: Int64, last: Int64, rows: Int) throws {
        var expected: Int64 = first
        var count = 0
        var end: Int64?
        for range in IdentityRanges(first: first, last: last, rows: rows) {
            #expect(range.lowerBound == expected)
            end = range.upperBound
            expected = range.upperBound &+ 1
            count += 1
        }
        #expect(end == last)
        #expect(count <= rows / 50_000 + 2)
    }
}
