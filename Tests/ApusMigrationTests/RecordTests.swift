import ApusMigration
import ApusSchema
import Foundation
import Testing

/// A stage in machine-readable form, and the changes' codes.
@Suite struct RecordTests {
    @Test func theForm() throws {
        let stage: Stage = .between(
            schema(.of("A", Attribute("x", .int16), Attribute("y", .bool), Attribute("q", .data))),
            schema(.of("A", Attribute("z", .int32, originalName: "x"))),
            accept: "A.y"
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(stage.record), as: UTF8.self)
            .replacingOccurrences(of: " : ", with: ": ")
        #expect(
            text == """
                {
                  "changes": [
                    {
                      "code": "AP204",
                      "detail": "renamed",
                      "entity": "A",
                      "kind": "attributeRenamed",
                      "subject": "x → z",
                      "verdict": "lightweight"
                    },
                    {
                      "code": "AP205",
                      "detail": "int16 → int32",
                      "entity": "A",
                      "kind": "typeChanged",
                      "subject": "z",
                      "verdict": "lightweight"
                    },
                    {
                      "code": "AP202",
                      "detail": "bool",
                      "entity": "A",
                      "kind": "attributeRemoved",
                      "subject": "y",
                      "verdict": "accepted"
                    },
                    {
                      "code": "AP202",
                      "detail": "data",
                      "entity": "A",
                      "kind": "attributeRemoved",
                      "subject": "q",
                      "verdict": "refused"
                    }
                  ],
                  "from": "1",
                  "model": "M",
                  "refusals": [
                    {
                      "code": "AP202",
                      "help": [
                        "accept the loss in Migrations/M/1-2.yaml: 'accept: [A.q]'"
                      ],
                      "message": "'A.q' is gone, and with it its values",
                      "path": "A.q"
                    }
                  ],
                  "to": "2",
                  "verdict": "refused"
                }
                """
        )
    }

    @Test func verdicts() {
        let old = schema(.of("A", Attribute("x", .int16), Attribute("y", .bool)))
        #expect(Stage.between(old, old).verdict == "lightweight")
        #expect(
            Stage.between(old, schema(.of("A", Attribute("x", .int16))), accept: "A.y").verdict
                == "lightweight, 1 loss accepted"
        )
        #expect(Stage.between(old, schema(.of("A")), accept: "A.x", "A.y").verdict == "lightweight, 2 losses accepted")
        #expect(Stage.between(old, schema(.of("A")), accept: "A.x").verdict == "refused, 1 reason")
        #expect(Stage.between(old, schema(.of("A"))).verdict == "refused, 2 reasons")
    }
}
