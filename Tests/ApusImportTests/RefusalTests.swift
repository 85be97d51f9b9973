import ApusDiagnostics
import Foundation
import Testing

@testable import ApusImport

/// What the import does not understand is an error that names it, with its line.
struct RefusalTests {
    @Test(arguments: [
        ("customClassName=\"Y\" valueTransformerName=\"\" x=\"\"", "'x' of attribute 'Trip.x' is unknown to Apus"),
        ("derived=\"YES\"", "attribute 'Trip.x' has no 'derivationExpression'"),
        (
            "derived=\"YES\" derivationExpression=\"median:(a)\"",
            "'derivationExpression' of attribute 'Trip.x' is 'median:(a)'"
        ),
        ("minValueString=\"-1\"", "'minValueString' of attribute 'Trip.x' is '-1'"),
        ("maxValueString=\"many\"", "'maxValueString' of attribute 'Trip.x' is 'many'"),
        ("transient=\"maybe\"", "'transient' of attribute 'Trip.x' is 'maybe'"),
        ("optional=\"maybe\"", "'optional' of attribute 'Trip.x' is 'maybe'"),
        ("usesScalarValueType=\"yes\"", "'usesScalarValueType' of attribute 'Trip.x' is 'yes'"),
        ("syncable=\"\"", "'syncable' of attribute 'Trip.x' is ''"),
        ("elementID=\"\"", "the renaming identifier of attribute 'Trip.x' is empty or given twice"),
        (
            "elementID=\"a\" renamingIdentifier=\"b\"",
            "the renaming identifier of attribute 'Trip.x' is empty or given twice"
        ),
        ("defaultValue=\"a\"", "'defaultValue' of attribute 'Trip.x' is unknown to Apus"),
        ("defaultDateTimeInterval=\"0\"", "'defaultDateTimeInterval' of attribute 'Trip.x' is '0'"),
    ])
    func keyOfAttribute(key: String, message: String) {
        let xml: String = tripXML("", #"<attribute name="x" attributeType="String" \#(key)/>"#)
        let diagnostics = read(xml).diagnostics.filter { $0.severity == .error }
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 5)])
        #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.help.isEmpty })
    }

    @Test(arguments: [
        (#"attributeType="Composite""#, "attribute 'Trip.x' has no 'composite'"),
        (
            #"attributeType="Transformable" defaultValueString="a""#,
            "'defaultValueString' of attribute 'Trip.x' is 'a'"
        ),
        (#"attributeType="Integer 16" minValueString="low""#, "'minValueString' of attribute 'Trip.x' is 'low'"),
        (
            #"attributeType="Date" maxDateTimeInterval="later""#,
            "'maxDateTimeInterval' of attribute 'Trip.x' is 'later'"
        ),
        (#"attributeType="Integer 8""#, "'attributeType' of attribute 'Trip.x' is 'Integer 8'"),
        (
            #"attributeType="Integer 16" defaultValueString="32768""#,
            "'defaultValueString' of attribute 'Trip.x' is '32768'"
        ),
        (
            #"attributeType="Integer 32" defaultValueString="1.5""#,
            "'defaultValueString' of attribute 'Trip.x' is '1.5'"
        ),
        (
            #"attributeType="Integer 64" defaultValueString="9223372036854775808""#,
            "'defaultValueString' of attribute 'Trip.x' is '9223372036854775808'"
        ),
        (#"attributeType="Integer 64" defaultValueString="NO""#, "'defaultValueString' of attribute 'Trip.x' is 'NO'"),
        (#"attributeType="Integer 64" defaultValueString="""#, "'defaultValueString' of attribute 'Trip.x' is ''"),
        (#"attributeType="Boolean" defaultValueString="2""#, "'defaultValueString' of attribute 'Trip.x' is '2'"),
        (#"attributeType="Boolean" defaultValueString="true""#, "'defaultValueString' of attribute 'Trip.x' is 'true'"),
        (#"attributeType="Double" defaultValueString="inf""#, "'defaultValueString' of attribute 'Trip.x' is 'inf'"),
        (
            #"attributeType="Double" defaultValueString="1e999""#,
            "'defaultValueString' of attribute 'Trip.x' is '1e999'"
        ),
        (#"attributeType="Float" defaultValueString="1e99""#, "'defaultValueString' of attribute 'Trip.x' is '1e99'"),
        (
            #"attributeType="Double" defaultValueString="0x1p3""#,
            "'defaultValueString' of attribute 'Trip.x' is '0x1p3'"
        ),
        (#"attributeType="Decimal" defaultValueString="1,5""#, "'defaultValueString' of attribute 'Trip.x' is '1,5'"),
        (#"attributeType="Date" defaultValueString="0""#, "'defaultValueString' of attribute 'Trip.x' is '0'"),
        (
            #"attributeType="Date" defaultDateTimeInterval="nan""#,
            "'defaultDateTimeInterval' of attribute 'Trip.x' is 'nan'"
        ),
        (#"attributeType="Binary" defaultValueString="AA==""#, "'defaultValueString' of attribute 'Trip.x' is 'AA=='"),
        (#"attributeType="UUID" defaultValueString="1""#, "'defaultValueString' of attribute 'Trip.x' is '1'"),
    ])
    func typeOrDefault(keys: String, message: String) {
        let diagnostics = read(tripXML(#"<attribute name="x" \#(keys)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 4)])
    }

    @Test(arguments: [
        (#"toMany="YES" optional="YES" maxCount="1""#, "'maxCount' of relationship 'Trip.x' is '1'"),
        (#"optional="YES""#, "'maxCount' of relationship 'Trip.x' is missing"),
        (#"maxCount="0""#, "'maxCount' of relationship 'Trip.x' is '0'"),
        (#"maxCount="many""#, "'maxCount' of relationship 'Trip.x' is 'many'"),
        (#"maxCount="1" minCount="2""#, "'minCount' of relationship 'Trip.x' is '2'"),
        (#"maxCount="1" minCount="-1""#, "'minCount' of relationship 'Trip.x' is '-1'"),
        (
            #"maxCount="1" ordered="YES""#,
            "'ordered' is for to-many relationships, and 'Trip.x' is to-one"
        ),
        (#"maxCount="1" inverseName="y""#, "relationship 'Trip.x' has only one of 'inverseName' and 'inverseEntity'"),
        (
            #"maxCount="1" inverseName="y" inverseEntity="Base""#,
            "'inverseEntity' of relationship 'Trip.x' is 'Base', but the relationship points to 'Trip'"
        ),
        (
            #"maxCount="1" inverseName="y" inverseEntity="Trip""#,
            "the inverse of 'Trip.x' is 'y', but in 'Trip' there is no such relationship"
        ),
        (#"maxCount="1" deleteRule="Deny""#, "'deleteRule' of relationship 'Trip.x' is unknown to Apus"),
    ])
    func keyOfRelationship(keys: String, message: String) {
        let xml: String = tripXML(
            #"<relationship name="x" destinationEntity="Trip" deletionRule="Nullify" \#(keys)/>"#
        )
        let diagnostics = read(xml).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 4)])
    }

    @Test(arguments: [
        (#"maxCount="1" destinationEntity="Trip""#, "relationship 'Trip.x' has no 'deletionRule'"),
        (
            #"maxCount="1" destinationEntity="Trip" deletionRule="Forget""#,
            "'deletionRule' of relationship 'Trip.x' is 'Forget'"
        ),
        (#"maxCount="1" deletionRule="Deny""#, "relationship 'Trip.x' has no 'destinationEntity'"),
        (
            #"maxCount="1" deletionRule="Deny" destinationEntity="Gone""#,
            "'Trip.x' points to 'Gone', but there is no such entity"
        ),
    ])
    func incompleteRelationship(keys: String, message: String) {
        let diagnostics = read(tripXML(#"<relationship name="x" \#(keys)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
    }

    @Test(arguments: [
        (#"<entity name="T" abstract="YES"/>"#, "'abstract' of entity 'T' is unknown to Apus"),
        (#"<entity name="T" codeGenerationType="struct"/>"#, "'codeGenerationType' of entity 'T' is 'struct'"),
        (#"<entity representedClassName="T"/>"#, "entity '' has no 'name'"),
        (
            #"<entity name="T"><uniquenessConstraints><constraint value="a"/></uniquenessConstraints></entity>"#,
            "the element 'constraint' in entity 'T' is unknown to Apus"
        ),
        (
            #"<entity name="T"><compoundIndexes><compoundIndex><index/></compoundIndex></compoundIndexes></entity>"#,
            "'index' in a 'compoundIndex' of entity 'T' has no 'value'"
        ),
        (
            #"<entity name="T"><fetchIndex name="byA"><fetchIndexElement type="Binary"/></fetchIndex></entity>"#,
            "an element of fetch index 'T.byA' has neither 'property' nor 'expression'"
        ),
        (
            #"<entity name="T"><fetchedProperty name="p"/></entity>"#,
            "fetched property 'T.p' has no 'fetchRequest'"
        ),
        (
            #"<entity name="T"><userInfo><entry value="b"/></userInfo></entity>"#,
            "an entry of the user info of entity 'T' has no 'key'"
        ),
        (
            #"<entity name="T"><userInfo><entry key="a" value="b"/><entry key="a"/></userInfo></entity>"#,
            "the user info of entity 'T' has two entries 'a'"
        ),
        (#"<entity name="T"><method/></entity>"#, "the element 'method' in entity 'T' is unknown to Apus"),
        (#"<entity name="T">text</entity>"#, "entity 'T' contains text, but a model has only elements"),
        (#"<userInfo><entry key="a" value="b"/></userInfo>"#, "the element 'userInfo' in the model is unknown to Apus"),
        (#"<fetchRequest name="all"/>"#, "fetch request 'all' has no 'entity'"),
        (
            #"<fetchRequest name="all" entity="T" fetchLimit="few"/><entity name="T"/>"#,
            "'fetchLimit' of fetch request 'all' is 'few'"
        ),
        (
            #"<fetchRequest name="all" entity="T" predicateString="a == $A"/><entity name="T"/>"#,
            "the type of '$A' in the predicate of fetch request 'all' is not clear"
        ),
        (
            #"<configuration name="C"><member name="T"/></configuration>"#,
            "the element 'member' 'T' in configuration 'C' is unknown to Apus"
        ),
        (
            #"<composite name="C"><attribute name="a" attributeType="String" transient="YES"/></composite>"#,
            "attribute 'C.a' has 'transient', which a part of a composite cannot have"
        ),
        (
            #"<elements><element name="T" colour="red"/></elements>"#,
            "'colour' of the layout's element 'T' is unknown to Apus"
        ),
        (#"<elements><entity name="T"/></elements>"#, "the element 'entity' 'T' in the layout is unknown to Apus"),
    ])
    func elementOfModel(element: String, message: String) {
        let diagnostics = read(modelXML(element)).diagnostics.filter { $0.severity == .error }
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 3)])
    }

    @Test(arguments: [100, 50_000]) func depth(levels: Int) {
        let xml = String(repeating: "<entity>", count: levels) + String(repeating: "</entity>", count: levels)
        let diagnostics = read(modelXML(xml)).diagnostics
        #expect(diagnostics.map(\.message) == ["elements are nested more than 64 levels deep"])
        #expect(diagnostics.map(\.location?.line) == [3])
    }

    @Test func keysOfModel() {
        let xml: String =
            #"<model type="x" documentVersion="2.0" usedWithCloudKit="maybe" usedWithSwiftData="YES" colour="red"/>"#
        #expect(
            read(xml).diagnostics.map(\.message) == [
                "'type' of the model is 'x'", "'documentVersion' of the model is '2.0'",
                "'usedWithCloudKit' of the model is 'maybe'",
                "'colour' of the model is unknown to Apus",
            ]
        )
    }

    @Test func nearMiss() {
        let text: String = errors(in: tripXML(#"<attribute name="x" attributeType="String" optoinal="YES"/>"#))
        #expect(
            text == """
                contents:4: error: 'optoinal' of attribute 'Trip.x' is unknown to Apus
                  help: did you mean 'optional'?
                """
        )
    }

    @Test(arguments: [
        ("", "contents: error: the file ends too early"),
        ("<model>", "contents:1: error: the file ends too early inside 'model'"),
        ("<model>\n<\0", "contents:2: error: the file has a NUL character"),
        ("<model>\n<entity name='A'>", "contents:2: error: the file ends too early inside 'entity'"),
        (
            "<model>\n<entity>\n</model>",
            "contents:3: error: invalid XML: an element has the wrong closing tag"
        ),
        ("<model a='1' a='2'/>", "contents:1: error: invalid XML: an element has the same key twice"),
        (
            "<model>\n&amp;&foo;</model>",
            "contents:2: error: invalid XML: it uses an undefined entity"
        ),
        ("<model/>\n<model/>", "contents:2: error: invalid XML"),
        ("<!DOCTYPE m [<!ENTITY a 'b'>]>\n<model/>", "contents:1: error: a model has no document type"),
        ("<plist/>", "contents:1: error: the outermost element is 'plist', not 'model'"),
        ("bplist00", "contents:1: error: invalid XML"),
    ])
    func brokenFile(text: String, message: String) {
        let text: String = errors(in: text)
        #expect(text.hasPrefix(message), "\(text)")
        #expect(text.split(separator: "\n").filter { $0.contains("error: ") }.count == 1)
    }

    @Test func brokenBytes() {
        let diagnostics = ContentsReader.read(Data([0xFF, 0xFE, 0x3C]), name: "T", file: "contents", model: "T")
            .diagnostics
        #expect(diagnostics.map(\.message) == ["the file is not text in UTF-8"])
    }
}
