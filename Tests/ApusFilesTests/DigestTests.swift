import ApusFiles
import ApusSchema
import Testing

/// Digests are the same for ever: locks and stores hold them.
@Suite struct DigestTests {
    private let schema: Schema = {
        var address = Composite("Address", attributes: [Attribute("street", .string), Attribute("city", .string)])
        address.userInfo = ["b": "", "a": "ä", "A": "1", "a10": "", "a9": ""]
        var trip = Entity(
            "Trip",
            originalName: "Journey",
            codegen: .extension,
            attributes: [
                Attribute("name", .string, default: .string("e\u{301} \"\\/\n\0")),
                Attribute("nights", .int32, isOptional: true, default: .int(-1)),
                Attribute("start", .date, default: .date(0)), Attribute("factor", .double, default: .double(-0.0)),
                Attribute("home", .named("Address"), isOptional: true),
            ],
            relationships: [.toMany("items", "Item", isOptional: false, inverse: "trip", deleteRule: .cascade)]
        )
        trip.attributes[1].minimum = .int(-1)
        trip.attributes[0].length = Length(maximum: 80)
        trip.relationships[0].maximumModelCount = 100
        trip.uniquenessConstraints = [["name", "start"], ["nights"]]
        trip.indexes = [
            Entity.Index("byStart", [.init("start desc"), .init("name")], predicate: "nights > 1"),
            Entity.Index("box", [.init("factor")], kind: .rtree),
        ]
        trip.userInfo = ["a10": "1", "a9": "2", "B": "3", "b": "4", "é": "5", "ａ": "6", "😀": "7"]
        var item = Entity("Item", parent: "Thing")
        item.relationships = [.toOne("trip", "Trip", isOptional: true, inverse: "items")]
        var thing = Entity("Thing")
        thing.isAbstract = true
        var schema = Schema(model: "Trips", entities: [trip, item, thing])
        schema.composites = [address]
        schema.enumerations = [
            Enumeration("Level", type: .int16, cases: [.init("low", .int(1)), .init("high", .int(-2))])
        ]
        var request = FetchRequest("recent", "Trip", predicate: "start >= $SINCE AND name IN $NAMES")
        request.variables = [.init("SINCE", .date), .init("NAMES", .string, isList: true)]
        request.sortBy = [SortKey(["start"], isDescending: true), SortKey(["name"])]
        schema.fetchRequests = [request]
        schema.configurations = [Configuration("Cloud", entities: ["Trip", "Item"], usedWithCloudKit: true)]
        schema.localization = ["Entity/Trip": "Reise", "Entity/Item": "", "entity/Item": "x"]
        return schema
    }()

    @Test func ofASchema() {
        #expect(Digest.of(schema) == "b4589d149c5b21c443f70531fdce8adc869cc0d6a7c85bc16f95cf90148b2c67")
        var shuffled: Schema = schema
        shuffled.entities.reverse()
        shuffled.fetchRequests[0].variables.reverse()
        shuffled.enumerations[0].cases.reverse()
        shuffled.composites[0].attributes.reverse()
        shuffled.configurations[0].entities.reverse()
        #expect(shuffled != schema)
        #expect(Digest.of(shuffled) == Digest.of(schema))
        shuffled.fetchRequests[0].sortBy.reverse()
        #expect(Digest.of(shuffled) != Digest.of(schema))
    }

    @Test func ofAnEntity() {
        #expect(Digest.of(schema.entities[0]) == "f40f9095606434584dd266a32d57a985951f9143f8da62f8a645c8109ecb1274")
        var shuffled: Entity = schema.entities[0]
        shuffled.attributes.reverse()
        shuffled.indexes.reverse()
        shuffled.uniquenessConstraints.reverse()
        #expect(Digest.of(shuffled) == Digest.of(schema.entities[0]))
        shuffled.uniquenessConstraints[1].reverse()
        #expect(Digest.of(shuffled) != Digest.of(schema.entities[0]))
        // The form of an accent and the sign of zero are part of what an entity says.
        shuffled = schema.entities[0]
        shuffled.attributes[3].defaultValue = .double(0.0)
        #expect(Digest.of(shuffled) != Digest.of(schema.entities[0]))
        shuffled = schema.entities[0]
        shuffled.attributes[0].defaultValue = .string("é \"\\/\n\0")
        #expect(Digest.of(shuffled) != Digest.of(schema.entities[0]))
    }

    /// What a release that knew fewer keys wrote into a lock.
    @Test func ofAnOlderReleasesSchema() {
        let schema = Schema(
            model: "Trips",
            entities: [
                Entity(
                    "Trip",
                    codegen: .extension,
                    attributes: [
                        Attribute("name", .string), Attribute("destination", .string, isOptional: true),
                        Attribute("start_date", .date), Attribute("end_date", .date),
                        Attribute("nights", .int16, default: .int(1)),
                        Attribute("legacyCode", .string, isOptional: true),
                    ],
                    relationships: [
                        .toOne(
                            "accommodation",
                            "LivingAccommodation",
                            isOptional: true,
                            inverse: "trip",
                            deleteRule: .cascade
                        ),
                        .toMany("bucketList", "BucketListItem", inverse: "trip", deleteRule: .cascade),
                    ]
                ),
                Entity(
                    "BucketListItem",
                    attributes: [Attribute("title", .string), Attribute("isDone", .bool, default: .bool(false))],
                    relationships: [.toOne("trip", "Trip", inverse: "bucketList")]
                ),
                Entity(
                    "LivingAccommodation",
                    attributes: [Attribute("name", .string), Attribute("url", .url, isOptional: true)],
                    relationships: [
                        .toOne("trip", "Trip", isOptional: true, inverse: "accommodation", holdsKey: true)
                    ]
                ),
            ]
        )
        #expect(Digest.of(schema) == "ec49b20dc7def8eac20dbd411501965f774616f161a4c7ab6cbe56b02534325a")
    }

    /// A dictionary has another order in each process, and with each capacity.
    @Test func theOrderOfDictionariesDoesNotCount() {
        let texts: [(String, String)] = (0..<200).map { ("key \($0)", "\($0)") }
        var entity = Entity("E")
        entity.userInfo = Dictionary(uniqueKeysWithValues: texts)
        let digest: String = Digest.of(entity)
        for capacity in [1, 300, 10_000] {
            var other = [String: String](minimumCapacity: capacity)
            for (key, text) in texts.reversed() { other[key] = text }
            entity.userInfo = other
            #expect(Digest.of(entity) == digest)
        }
    }
}
