import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Values of any storage class in columns of any type: what the older version does not allow is found before the first
/// write if the rows of the table are read, by `plan` as by `migrate`.
@Suite struct StorageClassTests {
    /// Values as SQL. Which of them a type allows is said in ``isValid(_:_:)``.
    static let values: [String] = [
        "NULL", "7", "2", "-1", "99999", "3000000000", "1.5", "0.1", "9e999", "1e300", "'x'", "''", "'7'", "'1,5'",
        "x'00'", "x''",
        "x'000102030405060708090a0b0c0d0e0f'", "CAST(x'ff41' AS TEXT)", "x'ff41'", "CAST(x'610062' AS TEXT)",
    ]

    /// What happens to `Note.size`, and whether the rows of the table are read.
    enum Way: String, CaseIterable {
        case beside, copied, optional, filledBeside, removedBeside, widened, computed

        var isRead: Bool { ![.beside, .optional, .widened].contains(self) }
    }

    @Test(arguments: ScalarType.allCases, Way.allCases)
    func valuesOfOtherClasses(type: ScalarType, way: Way) throws {
        let ways = Way.allCases
        let first = (ScalarType.allCases.firstIndex(of: type) ?? 0) + (ways.firstIndex(of: way) ?? 0)
        // A usual run tries a tenth of the values, other ones with each type and way.
        for (number, value) in Self.values.enumerated() where TestScale.factor > 1 || (number + first) % 10 == 0 {
            let trial = try Self.trial(Attribute("size", .scalar(type)), way)
            try trial.damage("size", value)
            let setting = "\(type) \(way) \(value)"
            let before = try trial.bytes()
            let planned = Self.error { _ = try trial.migrator().plan(trial.url) }
            #expect(try trial.bytes() == before, "\(setting)")
            let migrated = Self.error { try trial.migrate() }
            #expect(planned == migrated, "\(setting)")
            if way.isRead, !Self.isValid(value, type) {
                guard case .invalidValues(let found) = planned?.reason else {
                    Issue.record("\(setting): \(planned.map { "\($0)" } ?? "no error")")
                    continue
                }
                #expect(found.map(\.count) == [1] && found.map(\.column) == ["size"], "\(setting)")
                #expect(try trial.bytes() == before, "\(setting)")
            } else {
                #expect(migrated == nil, "\(setting)")
            }
        }
    }

    /// Two definitions of a type's values would disagree about some of them.
    @Test("A migration looks for the values that `verify` looks for", arguments: ScalarType.allCases)
    func sameAsVerify(type: ScalarType) throws {
        let more = [
            "9007199254740993", "-32768", "-32769", "32767", "32768", "2147483648", "-2147483648", "-2147483649",
            "0", "1", "-0.0", "-9e999", "3.5e38", "3.4028234663852886e38", "1e-46", "5e-324", "'-0'", "'00'", "'1.0'",
            "'1.50'", "'.5'", "'5.'", "'-'", "'1e5'", "' 1'", "'-1.25'", "'0'", "'0.5'", "'-0.5'",
            "'\(String(repeating: "9", count: 38))'", "'\(String(repeating: "9", count: 39))'",
            "'0.\(String(repeating: "0", count: 127))1'", "'1\(String(repeating: "0", count: 160))'",
            "CAST(x'edA080' AS TEXT)", "CAST(x'c080' AS TEXT)", "CAST(x'f4908080' AS TEXT)", "CAST(x'00' AS TEXT)",
            "'https://a.b'", "'http://['", "'a b'", "'é'", "zeroblob(16)", "zeroblob(17)",
            "'\(String(repeating: "é", count: 40))'",
        ]
        let trial = try Trial(
            [.note(Attribute("text", .string), Attribute("size", .scalar(type)))],
            "INSERT INTO Note (text, size) VALUES ('a', \(Self.example(of: type))), ('b', \(Self.example(of: type)))"
        )
        let table = try #require(Layout(trial.schemas[0]).tables.first)
        for value in Self.values + more {
            try trial.damage("size", value)
            let scanned = try trial.read { try StoredValueScan.invalid(in: table, $0) }.map(\.column)
            let verification = try Verifier.verify(trial.url)
            // SQLite's own check finds most values of other storage classes.
            let isSound = verification.badValues.isEmpty && verification.damages.isEmpty
            // A text that is no URL is not damage: Foundation makes URLs whose texts it does not read back.
            if type == .url, scanned.isEmpty, verification.badValues.map(\.problem) == ["not a url"] { continue }
            #expect(scanned.isEmpty == isSound, "\(type) \(value): \(scanned), \(verification.badValues)")
        }
    }

    @Test("An external text whose bytes are not in UTF-8", arguments: [false, true]) func externalTexts(isData: Bool)
        throws
    {
        var text = Attribute("size", .scalar(isData ? .data : .string))
        text.usesExternalStorage = true
        let trial = try Self.trial(text, .copied)
        try trial.damage("size", "x'ff41'")
        let planned = Self.error { _ = try trial.migrator().plan(trial.url) }
        #expect(Self.error { try trial.migrate() } == planned)
        #expect((planned == nil) == isData)
    }

    @Test("Tables that only a look-up or a check of values reads") func onlyRead() throws {
        let size = Attribute("size", .int64)
        let old = Schema.note(Attribute("text", .string), size)
        let exact = try Trial(
            [old, .note(Attribute("text", .string), Attribute("size", .int32))],
            mappings: [.stage(convert: [("Note.size", "exact")])],
            "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', 2)"
        )
        try exact.damage("size", "NULL")
        let planned = Self.error { _ = try exact.migrator().plan(exact.url) }
        #expect(Self.error { try exact.migrate() } == planned)
        guard case .invalidValues = planned?.reason else {
            Issue.record("\(planned.map { "\($0)" } ?? "no error")")
            return
        }
    }

    private static func trial(_ size: Attribute, _ way: Way) throws -> Trial {
        let (text, more) = (Attribute("text", .string), Attribute("more", .int16, isOptional: true))
        let type = size.type.scalar ?? .string
        var older = [text, size]
        var newer = [text, size]
        var mapping: Mapping = .stage()
        switch way {
        case .beside, .copied: newer.append(more)
        case .optional:
            newer[1].isOptional = true
        case .filledBeside:
            older.append(more)
            newer.append(Attribute("more", .int16, default: .int(1)))
        case .removedBeside:
            older.append(more)
            mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.accept(ElementPath("Note", "more"))])
        case .widened:
            older.append(more)
            newer.append(Attribute("more", .int32, isOptional: true))
        case .computed:
            newer.append(Attribute("other", .scalar(type)))
            mapping = Mapping(
                from: Schema.Version(1),
                to: Schema.Version(2),
                [.value(ElementPath("Note", "other"), "$source.size")]
            )
        }
        return try Trial(
            [.note(attributes: older), .note(attributes: newer)],
            mappings: [mapping],
            rule: way == .copied ? .rebuild : .cheapest,
            "INSERT INTO Note (text, size) VALUES ('a', \(example(of: type))), ('b', \(example(of: type)))"
        )
    }

    /// A valid value, as SQL.
    private static func example(of type: ScalarType) -> String {
        switch type {
        case .int16, .int32, .int64, .bool: "1"
        case .double, .float, .date: "1.0"
        case .string, .decimal: "'1'"
        case .url: "'https://a.b'"
        case .data: "x'01'"
        case .uuid: "x'0123456789abcdef0123456789abcdef'"
        }
    }

    private static func isValid(_ value: String, _ type: ScalarType) -> Bool {
        let integers = ["7", "2", "-1", "99999", "3000000000"]
        switch type {
        case .bool: return false
        case .int16: return ["7", "2", "-1"].contains(value)
        case .int32: return ["7", "2", "-1", "99999"].contains(value)
        case .int64: return integers.contains(value)
        // SQLite keeps a whole number in a column of reals as an integer, and reads a real.
        case .double: return integers.contains(value) || ["1.5", "0.1", "9e999", "1e300"].contains(value)
        case .date: return integers.contains(value) || ["1.5", "0.1", "1e300"].contains(value)
        case .float: return integers.contains(value) || ["1.5", "9e999"].contains(value)
        // Foundation makes URLs whose texts it does not read back, so no text is damage.
        case .string, .url: return ["'x'", "''", "'7'", "'1,5'", "CAST(x'610062' AS TEXT)"].contains(value)
        case .decimal: return value == "'7'"
        case .data: return value.hasPrefix("x'")
        case .uuid: return value.hasPrefix("x'0001")
        }
    }

    private static func error(_ work: () throws -> Void) -> StoreError? {
        do {
            try work()
            return nil
        } catch { return error as? StoreError ?? StoreError("", .sqlite("\(error)")) }
    }
}

extension Trial {
    /// Puts a value of any storage class into a column of the second row of `Note`, as a damaged disk would.
    func damage(_ column: String, _ value: String) throws {
        let sql = try rows("SELECT sql FROM sqlite_schema WHERE name = 'Note' AND type = 'table'").first ?? ""
        let triggers = try rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        let texts = try rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        let pattern = try Regex("\"\(column)\" [A-Z]+")
        let loose = sql.replacing(pattern, with: "\"\(column)\" BLOB").replacing(" NOT NULL", with: "")
            .replacing(") STRICT", with: ")")
        try run(triggers.map { "DROP TRIGGER \"\($0)\";" }.joined())
        try rewriteCatalogue(loose)
        try run("UPDATE Note SET \"\(column)\" = \(value) WHERE _id = 2")
        try rewriteCatalogue(sql)
        try run(texts.joined(separator: ";\n"))
    }

    private func rewriteCatalogue(_ sql: String) throws {
        let text = sql.replacing("'", with: "''")
        let version = try rows("PRAGMA schema_version").first ?? "0"
        try run(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '\(text)' WHERE name = 'Note' AND type = 'table';
            PRAGMA schema_version = \((Int(version) ?? 0) + 1)
            """
        )
    }
}
