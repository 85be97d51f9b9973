import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// What Xcode accepts and no store depends on is read as it was meant, or left out; each time with a warning.
struct LeftOutTests {
    /// Reads an entity `Trip` with one more line, and gives the warnings, with their first note.
    private func trip(_ line: String, _ more: String...) throws -> (entity: Entity, warnings: [String]) {
        let result = read(modelXML([#"<entity name="Trip">"#, line, "</entity>"] + more))
        #expect(result.diagnostics.filter { $0.severity == .error } == [])
        let warnings = result.diagnostics.map { ([$0.message] + $0.notes.prefix(1)).joined(separator: "; ") }
        return (try #require(result.version.schema.entity("Trip")), warnings)
    }

    @Test(
        arguments: [
            ("Integer 64", "NO", .int(0), "is 'NO' and is read as '0'"),
            ("Integer 16", "YES", .int(1), "is 'YES' and is read as '1'"),
            ("Integer 32", "true", .int(1), "is 'true' and is read as '1'"),
            ("Integer 32", "1.0", .int(1), nil),
            ("Integer 32", " 7 ", .int(7), "is ' 7 ' and is read as '7'"),
            ("Integer 32", "-1.5", .int(-1), "is '-1.5' and is read as '-1'"),
            ("Integer 32", "2e3", .int(2000), nil),
            ("Integer 16", "32768", nil, "is '32768' and is left out"),
            ("Integer 16", "32768.5", nil, "is '32768.5' and is left out"),
            ("Integer 64", "9223372036854775808", nil, "is '9223372036854775808' and is left out"),
            ("Integer 64", "", nil, "is '' and is left out"),
            ("Integer 64", "many", nil, "is 'many' and is left out"),
            ("Integer 64", "1e999", nil, "is '1e999' and is left out"),
            ("Boolean", "2", .bool(true), "is '2' and is read as 'YES'"),
            ("Boolean", "true", .bool(true), "is 'true' and is read as 'YES'"),
            ("Boolean", "no", .bool(false), "is 'no' and is read as 'NO'"),
            ("Boolean", "0.0", .bool(false), nil),
            ("Boolean", "", nil, "is '' and is left out"),
            ("Double", "0", .double(0), nil),
            ("Float", "0", .double(0), nil),
            ("Float", "NO", .double(0), "is 'NO' and is read as '0.0'"),
            ("Double", "inf", nil, "is 'inf' and is left out"),
            ("Double", "0x1p3", nil, "is '0x1p3' and is left out"),
            ("Double", "1e999", nil, "is '1e999' and is left out"),
            ("Float", "1e99", nil, "is '1e99' and is left out"),
            ("Decimal", "0", .decimal(0), nil),
            ("Decimal", "YES", .decimal(1), "is 'YES' and is read as '1'"),
            ("Decimal", "1,5", nil, "is '1,5' and is left out"),
            ("Decimal", "", nil, "is '' and is left out"),
            ("Date", "0", nil, "is '0' and is left out"),
            ("Binary", "AA==", nil, "is 'AA==' and is left out"),
            ("UUID", "1", nil, "is '1' and is left out"),
            ("URI", "a b", nil, "is 'a b' and is left out"),
            ("Transformable", "a", nil, "is 'a' and is left out"),
            ("Transformable", "", nil, nil),
        ] as [(String, String, Value?, String?)]
    )
    func defaults(type: String, text: String, value: Value?, warning: String?) throws {
        let found = try trip(#"<attribute name="x" attributeType="\#(type)" defaultValueString="\#(text)"/>"#)
        #expect(found.entity.attribute("x")?.defaultValue == value)
        let expected = warning.map { "'defaultValueString' of attribute 'Trip.x' \($0)" }
        #expect(found.warnings.count == (warning == nil ? 0 : 1))
        #expect(found.warnings.first?.hasPrefix(expected ?? "") != false, "\(found.warnings)")
    }

    @Test(arguments: [
        (
            #"attributeType="String" defaultDateTimeInterval="0""#,
            ["'defaultDateTimeInterval' of attribute 'Trip.x' is '0' and is left out; expected it for a date only"]
        ),
        (
            #"attributeType="Date" defaultDateTimeInterval="nan""#,
            ["'defaultDateTimeInterval' of attribute 'Trip.x' is 'nan' and is left out; expected seconds since 2001"]
        ),
        (
            #"attributeType="Date" maxDateTimeInterval="later""#,
            ["'maxDateTimeInterval' of attribute 'Trip.x' is 'later' and is left out; expected seconds since 2001"]
        ),
        (
            #"attributeType="String" minValueString="-1""#,
            [
                "'minValueString' of attribute 'Trip.x' is '-1' and is left out; "
                    + "expected a number of characters, of at most 15 digits"
            ]
        ),
        (
            #"attributeType="Integer 16" minValueString="low""#,
            [
                "'minValueString' of attribute 'Trip.x' is 'low' and is left out; "
                    + "expected a whole number from -32768 to 32767"
            ]
        ),
        (
            #"attributeType="Integer 16" minValueString="9" maxValueString="1""#,
            [
                "'minValueString' of 'Trip.x' is left out; "
                    + "the minimum '9' of 'Trip.x' is greater than the maximum '1'"
            ]
        ),
        (
            #"attributeType="String" minValueString="9" maxValueString="1""#,
            ["'minValueString' of 'Trip.x' is left out; the length '9...1' of 'Trip.x' has a minimum above its maximum"]
        ),
        (
            #"attributeType="String" regularExpressionString="[""#,
            [
                "'regularExpressionString' of 'Trip.x' is left out; "
                    + "the pattern '[' of 'Trip.x' is not a regular expression"
            ]
        ),
        (
            #"attributeType="Integer 16" allowsExternalBinaryDataStorage="YES""#,
            [
                "'allowsExternalBinaryDataStorage' of 'Trip.x' is left out; "
                    + "'Trip.x' is int16, whose values are never large"
            ]
        ),
        (
            #"transient="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES""#,
            [
                "'allowsExternalBinaryDataStorage' of 'Trip.x' is left out; "
                    + "'transient' and 'externalStorage' of 'Trip.x' exclude each other"
            ]
        ),
        (
            #"attributeType="Date" derived="YES" derivationExpression="now()" defaultDateTimeInterval="0""#,
            [
                "'defaultValueString' of 'Trip.x' is left out; 'derived' and 'default' of 'Trip.x' exclude each other"
            ]
        ),
        (
            #"attributeType="String" optional="maybe""#,
            ["'optional' of attribute 'Trip.x' is 'maybe' and is read as 'NO'"]
        ),
        (
            #"attributeType="String" optional="true""#,
            ["'optional' of attribute 'Trip.x' is 'true' and is read as 'YES'"]
        ),
        (#"attributeType="String" optional="" syncable="" usesScalarValueType="yes""#, []),
        (#"attributeType="String" elementID="""#, []),
        (
            #"attributeType="String" elementID="a" renamingIdentifier="b""#,
            ["'renamingIdentifier' of attribute 'Trip.x' is 'b' and is left out; expected 'a', as 'elementID' says"]
        ),
        (
            #"attributeType="String" colour="red""#,
            ["'colour' of attribute 'Trip.x' is unknown to Apus and is left out"]
        ),
        (
            #"attributeType="String" defaultValue="a""#,
            ["'defaultValue' of attribute 'Trip.x' is unknown to Apus and is left out"]
        ),
        // The key that it resembles is there, so it is another one.
        (
            #"attributeType="String" optional="YES" optionals="YES""#,
            ["'optionals' of attribute 'Trip.x' is unknown to Apus and is left out"]
        ),
    ])
    func attribute(keys: String, warnings: [String]) throws {
        let found = try trip(#"<attribute name="x" \#(keys)/>"#)
        #expect(found.warnings == warnings)
        #expect(found.entity.attribute("x") != nil)
    }

    @Test func lengthsAsDecimals() throws {
        let found = try trip(
            #"<attribute name="x" attributeType="String" minValueString="2.0" maxValueString="10.0"/>"#
        )
        #expect(found.entity.attribute("x")?.length == Length(minimum: 2, maximum: 10))
        #expect(found.warnings == [])
    }

    private static let plain = Relationship.toOne("x", "Trip")

    @Test(
        arguments: [
            (#"maxCount="1""#, plain, []),
            (#"maxCount="1" deletionRule="""#, plain, []),
            (#"maxCount="1" deletionRule="nullify""#, plain, []),
            (#"maxCount="1" deletionRule="NoAction""#, .toOne("x", "Trip", deleteRule: .noAction), []),
            ("", plain, []),
            (#"maxCount="0""#, plain, ["'maxCount' of relationship 'Trip.x' is '0' and is read as '1'"]),
            (#"maxCount="5""#, plain, ["'maxCount' of relationship 'Trip.x' is '5' and is read as '1'"]),
            (
                #"maxCount="1" minCount="2""#, plain,
                ["'minCount' of relationship 'Trip.x' is '2' and is left out; expected '0' or '1'"]
            ),
            (
                #"maxCount="1" minCount="-1""#, plain,
                [
                    "'minCount' of relationship 'Trip.x' is '-1' and is left out; "
                        + "expected a whole number of at most 15 digits that is not negative"
                ]
            ),
            (
                #"toMany="YES" maxCount="1""#, .toMany("x", "Trip", isOptional: false),
                [
                    "'maxCount' of relationship 'Trip.x' is '1' and is left out; "
                        + "expected no 'maxCount' of 1 with 'toMany=\"YES\"'"
                ]
            ),
            (
                #"maxCount="1" ordered="YES""#, plain,
                ["'ordered' of 'Trip.x' is left out; 'ordered' is for to-many relationships, and 'Trip.x' is to-one"]
            ),
            (#"maxCount="1" inverseName="x""#, .toOne("x", "Trip", inverse: "x"), []),
            (
                #"maxCount="1" inverseEntity="Trip""#, plain,
                [
                    "'inverseEntity' of relationship 'Trip.x' is 'Trip' and is left out; expected an 'inverseName' beside it"
                ]
            ),
            (
                #"maxCount="1" inverseName="y" inverseEntity="Base""#, plain,
                [
                    "'inverseName' of relationship 'Trip.x' is left out; "
                        + "its 'inverseEntity' is 'Base', but the relationship points to 'Trip'"
                ]
            ),
            (
                #"maxCount="1" inverseName="y" inverseEntity="Trip""#, plain,
                [
                    "'inverseName' of 'Trip.x' is left out; "
                        + "the inverse of 'Trip.x' is 'y', but in 'Trip' there is no such relationship"
                ]
            ),
            (
                #"maxCount="1" deletionRule="Deny" deleteRule="Nullify""#, .toOne("x", "Trip", deleteRule: .deny),
                ["'deleteRule' of relationship 'Trip.x' is unknown to Apus and is left out"]
            ),
        ] as [(String, Relationship, [String])]
    )
    func relationship(keys: String, relationship: Relationship, warnings: [String]) throws {
        let found = try trip(#"<relationship name="x" destinationEntity="Trip" \#(keys)/>"#)
        #expect(found.warnings == warnings)
        #expect(found.entity.relationships == [relationship])
    }

    @Test func inverseThatIsNotMutual() throws {
        let result = read(
            tripXML(
                #"<relationship name="a" destinationEntity="Trip" maxCount="1" inverseName="b" inverseEntity="Trip"/>"#,
                #"<relationship name="b" destinationEntity="Trip" maxCount="1"/>"#
            )
        )
        #expect(
            result.diagnostics.map(\.message) == ["'Trip.a' has the inverse 'Trip.b', but that one has no inverse"]
        )
        #expect(result.version.schema.entity("Trip")?.relationship("a")?.inverse == "b")
    }

    @Test(arguments: [
        (
            #"<entity name="T" codeGenerationType="struct"/>"#,
            "'codeGenerationType' of entity 'T' is 'struct' and is left out"
        ),
        (
            #"<entity name="T"><compoundIndexes><compoundIndex><index/></compoundIndex></compoundIndexes></entity>"#,
            "'index' in a 'compoundIndex' of entity 'T' has no 'value' and is left out"
        ),
        (
            #"<entity name="T"><fetchIndex name="byA"><fetchIndexElement type="Binary"/></fetchIndex></entity>"#,
            "an element of fetch index 'T.byA' is left out"
        ),
        (
            #"<entity name="T"><fetchIndex name="byA"><fetchIndexElement property="gone"/></fetchIndex></entity>"#,
            "fetch index 'T.byA' is left out"
        ),
        (#"<entity name="T"><fetchedProperty name="p"/></entity>"#, "fetched property 'T.p' is left out"),
        (
            #"<entity name="T"><fetchedProperty name="p"><fetchRequest entity="Gone"/></fetchedProperty></entity>"#,
            "fetched property 'T.p' is left out"
        ),
        (
            #"<entity name="T"><userInfo><entry value="b"/></userInfo></entity>"#,
            "an entry of the user info of entity 'T' has no 'key' and is left out"
        ),
        (
            #"<entity name="T"><userInfo><entry key="a" value="b"/><entry key="a"/></userInfo></entity>"#,
            "'a' is twice in the user info of entity 'T', and its last value is kept"
        ),
        (
            #"<entity name="T"><method/></entity>"#,
            "the element 'method' in entity 'T' is unknown to Apus and is left out"
        ),
        (#"<entity name="T">text</entity>"#, "entity 'T' contains text, which is left out"),
        (
            #"<userInfo><entry key="a" value="b"/></userInfo>"#,
            "the element 'userInfo' in the model is unknown to Apus and is left out"
        ),
        (#"<fetchRequest name="all"/>"#, "fetch request 'all' is left out"),
        (#"<fetchRequest name="all" entity="Gone"/>"#, "fetch request 'all' is left out"),
        (
            #"<entity name="T"/><fetchRequest name="all" entity="T" predicateString="a =="/>"#,
            "fetch request 'all' is left out"
        ),
        (
            #"<entity name="T"/><fetchRequest name="all" entity="T" predicateString="gone == 1"/>"#,
            "fetch request 'all' is left out"
        ),
        (
            #"<entity name="T"/><fetchRequest name="all" entity="T" predicateString="a == $A"/>"#,
            "fetch request 'all' is left out"
        ),
        (
            #"<fetchRequest name="all" entity="T" fetchLimit="few"/><entity name="T"/>"#,
            "'fetchLimit' of fetch request 'all' is 'few' and is left out"
        ),
        (
            #"<fetchRequest name="all" entity="T" resultType="9"/><entity name="T"/>"#,
            "'resultType' of fetch request 'all' is '9' and is left out"
        ),
        (
            #"<entity name="T"/><configuration name="C"><memberEntity name="Gone"/></configuration>"#,
            "'Gone' in configuration 'C' is left out"
        ),
        (
            #"<configuration name="C"><part name="T"/></configuration>"#,
            "the element 'part' 'T' in configuration 'C' is unknown to Apus and is left out"
        ),
        (
            #"<entity name="T"><attribute name="x" attributeType="Composite" composite="C"/></entity><composite name="C"><attribute name="a" attributeType="String" transient="YES"/></composite>"#,
            "'transient' of attribute 'C.a' is left out, because a part of a composite cannot have it"
        ),
        (
            #"<entity name="T"><attribute name="a" attributeType="String"/><uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
            "the repeated constraint 'a' of 'T' is left out"
        ),
        (
            #"<entity name="T" representedClassName="a-b"/>"#,
            "'representedClassName' of 'T' is left out"
        ),
    ])
    func elementOfModel(element: String, warning: String) {
        let result = read(modelXML(element))
        #expect(result.diagnostics.map(\.message) == [warning])
        #expect(result.diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 3)])
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning && $0.help.isEmpty })
        #expect(result.version.schema.validate().filter { $0.severity == .error } == [])
        #expect(
            result.version.schema.fetchRequests.map(\.name)
                == (element.contains("=\"few\"") || element.contains("=\"9\"") ? ["all"] : [])
        )
    }

    /// The editor's drawing may contain anything.
    @Test func layout() {
        let xml = modelXML(#"<elements><element name="T" colour="red">x</element><entity name="T"/></elements>"#)
        #expect(read(xml).diagnostics == [])
    }
}
