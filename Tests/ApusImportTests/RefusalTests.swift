import ApusDiagnostics
import ApusSchema
import Foundation
import Testing

@testable import ApusImport

/// What Core Data refuses too, or a store depends on, is an error with its line.
struct RefusalTests {
    @Test(arguments: [
        (#"attributeType="String" derived="YES""#, "attribute 'Trip.x' has no 'derivationExpression'"),
        (
            #"attributeType="String" derived="YES" derivationExpression="median:(a)""#,
            "'derivationExpression' of attribute 'Trip.x' is 'median:(a)'"
        ),
        (#"attributeType="Composite""#, "attribute 'Trip.x' has no 'composite'"),
        (#"attributeType="Integer 8""#, "'attributeType' of attribute 'Trip.x' is 'Integer 8'"),
        ("", "'Trip.x' has the type undefined, so it cannot be stored"),
        (#"attributeType="Composite" composite="Gone""#, "'Gone' is not a type"),
    ])
    func attribute(keys: String, message: String) {
        let diagnostics = read(tripXML(#"<attribute name="x" \#(keys)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 4)])
        #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.help.isEmpty })
    }

    @Test(arguments: [
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
    func relationship(keys: String, message: String) {
        let diagnostics = read(tripXML(#"<relationship name="x" \#(keys)/>"#)).diagnostics
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.allSatisfy { $0.severity == .error && !$0.help.isEmpty })
    }

    @Test(arguments: [
        (#"<entity representedClassName="T"/>"#, "entity '' has no 'name'"),
        (#"<entity name="T" parentEntity="Gone"/>"#, "'T' has the parent 'Gone', but there is no such entity"),
        (#"<entity name="T"/><entity name="T"/>"#, "the entity 'T' is defined twice"),
        (
            #"<entity name="T"><uniquenessConstraints><constraint value="a"/></uniquenessConstraints></entity>"#,
            "the element 'constraint' cannot be in entity 'T'"
        ),
        (
            #"<entity name="T"><uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints></entity>"#,
            "a constraint of 'T' contains 'a', but there is no such property"
        ),
        (
            #"<entity name="T"><atribute name="a" attributeType="String"/></entity>"#,
            "the element 'atribute' 'a' in entity 'T' is unknown to Apus"
        ),
    ])
    func elementOfModel(element: String, message: String) {
        let diagnostics = read(modelXML(element)).diagnostics.filter { $0.severity == .error }
        #expect(diagnostics.map(\.message) == [message])
        #expect(diagnostics.map(\.location) == [SourceLocation(file: "contents", line: 3)])
    }

    /// Core Data ignores a key that it does not know, so what an app stored is as if it were not there.
    @Test func misspelledKeys() {
        let attribute = #"<attribute name="x" attributeType="String" optional="YES" defualtValueString="a"/>"#
        let relationship = #"<relationship name="y" maxCount="1" destinationEntity="Trip" delitionRule="Cascade"/>"#
        let (version, diagnostics) = read(tripXML(attribute, relationship))
        #expect(
            diagnostics.map(\.description) == [
                """
                contents:4: warning: 'defualtValueString' of attribute 'Trip.x' is unknown to Apus and is left out
                  help: did you mean 'defaultValueString'?
                """,
                """
                contents:5: warning: 'delitionRule' of relationship 'Trip.y' is unknown to Apus and is left out
                  help: did you mean 'deletionRule'?
                """,
            ]
        )
        #expect(version.schema.entity("Trip")?.attributes.first?.defaultValue == nil)
        let abstract = read(modelXML(#"<entity name="T" abstract="YES"/>"#))
        #expect(abstract.diagnostics.map(\.severity) == [.warning] && !abstract.version.schema.entities[0].isAbstract)
    }

    /// The help for a model of Core Data does not speak of the keys of Apus.
    @Test func helpForTheBundle() {
        #expect(
            errors(in: tripXML(#"<relationship name="x" maxCount="1" destinationEntity="Tripp"/>"#)) == """
                contents:4: error: 'Trip.x' points to 'Tripp', but there is no such entity
                  help: did you mean 'Trip'?
                  help: correct it in a copy of the model and import that, or begin with a later version: '--versions FROM..'
                """
        )
        #expect(
            errors(in: modelXML(#"<entity name="T" isAbstract="YES"/>"#)) == """
                contents:3: warning: 'T' is abstract, but has no sub-entities
                  note: it cannot have objects
                """
        )
    }

    @Test(arguments: [100, 50_000]) func depth(levels: Int) {
        let xml = String(repeating: "<entity>", count: levels) + String(repeating: "</entity>", count: levels)
        let diagnostics = read(modelXML(xml)).diagnostics
        #expect(diagnostics.map(\.message) == ["elements are nested more than 64 levels deep"])
        #expect(diagnostics.map(\.location?.line) == [3])
    }

    @Test func keysOfModel() {
        let xml: String = #"<model type="x" documentVersion="2.0"/>"#
        #expect(
            read(xml).diagnostics.map(\.message) == [
                "'type' of the model is 'x'", "'documentVersion' of the model is '2.0'",
            ]
        )
    }

    @Test func nearMiss() {
        let text: String = errors(in: tripXML(#"<attribute name="x" attributeType="String" optoinal="YES"/>"#))
        #expect(
            text == """
                contents:4: warning: 'optoinal' of attribute 'Trip.x' is unknown to Apus and is left out
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
        (
            "<!DOCTYPE m [<!ENTITY a 'b'>]>\n<model/>",
            "contents:1: error: a document type declares something, which no model does"
        ),
        (
            "<model>\n<<<<<<< HEAD\n</model>", "contents:2: error: a merge conflict is not resolved here"
        ),
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
