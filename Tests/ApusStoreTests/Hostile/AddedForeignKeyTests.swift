import ApusMigration
import ApusSchema
import Testing

@testable import ApusStore

/// Foreign keys that users added refer to rows afterwards as before, or the migration is refused.
@Suite struct AddedForeignKeyTests {
    @Test("Values that others refer to", arguments: TableStrategy.Rule.allCases, [0.25, 0])
    func changedTargets(rule: TableStrategy.Rule, fraction: Double) throws {
        for type in ["", "REAL", "TEXT", "INTEGER"] {
            for (newer, conversion) in [(ScalarType.int32, "rounded"), (.string, nil)] {
                let trial = try Trial(
                    [
                        .note(Attribute("text", .string), Attribute("size", .double)),
                        .note(Attribute("text", .string), Attribute("size", .scalar(newer))),
                    ],
                    mappings: [.stage(convert: conversion.map { [("Note.size", $0)] } ?? [])],
                    rule: rule,
                    """
                    INSERT INTO Note (text, size) VALUES ('a', 1 + \(fraction)), ('b', 2 + \(fraction));
                    CREATE UNIQUE INDEX x ON Note (size);
                    CREATE TABLE t (size \(type) REFERENCES Note (size) ON DELETE CASCADE);
                    INSERT INTO t SELECT size FROM Note
                    """
                )
                let setting = "\(rule) \(fraction) \(type) \(newer)"
                #expect(try trial.rows("PRAGMA foreign_key_check").isEmpty, "\(setting)")
                let before = try trial.bytes()
                let planned = Result { () throws(StoreError) in _ = try trial.migrator().plan(trial.url) }.error
                let migrated = Result { () throws(StoreError) in _ = try trial.migrate() }.error
                #expect(planned == migrated, "\(setting)")
                if fraction > 0, newer == .int32 {
                    #expect(planned?.reason == .wouldLose(.references(rows: 2, table: "t")), "\(setting)")
                }
                if migrated == nil {
                    #expect(try trial.rows("PRAGMA foreign_key_check").isEmpty, "\(setting)")
                } else {
                    #expect(try trial.bytes() == before, "\(setting)")
                }
            }
        }
    }
}

extension Result where Failure == StoreError {
    fileprivate var error: StoreError? { if case .failure(let error) = self { error } else { nil } }
}
