import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// What a Core Data model says besides names and scalar types.
struct ModelFeaturesTests {
    /// Reads a model that nothing is wrong with.
    private func schema(_ lines: String...) -> Schema {
        let result = read(modelXML(lines))
        #expect(result.diagnostics.map(\.description) == [])
        return result.version.schema
    }

    private func trip(_ lines: String...) throws -> Entity {
        let result = read(modelXML([#"<entity name="Trip" codeGenerationType="class">"#] + lines + ["</entity>"]))
        #expect(result.diagnostics.map(\.description) == [])
        return try #require(result.version.schema.entity("Trip"))
    }

    @Test func hierarchy() {
        let schema: Schema = schema(
            #"<entity name="Base" representedClassName="App.Root" isAbstract="YES" versionHashModifier="2" coreSpotlightDisplayNameExpression="name">"#,
            #"<attribute name="name" attributeType="String"/>"#,
            #"<userInfo><entry key="a b" value="&quot;c&quot;"/><entry key="empty"/></userInfo>"#,
            "</entity>",
            #"<entity name="Trip" representedClassName=".Trip" parentEntity="Base" codeGenerationType="category"/>"#,
            #"<entity name="Loose" representedClassName="NSManagedObject" parentEntity=""/>"#
        )
        var base = Entity("Base", codegen: .none, attributes: [Attribute("name", .string)])
        base.className = "Root"
        base.isAbstract = true
        base.hashModifier = "2"
        base.spotlightDisplayName = "name"
        base.userInfo = ["a b": "\"c\"", "empty": ""]
        #expect(
            schema.entities == [
                base, Entity("Trip", parent: "Base", codegen: .extension), Entity("Loose", codegen: .none),
            ]
        )
    }

    @Test func attributeOptions() throws {
        let trip: Entity = try trip(
            #"<attribute name="a" attributeType="Binary" allowsExternalBinaryDataStorage="YES" allowsCloudEncryption="YES"/>"#,
            #"<attribute name="b" attributeType="String" spotlightIndexingEnabled="YES" versionHashModifier="3"/>"#,
            #"<attribute name="c" attributeType="String" preservesValueInHistoryOnDeletion="YES" optional="YES"/>"#,
            #"<attribute name="d" attributeType="Boolean" transient="YES" storedInTruthFile="YES"><userInfo><entry key="k" value="v"/></userInfo></attribute>"#,
            #"<attribute name="e" attributeType="String" minValueString="1" maxValueString="80" regularExpressionString="[a-z]+"/>"#,
            #"<attribute name="f" attributeType="Decimal" minValueString="0" maxValueString="12.50"/>"#,
            #"<attribute name="g" attributeType="Integer 32" minValueString="0.0"/>"#,
            #"<attribute name="h" attributeType="Date" minDateTimeInterval="-5" maxDateTimeInterval="0.5"/>"#,
            #"<attribute name="i" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(b)"/>"#,
            #"<attribute name="j" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()"/>"#
        )
        func expected(_ name: String, _ type: AttributeType, _ change: (inout Attribute) -> Void) -> Attribute {
            var attribute = Attribute(name, type)
            change(&attribute)
            return attribute
        }
        #expect(
            trip.attributes == [
                expected("a", .data) {
                    $0.usesExternalStorage = true
                    $0.allowsCloudEncryption = true
                },
                expected("b", .string) {
                    $0.isIndexedBySpotlight = true
                    $0.hashModifier = "3"
                },
                expected("c", .string) {
                    $0.preservesValueOnDeletion = true
                    $0.isOptional = true
                },
                expected("d", .bool) {
                    $0.isTransient = true
                    $0.userInfo = ["k": "v"]
                },
                expected("e", .string) {
                    $0.length = Length(minimum: 1, maximum: 80)
                    $0.pattern = "[a-z]+"
                },
                expected("f", .decimal) {
                    $0.minimum = .decimal(0)
                    $0.maximum = .decimal(12.5)
                },
                expected("g", .int32) { $0.minimum = .int(0) },
                expected("h", .date) {
                    $0.minimum = .date(-5)
                    $0.maximum = .date(0.5)
                },
                expected("i", .string) {
                    $0.derivation = .function(.canonical, of: ["b"])
                    $0.isOptional = true
                },
                expected("j", .date) {
                    $0.derivation = .now
                    $0.isOptional = true
                },
            ]
        )
    }

    @Test(arguments: [
        (#"attributeType="Transformable""#, AttributeType.transformable, nil, nil),
        (
            #"attributeType="Transformable" customClassName="NSArray" valueTransformerName="NSSecureUnarchiveFromData""#,
            .transformable, "NSArray", "NSSecureUnarchiveFromData"
        ),
        (#"attributeType="Transformable" customClassName=".Tags""#, .transformable, "Tags", nil),
        (#"attributeType="Transformable" customClassName="App.Tags""#, .transformable, "App.Tags", nil),
        (#"attributeType="Transformable" customClassName="." valueTransformerName="""#, .transformable, nil, nil),
        (#"transient="YES""#, .undefined, "Any", nil),
        (#"transient="YES" customClassName="Cache""#, .undefined, "Cache", nil),
    ])
    func swiftTypes(keys: String, type: AttributeType, swiftType: String?, transformer: String?) throws {
        let trip: Entity = try trip(#"<attribute name="a" optional="YES" \#(keys)/>"#)
        let attribute: Attribute = try #require(trip.attribute("a"))
        #expect(attribute.type == type)
        #expect(attribute.swiftType == swiftType)
        #expect(attribute.transformer == transformer)
    }

    /// Xcode keeps what was said for another type. Saying nothing about it would hide that it goes.
    @Test(arguments: [
        (#"attributeType="String" valueTransformerName="T""#, "'valueTransformerName'", "'T'", "String"),
        (#"attributeType="Boolean" customClassName="C""#, "'customClassName'", "'C'", "Boolean"),
        (#"attributeType="UUID" minValueString="1""#, "'minValueString'", "'1'", "UUID"),
        (#"attributeType="Date" regularExpressionString="a""#, "'regularExpressionString'", "'a'", "Date"),
        (
            #"attributeType="String" derivationExpression="now()""#, "'derivationExpression'", "'now()'",
            "an attribute that is not derived"
        ),
    ])
    func leftOver(keys: String, key: String, value: String, type: String) {
        let result = read(tripXML(#"<attribute name="x" \#(keys)/>"#))
        #expect(
            result.diagnostics.map(\.description) == [
                "contents:4: warning: \(key) of attribute 'Trip.x' is \(value), which has no meaning for \(type) "
                    + "and is left out"
            ]
        )
    }

    @Test func relationshipOptions() throws {
        let trip: Entity = try trip(
            #"<relationship name="a" toMany="YES" ordered="YES" minCount="2" maxCount="5" deletionRule="Nullify" destinationEntity="Trip"/>"#,
            #"<relationship name="b" optional="YES" toMany="YES" minCount="0" maxCount="0" deletionRule="Deny" destinationEntity="Trip" versionHashModifier="2"><userInfo><entry key="k" value="v"/></userInfo></relationship>"#,
            #"<relationship name="c" optional="YES" transient="YES" minCount="1" maxCount="1" deletionRule="No Action" destinationEntity="Trip"/>"#
        )
        var first: Relationship = .toMany("a", "Trip", isOptional: false)
        first.isOrdered = true
        first.minimumModelCount = 2
        first.maximumModelCount = 5
        var second: Relationship = .toMany("b", "Trip", deleteRule: .deny)
        second.hashModifier = "2"
        second.userInfo = ["k": "v"]
        var third: Relationship = .toOne("c", "Trip", isOptional: true, deleteRule: .noAction)
        third.isTransient = true
        #expect(trip.relationships == [first, second, third])
    }

    @Test func inverseOfAParent() throws {
        let parent: String =
            #"<relationship name="home" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Home" inverseName="all" inverseEntity="Home"/>"#
        let home: String =
            #"<relationship name="all" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Trip" inverseName="home" inverseEntity="Base"/>"#
        let result = read(
            modelXML(
                #"<entity name="Base">"#,
                parent,
                "</entity>",
                #"<entity name="Trip" parentEntity="Base"/>"#,
                #"<entity name="Home">"#,
                home,
                "</entity>"
            )
        )
        #expect(result.version.schema.entity("Home")?.relationship("all")?.inverse == "home")
        #expect(!result.diagnostics.map(\.message).contains { $0.contains("inverseEntity") })
    }

    @Test func fetchIndexes() throws {
        let trip: Entity = try trip(
            #"<attribute name="name" attributeType="String"/>"#,
            #"<attribute name="x" attributeType="Float"/>"#,
            #"<fetchIndex name="byName" partialIndexPredicate="x &gt; 0">"#,
            #"<fetchIndexElement property="name" type="Binary" order="descending"/>"#,
            #"<fetchIndexElement expression="abs:(x)" expressionType="Float" type="Binary" order="ascending"/>"#,
            "</fetchIndex>",
            #"<fetchIndex name="byPlace"><fetchIndexElement property="x" type="RTree" order="ascending"/></fetchIndex>"#
        )
        #expect(
            trip.indexes == [
                Entity.Index(
                    "byName",
                    [.init(.property(["name"]), isDescending: true), .init(.expression("abs:(x)"))],
                    predicate: "x > 0"
                ),
                Entity.Index("byPlace", [.init(.property(["x"]))], kind: .rtree),
            ]
        )
    }

    /// The names are those that Xcode gives when it converts such a model.
    @Test func legacyIndexes() throws {
        let trip: Entity = try trip(
            #"<attribute name="name" attributeType="String" indexed="YES"/>"#,
            #"<attribute name="end" attributeType="Date" indexed="YES"/>"#,
            #"<attribute name="start" attributeType="Date" indexed="NO"/>"#,
            #"<relationship name="next" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Trip" indexed="YES"/>"#,
            "<compoundIndexes>",
            #"<compoundIndex><index value="name"/><index value="start"/></compoundIndex>"#,
            #"<compoundIndex><index value="start"/><index value="name"/></compoundIndex>"#,
            "<compoundIndex/>",
            "</compoundIndexes>",
            #"<fetchIndex name="byEnd"><fetchIndexElement property="end" type="Binary" order="ascending"/></fetchIndex>"#,
            #"<fetchIndex name="compoundIndex"><fetchIndexElement property="start" type="Binary" order="descending"/></fetchIndex>"#
        )
        let texts: [String] = trip.indexes.map { index in
            "\(index.name): \(index.elements.map(\.text).joined(separator: ", "))"
        }
        #expect(
            texts == [
                "byEnd: end", "compoundIndex: start desc", "byNameIndex: name", "byNextIndex: next",
                "compoundIndex1: name, start", "compoundIndex2: start, name",
            ]
        )
    }

    @Test func indexesOfToManyRelationshipsAreLeftOut() {
        let result = read(
            tripXML(
                #"<attribute name="name" attributeType="String"/>"#,
                #"<relationship name="all" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Trip" indexed="YES"/>"#,
                #"<compoundIndexes><compoundIndex><index value="name"/><index value="all"/></compoundIndex></compoundIndexes>"#
            )
        )
        #expect(result.version.schema.entity("Trip")?.indexes.map(\.name) == ["compoundIndex"])
        #expect(result.version.schema.entity("Trip")?.indexes.first?.elements == [.init("name")])
        #expect(
            result.diagnostics.map(\.description) == [
                "contents:3: warning: the index 'Trip.byAllIndex' contains 'all', a to-many relationship, which has no "
                    + "column to index and is left out",
                "contents:3: warning: the index 'Trip.compoundIndex' contains 'all', a to-many relationship, which has no "
                    + "column to index and is left out",
            ]
        )
    }

    @Test func uniquenessConstraints() throws {
        let trip: Entity = try trip(
            #"<attribute name="a" attributeType="String"/>"#,
            #"<attribute name="b" attributeType="String"/>"#,
            #"<attribute name="c" attributeType="String"/>"#,
            "<uniquenessConstraints>",
            #"<uniquenessConstraint><constraint value="a"/></uniquenessConstraint>"#,
            #"<uniquenessConstraint><constraint value="c"/><constraint value="b"/></uniquenessConstraint>"#,
            "</uniquenessConstraints>"
        )
        #expect(trip.uniquenessConstraints == [["a"], ["c", "b"]])
    }

    @Test func fetchRequests() {
        let schema: Schema = schema(
            #"<fetchRequest name="recent" entity="Trip" predicateString="name == $NAME" resultType="1" fetchLimit="10" fetchBatchSize="0" includeSubentities="YES" returnDistinctResults="YES"/>"#,
            #"<fetchRequest name="usual" entity="Trip" includeSubentities="YES" includePropertyValues="YES" includesPendingChanges="YES" returnObjectsAsFaults="YES"/>"#,
            #"<entity name="Trip">"#,
            #"<attribute name="name" attributeType="String"/>"#,
            #"<fetchedProperty name="same" optional="YES" versionHashModifier="1">"#,
            #"<fetchRequest name="fetchedPropertyFetchRequest" entity="Trip" predicateString="name == $FETCH_SOURCE.name AND name != $OTHER" fetchLimit="5"/>"#,
            #"<userInfo><entry key="k" value="v"/></userInfo>"#,
            "</fetchedProperty>",
            "</entity>"
        )
        var recent = FetchRequest("recent", "Trip", predicate: "name == $NAME")
        recent.variables = [FetchRequest.Variable("NAME", .string)]
        recent.resultType = .identifiers
        recent.fetchLimit = 10
        recent.returnsDistinctResults = true
        // Xcode writes only the switches that are on.
        recent.includesPropertyValues = false
        recent.includePendingChanges = false
        recent.returnsObjectsAsFaults = false
        #expect(schema.fetchRequests == [recent, FetchRequest("usual", "Trip")])
        var request = FetchRequest(
            "same",
            "Trip",
            predicate: "name == $FETCH_SOURCE.name AND name != $OTHER"
        )
        request.variables = [FetchRequest.Variable("OTHER", .string)]
        request.fetchLimit = 5
        var same = FetchedProperty(request)
        same.hashModifier = "1"
        same.userInfo = ["k": "v"]
        #expect(schema.entity("Trip")?.fetchedProperties == [same])
    }

    @Test(arguments: [
        ("", FetchRequest.ResultType.objects), (#"resultType="0""#, .objects), (#"resultType="1""#, .identifiers),
        (#"resultType="2""#, .dictionaries), (#"resultType="4""#, .count),
    ])
    func resultTypes(key: String, type: FetchRequest.ResultType) {
        let xml: String = modelXML(#"<fetchRequest name="all" entity="Trip" \#(key)/>"#, #"<entity name="Trip"/>"#)
        #expect(read(xml).version.schema.fetchRequests.map(\.resultType) == [type])
    }

    @Test func composites() {
        let schema: Schema = schema(
            #"<entity name="Trip">"#,
            #"<attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>"#,
            "</entity>",
            #"<composite name="Place">"#,
            #"<attribute name="city" attributeType="String" maxValueString="80" transient="NO"/>"#,
            #"<attribute name="point" optional="YES" attributeType="Composite" composite="Point"/>"#,
            "</composite>",
            #"<composite name="Point"><attribute name="x" attributeType="Double" defaultValueString="0.0"/></composite>"#
        )
        var city = Attribute("city", .string)
        city.length = Length(maximum: 80)
        let place = Composite("Place", attributes: [city, Attribute("point", .named("Point"), isOptional: true)])
        let point = Composite("Point", attributes: [Attribute("x", .double, default: .double(0))])
        #expect(schema.composites == [place, point])
        #expect(schema.entities[0].attributes == [Attribute("place", .named("Place"), isOptional: true)])
    }

    @Test func configurationsAndVersionIdentifier() {
        let entities: String = #"<entity name="Trip"/><entity name="Log"/>"#
        let schema: Schema = schema(
            entities,
            #"<configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Trip"/></configuration>"#,
            #"<configuration name="Local"><memberEntity name="Log"/></configuration>"#
        )
        #expect(
            schema.configurations == [
                Configuration("Cloud", entities: ["Trip"], usedWithCloudKit: true),
                Configuration("Local", entities: ["Log"]),
            ]
        )
        for mark in ["YES", "true"] {
            let keys: String = #"usedWithCloudKit="\#(mark)" userDefinedModelVersionIdentifier="2.5""#
            let result = read("<model \(keys)>\(entities)</model>")
            #expect(result.diagnostics == [])
            #expect(result.version.schema.versionIdentifier == "2.5")
            #expect(
                result.version.schema.configurations == [
                    Configuration("Default", entities: ["Trip", "Log"], usedWithCloudKit: true)
                ]
            )
        }
        let plain = read(#"<model usedWithCloudKit="false" userDefinedModelVersionIdentifier=""/>"#)
        #expect(plain.diagnostics == [])
        #expect(plain.version.schema == Schema(model: "Trips"))
    }
}
