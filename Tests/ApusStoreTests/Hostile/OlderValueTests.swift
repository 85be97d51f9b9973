import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Values that the older version does not allow are found before the first write, whatever becomes of them.
@Suite struct OlderValueTests {
    /// A type, and a value that is not of it, as SQL.
    static let values: [(type: ScalarType, value: String)] = [
        (.bool, "2"), (.int16, "99999"), (.int32, "-3000000000"), (.uuid, "x'01020304050607'"), (.date, "9e999"),
        (.float, "1e300"), (.decimal, "'1,5'"),
    ]

    static let conversions: [(conversion: Conversion, value: String)] = values.flatMap { type, value in
        ScalarType.allCases.flatMap { newer in
            Conversion.conversions(from: type, to: newer).filter { !$0.isIdentity && newer != type }.flatMap {
                [$0, $0.lenient].compactMap { $0 }
            }
        }.map { ($0, value) }
    }

    @Test(arguments: conversions)
    func convertedValues(conversion: Conversion, value: String) throws {
        let isInferred = Conversion.inferred(from: conversion.from, to: conversion.to) == conversion
        for rule in TableStrategy.Rule.allCases {
            let trial = try Trial(
                [
                    .note(Attribute("text", .string), Attribute("size", .scalar(conversion.from), isOptional: true)),
                    .note(Attribute("text", .string), Attribute("size", .scalar(conversion.to), isOptional: true)),
                ],
                mappings: [.stage(convert: isInferred ? [] : [("Note.size", conversion.name)])],
                rule: rule,
                "INSERT INTO Note (text, size) VALUES ('a', NULL), ('b', NULL)"
            )
            let triggers = try trial.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            try trial.run(
                triggers.map { "DROP TRIGGER \"\($0)\";" }.joined() + "UPDATE Note SET size = \(value) WHERE text = 'b'"
            )
            let before = try trial.bytes()
            let planned = try #require(throws: StoreError.self) { try trial.migrator().plan(trial.url) }
            #expect(throws: planned) { try trial.migrate() }
            #expect(try trial.bytes() == before)
            guard case .invalidValues(let found) = planned.reason else {
                Issue.record("\(rule): \(planned)")
                continue
            }
            #expect(found.map(\.count) == [1] && found.map(\.column) == ["size"] && found.map(\.rows) == [["2"]])
        }
    }

    @Test("A value that stays as it is does not prevent a migration of others") func unusedValues() throws {
        let trial = try Trial(
            [
                .note(Attribute("text", .string), Attribute("size", .int16)),
                .note(
                    Attribute("text", .string),
                    Attribute("size", .int16),
                    Attribute("more", .string, isOptional: true)
                ),
            ],
            "INSERT INTO Note (text, size) VALUES ('a', 1)"
        )
        let triggers = try trial.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        try trial.run(triggers.map { "DROP TRIGGER \"\($0)\";" }.joined() + "UPDATE Note SET size = 99999")
        try trial.migrate()
        #expect(try trial.rows("SELECT size FROM Note") == ["99999"])
        #expect(try !Verifier.verify(trial.url).isSound)
    }
}
