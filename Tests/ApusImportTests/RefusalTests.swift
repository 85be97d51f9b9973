import ApusDiagnostics
import Foundation
import Testing

@testable import ApusImport

/// What the import does not carry through is an error that names it, with its line.
struct RefusalTests {
    @Test(arguments: [
        ("transient=\"YES\"", "'transient' of attribute 'Trip.x' cannot be imported yet"),
        ("derived=\"YES\"", "'derived' of attribute 'Trip.x' cannot be imported yet"),
        ("derivationExpression=\"now()\"", "'derivationExpression' of attribute 'Trip.x' cannot be imported yet"),
        ("indexed=\"YES\"", "'indexed' of attribute 'Trip.x' cannot be imported yet"),
        (
            "allowsExternalBinaryDataStorage=\"YES\"",
            "'allowsExternalBinaryDataStorage' of attribute 'Trip.x' cannot be imported yet"
        ),
        ("allowsCloudEncryption=\"YES\"", "'allowsCloudEncryption' of attribute 'Trip.x' cannot be imported yet"),
        ("spotlightIndexingEnabled=\"YES\"", "'spotlightIndexingEnabled' of attribute 'Trip.x' cannot be imported yet"),
        (
            "preservesValueInHistoryOnDeletion=\"YES\"",
            "'preservesValueInHistoryOnDeletion' of attribute 'Trip.x' cannot be imported yet"
        ),
        ("minValueString=\"0\"", "'minValueString' of attribute 'Trip.x' cannot be imported yet"),
        ("regularExpressionString=\"a\"", "'regularExpressionString' of attribute 'Trip.x' cannot be imported yet"),
        ("valueTransformerName=\"T\"", "'valueTransformerName' of attribute 'Trip.x' cannot be imported yet"),
        ("customClassName=\"Y\"", "'customClassName' of attribute 'Trip.x' cannot be imported yet"),
        ("versionHashModifier=\"2\"", "'versionHashModifier' of attribute 'Trip.x' cannot be imported yet"),
        ("defaultValueString=\"a\" valueTransformerName=\"\" x=\"\"", "'x' of attribute 'Trip.x' is unknown to Apus"),
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
        let diagnostics = read(tripXML("", #"<attribute name="x" attributeType="String" \#(key)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 5)])
        #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.help.isEmpty })
    }

    @Test(arguments: [
        ("", "the undefined type of attribute 'Trip.x' cannot be imported yet"),
        (
            #"attributeType="Transformable""#,
            "'attributeType=\"Transformable\"' of attribute 'Trip.x' cannot be imported yet"
        ),
        (#"attributeType="Composite""#, "'attributeType=\"Composite\"' of attribute 'Trip.x' cannot be imported yet"),
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
        (#"toMany="YES" optional="YES" ordered="YES""#, "'ordered' of relationship 'Trip.x' cannot be imported yet"),
        (
            #"toMany="YES""#,
            "that at least one object is required (no 'optional=\"YES\"') of relationship 'Trip.x' cannot be imported yet"
        ),
        (
            #"toMany="YES" optional="YES" minCount="2""#,
            "'minCount=\"2\"' of relationship 'Trip.x' cannot be imported yet"
        ),
        (
            #"toMany="YES" optional="YES" maxCount="5""#,
            "'maxCount=\"5\"' of relationship 'Trip.x' cannot be imported yet"
        ),
        (#"toMany="YES" optional="YES" maxCount="1""#, "'maxCount' of relationship 'Trip.x' is '1'"),
        (#"optional="YES""#, "'maxCount' of relationship 'Trip.x' is missing"),
        (#"maxCount="many""#, "'maxCount' of relationship 'Trip.x' is 'many'"),
        (#"maxCount="1" minCount="2""#, "'minCount' of relationship 'Trip.x' is '2'"),
        (#"maxCount="1" transient="YES""#, "'transient' of relationship 'Trip.x' cannot be imported yet"),
        (#"maxCount="1" indexed="YES""#, "'indexed' of relationship 'Trip.x' cannot be imported yet"),
        (
            #"maxCount="1" versionHashModifier="2""#,
            "'versionHashModifier' of relationship 'Trip.x' cannot be imported yet"
        ),
        (#"maxCount="1" inverseName="y""#, "relationship 'Trip.x' has only one of 'inverseName' and 'inverseEntity'"),
        (
            #"maxCount="1" inverseName="y" inverseEntity="Base""#,
            "'inverseEntity' of relationship 'Trip.x' is 'Base', but the relationship leads to 'Trip'"
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
            "'Trip.x' leads to 'Gone', but there is no such entity"
        ),
    ])
    func incompleteRelationship(keys: String, message: String) {
        let diagnostics = read(tripXML(#"<relationship name="x" \#(keys)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
    }

    @Test(arguments: [
        (#"<entity name="T" isAbstract="YES"/>"#, "'isAbstract' of entity 'T' cannot be imported yet"),
        (#"<entity name="T" parentEntity="B"/>"#, "'parentEntity' of entity 'T' cannot be imported yet"),
        (#"<entity name="T" versionHashModifier="1"/>"#, "'versionHashModifier' of entity 'T' cannot be imported yet"),
        (#"<entity name="T" abstract="YES"/>"#, "'abstract' of entity 'T' is unknown to Apus"),
        (#"<entity name="T" codeGenerationType="struct"/>"#, "'codeGenerationType' of entity 'T' is 'struct'"),
        (
            #"<entity name="T" representedClassName="App.U"/>"#,
            "'representedClassName' of entity 'T' is 'App.U', but an entity's class bears the entity's name"
        ),
        (#"<entity representedClassName="T"/>"#, "entity '' has no 'name'"),
        (
            #"<entity name="T"><uniquenessConstraints><uniquenessConstraint/></uniquenessConstraints></entity>"#,
            "'uniquenessConstraints' of entity 'T' cannot be imported yet"
        ),
        (
            #"<entity name="T"><compoundIndexes><compoundIndex/></compoundIndexes></entity>"#,
            "'compoundIndexes' of entity 'T' cannot be imported yet"
        ),
        (
            #"<entity name="T"><fetchIndex name="byA"/></entity>"#,
            "'fetchIndex' 'byA' of entity 'T' cannot be imported yet"
        ),
        (
            #"<entity name="T"><fetchedProperty name="p"/></entity>"#,
            "'fetchedProperty' 'p' of entity 'T' cannot be imported yet"
        ),
        (
            #"<entity name="T"><userInfo><entry key="a" value="b"/></userInfo></entity>"#,
            "'userInfo' of entity 'T' cannot be imported yet"
        ),
        (#"<entity name="T"><method/></entity>"#, "the element 'method' in entity 'T' is unknown to Apus"),
        (#"<entity name="T">text</entity>"#, "entity 'T' contains text, but a model has only elements"),
        (#"<fetchRequest name="all"/>"#, "'fetchRequest' 'all' of the model cannot be imported yet"),
        (#"<configuration name="Custom"/>"#, "'configuration' 'Custom' of the model cannot be imported yet"),
        (#"<composite name="C"/>"#, "'composite' 'C' of the model cannot be imported yet"),
        (
            #"<elements><element name="T" colour="red"/></elements>"#,
            "'colour' of the layout's element 'T' is unknown to Apus"
        ),
        (#"<elements><entity name="T"/></elements>"#, "the element 'entity' 'T' in the layout is unknown to Apus"),
    ])
    func elementOfModel(element: String, message: String) {
        let diagnostics = read(modelXML(element)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 3)])
    }

    @Test func keysOfModel() {
        let xml: String =
            #"<model type="x" documentVersion="2.0" usedWithCloudKit="YES" usedWithSwiftData="YES" colour="red"/>"#
        #expect(
            read(xml).diagnostics.map(\.message) == [
                "'type' of the model is 'x'", "'documentVersion' of the model is '2.0'",
                "'colour' of the model is unknown to Apus", "'usedWithCloudKit' of the model cannot be imported yet",
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
        ("<model>\n<entity name='A'>", "contents:2: error: the file ends too early inside 'entity'"),
        (
            "<model>\n<entity>\n</model>",
            "contents:3: error: the file is broken XML: an element is closed by another one's tag"
        ),
        ("<model a='1' a='2'/>", "contents:1: error: the file is broken XML: a key is written twice in one element"),
        (
            "<model>\n&amp;&foo;</model>",
            "contents:2: error: the file is broken XML: it uses an entity that nobody defined"
        ),
        ("<model/>\n<model/>", "contents:2: error: the file is broken XML"),
        ("<!DOCTYPE m [<!ENTITY a 'b'>]>\n<model/>", "contents:1: error: a model has no document type"),
        ("<plist/>", "contents:1: error: the outermost element is 'plist', not 'model'"),
        ("bplist00", "contents:1: error: the file is broken XML"),
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
