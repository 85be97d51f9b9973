import ApusDiagnostics
import ApusSchema

/// Applies a mapping model to the newer of its two versions.
///
/// A value that is copied from another property, and an entity whose objects come from a removed one, are renames. A
/// constant fills an attribute that needs a value. Other expressions, and entities whose objects come from elsewhere, become
/// lines of a mapping if they mean the same there. The user must write everything else by hand, so it is reported. So is all
/// that a mapping model says which goes past other versions.
struct MappingModelStep {
    private let model: MappingModel
    private let others: [MappingModel]
    private let code: MigrationCode
    private let older: Schema
    /// The versions from the one after the older one to the newer one, whose original names are followed.
    private let between: [ImportedModel.Version]
    private(set) var newer: ImportedModel.Version
    private var routes: MappingRoutes
    var work: [OwnCode.Work] = []
    var translations: [OwnCode.Translation] = []

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
        routes = MappingRoutes(model, beside: others, from: older, to: newer.schema)
        // What an entity declares is renamed before its sub-entities are looked at.
        func depth(_ mapping: MappingModel.EntityMapping) -> Int {
            mapping.destination.flatMap(newer.schema.entity).map { newer.schema.ancestors(of: $0).count } ?? 0
        }
        let depths = Set(model.entities.map(depth)).sorted()
        for level in depths { for mapping in model.entities where depth(mapping) == level { carryOut(mapping) } }
        if work.isEmpty, translations.isEmpty { return }
        let code = OwnCode(location: location, work: work, translations: translations)
        // A step may have several mapping models, each for some entities.
        newer.ownCode = newer.ownCode?.joined(with: code) ?? code
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

    // MARK: Entities

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
        let isAbstract = mapping.source.flatMap(older.entity)?.isAbstract == true
        // One line has all entity mappings of an entity.
        let isMade = translations.contains { $0.line.key == .entities && $0.line.path == ElementPath(name) }
        if isMade, !isAbstract { return }
        switch isDirect ? .named : routes.route(to: name) {
        case .made(let makers) where !isAbstract: return make(name, of: makers)
        case .unknown(_, let reason) where !isAbstract:
            noteSource(of: mapping, name, because: reason)
        case .renamed(let source):
            newer.schema.entities[index].originalName = source
            routes = MappingRoutes(model, beside: others, from: older, to: newer.schema)
        case .named, .made, .unknown:
            if let source = mapping.source, source != olderPath(of: ElementPath(name)).entity {
                if isAbstract, !isDirect, routes.isRename(source, name) {
                    newer.schema.entities[index].originalName = source
                } else {
                    noteSource(of: mapping, name)
                }
            } else if mapping.selection != .all {
                noteSource(of: mapping, name)
            }
        }
        let source = mapping.source.flatMap { older.entity($0) }
        for (property, expression) in mapping.values {
            carryOut(property, expression, at: index, of: mapping, source: source)
        }
    }

    /// Notes whose objects an entity mapping makes of which.
    private mutating func noteSource(
        of mapping: MappingModel.EntityMapping,
        _ name: String,
        because reason: String? = nil
    ) {
        // The class is noted already.
        if mapping.policy != nil, mapping.selection == .all, mapping.source == olderPath(of: ElementPath(name)).entity {
            return
        }
        note(sourceText(of: mapping, name, because: reason), at: ElementPath(name))
    }

    private func sourceText(
        of mapping: MappingModel.EntityMapping,
        _ name: String,
        because reason: String? = nil
    ) -> String {
        let condition =
            switch mapping.selection {
            case .all: ""
            case .matching(let predicate): " with \(predicate)"
            case .unknown(let text): ", of those that \(text) gives"
            }
        return
            "objects of '\(name)' are made from those of '\(mapping.source ?? "")'\(condition)\(end(reason, mapping))"
    }

    /// The end of a note: where the mapping model says it, and why no line does.
    func end(_ reason: String?, _ mapping: MappingModel.EntityMapping) -> String {
        (isDirect ? "" : ", by the entity mapping '\(mapping.name)'") + (reason.map { " (\($0))" } ?? "")
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

    /// Writes where the objects of an entity come from.
    private mutating func make(_ name: String, of makers: [MappingModel.EntityMapping]) {
        let path = ElementPath(name)
        var origins: [Mapping.Origin] = []
        for maker in makers {
            guard let source = maker.source.flatMap(older.entity), let entity = newer.schema.entity(name) else {
                continue
            }
            var origin = Mapping.Origin([source.name])
            if case .matching(let predicate) = maker.selection { origin.condition = predicate }
            for (property, expression) in maker.values {
                guard keeps(property, entity) else { continue }
                do throws(Untranslatable) {
                    let found = try value(
                        property,
                        expression,
                        of: entity,
                        by: maker,
                        from: source,
                        former(property, entity)
                    )
                    if let found { origin.values[property] = found }
                } catch {
                    note(property, is: expression, of: entity, in: maker, because: error.reason)
                }
            }
            origins.append(origin)
        }
        translations.append(
            OwnCode.Translation(
                .entity(name, origins),
                of: makers.map { OwnCode.Work(path: path, text: sourceText(of: $0, name).shown) }
                    + makers.flatMap { maker in
                        maker.values.map {
                            valueWork(ElementPath(name, $0.property), is: $0.expression, in: maker, because: nil)
                        }
                    },
                dropping: routes.dropped(by: makers).map { ElementPath($0) }
            )
        )
    }

    // MARK: Properties

    private mutating func carryOut(
        _ property: String,
        _ expression: MappingExpression,
        at index: Int,
        of mapping: MappingModel.EntityMapping,
        source: Entity?
    ) {
        let entity = newer.schema.entities[index]
        let path = ElementPath(entity.name, property)
        let relationship = entity.relationships.firstIndex { $0.name == property }
        let attribute = entity.attributes.firstIndex { $0.name == property }
        switch expression {
        case .source(let steps) where steps == [olderPath(of: path).property]: return
        case .source(let steps) where steps.count == 1:
            if let attribute, let source, isRename(path, of: steps[0], in: source, among: \.attributes, by: \.name) {
                newer.schema.entities[index].attributes[attribute].originalName = steps[0]
                return
            }
        case .instances(let steps, _, _) where steps.count == 1:
            if let relationship, let source,
                isRename(path, of: steps[0], in: source, among: \.relationships, by: \.name),
                isComplete(entity.relationships[relationship], as: expression, in: mapping, of: source)
            {
                newer.schema.entities[index].relationships[relationship].originalName = steps[0]
                return
            }
        case .constant(let constant):
            if !isDirect, let attribute, !hasOlderValue(property, entity), !isOverridden(property, expression, entity) {
                let attribute = entity.attributes[attribute]
                if !attribute.isOptional, attribute.defaultValue == nil,
                    let text = attribute.type.scalar.flatMap({ DefaultText.constant(constant, $0)?.text })
                {
                    newer.fills[path] = text
                    return
                }
            }
        case .source, .instances, .nothing, .call, .other: break
        }
        // What no store keeps is not to be written.
        guard keeps(property, entity) else { return }
        let former = olderPath(of: path)
        guard let source, !isDirect else {
            // The usual way to map a relationship; the names are enough.
            if case .instances([former.property ?? ""], _, _) = expression { return }
            return note(property, is: expression, of: entity, in: mapping)
        }
        // No objects are made of those of an abstract entity; its sub-entities have entity mappings of their own.
        if source.isAbstract { return }
        do throws(Untranslatable) {
            guard case .named = routes.route(to: entity.name), former.entity == source.name else {
                throw Untranslatable("the objects are not those of '\(source.name)'")
            }
            if mapping.policy != nil, !expression.isInstances(of: former.property) {
                throw Untranslatable("the class may give other values")
            }
            if !expression.isInstances(of: former.property), isOverridden(property, expression, entity) {
                throw Untranslatable("the objects of sub-entities have other values")
            }
            guard let value = try value(property, expression, of: entity, by: mapping, from: source, former.property)
            else {
                return
            }
            translate(.value(path, value), valueWork(path, is: expression, in: mapping, because: nil))
        } catch {
            note(property, is: expression, of: entity, in: mapping, because: error.reason)
        }
    }

    /// Returns the expression that gives a property its value; `nil` if that needs none.
    ///
    /// - Parameters:
    ///   - property: The newer property.
    ///   - expression: The expression of the mapping model.
    ///   - entity: The newer entity.
    ///   - mapping: The entity mapping.
    ///   - source: The older entity.
    ///   - former: The name that the property has in the older entity.
    /// - Returns: The expression.
    /// - Throws: The reason why there is none.
    private mutating func value(
        _ property: String,
        _ expression: MappingExpression,
        of entity: Entity,
        by mapping: MappingModel.EntityMapping,
        from source: Entity,
        _ former: String?
    ) throws(Untranslatable) -> String? {
        if let relationship = newer.schema.relationship(property, of: entity)?.relationship {
            let translation = ReferenceTranslation(routes: routes, mapping: mapping, source: source)
            switch try translation.result(of: relationship, expression, older: former) {
            case .expression(let text): return text
            case .inverse(let path, let text):
                let work = valueWork(ElementPath(entity.name, property), is: expression, in: mapping, because: nil)
                translate(.value(path, text), OwnCode.Work(path: path, text: work.text))
                return nil
            case .nothing: return nil
            }
        }
        guard let attribute = newer.schema.attribute(property, of: entity) else {
            throw Untranslatable("'\(entity.name)' has no such property")
        }
        if case .source([former ?? ""]) = expression { return nil }
        return try ValueTranslation.text(of: expression, for: attribute, from: source, in: older)
    }

    /// Returns whether stores keep a property that an entity has or inherits.
    private func keeps(_ property: String, _ entity: Entity) -> Bool {
        ([entity] + newer.schema.ancestors(of: entity)).contains { $0.keeps(property) }
    }

    /// The name of a property before, as its original name says.
    private func former(_ property: String, _ entity: Entity) -> String {
        newer.schema.olderPath(of: ElementPath(entity.name, property)).property ?? property
    }

    /// Returns whether an older object of an entity, or of one below it, has a value that becomes that of a property.
    private func hasOlderValue(_ property: String, _ entity: Entity) -> Bool {
        newer.schema.entities.contains { other in
            guard newer.schema.isKind(other.name, of: entity.name) else { return false }
            let path = olderPath(of: ElementPath(other.name, property))
            return older.entity(path.entity).flatMap { older.attribute(path.property ?? property, of: $0) } != nil
        }
    }

    /// Returns whether objects of sub-entities get other values of a property than those that an expression gives.
    private func isOverridden(_ property: String, _ expression: MappingExpression, _ entity: Entity) -> Bool {
        newer.schema.entities.contains { other in
            other.name != entity.name && newer.schema.isKind(other.name, of: entity.name)
                && !routes.makers(of: other.name).allSatisfy { maker in
                    maker.values.contains { $0.property == property && $0.expression == expression }
                }
        }
    }

    /// Returns whether an expression gives a relationship all older objects of a key path, and its inverse means the same.
    private func isComplete(
        _ relationship: Relationship,
        as expression: MappingExpression,
        in mapping: MappingModel.EntityMapping,
        of source: Entity
    ) -> Bool {
        let translation = ReferenceTranslation(routes: routes, mapping: mapping, source: source)
        return (try? translation.check(relationship, expression)) != nil
    }

    /// Returns whether a property is an older one under a new name, and only that one is.
    private func isRename<Property>(
        _ path: ElementPath,
        of name: String,
        in source: Entity,
        among properties: KeyPath<Entity, [Property]>,
        by naming: KeyPath<Property, String>
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
}
