import ApusDiagnostics
import ApusSchema

/// Brings into the versions what a mapping model says of the way between two of them.
///
/// A value that comes from another property as it is, and an entity whose objects come from one that is gone, are renames.
/// A constant fills what needs a value. All else is for a person to write, and told.
struct MappingModelStep {
    private let model: MappingModel
    private let older: Schema
    private(set) var newer: ImportedModel.Version

    init(_ model: MappingModel, from older: ImportedModel.Version, to newer: ImportedModel.Version) {
        self.model = model
        self.older = older.schema
        self.newer = newer
        for mapping in model.entities { carryOut(mapping) }
    }

    private mutating func carryOut(_ mapping: MappingModel.EntityMapping) {
        guard let name = mapping.destination,
            let place = newer.schema.entities.firstIndex(where: { $0.name == name })
        else { return }
        if let policy = mapping.policy {
            let from: String = mapping.source.map { " from objects of '\($0)'" } ?? ""
            note("the class '\(policy)' makes objects of '\(name)'\(from)")
        }
        if let source = mapping.source, source != name { rename(source, to: place) }
        for (property, expression) in mapping.values {
            carryOut(property, expression, at: place, source: mapping.source.flatMap { older.entity($0) })
        }
    }

    private mutating func rename(_ source: String, to place: Int) {
        let entity: Entity = newer.schema.entities[place]
        let isOnly: Bool = model.entities.count { $0.source == source } == 1
        if entity.originalName == source { return }
        guard isOnly, entity.originalName == nil, older.entity(entity.name) == nil, older.entity(source) != nil,
            newer.schema.entity(source) == nil
        else { return note("objects of '\(entity.name)' are made from those of '\(source)'") }
        newer.schema.entities[place].originalName = source
    }

    private mutating func carryOut(
        _ property: String,
        _ expression: MappingExpression,
        at place: Int,
        source: Entity?
    ) {
        let entity: Entity = newer.schema.entities[place]
        let path = ElementPath(entity.name, property)
        if case .source([property]) = expression { return }
        if case .other(let text) = expression, text.contains("destinationInstances"),
            entity.relationships.contains(where: { $0.name == property })
        {
            // How every mapping model carries references over; names tell the rest.
            return
        }
        if case .source(let steps) = expression, steps.count == 1, let source,
            let number = entity.attributes.firstIndex(where: { $0.name == property })
        {
            if entity.attributes[number].originalName == steps[0] { return }
            let isRename: Bool =
                entity.attributes[number].originalName == nil && source.has(steps[0]) && !source.has(property)
                && !entity.has(steps[0])
            if isRename {
                newer.schema.entities[place].attributes[number].originalName = steps[0]
                return
            }
        }
        if case .constant(let text) = expression, source?.has(property) != true,
            entity.attributes.contains(where: { $0.name == property && !$0.isOptional && $0.defaultValue == nil })
        {
            newer.fills[path] = text
            return
        }
        note("\(path) is \(expression.text)")
    }

    private mutating func note(_ text: String) {
        if !newer.handwork.contains(text) { newer.handwork.append(text) }
    }
}

extension Entity {
    fileprivate func has(_ property: String) -> Bool { properties.contains { $0.name == property } }
}

extension ImportedModel {
    /// The same model with what mapping models say of the steps between neighbouring versions.
    func following(_ models: [MappingModel]) -> ImportedModel {
        var versions: [Version] = versions
        var findings: [Diagnostic] = diagnostics
        for model in models {
            let places: [Int?] = [model.source, model.destination].map { name in
                versions.firstIndex { $0.name == name }
            }
            let location = SourceLocation(file: model.file)
            guard let from = places[0], let to = places[1] else {
                findings.append(
                    .warning(
                        "the mapping model leads from '\(model.source)' to '\(model.destination)', which are not both "
                            + "versions of the model by themselves, and is left out",
                        at: location
                    )
                )
                continue
            }
            guard to == from + 1 else {
                findings.append(
                    .warning(
                        "the mapping model leads from '\(model.source)' to '\(model.destination)' past other versions: "
                            + "what it says is left out",
                        at: location,
                        help: ["Apus goes from version to version: see what of it a stage between them needs"]
                    )
                )
                continue
            }
            versions[to] = MappingModelStep(model, from: versions[from], to: versions[to]).newer
        }
        return ImportedModel(model: self.model, versions: versions, diagnostics: findings)
    }
}
