import ApusSchema
import ApusStore
import Foundation
import Testing

/// No finding shows a value of an encrypted attribute.
struct RowSecretTests {
    private let bench: RowBench

    init() throws {
        func encrypted(_ name: String, _ type: AttributeType, lookup: Bool = false) -> Attribute {
            var attribute = Attribute(name, type, isOptional: true)
            (attribute.encryptionKey, attribute.allowsLookup) = ("own", lookup)
            return attribute
        }
        var email = encrypted("email", .string, lookup: true)
        email.isUnique = true
        bench = try RowBench(
            [
                Entity(
                    "Person",
                    attributes: [
                        email, encrypted("code", .int32, lookup: true), encrypted("age", .int32),
                        encrypted("status", .named("Status")), Attribute("size", .int32, isOptional: true),
                    ]
                ),
                Entity("Visit", relationships: [.toOne("person", "Person", isOptional: true)]),
            ],
            enumerations: [Enumeration("Status", cases: [Enumeration.Case("healthy", .string("h"))])]
        )
    }

    @Test func valuesOfAnotherTypeAreNotShown() {
        let found = bench.findings("age,status,size\nforty,healthi,large\n", "Person")
        #expect(
            found.map { $0.split(separator: "\n")[0] } == [
                "rows:2:1: error: 'Person.age' is ‹encrypted›, which is not an int32",
                "rows:2:7: error: ‹encrypted› is not a case of 'Status', the type of 'Person.status'",
                "rows:2:15: error: 'Person.size' is 'large', which is not an int32",
            ]
        )
        #expect(!found.joined().contains("forty") && !found.joined().contains("did you mean"), "\(found)")
    }

    @Test func valuesOfReferencesAreNotShown() throws {
        try bench.load("email,code\na@x,7\nb@x,7\n", "Person")
        let findings = [
            bench.findings("person.email\nsecret@x\n", "Visit"), bench.findings("person.code\n7\n", "Visit"),
            bench.findings("person.code\nsecret\n", "Visit"),
            bench.findings("{\"person\":{\"email\":\"secret@x\"}}\n", "Visit", as: .ndjson),
        ]
        #expect(findings.allSatisfy { $0.count == 1 && $0[0].contains("‹encrypted›") }, "\(findings)")
        #expect(findings[1].first?.contains("there are several 'Person' with code ‹encrypted›") == true)
        #expect(!findings.joined().contains { $0.contains("secret") }, "\(findings)")
    }

    @Test func theAttributeOfEqualValuesIsNamedAndNotItsLookups() throws {
        try bench.load("email\na@x\n", "Person")
        #expect(
            bench.findings("email\na@x\n", "Person") == [
                "rows:2:1: error: another object has the same 'email', which must be unique"
            ]
        )
    }
}
