import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The laws of models on the corpora, as they are imported.
@Suite struct CorpusModelTests {
    /// All versions of the project's own models and one of seven of the others, always the same ones; every one at night,
    /// and with `APUS_CORPORA=all`.
    @Test("A version is valid, is read as it was written, and does not differ from itself")
    func versions() throws {
        var count = 0
        var random = SplitMix64(seed: 7)
        let isWhole: Bool =
            TestScale.factor > 1 || ProcessInfo.processInfo.environment["APUS_CORPORA"] == "all"
        for model in CorpusModels.all {
            for (name, schema) in model.versions where isWhole || model.isOwn || random.chance(15) {
                count += 1
                let context = "\(model.path): \(name)"
                let errors: [String] = schema.validate().filter { $0.severity == .error }.map(\.message)
                #expect(errors == [], "\(context)")

                let text: String = ModelFile.write(schema)
                let (read, findings) = ModelFile.read([SourceFile(path: "Model.yaml", text: text)])
                #expect(findings.filter { $0.severity == .error }.map(\.message) == [], "\(context)")
                let back: Schema = try #require(read, "\(context)")
                #expect(back == schema, "\(context)")
                #expect(ModelFile.write(back).utf8.elementsEqual(text.utf8), "\(context)")

                let json: Data = schema.json
                #expect(back.json == json, "\(context)")
                let decoded = try Schema(json: json)
                #expect(decoded == schema, "\(context)")
                #expect(decoded.json == json, "\(context)")

                var shuffled: Schema = schema
                shuffled.entities = random.shuffled(shuffled.entities)
                for index in shuffled.entities.indices {
                    shuffled.entities[index].attributes = random.shuffled(shuffled.entities[index].attributes)
                    shuffled.entities[index].relationships = random.shuffled(shuffled.entities[index].relationships)
                }
                #expect(Digest.of(shuffled) == Digest.of(schema), "\(context)")

                for other in [schema, shuffled] {
                    let stage = Stage(from: schema, to: other, from: .unreleased, to: .unreleased)
                    #expect(stage.changes.map(\.name) == [], "\(context)")
                    #expect(stage.refusals.map(\.message) == [], "\(context)")
                }
            }
        }
        let total: Int = CorpusModels.all.map(\.versions.count).reduce(0, +)
        print("tried the laws of models on \(count) of \(total) versions of \(CorpusModels.all.count) models")
        #expect(count > 0)
    }

    @Test("The difference of neighbours names what is there, and is empty where the schemas mean the same")
    func neighbours() {
        for model in CorpusModels.all {
            for ((_, old), (name, new)) in zip(model.versions, model.versions.dropFirst()) {
                let context = "\(model.path): to \(name)"
                let stage = Stage(from: old, to: new, from: .unreleased, to: .unreleased)
                for change in stage.changes {
                    for path in change.namedElements {
                        #expect(old.has(path) || new.has(path), "\(context): \(change.name) of '\(path)'")
                    }
                }
                for path in stage.losses { #expect(old.has(path), "\(context): '\(path)' is lost") }
                for refusal in stage.refusals {
                    #expect(old.has(refusal.path) || new.has(refusal.path), "\(context): \(refusal.message)")
                }
                if old.means(new) { #expect(stage.changes.isEmpty, "\(context)") }
                #expect(!stage.text.isEmpty)
            }
        }
    }
}

extension Change {
    /// The elements that the change is about, by their newer or their older names.
    fileprivate var namedElements: [ElementPath] {
        [ElementPath(entity), ElementPath(entity, difference.property)]
    }
}

extension Schema {
    /// Whether there is an entity, enum or composite of that name, and in it such a property, case or part.
    fileprivate func has(_ path: ElementPath) -> Bool {
        let names: [String]
        if let entity = entity(path.entity) {
            names = ([entity] + ancestors(of: entity)).flatMap { $0.properties.map(\.name) }
        } else if let enumeration = enumeration(path.entity) {
            names = enumeration.cases.map(\.name)
        } else if let composite = composite(path.entity) {
            names = composite.attributes.map(\.name)
        } else {
            return false
        }
        return path.property.map(names.contains) ?? true
    }
}
