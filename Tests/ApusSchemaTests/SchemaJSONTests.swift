import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The canonical JSON form.
@Suite struct SchemaJSONTests {
    @Test(arguments: UInt64(0)..<200)
    func readingWhatWasWritten(seed: UInt64) throws {
        let schema: Schema = SchemaGenerator.schema(seed: seed)
        try #require(schema.validate().isEmpty, "the generator made an invalid schema")
        let json: Data = schema.json
        let back = try Schema(json: json)
        #expect(back == schema)
        #expect(back.json == json)
        #expect(Layout(back) == Layout(schema))
        // Swift's == overlooks the form of an accent and the sign of zero; a store must not.
        for (entity, other) in zip(schema.entities, back.entities) {
            for (attribute, copy) in zip(entity.attributes, other.attributes) {
                #expect(attribute.defaultValue.map { $0.isSame(as: copy.defaultValue) } ?? (copy.defaultValue == nil))
            }
        }
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

    @Test(arguments: [
        "", "{}", "[]", #"{"model":"M"}"#, #"{"model":"M","entities":[{}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"text"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","default":"99999"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","default":1}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","codegen":"both"}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","to":"A","deleteRule":"maybe"}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","to":"A","toMany":"A"}]}]}"#,
        // What a later Apus may write and this one does not know is not read past.
        #"{"model":"M","entities":[],"configurations":[]}"#,
        #"{"model":"M","entities":[{"name":"A","parent":"B"}]}"#,
        #"{"model":"M","entities":[{"name":"A","attributes":[{"name":"a","type":"int16","transient":true}]}]}"#,
        #"{"model":"M","entities":[{"name":"A","relationships":[{"name":"r","toMany":"A","ordered":true}]}]}"#,
    ])
    func noSchema(json: String) {
        #expect(throws: DecodingError.self) { try Schema(json: Data(json.utf8)) }
    }
}
