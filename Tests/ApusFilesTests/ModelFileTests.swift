import ApusFiles
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@Suite("Models as YAML")
struct ModelFileTests {
    @Test("Short and long forms mean the same")
    func forms() throws {
        let short = """
            model: Trips
            entities:
              Trip:
                attributes:
                  a: string
                  b: string?
                  c: int32 = 1
                  d: string? = a b
                  e: string = " a: b "
                  f: string = ''
                  g: date = 2026-05-01
                  h: bool=true
                  i: url = https://example.org/#top
                relationships:
                  j: to Trip
                  k: to Trip?
                  l: toMany Trip
              Empty:
            """
        let long = """
            model: Trips
            entities:
              Trip:
                codegen: class
                attributes:
                  a: { type: string }
                  b: { type: string, optional: true }
                  c: { type: int32, default: 1, optional: false }
                  d: { type: string, optional: true, default: a b }
                  e:
                    type: string
                    default: " a: b "
                  f: { type: string, default: "" }
                  g: { type: date, default: 2026-05-01T00:00:00Z }
                  h: { type: bool, default: true }
                  i: { type: url, default: "https://example.org/#top" }
                relationships:
                  j: { to: Trip }
                  k: { to: Trip, optional: true }
                  l: { toMany: Trip, deleteRule: nullify }
              Empty: {}
            """
        let expected = Schema(
            model: "Trips",
            entities: [
                Entity(
                    "Trip",
                    attributes: [
                        Attribute("a", .string),
                        Attribute("b", .string, isOptional: true),
                        Attribute("c", .int32, default: .int(1)),
                        Attribute("d", .string, isOptional: true, default: .string("a b")),
                        Attribute("e", .string, default: .string(" a: b ")),
                        Attribute("f", .string, default: .string("")),
                        Attribute("g", .date, default: .date(799_286_400)),
                        Attribute("h", .bool, default: .bool(true)),
                        Attribute("i", .url, default: .url("https://example.org/#top")),
                    ],
                    relationships: [
                        .toOne("j", "Trip"), .toOne("k", "Trip", isOptional: true), .toMany("l", "Trip"),
                    ]
                ),
                Entity("Empty"),
            ]
        )
        // A value with ': ' needs YAML's own quotes around the short form.
        let quoted: String = short.replacing("e: string = \" a: b \"", with: "e: 'string = \" a: b \"'")
        for text in [quoted, long] {
            let (schema, findings) = ModelFile.read([SourceFile(path: "T.yaml", text: text)])
            #expect(findings.isEmpty)
            #expect(schema == expected)
        }
    }

    @Test(
        "An int is an int64 that is Int in Swift, in all forms",
        arguments: [
            "int? = 3", "{ type: int, optional: true, default: 3 }",
            "{ type: int64, swiftType: Int, optional: true, default: 3 }",
        ]
    )
    func ints(form: String) throws {
        let text = "model: T\nentities:\n  Trip:\n    attributes:\n      count: \(form)\n"
        let (read, findings) = ModelFile.read([SourceFile(path: "T.yaml", text: text)])
        let schema = try #require(read)
        #expect(findings.isEmpty)
        let attribute = try #require(schema.entity("Trip")?.attribute("count"))
        #expect(attribute.type == .int64 && attribute.swiftType == "Int" && attribute.defaultValue == .int(3))
        #expect(ModelFile.write(schema).contains("count: int? = 3\n"))
        #expect(String(decoding: schema.json, as: UTF8.self).contains(#""swiftType":"Int","type":"int64""#))
        #expect(try Schema(json: schema.json) == schema)
    }

    @Test("What is written is short, and in the schema's order")
    func writing() {
        let schema = Schema(
            model: "Trips",
            entities: [
                Entity(
                    "Trip",
                    originalName: "Journey",
                    codegen: .extension,
                    attributes: [
                        Attribute("order", .string),
                        Attribute("yes", .string, isOptional: true, default: .string("no")),
                        Attribute("x", .int32, default: .int(-1)),
                        Attribute("text", .string, default: .string("say \"hi\"\n")),
                        Attribute("note", .string, default: .string("a b")),
                        Attribute("hash", .string, default: .string("a #b: c")),
                        Attribute("startDate", .date, default: .date(0.5), originalName: "start_date"),
                        Attribute("photo", .data, default: .data(Data([0, 1, 2]))),
                    ],
                    relationships: [
                        .toMany("stops", "Stop", inverse: "trip", deleteRule: .cascade),
                        .toOne("next", "Trip", isOptional: true),
                        .toMany("tags", "null"),
                    ]
                ),
                Entity(
                    "Stop",
                    relationships: [.toOne("trip", "Trip", inverse: "stops", originalName: "null")]
                ),
                Entity("null"),
            ]
        )
        #expect(
            ModelFile.write(schema) == #"""
                model: Trips
                entities:
                  Trip:
                    originalName: Journey
                    codegen: extension
                    attributes:
                      order: string
                      "yes": string? = "no"
                      x: int32 = -1
                      text: { type: string, default: "say \"hi\"\n" }
                      note: string = "a b"
                      hash: { type: string, default: "a #b: c" }
                      startDate: { type: date, default: 2001-01-01T00:00:00.500Z, originalName: start_date }
                      photo: data = AAEC
                    relationships:
                      stops: { toMany: Stop, inverse: trip, deleteRule: cascade }
                      next: to Trip?
                      tags: toMany null
                  Stop:
                    relationships:
                      trip: { to: Trip, inverse: stops, originalName: "null" }
                  "null": {}

                """#
        )
    }

    @Test("Schemas survive: read(write(s)) = s, write(read(write(s))) = write(s)", arguments: TestScale.seeds(120))
    func roundTrip(seed: UInt64) throws {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        #expect(schema.validate().isEmpty, "seed \(seed)")
        let text: String = ModelFile.write(schema)
        let (read, findings) = ModelFile.read([SourceFile(path: "seed-\(seed)", text: text)])
        #expect(findings.isEmpty, "seed \(seed): \(findings)\n\(text)")
        let back: Schema = try #require(read, "seed \(seed)")
        #expect(back == schema, "seed \(seed)\n\(text)")
        // Equal texts are not always the same scalars to Swift, and -0.0 equals 0.0: the bytes are.
        #expect(back.json == schema.json, "seed \(seed)\n\(text)")
        #expect(ModelFile.write(back).utf8.elementsEqual(text.utf8), "seed \(seed)")
    }

    @Test("Several files are one schema, in the order of the files")
    func severalFiles() throws {
        let files = [
            SourceFile(path: "Trip.yaml", text: "model: T\nentities:\n  Trip: { relationships: { stop: to Stop } }\n"),
            SourceFile(path: "Stop.yaml", text: "model: T\nentities:\n  Stop:\n"),
        ]
        let (schema, findings) = ModelFile.read(files)
        #expect(findings.isEmpty)
        #expect(schema?.entities.map(\.name) == ["Trip", "Stop"])
    }
}
