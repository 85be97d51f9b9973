import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusImport

/// A mapping model that goes past a version, beside those of the steps.
struct MappingModelsBesideTests {
    private static func entity(_ names: String...) -> Entity {
        Entity("X", attributes: names.map { Attribute($0, .string) })
    }

    private static func mapping(
        _ source: String,
        _ destination: String,
        _ values: (String, MappingExpression)...
    ) -> MappingModel {
        MappingModel(
            source: source,
            destination: destination,
            MappingModel.EntityMapping(
                source: "X",
                destination: "X",
                policy: nil,
                values: values.map { (property: $0.0, expression: $0.1) }
            )
        )
    }

    private static let models: [MappingModel] = [
        mapping("1", "3", ("c", .source(["a"])), ("k", .constant("direct"))),
        mapping("1", "2", ("b", .source(["a"]))),
        mapping("2", "3", ("c", .source(["b"])), ("k", .constant("steps"))),
    ]

    @Test("The steps follow theirs, in any order, and what the other one says is left to the user", arguments: 0...2)
    func beside(shift: Int) throws {
        let versions = [Self.entity("a"), Self.entity("b"), Self.entity("c", "k")].enumerated().map { index, entity in
            ImportedModel.Version(name: "\(index + 1)", schema: Schema(model: "M", entities: [entity]))
        }
        let model = ImportedModel(model: "M", versions: versions, diagnostics: [])
        let followed = model.following(Array(Self.models[shift...] + Self.models[..<shift]))
        #expect(followed.versions[1].schema.entities[0].attributes.map(\.originalName) == ["a"])
        #expect(followed.versions[2].schema.entities[0].attributes.map(\.originalName) == ["b", nil])
        #expect(followed.versions[2].fills == [ElementPath("X", "k"): "steps"])
        #expect(followed.mappingModels.count == 2)
        let warnings = followed.diagnostics.map(\.message)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("the mapping model from '1' to '3' is not carried out") == true)
        // Nothing that the stages lose is accepted.
        for index in 1...2 { #expect(followed.code(keeping: [ElementPath("X", "a")], to: index) != nil) }
        let work = (followed.versions[2].ownCode?.work ?? []).map(\.text)
        #expect(work.contains("X.k is \"direct\""))
    }
}
