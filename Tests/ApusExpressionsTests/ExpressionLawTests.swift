import ApusExpressions
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// SQL and the evaluator give the same value, to the bit, for random expressions and rows.
@Suite struct ExpressionLawTests {
    @Test("SQL with Apus' functions gives what the evaluator gives")
    func full() throws { try compare(.full, isPortable: false) }

    @Test("SQL that every program can run gives what the evaluator gives")
    func portable() throws { try compare(.portable, isPortable: true) }

    @Test("An expression that replaces a leaf gives the leaf's value")
    func substitution() throws {
        for seed in TestScale.seeds(200, from: TestSeed.chosen()) {
            var generator = ExpressionGenerator(seed: seed, isPortable: false)
            let outer = generator.expression(.number, depth: 3)
            let inner = generator.expression(.number, depth: 2)
            let row = ExpressionTable.row(&generator)
            let fused = outer.map { $0 == "r" ? inner : .leaf($0) }
            let known = try inner.value { row[$0] ?? .null }
            let stepwise = try outer.value { $0 == "r" ? known : row[$0] ?? .null }
            #expect(try fused.value { row[$0] ?? .null }.bits == stepwise.bits, "seed \(seed): \(outer)")
        }
    }

    private func compare(_ dialect: SQLiteDialect, isPortable: Bool) throws {
        let table = try ExpressionTable()
        for seed in TestScale.seeds(200, from: TestSeed.chosen()) {
            var generator = ExpressionGenerator(seed: seed, isPortable: isPortable)
            var expression = generator.expression(generator.random.pick([.number, .text]), depth: 4)
            if generator.random.chance(40) {
                let condition = generator.condition(depth: 4)
                expression = .conditional(condition, .constant(.integer(1)), .constant(.integer(0)))
            }
            try #require(dialect.writes(expression) { _ in true }, "seed \(seed): \(expression)")
            for _ in 0..<4 {
                let row = try table.store(ExpressionTable.row(&generator))
                var value = try expression.value { row[$0] ?? .null }
                // SQL has no NaN.
                if case .real(let number) = value, number.isNaN { value = .null }
                for isBound in isPortable ? [false] : [false, true] {
                    let found = try table.value(of: expression, in: dialect, isBound: isBound)
                    #expect(found.bits == value.bits, "seed \(seed): \(expression) of \(row)")
                }
            }
        }
    }
}

/// A table of one row with a column of each type that the law computes with.
struct ExpressionTable {
    private let queue: DatabaseQueue

    init() throws {
        var configuration = Configuration()
        configuration.prepareDatabase { SQLiteFunctions.add(to: $0) }
        queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE x (i INTEGER, r REAL, d TEXT, t TEXT) STRICT")
        }
    }

    static func row(_ generator: inout ExpressionGenerator) -> [String: StoredValue] {
        let text = generator.text()
        var row: [String: StoredValue] = [
            "i": ValueGenerator.value(of: .int64, &generator.random).stored,
            "r": ValueGenerator.value(of: .double, &generator.random).stored,
            "d": ValueGenerator.value(of: .decimal, &generator.random).stored,
            "t": .text(text),
        ]
        for name in ["i", "r", "d", "t"] where generator.random.chance(15) { row[name] = .null }
        return row
    }

    /// Makes a row the only one.
    ///
    /// - Returns: The row as the table has it.
    func store(_ row: [String: StoredValue]) throws -> [String: StoredValue] {
        try queue.write { db in
            try db.execute(sql: "DELETE FROM x")
            // A text travels as its bytes: GRDB binds one up to its first NUL.
            let values: [StoredValue] = ["i", "r", "d", "t"].map { name in
                if name == "t", case .text(let text)? = row[name] { return .blob(Data(text.utf8)) }
                return row[name] ?? .null
            }
            try db.execute(
                sql: "INSERT INTO x VALUES (?, ?, ?, CAST(? AS TEXT))",
                arguments: StatementArguments(values)
            )
        }
        // A column keeps no negative zero.
        var stored = row
        if case .real(let number)? = row["r"] { stored["r"] = .real(number == 0 ? 0 : number) }
        return stored
    }

    /// The value that SQL gives for the stored row, or for a row of nulls and no column.
    func value(
        of expression: RowExpression,
        in dialect: SQLiteDialect,
        isBound: Bool,
        overNothing: Bool = false
    ) throws -> StoredValue {
        let statement = dialect.sql(
            expression,
            constant: { isBound ? SQLText.expression($0) : SQLStatement(SQLText.constant($0)) },
            leaf: { overNothing ? "NULL" : SQLStatement(SQLText.name($0)) }
        )
        return try queue.read { db in
            let sql =
                "SELECT typeof(v), CASE typeof(v) WHEN 'text' THEN CAST(v AS BLOB) ELSE v END "
                + "FROM (SELECT \(statement.sql) AS v\(overNothing ? "" : " FROM x"))"
            let row = try #require(try Row.fetchOne(db, sql: sql, arguments: StatementArguments(statement.arguments)))
            let value: DatabaseValue = row[1]
            guard row[0] == "text" else { return StoredValue.fromDatabaseValue(value) ?? .null }
            return .text(String(decoding: Data.fromDatabaseValue(value) ?? Data(), as: UTF8.self))
        }
    }
}

extension StoredValue {
    /// The value as a text that tells apart what `==` does not: types, the sign of zero, the form of an accent.
    var bits: String {
        switch self {
        case .null: "null"
        case .integer(let number): "integer \(number)"
        case .real(let number): "real \(number.bitPattern)"
        case .text(let text): "text \(Array(text.utf8))"
        case .blob(let data): "blob \(Array(data))"
        }
    }
}
