import ApusDiagnostics
import ApusSchema

/// Applies a mapping model to the newer of its two versions.
///
/// A value that is copied from another property, and an entity whose objects come from a removed one, are renames. A
/// constant fills an attribute that needs a value. The user must write everything else by hand, so it is reported. So is all
/// that a mapping model says which goes past other versions.
struct MappingModelStep {
    private let model: MappingModel
    private let others: [MappingModel]
    private let code: MigrationCode
    private let older: Schema
    /// The versions from the one after the older one to the newer one, whose original names are followed.
    private let between: [ImportedModel.Version]
    private(set) var newer: ImportedModel.Version
    private var work: [OwnCode.Work] = []

    /// Applies a mapping model.
    ///
    /// - Parameters:
    ///   - model: The mapping model.
    ///   - versions: The versions from the older to the newer one.
    ///   - others: The other mapping models for the step, which may use the same older elements.
    ///   - code: The app's migration code.
    init(
        _ model: MappingModel,
        through versions: [ImportedModel.Version],
        beside others: [MappingModel] = [],
        in code: MigrationCode = .empty
    ) {
        self.model = model
        self.others = others
        self.code = code
        between = Array(versions.dropFirst())
        older = versions[0].schema
        newer = versions[versions.count - 1]
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
        let past = isDirect ? " (from '\(model.source)' directly to '\(model.destination)')" : ""
        return ([code.name(of: model.path).shown + past] + policies).joined(separator: ", ")
    }

    /// Whether the mapping model goes past other versions.
    private var isDirect: Bool { between.count > 1 }

    private mutating func carryOut(_ mapping: MappingModel.EntityMapping) {
        guard let name = mapping.destination,
            let index = newer.schema.entities.firstIndex(where: { $0.name == name })
        else {
            if let policy = mapping.policy {
                note(
                    "the class '\(policy)' reads objects of '\(mapping.source ?? mapping.destination ?? "")'",
                    at: undecided(for: mapping.source)
                )
            }
            return
        }
        if let policy = mapping.policy {
            let from: String = mapping.source.map { " from objects of '\($0)'" } ?? ""
            note("the class '\(policy)' makes objects of '\(name)'\(from)", at: ElementPath(name))
        }
        if let source = mapping.source, source != olderPath(of: ElementPath(name)).entity { rename(source, to: index) }
        for (property, expression) in mapping.values {
            carryOut(property, expression, at: index, source: mapping.source.flatMap { older.entity($0) })
        }
    }

    /// The newer element that stays undecided because of code that reads an older entity and makes nothing.
    ///
    /// - Parameter source: The older entity's name.
    /// - Returns: `nil` if the entity is gone: its loss is not accepted, which is enough.
    private func undecided(for source: String?) -> ElementPath? {
        if let source {
            let entity = newer.schema.entities.first { olderPath(of: ElementPath($0.name)).entity == source }
            if let entity { return ElementPath(entity.name) }
            if older.entity(source)?.isAbstract == false { return nil }
        }
        return newer.schema.entities.first.map { ElementPath($0.name) }
    }

    private mutating func rename(_ source: String, to index: Int) {
        let entity = newer.schema.entities[index]
        let uses = ([model] + others).map { model in model.entities.filter { $0.source == source } }
        let isOnly: Bool = uses[0].count == 1 && uses.joined().allSatisfy { $0.destination == entity.name }
        guard !isDirect, isOnly, entity.originalName == nil, older.entity(entity.name) == nil,
            older.entity(source) != nil, newer.schema.entity(source) == nil,
            !newer.schema.entities.contains(where: { $0.originalName == source })
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
        let relationship = entity.relationships.firstIndex { $0.name == property }
        let attribute = entity.attributes.firstIndex { $0.name == property }
        switch expression {
        case .source(let steps) where steps == [olderPath(of: path).property]: return
        // The usual way to map a relationship; the names are enough.
        case .instances(let steps, _) where steps == [olderPath(of: path).property]: return
        case .source(let steps) where steps.count == 1:
            if let attribute, let source, isRename(path, steps[0], source, \.attributes, \.name) {
                newer.schema.entities[index].attributes[attribute].originalName = steps[0]
                return
            }
        case .instances(let steps, _) where steps.count == 1:
            if let relationship, let source, isRename(path, steps[0], source, \.relationships, \.name) {
                newer.schema.entities[index].relationships[relationship].originalName = steps[0]
                return
            }
        case .constant(let constant):
            if !isDirect, let attribute, source?.has(property) != true {
                let attribute = entity.attributes[attribute]
                if !attribute.isOptional, attribute.defaultValue == nil,
                    let text = attribute.type.scalar.flatMap({ DefaultText.constant(constant, $0)?.text })
                {
                    newer.fills[path] = text
                    return
                }
            }
        case .source, .instances, .other: break
        }
        // What no store keeps is not to be written.
        guard ([entity] + newer.schema.ancestors(of: entity)).contains(where: { $0.keeps(property) }) else { return }
        note("\(path) is \(expression.text)", at: path)
    }

    /// Returns whether a property is an older one under a new name, and only that one is.
    private func isRename<Property>(
        _ path: ElementPath,
        _ name: String,
        _ source: Entity,
        _ properties: KeyPath<Entity, [Property]>,
        _ naming: KeyPath<Property, String>
    ) -> Bool {
        guard !isDirect, let property = path.property, let entity = newer.schema.entity(path.entity) else {
            return false
        }
        // An original name means nothing in an entity that is new.
        guard olderPath(of: ElementPath(entity.name)).entity == source.name else { return false }
        let uses = ([model] + others).flatMap(\.entities)
            .filter { $0.source == source.name && $0.destination == entity.name }
            .flatMap(\.values).filter { $0.expression.property == name }
        return uses.allSatisfy { $0.property == property }
            && source[keyPath: properties].contains { $0[keyPath: naming] == name } && !source.has(property)
            && !entity.has(name)
            && !entity.properties.contains { $0.originalName == name || $0.name == property && $0.originalName != nil }
    }

    /// The path of a newer element in the older version, as original names say.
    private func olderPath(of path: ElementPath) -> ElementPath {
        between.dropLast().reversed().reduce(newer.schema.olderPath(of: path)) { $1.schema.olderPath(of: $0) }
    }

    private mutating func note(_ text: String, at path: ElementPath?) {
        let one = OwnCode.Work(path: path, text: text.shown)
        if !work.contains(one) { work.append(one) }
    }
}

extension MappingExpression {
    /// The older property that gives the value.
    fileprivate var property: String? {
        switch self {
        case .source(let steps), .instances(let steps, _): steps.count == 1 ? steps[0] : nil
        case .constant, .other: nil
        }
    }
}

extension Schema {
    /// The path of an element in the version before, as original names say.
    fileprivate func olderPath(of path: ElementPath) -> ElementPath {
        guard let entity = entity(path.entity) else { return path }
        let name = entity.originalName ?? entity.name
        guard let property = path.property else { return ElementPath(name) }
        let declared = ([entity] + ancestors(of: entity)).lazy.flatMap(\.properties).first { $0.name == property }
        return ElementPath(name, declared?.originalName ?? property)
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
