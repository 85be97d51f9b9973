import ApusTestSupport
import Foundation
import Testing

@testable import ApusExpressions

/// The bytes of archives and objects as JSON, which migrations store: devices that migrate with different versions of Apus have to
/// get equal values.
struct ArchiveTextTests {
    private func json(_ object: ArchivedObject) throws -> String? {
        let data = try #require(Data(base64Encoded: object.archive))
        return try #require(KeyedArchive(data)).json
    }

    @Test func controlCharactersHaveNumbers() throws {
        let text = "\u{1}\u{8}\t\n\u{C}\r\u{1F}\"\\/ü"
        let expected = #""\u0001\u0008\u0009\u000a\u000c\u000d\u001f\"\\/ü""#
        #expect(try json(.array([.string(text)])) == "[\(expected)]")
        let object = ExpressionFunction.jsonObject([.text("string"), .text("n"), .text(text)])
        #expect(object == .text("{\"n\":\(expected)}"))
    }

    @Test func setsAndKeysAreInTheOrderOfTheirBytes() throws {
        let elements: [ArchivedObject] = [.string("b"), .string("\n"), .string("\u{1}"), .string("\"")]
        let set = ArchivedObject.object(["NSSet", "NSObject"], [("NS.objects", .elements(elements))])
        #expect(try json(set) == #"["\"","\u0001","\u000a","b"]"#)
        let dictionary = ArchivedObject.object(
            ["NSDictionary", "NSObject"],
            [
                ("NS.keys", .elements([.string("\t"), .string("\u{2}"), .string("a")])),
                ("NS.objects", .elements([.int(1), .int(2), .int(3)])),
            ]
        )
        #expect(try json(dictionary) == #"{"\u0002":2,"\u0009":1,"a":3}"#)
    }
}
