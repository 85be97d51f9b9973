import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

struct ContentsReaderTests {
    @Test func everyScalarType() throws {
        let xml: String = modelXML(
            #"<entity name="Trip" representedClassName=".Trip" elementID="Journey" syncable="YES" codeGenerationType="category">"#,
            #"<attribute name="name" attributeType="String" syncable="YES"/>"#,
            #"<attribute name="note" optional="YES" attributeType="String" defaultValueString="a &amp; &quot;b&quot;" elementID="memo"/>"#,
            #"<attribute name="empty" attributeType="String" defaultValueString=""/>"#,
            #"<attribute name="small" attributeType="Integer 16" defaultValueString="-32768" usesScalarValueType="YES"/>"#,
            #"<attribute name="middle" attributeType="Integer 32" defaultValueString="0.0" usesScalarValueType="NO"/>"#,
            #"<attribute name="large" attributeType="Integer 64" defaultValueString="9223372036854775807"/>"#,
            #"<attribute name="price" attributeType="Decimal" defaultValueString="12.50"/>"#,
            #"<attribute name="ratio" attributeType="Double" defaultValueString="0.1"/>"#,
            #"<attribute name="weight" attributeType="Float" defaultValueString="0.1"/>"#,
            #"<attribute name="isOpen" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>"#,
            #"<attribute name="isDone" attributeType="Boolean" defaultValueString="0" transient="NO"/>"#,
            #"<attribute name="isNew" attributeType="Boolean" usesScalarValueType="YES"/>"#,
            #"<attribute name="start" attributeType="Date" defaultDateTimeInterval="-3600" usesScalarValueType="NO"/>"#,
            #"<attribute name="photo" optional="NO" attributeType="Binary"><userInfo/></attribute>"#,
            #"<attribute name="key" attributeType="UUID" defaultValueString="5F0DA7E1-0C1B-4A2D-9E64-0D9A0F2B3C4D"/>"#,
            #"<attribute name="site" optional="YES" attributeType="URI" defaultValueString="https://example.org/a?b"/>"#,
            #"<relationship name="home" maxCount="1" deletionRule="Cascade" destinationEntity="Home" inverseName="trips" inverseEntity="Home" renamingIdentifier="house"/>"#,
            #"<relationship name="next" optional="YES" minCount="1" maxCount="1" deletionRule="No Action" destinationEntity="Trip" syncable="YES"/>"#,
            #"<relationship name="all" optional="YES" toMany="YES" minCount="1" deletionRule="Deny" destinationEntity="Home" ordered="NO"/>"#,
            "</entity>",
            #"<entity name="Home" representedClassName="Home" codeGenerationType="class">"#,
            #"<relationship name="trips" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Trip" inverseName="home" inverseEntity="Trip"/>"#,
            "</entity>",
            #"<entity name="Loose" representedClassName="NSManagedObject"><userInfo/></entity>"#,
            #"<elements><element name="Trip" positionX="-54.5" positionY="-9" width="128" height="104"/></elements>"#
        )
        let result = read(xml)
        #expect(result.diagnostics.map(\.description) == [])
        let uuid: UUID = try #require(UUID(uuidString: "5F0DA7E1-0C1B-4A2D-9E64-0D9A0F2B3C4D"))
        let price: Decimal = try #require(Decimal(string: "12.5"))
        var trip = Entity(
            "Trip",
            codegen: .extension,
            attributes: [
                Attribute("name", .string),
                Attribute("note", .string, isOptional: true, default: .string(#"a & "b""#)),
                Attribute("empty", .string, default: .string("")),
                Attribute("small", .int16, default: .int(-32768)),
                Attribute("middle", .int32, default: .int(0)),
                Attribute("large", .int64, default: .int(.max)),
                Attribute("price", .decimal, default: .decimal(price)),
                Attribute("ratio", .double, default: .double(0.1)),
                Attribute("weight", .float, default: .double(Double(Float(0.1)))),
                Attribute("isOpen", .bool, default: .bool(true)),
                Attribute("isDone", .bool, default: .bool(false)),
                Attribute("isNew", .bool),
                Attribute("start", .date, default: .date(-3600)),
                Attribute("photo", .data),
                Attribute("key", .uuid, default: .uuid(uuid)),
                Attribute("site", .url, isOptional: true, default: .url("https://example.org/a?b")),
            ],
            relationships: [
                .toOne("home", "Home", inverse: "trips", deleteRule: .cascade),
                .toOne("next", "Trip", isOptional: true, deleteRule: .noAction),
                .toMany("all", "Home", deleteRule: .deny),
            ]
        )
        trip.relationships[2].minimumModelCount = 1
        let home = Entity("Home", relationships: [.toMany("trips", "Trip", inverse: "home")])
        let expected = Schema(model: "Trips", entities: [trip, home, Entity("Loose", codegen: .none)])
        #expect(result.version.schema == expected)
        #expect(
            result.version.identifiers == [
                .entity("Trip"): "Journey", .entity("Trip").element("attributes", "note"): "memo",
                .entity("Trip").element("relationships", "home"): "house",
            ]
        )
    }

    @Test func placesAreLines() throws {
        let version = read(
            tripXML(
                #"<attribute name="a" attributeType="String"/>"#,
                "",
                #"<attribute name="b" attributeType="Date"/>"#
            )
        ).version
        #expect(version.locations[.entity("Trip")]?.line == 3)
        #expect(version.locations[.entity("Trip").element("attributes", "a")]?.line == 4)
        #expect(version.locations[.entity("Trip").element("attributes", "b")]?.line == 6)
    }

    @Test func modelWithoutEntities() {
        let result = read(modelXML(#"<elements/>"#))
        #expect(result.diagnostics == [])
        #expect(result.version.schema == Schema(model: "Trips"))
    }

    @Test func allErrorsInOneGo() {
        let text: String = errors(
            in: modelXML(
                #"<entity name="Trip" parentEntity="Gone">"#,
                #"<attribute name="a" attributeType="Integer 8"/>"#,
                #"<attribute name="b" attributeType="String" defaultValue="x" optinal="YES"/>"#,
                #"<relationship name="c" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Gone"/>"#,
                "</entity>",
                #"<fetchRequest name="all" entity="Trip" resultType="9"/>"#
            )
        )
        let locations: [Substring] = text.split(separator: "\n").filter { $0.hasPrefix("contents:") }
        #expect(
            locations.map { $0.prefix(16) }
                == [
                    "contents:4: error", "contents:5: warni", "contents:5: warni", "contents:8: warni",
                    "contents:3: error",
                    "contents:6: error",
                ].map { $0.prefix(16) }
        )
    }
}
