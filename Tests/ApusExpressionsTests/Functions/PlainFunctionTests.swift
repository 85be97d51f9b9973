import ApusExpressions
import ApusStore
import Foundation
import Testing

/// What the functions with plain names compute, in memory and in SQL.
@Suite struct PlainFunctionTests {
    @Test("Exact results", arguments: examples)
    func computed(text: String, result: String) throws {
        let (expression, type) = try ColumnScope.compile(text)
        #expect(try expression.value { _ in .null }.written(as: type) == result)
        guard SQLiteDialect.full.writes(expression, leaf: { _ in true }) else { return }
        let found = try ExpressionTable().value(of: expression, in: .full, isBound: true, overNothing: true)
        #expect(found.written(as: type) == result, "SQL")
    }

    private static let examples: [(String, String)] = [
        // Texts.
        ("'a' + 'b' + 'c'", "\"abc\""), ("'a' + NIL", "NIL"), ("'a' + ('b' + '')", "\"ab\""),
        ("'e' + '\\u0301'", "\"e\u{301}\""),
        ("trim(' \\t a b\\n\\u00a0')", "\"a b\""), ("trim('')", "\"\""), ("trim(NIL)", "NIL"),
        ("trim('\\u0000 ')", "\"\\u0000\""),
        ("replace('aXbX', 'X', '--')", "\"a--b--\""), ("replace('aaa', 'aa', 'b')", "\"ba\""),
        ("replace('abc', '', 'x')", "\"abc\""), ("replace('abc', 'b', NIL)", "NIL"),
        ("replace('\\u00e9', 'e\\u0301', 'x')", "\"é\""),
        ("substring('Änne', 1)", "\"nne\""), ("substring('abc', 1, 1)", "\"b\""), ("substring('abc', -1, 2)", "\"a\""),
        ("substring('abc', 3)", "\"\""), ("substring('abc', 0, -1)", "\"\""), ("substring('abc', -5)", "\"abc\""),
        ("substring('abc', -9223372036854775808, 9223372036854775807)", "\"\""),
        ("substring('abc', 1, 9223372036854775807)", "\"bc\""),
        ("substring('abc', 9223372036854775807, 9223372036854775807)", "\"\""),
        ("substring('abc', -9223372036854775808, -9223372036854775808)", "\"\""),
        ("substring('e\\u0301x', 1, 1)", "\"\u{301}\""), ("substring('abc', NIL)", "NIL"),
        ("part('a, b, c', ', ', 1)", "\"b\""), ("part('a,,c', ',', 1)", "\"\""), ("part('a', ',', 0)", "\"a\""),
        ("part('a', ',', 1)", "NIL"), ("part('a,b', ',', -1)", "NIL"), ("part('ab', '', 0)", "\"ab\""),
        ("part('', ',', 0)", "\"\""), ("part('a', ',', 9223372036854775807)", "NIL"),
        ("text(5)", "\"5\""), ("text(1.5)", "\"1.5\""), ("text(YES)", "\"true\""), ("text('x')", "\"x\""),
        ("text(NIL)", "NIL"),
        // Choices and conversions.
        ("ifNull(NIL, 'a')", "\"a\""), ("ifNull(NIL, NIL, 2)", "2"), ("ifNull(nights, 7)", "7"),
        ("ifNull(start, 0)", "2001-01-01T00:00:00Z"),
        ("nullIf('', '')", "NIL"), ("nullIf('a', '')", "\"a\""), ("nullIf(NIL, '')", "NIL"),
        ("nullIf('a', NIL)", "\"a\""),
        ("nullIf(2, 2)", "NIL"),
        ("convert('12', 'parsed', 'int32')", "12"), ("convert('x', 'parsedOrNull', 'int32')", "NIL"),
        ("convert(2.5, 'rounded', 'int16')", "3"), ("convert(YES, 'text', 'string')", "\"true\""),
        ("convert(NIL + '', 'parsed', 'int32')", "NIL"),
        // Dates.
        ("year(CAST(0, 'NSDate'))", "2001"), ("month(CAST(-1, 'NSDate'))", "12"), ("day(CAST(-1, 'NSDate'))", "31"),
        ("hour(CAST(-1, 'NSDate'))", "23"), ("minute(CAST(90, 'NSDate'))", "1"), ("second(CAST(90.9, 'NSDate'))", "30"),
        ("weekday(CAST(0, 'NSDate'))", "2"), ("weekday(CAST(-86400, 'NSDate'))", "1"),
        ("weekday(CAST(-172800, 'NSDate'))", "7"),
        ("year(CAST(1e300, 'NSDate'))", "NIL"), ("year(CAST(252423993600, 'NSDate'))", "NIL"),
        ("year(CAST(252423993599, 'NSDate'))", "9999"),
        ("date('2024-02-29', 'yyyy-MM-dd')", "2024-02-29T00:00:00Z"), ("dateOrNull('2023-02-29', 'yyyy-MM-dd')", "NIL"),
        ("dateOrNull('31.12.2026 um 23:59', \"dd.MM.yyyy 'um' HH:mm\")", "2026-12-31T23:59:00Z"),
        ("dateOrNull('20260501123045123', 'yyyyMMddHHmmssSSS')", "2026-05-01T12:30:45.123Z"),
        ("dateOrNull('2026', 'yyyy')", "2026-01-01T00:00:00Z"), ("dateOrNull('2026-5-1', 'yyyy-MM-dd')", "NIL"),
        ("dateOrNull('2026-05-01 ', 'yyyy-MM-dd')", "NIL"),
        ("dateOrNull('2026-05-01 24:00', 'yyyy-MM-dd HH:mm')", "NIL"),
        ("date(NIL, 'yyyy')", "NIL"), ("dateOrNull('2026é07', 'yyyyéMM')", "2026-07-01T00:00:00Z"),
        ("dateText(CAST(0.5, 'NSDate'), \"yyyy-MM-dd'T'HH:mm:ss.SSS\")", "\"2001-01-01T00:00:00.500\""),
        ("dateText(CAST(0.123, 'NSDate'), 'SSS')", "\"123\""),
        ("dateText(CAST(-0.001, 'NSDate'), 'HH:mm:ss.SSS')", "\"23:59:59.999\""),
        ("dateText(CAST(0, 'NSDate'), \"HH''mm\")", "\"00'00\""), ("dateText(CAST(1e300, 'NSDate'), 'yyyy')", "NIL"),
        ("addDays(CAST(0, 'NSDate'), 31)", "2001-02-01T00:00:00Z"),
        ("addDays(CAST(0, 'NSDate'), 9223372036854775807)", "NIL"),
        ("addDays(CAST(0.5, 'NSDate'), -1)", "2000-12-31T00:00:00.500Z"),
        ("addMonths(date('2024-01-31', 'yyyy-MM-dd'), 1)", "2024-02-29T00:00:00Z"),
        ("addMonths(date('2024-03-31', 'yyyy-MM-dd'), -13)", "2023-02-28T00:00:00Z"),
        ("addMonths(CAST(0, 'NSDate'), -9223372036854775808)", "NIL"), ("addMonths(CAST(0, 'NSDate'), 120000)", "NIL"),
        // JSON.
        ("json('{\"a\": {\"b\": [1.50, \"x\"]}}', 'a.b[0]')", "\"1.50\""),
        ("json('{\"a\": {\"b\": [1.50, \"x\"]}}', 'a.b[1]')", "\"x\""),
        ("json('{\"a\": {\"b\": []}}', 'a.b')", "NIL"), ("json('{\"a\": null}', 'a')", "NIL"),
        ("json('{\"a\": true}', 'a')", "\"true\""),
        ("json('{\"a\": 1, \"a\": 2}', 'a')", "\"2\""), ("json('{\"a\": 1, \"a\": {}}', 'a')", "NIL"),
        ("json('{\"a\": 1,}', 'a')", "NIL"),
        ("json('{\"a\": 1} x', 'a')", "NIL"), ("json('5', '')", "\"5\""),
        ("json('\"\\\\u00e9\\\\ud83d\\\\ude00\"', '')", "\"é😀\""),
        ("json('\"\\\\ud83d\"', '')", "NIL"), ("json('01', '')", "NIL"), ("json('[1]', '[1]')", "NIL"),
        ("json('', '')", "NIL"),
        ("json('{\"a\": [[0, 7]]}', 'a[0][1]')", "\"7\""),
        ("json(object('b', 'x\"\\u0000', 'a', 1), 'b')", "\"x\\\"\\u0000\""),
        ("json(object('b', 1.5), 'b')", "\"1.5\""),
        ("json(object('b', NIL, 'c', YES), 'b')", "NIL"), ("json(object('c', YES), 'c')", "\"true\""),
        ("json(object('o', object('d', CAST(-5, 'NSDate'))), 'o.d')", "\"-5\""),
        ("object('b', NIL, 'c', object('d', NIL))", "NIL"),
        ("json(object('o', ifNull(NIL, object('d', 1))), 'o.d')", "\"1\""),
        ("json(object('o', TERNARY(1 == 1, object('d', 1), NIL)), 'o.d')", "\"1\""),
        ("json(object('a', convert('1.50', 'parsed', 'decimal')), 'a')", "\"1.5\""),
    ]

    @Test("An object is as JSONEncoder writes it")
    func objects() throws {
        struct Inner: Codable { var text: String }
        struct Outer: Codable {
            var number: Int64
            var isTrue: Bool
            var ratio: Double
            var at: Date
            var bytes: Data
            var id: UUID
            var inner: Inner
            var none: String?
        }
        let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let outer = Outer(
            number: -7,
            isTrue: true,
            ratio: 0.1,
            at: Date(timeIntervalSinceReferenceDate: 86400),
            bytes: Data([0, 255]),
            id: id,
            inner: Inner(text: "é\"\\\n/\u{0}")
        )
        let (expression, _) = try ColumnScope.compile(
            "object('ratio', 0.1, 'number', -7, 'none', NIL, 'isTrue', YES, 'at', CAST(86400, 'NSDate'), "
                + "'inner', object('text', name), 'id', convert('\(id.uuidString)', 'parsed', 'uuid'), "
                + "'bytes', convert('AP8=', 'base64', 'data'))"
        )
        #expect(expression.canFail && !expression.isNullable { _ in true })
        let text = try expression.value { _ in .text(outer.inner.text) }.written(as: nil)
        let stored = try expression.value { _ in .text(outer.inner.text) }
        guard case .text(let json) = stored else { return #expect(Bool(false), "\(text)") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let read = try JSONDecoder().decode(Outer.self, from: Data(json.utf8))
        #expect(try encoder.encode(read) == encoder.encode(outer))
        #expect(json.hasPrefix("{\"at\":86400,\"bytes\":\"AP8=\",\"id\":") && !json.contains("none"))
    }

    @Test("What JSON does not have stops a migration", arguments: [StoredValue.real(.infinity), .text("x")])
    func failingObject(_ value: StoredValue) throws {
        let (expression, _) = try ColumnScope.compile("object('a', ratio)")
        #expect(throws: ConversionFailure.self) { try expression.value { _ in value } }
        #expect(try expression.value(failing: .lenient) { _ in value } == .null)
    }

    @Test(
        "Calls of 'object' that do not fit",
        arguments: [
            "object()", "object('a')", "object('a', 1, 'b')", "object(name, 1)", "object('a', 1, 'a', 2)",
            "object(1, 2)", "object('o', TERNARY(1 == 1, object('d', 1), 'text'))",
        ]
    )
    func refusedObject(_ text: String) {
        #expect(throws: PredicateProblem.self) { try ColumnScope.compile(text) }
    }

    @Test("A date that does not fit its pattern stops a migration")
    func failing() throws {
        let (expression, _) = try ColumnScope.compile("date(name, 'yyyy-MM-dd')")
        #expect(expression.canFail && !SQLiteDialect.full.writes(expression) { _ in true })
        let failure = ConversionFailure(value: .text("1.5."), reason: .notOfPattern("yyyy-MM-dd"))
        #expect(throws: failure) { try expression.value { _ in .text("1.5.") } }
        #expect(failure.diagnostics.map(\.message) == ["'1.5.' is not a date of the form 'yyyy-MM-dd'"])
        #expect(try expression.value(failing: .lenient) { _ in .text("1.5.") } == .null)
        let (number, _) = try ColumnScope.compile("convert(name, 'parsed', 'int16')")
        #expect(number.canFail)
        #expect(throws: ConversionFailure.self) { try number.value { _ in .text("x") } }
    }

    @Test(
        "Types, nulls and failures are known",
        arguments: [
            ("name + ' ' + code", "string"), ("trim(name)", "string"), ("part(name, ',', 0)", "string?"),
            ("json(name, 'a')", "string?"), ("year(start)", "int64?"), ("date(name, 'yyyy')", "date!"),
            ("dateOrNull(name, 'yyyy')", "date?"), ("dateText(start, 'yyyy')", "string?"),
            ("addDays(start, 1)", "date?"),
            ("convert(name, 'parsed', 'int16')", "int16!"), ("convert(name, 'parsedOrNull', 'int16')", "int16?"),
            ("convert(nights, 'exact', 'int64')", "int64"), ("ifNull(small, nights)", "int32"),
            ("ifNull(small, 70000)", "int64"),
            ("ifNull(small, 1)", "int16"), ("ifNull(part(name, ',', 0), name)", "string"),
            ("ifNull(name, link)", "string"),
            ("ifNull(ratio, weight)", "double"), ("nullIf(name, '')", "string?"), ("nullIf(price, 0)", "decimal?"),
            ("text(nights)", "string"), ("text(isDone)", "string"), ("text(ratio)", "string"),
            ("text(price)", "string"),
        ]
    )
    func facts(text: String, fact: String) throws {
        let (expression, type) = try ColumnScope.compile(text)
        let isNullable = expression.isNullable { _ in false }
        #expect("\(type?.rawValue ?? "")\(expression.canFail ? "!" : "")\(isNullable ? "?" : "")" == fact)
        let format = try ExpressionFormat.parse(text)
        #expect(try ExpressionFormat.parse(format.text) == format)
    }

    @Test("Numbers are added as before")
    func numbers() throws {
        #expect(
            try ColumnScope.compile("nights + 1").value
                == .call(.add, [.leaf("nights"), .constant(.integer(1))], .int32)
        )
        let sum = try ColumnScope.compile("start + 60")
        #expect(sum.type == .date && sum.value == .call(.add, [.leaf("start"), .constant(.real(60))], .date))
        #expect(try ColumnScope.compile("start - start").type == .double)
        #expect(try ColumnScope.compile("nights * 1.5").type == .double)
        #expect(try ColumnScope.compile("price * 1.5").type == .decimal)
        #expect(try ColumnScope.compile("ratio + ratio").type == .double)
        #expect(try ColumnScope.compile("name + 'x' + code").value.depth == 2)
    }

    @Test("Where failures cannot be reported, functions that fail are refused")
    func withoutFailures() throws {
        _ = try ColumnScope.compile("dateOrNull(name, 'yyyy')", allowsFailures: false)
        let problem = PredicateProblem(
            at: 0,
            "only a migration can compute 'date', which can fail",
            help: ["write 'dateOrNull' for NIL instead of a failure"]
        )
        #expect(throws: problem) { try ColumnScope.compile("date(name, 'yyyy')", allowsFailures: false) }
    }
}
