import ApusSchema
import Foundation

/// The Swift of a model's history.
struct SchemaSource {
    let history: History
    let entries: [History.Entry]
    let mappings: [Mapping]
    let seedData: SeedRows?
    let schema: Schema
    let access: AccessLevel

    /// The file with the model's classes, versions and mappings.
    var file: String {
        let types = TypeNames(schema)
        let `static`: String = "\(access.modifier)static let"
        var text = SourceText()
        text.add(GeneratedFile.header(model: history.model))
        text.addImports(apus: access, usesInterface: true)
        text.gap()
        text.document("The model \(history.model): its classes, its versions and their mappings.")
        let plan = types.apus("SchemaMigrationPlan")
        text.block("nonisolated \(access.modifier)enum \(history.model)Schema: \(plan)") { text in
            text.document("The model's name.")
            text.add("\(`static`) modelName = \(stringLiteral(history.model))")
            text.gap()
            text.addEntities(of: schema, `static`, types, notingManual: true)
            text.gap()
            addRetired("\(`static`) retired: [\(types.apus("RetiredVersion"))] = [", types, to: &text)
            text.document("The released schemas, oldest first.")
            addVersions("\(`static`) versions: [\(types.apus("FrozenSchema"))] = [", types, to: &text)
            text.gap()
            addHead("\(`static`) head: \(types.apus("FrozenSchema"))?", types, to: &text)
            text.gap()
            text.document("The mappings of the stages between them.")
            addMappings("\(`static`) mappings: [\(types.apus("StageMapping"))] = [", types, to: &text)
            addSeedData(`static`, types, to: &text)
        }
        return text.contents
    }

    private func addVersions(_ head: String, _ types: TypeNames, to text: inout SourceText) {
        if entries.isEmpty {
            text.add("\(head)]")
            return
        }
        text.add(head)
        text.indented { text in
            let comma = entries.count > 1 ? "," : ""
            for entry in entries {
                add(entry.schema, "\(entry.version)", digest: entry.digest, types, to: &text, before: "", after: comma)
            }
        }
        text.add("]")
    }

    private func addRetired(_ head: String, _ types: TypeNames, to text: inout SourceText) {
        if history.retired.isEmpty { return }
        text.document("The released versions that can no longer be opened, oldest first.")
        text.add(head)
        text.indented { text in
            let comma = history.retired.count > 1 ? "," : ""
            for retired in history.retired {
                text.add("\(types.apus("RetiredVersion"))(")
                text.indented { text in
                    text.add("\(stringLiteral("\(retired.version)")),")
                    if let digest = retired.digest { text.add("digest: \(stringLiteral(digest)),") }
                    let release = retired.retirement.release
                    text.add("newest: \(stringLiteral("\(retired.retirement.newest)"))\(release == nil ? "" : ",")")
                    if let release { text.add("release: \(stringLiteral(release))") }
                }
                text.add(")\(comma)")
            }
        }
        text.add("]")
        text.gap()
    }

    private func addHead(_ declaration: String, _ types: TypeNames, to text: inout SourceText) {
        if history.hasUnreleasedHead, let head = history.head {
            text.document("The schema being edited.")
            add(head, "head", digest: nil, types, to: &text, before: "\(declaration) = ", after: "")
        } else {
            text.document("The schema being edited: none, because the newest one is released.")
            text.add("\(declaration) = nil")
        }
    }

    private func add(
        _ schema: Schema,
        _ version: String,
        digest: String?,
        _ types: TypeNames,
        to text: inout SourceText,
        before: String,
        after: String
    ) {
        text.add("\(before)\(types.apus("FrozenSchema"))(")
        text.indented { text in
            text.add("\(stringLiteral(version)),")
            if let digest { text.add("digest: \(stringLiteral(digest)),") }
            text.addJSON(String(decoding: schema.json, as: UTF8.self))
        }
        text.add(")\(after)")
    }

    /// The data is one literal, whose compilation takes no noticeable time for a hundred thousand rows; an array literal of
    /// as many elements would take hours.
    private func addSeedData(_ declaration: String, _ types: TypeNames, to text: inout SourceText) {
        guard let seedData else { return }
        let json = seedData.json
        text.gap()
        text.document("The rows that a new store begins with.")
        text.add("\(declaration) seedData: \(types.apus("SeedData"))? = \(types.apus("SeedData"))(")
        text.indented { text in
            text.add("digest: \(stringLiteral(SeedRows.digest(of: json))),")
            text.addJSON(json)
        }
        text.add(")")
    }

    private func addMappings(_ head: String, _ types: TypeNames, to text: inout SourceText) {
        // An empty direct mapping is used, too.
        let mappings = mappings.filter { mapping in
            !mapping.isEmpty || !history.areNeighbours(mapping.from, mapping.to)
        }
        if mappings.isEmpty {
            text.add("\(head)]")
            return
        }
        text.add(head)
        text.indented { text in
            let comma = mappings.count > 1 ? "," : ""
            for mapping in mappings {
                text.add("\(types.apus("StageMapping"))(")
                text.indented { text in
                    text.add("from: \(stringLiteral("\(mapping.from)")),")
                    text.add("to: \(stringLiteral(mapping.to.map { "\($0)" } ?? "head")),")
                    text.addJSON(mapping.json)
                }
                text.add(")\(comma)")
            }
        }
        text.add("]")
    }
}

extension SourceText {
    /// Adds the last argument of a call: canonical JSON, on lines of its own.
    fileprivate mutating func addJSON(_ json: String) {
        let lines = json.split(separator: "\n").map { visibleJSON(String($0)) }
        let marks = rawStringMarks(json)
        add("json: \(marks)\"\"\"")
        indented { text in
            for line in lines { text.add(line) }
            text.add("\"\"\"\(marks)")
        }
    }

    /// Adds the descriptions of all entities.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - declaration: The beginning of the declaration, before the name.
    ///   - types: The names of types.
    ///   - notingManual: Whether to comment on entities whose classes are written by hand, because the compiler reports
    ///     a missing class here.
    mutating func addEntities(
        of schema: Schema,
        _ declaration: String,
        _ types: TypeNames,
        notingManual: Bool = false
    ) {
        document("The descriptions of the entities for the runtime.")
        let head = "\(declaration) entities: [\(types.apus("EntityDescription"))] = ["
        if schema.entities.isEmpty { return add(head + "]") }
        add(head)
        indented { text in
            let comma = schema.entities.count > 1 ? "," : ""
            for entity in schema.entities {
                let note =
                    notingManual && entity.codegen == .none
                    ? "  // codegen: none. See 'apus generate --entity \(entity.name) --print'." : ""
                text.add("\(types.class(of: entity.name)).ApusEntity.description\(comma)\(note)")
            }
        }
        add("]")
    }
}
