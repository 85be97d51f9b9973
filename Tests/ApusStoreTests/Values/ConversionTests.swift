import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A conversion has the same results in a store as by itself, whether SQLite or Swift performs it.
@Suite struct ConversionTests {
    private static let values: [ScalarType: [StoredValue]] = [
        .int16: [.integer(-32768), .integer(0), .integer(1), .integer(32767)],
        .int32: [.integer(-2_147_483_648), .integer(0), .integer(16_777_217), .integer(2_147_483_647)],
        .int64: [.integer(.min), .integer(-1), .integer(1), .integer(9_007_199_254_740_993), .integer(.max)],
        .bool: [.integer(0), .integer(1)],
        .double: [
            .real(-0.0), .real(0.1), .real(-2.5), .real(1e300), .real(.infinity), .real(.leastNonzeroMagnitude),
            .real(40_000), .real(123_456_789.123_456_78),
        ],
        .float: [.real(0), .real(Double(Float(0.1))), .real(-1.5), .real(Double(Float.greatestFiniteMagnitude))],
        .decimal: [
            .text("0"), .text("-12.50".replacing("0", with: "")), .text("99999999999999999999"), .text("0.001"),
        ],
        .string: [
            .text(""), .text("12"), .text("-1.5"), .text("a\u{0}b"), .text("e\u{301}"), .text("yes"),
            .text("2026-05-01T12:30:45.5Z"), .text("00000000-0000-0000-0000-0000000000FF"), .text("ff00"),
            .text("https://a.example/?q='"), .text("AA=="),
        ],
        .date: [.real(0), .real(0.1), .real(-63_114_076_800), .real(799_999_999.5)],
        .data: [.blob(Data()), .blob(Data([0])), .blob(Data("text".utf8)), .blob(Data(repeating: 255, count: 16))],
        .uuid: [.blob(Data(repeating: 0, count: 16)), .blob(Data(repeating: 171, count: 16))],
        .url: [.text("https://a.example/%00?q='#x"), .text("relative/path")],
    ]

    private static let conversions: [Conversion] = ScalarType.allCases.flatMap { from in
        ScalarType.allCases.flatMap { Conversion.conversions(from: from, to: $0) }
    }.filter { $0.from != $0.to }

    private func schema(_ type: ScalarType) -> Schema {
        .note(Attribute("a", .scalar(type), isOptional: true))
    }

    private func trial(_ conversion: Conversion, _ values: [StoredValue]) throws -> Trial {
        // An inferred conversion must not be in the mapping as well.
        let isInferred = Conversion.inferred(from: conversion.from, to: conversion.to) == conversion
        let mapping: Mapping = .stage(convert: isInferred ? [] : [("Note.a", conversion.name)])
        let trial = try Trial([schema(conversion.from), schema(conversion.to)], mappings: [mapping])
        let queue: DatabaseQueue = try trial.open()
        try queue.write { db in
            try db.execute(sql: "INSERT INTO Note (a) VALUES (NULL)")
            for value in values {
                var bound: StoredValue = value
                if case .text(let text) = value { bound = .blob(Data(text.utf8)) }
                let mark: String = conversion.from.storage == .text ? "CAST(? AS TEXT)" : "?"
                try db.execute(sql: "INSERT INTO Note (a) VALUES (\(mark))", arguments: [bound])
            }
        }
        try queue.close()
        return trial
    }

    /// The values in order, with complete text.
    private func found(_ trial: Trial) throws -> [StoredValue] {
        try trial.read { db in
            try Row.fetchAll(db, sql: "SELECT typeof(a), CAST(a AS BLOB), a FROM Note ORDER BY _id").map { row in
                guard row[0] == "text" else { return StoredValue.fromDatabaseValue(row[2]) ?? .null }
                return .text(String(decoding: row[1] as Data? ?? Data(), as: UTF8.self))
            }
        }
    }

    private func bits(_ values: [StoredValue]) -> [String] {
        values.map { value in
            switch value {
            case .text(let text): "text \(Array(text.utf8))"
            case .real(let number): "real \((number.isZero ? 0 : number).bitPattern)"
            default: "\(value)"
            }
        }
    }

    @Test("same results as by itself, and refused with a count if it fails", arguments: conversions)
    func conversion(_ conversion: Conversion) throws {
        let values: [StoredValue] = Self.values[conversion.from] ?? []
        let good: [StoredValue] = values.filter { (try? conversion($0)) != nil }
        let migrated: Trial = try trial(conversion, good)
        try migrated.migrate()
        #expect(bits(try found(migrated)) == bits(try [.null] + good.map { try conversion($0) }))
        guard good.count < values.count, let lenient = conversion.lenient else {
            #expect(good.count == values.count)
            return
        }
        let failing: Trial = try trial(conversion, values)
        let before: [String: Data] = try failing.bytes()
        for work in [{ _ = try failing.migrate() }, { _ = try failing.migrator().plan(failing.url) }] {
            let error: StoreError? = #expect(throws: StoreError.self) { try work() }
            guard case .failedValues(let failures)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(failures.map(\.path) == [ElementPath("Note", "a")])
            #expect(failures.map(\.count) == [values.count - good.count])
            #expect(failures.map(\.requirement) == [.conversion(conversion)])
            #expect(failures[0].samples.count == min(3, values.count - good.count))
        }
        #expect(try failing.bytes() == before)
        let mended: Trial = try trial(lenient, values)
        try mended.migrate()
        #expect(bits(try found(mended)) == bits(try [.null] + values.map { try lenient($0) }))
    }

    @Test("ninety conversions in a row do not overflow SQLite's parser, and have the same results as single steps")
    func manyStages() throws {
        // There and back, with a fill in between, so that nothing is left out by an identity.
        let types: [ScalarType] = (0...90).map { $0.isMultiple(of: 2) ? .int64 : .string }
        let schemas: [Schema] = types.enumerated().map { index, type in
            .note(
                Attribute(
                    "a",
                    .scalar(type),
                    isOptional: index % 3 != 2,
                    default: type == .string ? .string("7") : .int(7)
                )
            )
        }
        let mappings: [Mapping] = (1...90).map { version in
            version.isMultiple(of: 2) ? .stage(version, convert: [("Note.a", "parsedOrNull")]) : .stage(version)
        }
        let sql = "INSERT INTO Note (a) VALUES (NULL), (12), (-9223372036854775807)"
        let fused = try Trial(schemas, mappings: mappings, sql)
        try fused.migrate()
        let stepwise = try Trial(schemas, mappings: mappings, sql)
        for version in 2...91 { try stepwise.migrate(to: version) }
        let expected: [String] = ["1|7", "2|12", "3|-9223372036854775807"]
        #expect(try stepwise.rows("SELECT * FROM Note") == expected)
        #expect(try fused.rows("SELECT * FROM Note") == expected)
    }
}
