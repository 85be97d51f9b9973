import ApusMigration
import ApusSchema
import Foundation
import Testing

@_spi(Generated) @testable import Apus

/// Types of attributes of which no empty value is known.
struct EmptyValueTests {
    /// A value that cannot be made of nothing.
    private struct Opaque {
        let text: String
    }

    private enum WithoutEmptyValue: AttributeTransformer {
        static func data(from value: Opaque) throws -> Data { Data(value.text.utf8) }
        static func value(from data: Data) throws -> Opaque { Opaque(text: String(decoding: data, as: UTF8.self)) }
    }

    private enum WithEmptyValue: AttributeTransformer {
        static let emptyValue: Opaque? = Opaque(text: "none")
        static func data(from value: Opaque) throws -> Data { Data(value.text.utf8) }
        static func value(from data: Data) throws -> Opaque { Opaque(text: String(decoding: data, as: UTF8.self)) }
    }

    /// The class of tags, as if their name had a type of the app.
    private func tags(_ emptyValues: @escaping @Sendable () -> [String: Bool]) -> EntityDescription {
        EntityDescription(
            .form5,
            "Tag",
            Tag.self,
            Tag.ApusBacking.self,
            emptyValues: emptyValues,
            properties: Tag.ApusEntity.description.properties
        )
    }

    @Test func aClassWithAnAttributeOfUnknownEmptyValueIsRefused() throws {
        let schema = try FeaturesSchema.planner().state(of: .head).schema
        let refused = tags {
            [
                "name": Apus.ModelValue.hasEmpty(by: WithoutEmptyValue.self),
                "a": Apus.ModelValue.hasEmpty(by: WithEmptyValue.self),
            ]
        }
        let error = #expect(throws: ModelError.self) { try EntityClassCheck.lineage(of: refused, in: schema) }
        #expect(error == .noEmptyValue(entity: "Tag", property: "name"))
        #expect(error?.description.contains("'Tag.name' has no value for an object whose row is deleted") == true)
        let accepted = tags { ["name": Apus.ModelValue.hasEmpty(by: WithEmptyValue.self)] }
        #expect(try EntityClassCheck.lineage(of: accepted, in: schema).map(\.name) == ["Tag"])
        #expect(Apus.ModelValue.empty(by: WithEmptyValue.self).text == "none")
    }

    @Test func generatedClassesSayWhatIsToBeChecked() {
        #expect(
            Contact.ApusEntity.description.emptyValues()
                == ["colour": true, "label": true, "words": true]
        )
        #expect(Document.ApusEntity.description.emptyValues() == ["colours": true])
        #expect(Trip.ApusEntity.description.emptyValues() == [:])
    }
}
