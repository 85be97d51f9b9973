import ApusDiagnostics
import ApusSchema

/// Applies a mapping model to the newer of its two versions.
///
/// A value that is copied from another property, and an entity whose objects come from a removed one, are renames. A
/// constant fills an attribute that needs a value. The user must write everything else by hand, so it is reported.
struct MappingModelStep {
    private let model: MappingModel
    private let code: MigrationCode
    private let older: Schema
    private(set) var newer: ImportedModel.Version
    private var work: [OwnCode.Work] = []

    init(
        _ model: MappingModel,
        from older: ImportedModel.Version,
        to newer: ImportedModel.Version,
        in code: MigrationCode = .empty
    ) {
        self.model = model
        self.code = code
        self.older = older.schema
        self.newer = newer
        for mapping in model.entities { carryOut(mapping) }
        if work.isEmpty { return }
        // A step may have several mapping models, each for some entities.
        let known = newer.ownCode
        self.newer.ownCode = OwnCode(
            location: ([known?.location].compactMap { $0 } + [location]).joined(separator: "; "),
            work: (known?.work ?? []) + work.filter { known?.work.contains($0) != true }
        )
    }

    /// Where the code of the step is.
    private var location: String {
        var policies: [String] = []
        for mapping in model.entities {
            guard let policy = mapping.policy else { continue }
            let file: SourceLocation? = mapping.policyClass.flatMap { code.policies[$0] }
            let text = "policy \(policy.shown)\(file.map { " in \($0)" } ?? ", whose file was not found")"
            if !policies.contains(text) { policies.append(text) }
        }
        return ([code.name(of: model.path).shown] + policies).joined(separator: ", ")
    }

    private mutating func carryOut(_ mapping: MappingModel.EntityMapping) {
        guard let name = mapping.destination,
            let index = newer.schema.entities.firstIndex(where: { $0.name == name })
        else {
            if let policy = mapping.policy {
                note("the class '\(policy)' reads objects of '\(mapping.source ?? mapping.destination ?? "")'", at: nil)
            }
            return
        }
        if let policy = mapping.policy {
            let from: String = mapping.source.map { " from objects of '\($0)'" } ?? ""
            note("the class '\(policy)' makes objects of '\(name)'\(from)", at: ElementPath(name))
        }
        if let source = mapping.source, source != name { rename(source, to: index) }
        for (property, expression) in mapping.values {
            carryOut(property, expression, at: index, source: mapping.source.flatMap { older.entity($0) })
        }
    }

    private mutating func rename(_ source: String, to index: Int) {
        let entity = newer.schema.entities[index]
        let isOnly: Bool = model.entities.count { $0.source == source } == 1
        if entity.originalName == source { return }
        guard isOnly, entity.originalName == nil, older.entity(entity.name) == nil, older.entity(source) != nil,
            newer.schema.entity(source) == nil
        else {
            return note("objects of '\(entity.name)' are made from those of '\(source)'", at: ElementPath(entity.name))
        }
        newer.schema.entities[index].originalName = source
    }

    private mutating func carryOut(
        _ property: String,
        _ expression: MappingExpression,
        at index: Int,
        source: Entity?
    ) {
        let entity = newer.schema.entities[index]
        let path = ElementPath(entity.name, property)
        if case .source([property]) = expression { return }
        if case .other(let text) = expression, text.contains("destinationInstances"),
            entity.relationships.contains(where: { $0.name == property })
        {
            // The usual way to map a relationship; the names are enough.
            return
        }
        if case .source(let steps) = expression, steps.count == 1, let source,
            let number = entity.attributes.firstIndex(where: { $0.name == property })
        {
            if entity.attributes[number].originalName == steps[0] { return }
            // An original name means nothing in an entity that is new.
            let isSame = entity.originalName == source.name || entity.originalName == nil && entity.name == source.name
            let isRename: Bool =
                isSame && entity.attributes[number].originalName == nil && source.has(steps[0]) && !source.has(property)
                && !entity.has(steps[0])
            if isRename {
                newer.schema.entities[index].attributes[number].originalName = steps[0]
                return
            }
        }
        if case .constant(let constant) = expression, source?.has(property) != true,
            let attribute = entity.attributes.first(where: { $0.name == property }), !attribute.isOptional,
            attribute.defaultValue == nil,
            let text = attribute.type.scalar.flatMap({ DefaultText.constant(constant, $0)?.text })
        {
            newer.fills[path] = text
            return
        }
        // What no store keeps is not to be written.
        guard ([entity] + newer.schema.ancestors(of: entity)).contains(where: { $0.keeps(property) }) else { return }
        note("\(path) is \(expression.text)", at: path)
    }

    private mutating func note(_ text: String, at path: ElementPath?) {
        let one = OwnCode.Work(path: path, text: text.shown)
        if !work.contains(one) { work.append(one) }
    }
}

extension Entity {
    fileprivate func has(_ property: String) -> Bool { properties.contains { $0.name == property } }

    /// Whether stores keep a property that the entity declares.
    fileprivate func keeps(_ property: String) -> Bool {
        attributes.contains { $0.name == property && $0.isStored && $0.derivation == nil }
            || relationships.contains { $0.name == property && !$0.isTransient }
    }
}

extension ImportedModel {
    /// Returns the model with mapping models applied to the steps between neighbouring versions.
    ///
    /// - Parameters:
    ///   - models: The mapping models.
    ///   - code: The app's migration code.
    /// - Returns: The model, with warnings about mapping models that are ignored.
    func following(_ models: [MappingModel], in code: MigrationCode = .empty) -> ImportedModel {
        var versions = versions
        var findings = diagnostics
        for model in models {
            let indexes: [Int?] = [model.source, model.destination].map { name in
                versions.firstIndex { $0.name == name }
            }
            let location = SourceLocation(file: model.file)
            guard let from = indexes[0], let to = indexes[1] else {
                findings.append(
                    .warning(
                        "the mapping model from '\(model.source)' to '\(model.destination)' is ignored, because these "
                            + "are not both separate versions of the model",
                        at: location
                    )
                )
                continue
            }
            guard to == from + 1 else {
                findings.append(
                    .warning(
                        "the mapping model from '\(model.source)' to '\(model.destination)' is ignored, because there "
                            + "are other versions between these",
                        at: location,
                        help: ["Apus migrates from version to version: check what the stages between them need of it"]
                    )
                )
                continue
            }
            versions[to] = MappingModelStep(model, from: versions[from], to: versions[to], in: code).newer
        }
        var followed = ImportedModel(model: self.model, versions: versions, diagnostics: findings)
        followed.otherCode = code.others
        return followed
    }
}
