import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The canonical JSON form.
@Suite struct SchemaJSONTests {
    /// What only stores of this model carry is told apart by its layout.
    @Test(arguments: TestScale.seeds(50))
    func readingWhatWasWritten(seed: UInt64) throws {
        let schema: Schema = SchemaGenerator.storable(seed: seed)
        let json: Data = schema.json
        let back = try Schema(json: json)
        #expect(back.difference(from: schema) == nil)
        #expect(back.json == json)
        #expect(Layout(back) == Layout(schema))
    }

    @Test func theForm() {
        let schema = Schema(
            model: "Trips",
            entities: [
                Entity(
                    "Trip",
                    originalName: "Journey",
                    codegen: .extension,
                    attributes: [
                        Attribute("name", .string), Attribute("nights", .int32, isOptional: true, default: .int(1)),
                        Attribute("start", .date, default: .date(0), originalName: "begin"),
                    ],
                    relationships: [
                        .toOne(
                            "hotel",
                            "Hotel",
                            isOptional: true,
                            inverse: "trip",
                            deleteRule: .cascade,
                            holdsKey: true
                        ),
                        .toMany("tags", "Tag", originalName: "labels"),
                    ]
                ),
                Entity("Hotel", relationships: [.toOne("trip", "Trip", inverse: "hotel")]), Entity("Tag"),
            ]
        )
        let expected: String = """
            {"entities":[{"attributes":[{"name":"name","type":"string"},\
            {"default":"1","name":"nights","optional":true,"type":"int32"},\
            {"default":"2001-01-01T00:00:00Z","name":"start","originalName":"begin","type":"date"}],\
            "codegen":"extension","name":"Trip","originalName":"Journey",\
            "relationships":[{"deleteRule":"cascade","holdsKey":true,"inverse":"trip","name":"hotel","optional":true,\
            "to":"Hotel"},{"name":"tags","originalName":"labels","toMany":"Tag"}]},\
            {"name":"Hotel","relationships":[{"inverse":"hotel","name":"trip","to":"Trip"}]},{"name":"Tag"}],\
            "model":"Trips"}
            """
        #expect(String(decoding: schema.json, as: UTF8.self) == expected)
    }

    /// The law above is as strict as the comparison that it makes.
    @Test func aDifferenceOfABitIsOne() {
        func schema(_ value: Value, _ userInfo: [String: String] = ["a": "é", "b": ""]) -> Schema {
            var entity = Entity("E", attributes: [Attribute("a", .double, default: value)])
            entity.userInfo = userInfo
            return Schema(model: "M", entities: [entity])
        }
        let one: Schema = schema(.double(0))
        #expect(one.difference(from: schema(.double(0), ["b": "", "a": "é"])) == nil)
        #expect(one == schema(.double(-0.0)) && one.difference(from: schema(.double(-0.0))) != nil)
        let decomposed: Schema = schema(.double(0), ["a": "e\u{301}", "b": ""])
        #expect(one == decomposed && one.difference(from: decomposed) != nil)
        #expect(one.difference(from: schema(.double(1))) != nil)
        #expect(one.difference(from: schema(.int(0))) != nil)
        #expect(one.difference(from: Schema(model: "M")) != nil)
    }

    @Test func theBytesOfATextAndTheOrderOfKeys() {
        var schema = Schema(model: "M")
        schema.documentation = "\0\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}\"\\/\u{85}\u{2028}é e\u{301} 🏔️"
        schema.localization = [
            "a10": "", "a9": "", "B": "", "a": "", "é": "", "z": "", "\u{FF41}": "", "\u{1F600}": "", "": "", "A": "",
            "o\u{301}": "",
        ]
        let expected: String = #"""
            {"documentation":"\u0000\b\t\n\u000b\f\r\u001f\#u{7F}\"\\/\#u{85}\#u{2028}é e\#u{301} 🏔️",\#
            "entities":[],"localization":\#
            {"":"","A":"","B":"","a":"","a10":"","a9":"","o\#u{301}":"","z":"","é":"","\#u{FF41}":"","\#u{1F600}":""},"model":"M"}
            """#
        #expect(schema.json.elementsEqual(expected.utf8), "\(String(decoding: schema.json, as: UTF8.self))")
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"model":"M"}"#, #"{"model":"M","entities":[{}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":1}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","default":"99999"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","default":1}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","codegen":"both"}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","to":"A","deleteRule":"maybe"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","to":"A","toMany":"A"}]}]}"#,
        // What a later Apus may write and this one does not know is not read past.
        #"{"model":"M","entities":[],"triggers":[]}"#,
        #"{"model":"M","entities":[{"name":"A","sharding":"B"}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","comment":"b"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","toMany":"A","sorted":true}]}]}"#,
        #"{"model":"M","entities":[],"enums":[{"name":"E","cases":[{"name":"a","rawValue":"a","old":true}]}]}"#,
        // Each value has one type, and null is none.
        #"{"model":"M","entities":[],"composites":null}"#,
        #"{"model":"M","entities":[],"documentation":null}"#,
        #"{"model":"M","entities":[],"fetchRequests":[{"name":"f"}]}"#,
        #"{"model":"M","entities":[],"fetchRequests":[{"name":"f","entity":"A","fetchLimit":-1}]}"#,
        #"{"model":"M","entities":[],"fetchRequests":[{"name":"f","entity":"A","fetchLimit":1.5}]}"#,
        #"{"model":"M","entities":[],"fetchRequests":[{"name":"f","entity":"A","variables":[["a"]]}]}"#,
        #"{"model":"M","entities":[],"fetchRequests":[{"name":"f","entity":"A","sortBy":["a b"]}]}"#,
        #"{"model":"M","entities":[],"enums":[{"name":"E","type":"int16","cases":[{"name":"a","rawValue":"a"}]}]}"#,
        #"{"model":"M","entities":[],"enums":[{"name":"E","type":"date"}]}"#,
    ])
    func noSchema(json: String) {
        #expect(throws: DecodingError.self) { try Schema(json: Data(json.utf8)) }
    }
}
