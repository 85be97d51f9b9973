import ApusDiagnostics
import ApusMigration
import ApusSchema
import Foundation
import Testing

/// Every cell of the table of conversions, at its edges.
@Suite("Conversions, cell by cell")
struct ConversionCellTests {
    @Test("Values at the edges become what they must") func cells() throws {
        for cell in try ConversionCells.all() {
            let conversion: Conversion = cell.conversion
            let name = "\(conversion.from.rawValue) to \(conversion.to.rawValue), \(conversion.name)"
            for example in cell.examples {
                do throws(ConversionFailure) {
                    let result: StoredValue = try conversion(example.value)
                    #expect(result.notation == example.result?.notation, "\(name) of \(example.value.notation)")
                } catch {
                    #expect(error.reason.predicate == example.problem, "\(name) of \(example.value.notation)")
                }
            }
        }
    }

    @Test("Every conversion is shown, and every reason that it can fail for") func completeness() throws {
        var shown: [Conversion: Set<String>] = [:]
        for cell in try ConversionCells.all() {
            for example in cell.examples {
                do throws(ConversionFailure) {
                    _ = try cell.conversion(example.value)
                    shown[cell.conversion, default: []].formUnion([])
                } catch {
                    shown[cell.conversion, default: []].insert(error.reason.summary)
                }
            }
        }
        for from in ScalarType.allCases {
            for to in ScalarType.allCases {
                for conversion in Conversion.conversions(from: from, to: to) {
                    let name = "\(from.rawValue) to \(to.rawValue), \(conversion.name)"
                    var words: String = conversion.failure ?? ""
                    #expect(shown[conversion] != nil, "\(name)")
                    for summary in (shown[conversion] ?? []).sorted(by: { $0.count > $1.count }) {
                        words = words.replacing(summary, with: "")
                    }
                    #expect(words.replacing(" or ", with: "").replacing(", ", with: "") == "", "\(name)")
                }
            }
        }
    }

    @Test("Of two types, the conversions with a meaning")
    func meanings() {
        func names(_ from: ScalarType, _ to: ScalarType) -> String {
            Conversion.conversions(from: from, to: to).map(\.name).joined(separator: " ")
        }
        #expect(names(.int16, .int32) == "exact")
        #expect(names(.int64, .int16) == "exact clamped")
        #expect(names(.double, .int64) == "exact rounded truncated floor ceiling")
        #expect(names(.double, .decimal) == "exact digits")
        #expect(names(.decimal, .float) == "exact digits nearest")
        #expect(names(.double, .float) == "exact nearest")
        #expect(names(.int64, .bool) == "exact nonZero")
        #expect(names(.string, .int32) == "exact parsed")
        #expect(names(.string, .data) == "exact base64 hex")
        #expect(names(.date, .string) == "text")
        #expect(names(.date, .double) == "secondsSince1970 millisecondsSince1970 secondsSince2001")
        #expect(names(.int32, .date) == "secondsSince1970 secondsSince2001")
        #expect(names(.date, .bool) == "" && names(.uuid, .int64) == "" && names(.url, .data) == "")
        #expect(names(.date, .float) == "" && names(.int16, .date) == "" && names(.bool, .date) == "")
    }

    @Test("Inferred conversions, by source") func inferred() {
        let expected: [ScalarType: [ScalarType]] = [
            .int16: [.int16, .int32, .int64, .decimal, .double, .float, .string],
            .int32: [.int32, .int64, .decimal, .double, .string],
            .int64: [.int64, .decimal, .string],
            .decimal: [.decimal, .string],
            .double: [.double, .string],
            .float: [.double, .float, .string],
            .string: [.string, .data],
            .bool: [.int16, .int32, .int64, .decimal, .double, .float, .bool],
            .date: [.date], .data: [.data], .uuid: [.string, .data, .uuid], .url: [.string, .url],
        ]
        for from in ScalarType.allCases {
            #expect(
                ScalarType.allCases.filter { Conversion.inferred(from: from, to: $0) != nil } == expected[from],
                "\(from)"
            )
        }
    }

    @Test(
        "A stored value that is none of its type is said to be, and never guessed at",
        arguments: [
            ("int16", "string", "40000", "'40000' is not a valid int16, although it is stored as one"),
            ("int32", "int64", "\"5\"", "'5' is not a valid int32, although it is stored as one"),
            ("int64", "string", "5.0", "'5.0' is not a valid int64, although it is stored as one"),
            ("bool", "int16", "2", "'2' is not a valid bool, although it is stored as one"),
            ("double", "string", "5", "'5' is not a valid double, although it is stored as one"),
            ("double", "string", "nan", "'nan' is not a valid double, although it is stored as one"),
            ("float", "double", "0.1", "'0.1' is not a valid float, although it is stored as one"),
            ("float", "double", "nan", "'nan' is not a valid float, although it is stored as one"),
            ("date", "string", "inf", "'inf' is not a valid date, although it is stored as one"),
            ("date", "double", "nan", "'nan' is not a valid date, although it is stored as one"),
            ("decimal", "string", "\"1.50\"", "'1.50' is not a valid decimal, although it is stored as one"),
            ("decimal", "int16", "\"NaN\"", "'NaN' is not a valid decimal, although it is stored as one"),
            ("decimal", "int16", "5", "'5' is not a valid decimal, although it is stored as one"),
            ("string", "data", "x'ff'", "'ff' (1 byte) is not a valid string, although it is stored as one"),
            (
                "uuid", "string", "x'00112233445566'",
                "'00112233445566' (7 bytes) is not a valid uuid, although it is stored as one"
            ),
            (
                "uuid", "data", "x'00112233445566778899aabbccddeeff00'",
                "'00112233445566778899aabbccddeeff…' (17 bytes) is not a valid uuid, although it is stored as one"
            ),
            ("url", "string", "\"a b\"", "'a b' is not a valid url, although it is stored as one"),
            ("data", "data", "\"\"", "'' is not a valid data, although it is stored as one"),
        ]
    )
    func strangers(from: String, to: String, notation: String, message: String) throws {
        let from = try #require(ScalarType(rawValue: from))
        let to = try #require(ScalarType(rawValue: to))
        let conversion = try #require(Conversion.inferred(from: from, to: to) ?? .conversions(from: from, to: to).first)
        let value = try #require(StoredValue(notation: notation))
        do throws(ConversionFailure) {
            let result = try conversion(value)
            Issue.record("\(result.notation)")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test("A failure shows the begin of a long value, and nothing that steers a terminal") func messages() throws {
        let number = try #require(Conversion("parsed", from: .string, to: .int64))
        let long = String(repeating: "é", count: 41)
        #expect(message(number, .text("a\u{1B}[2J\nb")) == "'a\\u{1B}[2J\\u{A}b' is not a valid int64")
        #expect(message(number, .text(long)) == "'\(long.dropLast())…' is not a valid int64")
        #expect(message(number, .text(String(long.dropLast()))) == "'\(long.dropLast())' is not a valid int64")
        // A letter may have any number of marks.
        let marks = "e" + String(repeating: "\u{301}", count: 5000)
        #expect(message(number, .text(marks)).utf8.count < 200)
        let text = try #require(Conversion(.exact, from: .data, to: .string))
        #expect(message(text, .blob(Data([0xFF]))) == "'ff' (1 byte) is not valid UTF-8")
    }

    private func message(_ conversion: Conversion, _ value: StoredValue) -> String {
        do throws(ConversionFailure) { return try conversion(value).notation } catch { return error.description }
    }

    @Test(
        "Names that mean nothing for two types are none",
        arguments: [
            ("exactOrNull", "int16", "int32"), ("rounded", "int64", "int16"), ("OrNull", "string", "int16"),
            ("parsed", "int16", "string"), ("nearest", "int16", "float"), ("Exact", "int16", "int32"),
            ("", "int16", "int32"),
            ("roundedOrNullOrNull", "double", "int16"), ("clamped", "int16", "int32"), ("base64", "data", "data"),
            ("secondsSince1970", "date", "date"), ("millisecondsSince1970", "date", "int32"),
            ("text", "int16", "string"),
        ]
    )
    func nameless(name: String, from: String, to: String) throws {
        let from = try #require(ScalarType(rawValue: from))
        let to = try #require(ScalarType(rawValue: to))
        #expect(Conversion(name, from: from, to: to) == nil)
    }

    @Test("What cannot be held is said in words") func failures() throws {
        func failure(_ name: String, _ from: ScalarType, _ to: ScalarType) -> String? {
            Conversion(name, from: from, to: to)?.failure
        }
        #expect(failure("exact", .int16, .int32) == nil)
        #expect(failure("exact", .int32, .int16) == "a number outside -32768...32767")
        #expect(failure("roundedOrNull", .double, .int16) == "a number outside -32768...32767")
        #expect(failure("exact", .double, .int16) == "a number with a fraction or a number outside -32768...32767")
        #expect(
            failure("parsed", .string, .int16)
                == "text that is not a valid int16, a number with a fraction or a number outside -32768...32767"
        )
    }
}
