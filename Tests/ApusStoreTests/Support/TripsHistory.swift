import ApusSchema
import Foundation

/// The example's four versions as values.
enum TripsHistory {
    static let accept: [String] = ["Trip.legacyCode"]

    static let schemas: [Schema] = (1...4).map(schema)

    private static func schema(_ version: Int) -> Schema {
        var entities: [Entity] = [trip(version), bucketListItem]
        if version >= 3 { entities.append(person) }
        entities.append(accommodation(version))
        if version >= 4 { entities.append(address) }
        return Schema(model: "Trips", entities: entities)
    }

    private static func trip(_ version: Int) -> Entity {
        let isFirst = version == 1
        var attributes: [Attribute] = [
            Attribute("name", .string),
            version < 3
                ? Attribute("destination", .string, isOptional: true)
                : Attribute("destination", .string, default: .string("Somewhere")),
            isFirst ? Attribute("start_date", .date) : Attribute("startDate", .date, originalName: "start_date"),
            isFirst ? Attribute("end_date", .date) : Attribute("endDate", .date, originalName: "end_date"),
            Attribute("nights", isFirst ? .int16 : .int32, default: .int(1)),
        ]
        attributes.append(
            version < 4
                ? Attribute("legacyCode", .string, isOptional: true) : Attribute("budget", .decimal, isOptional: true)
        )
        var relationships: [Relationship] = [
            .toOne("accommodation", "LivingAccommodation", isOptional: true, inverse: "trip", deleteRule: .cascade),
            .toMany("bucketList", "BucketListItem", inverse: "trip", deleteRule: .cascade),
        ]
        if version >= 3 { relationships.append(.toMany("travellers", "Person", inverse: "trips")) }
        return Entity("Trip", codegen: .extension, attributes: attributes, relationships: relationships)
    }

    private static let bucketListItem = Entity(
        "BucketListItem",
        attributes: [Attribute("title", .string), Attribute("isDone", .bool, default: .bool(false))],
        relationships: [.toOne("trip", "Trip", inverse: "bucketList")]
    )

    private static let person = Entity(
        "Person",
        attributes: [
            Attribute("name", .string), Attribute("email", .string, isOptional: true),
            Attribute("birthday", .date, isOptional: true),
        ],
        relationships: [.toMany("trips", "Trip", inverse: "travellers")]
    )

    private static func accommodation(_ version: Int) -> Entity {
        var relationships: [Relationship] = [
            .toOne("trip", "Trip", isOptional: true, inverse: "accommodation", holdsKey: true)
        ]
        if version >= 4 {
            relationships.append(.toOne("address", "Address", isOptional: true, inverse: "accommodations"))
        }
        return Entity(
            "LivingAccommodation",
            attributes: [Attribute("name", .string), Attribute("url", .url, isOptional: true)],
            relationships: relationships
        )
    }

    private static let address = Entity(
        "Address",
        attributes: [
            Attribute("street", .string), Attribute("city", .string),
            Attribute("country", .string, default: .string("")),
        ],
        relationships: [.toMany("accommodations", "LivingAccommodation", inverse: "address")]
    )
}
