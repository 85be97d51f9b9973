import ApusSchema

/// Which newer objects the mapping models of a step make of which older ones.
struct MappingRoutes {
    /// How the objects of a newer entity come about.
    enum Route {
        /// They are those of the older entity with the same name, or with the one that `originalName` says.
        case named
        /// They are those of an older entity that is gone, under another name.
        case renamed(from: String)
        /// They are made by entity mappings, as a line below `entities` says.
        case made([MappingModel.EntityMapping])
        /// They are made in a way that no line says, for a reason.
        case unknown([MappingModel.EntityMapping], reason: String)
    }

    let older: Schema
    let newer: Schema
    /// The entity mappings of the model, and of the other ones for the step.
    let mappings: [MappingModel.EntityMapping]
    /// The older name of each newer entity, as original names say.
    private let olderNames: [String: String]
    /// The entity mappings that make objects of each newer entity.
    private let makers: [String: [MappingModel.EntityMapping]]
    /// The older entities that have sub-entities.
    private let parents: Set<String>
    /// The newer entities for which another mapping model has entity mappings, too.
    private let shared: Set<String>

    /// - Parameters:
    ///   - model: The mapping model.
    ///   - others: The other ones for the step.
    ///   - older: The older schema.
    ///   - newer: The newer schema, with the original names that are known before.
    init(_ model: MappingModel, beside others: [MappingModel], from older: Schema, to newer: Schema) {
        (self.older, self.newer) = (older, newer)
        let own = model.entities
        let foreign = others.flatMap(\.entities).filter { other in !own.contains { $0.isEqual(to: other) } }
        mappings = own + foreign
        shared = Set(foreign.compactMap { $0.source == nil ? nil : $0.destination })
        makers = Dictionary(
            grouping: mappings.filter { mapping in
                mapping.source.map { older.entity($0).map { !$0.isAbstract } ?? true } == true
            }
        ) { $0.destination ?? "" }
        parents = Set(older.entities.compactMap(\.parent))
        olderNames = Dictionary(newer.entities.map { ($0.name, $0.originalName ?? $0.name) }) { first, _ in first }
    }

    /// The entity mappings that make objects of a newer entity. Those of an abstract entity make none.
    func makers(of name: String) -> [MappingModel.EntityMapping] { makers[name] ?? [] }

    /// Returns how the objects of a newer entity come about.
    func route(to name: String) -> Route {
        let makers = makers(of: name)
        guard let first = makers.first, newer.entity(name)?.isAbstract == false else { return .named }
        if makers.count == 1, first.selection == .all {
            if first.source == olderNames[name] { return .named }
            if let source = first.source, isRename(source, name) { return .renamed(from: source) }
        }
        if let reason = obstacle(to: makers, of: name) { return .unknown(makers, reason: reason) }
        return .made(makers)
    }

    /// Whether the objects of an older entity only get another entity's name.
    func isRename(_ source: String, _ name: String) -> Bool {
        guard let entity = newer.entity(name), entity.originalName == nil, older.entity(name) == nil,
            older.entity(source) != nil, newer.entity(source) == nil
        else { return false }
        return !newer.entities.contains { $0.originalName == source }
            && mappings.filter { $0.source == source }.allSatisfy { $0.destination == name }
            && mappings.count(where: { $0.source == source }) == 1
    }

    private func obstacle(to makers: [MappingModel.EntityMapping], of name: String) -> String? {
        if shared.contains(name) { return "several mapping models make objects of '\(name)'" }
        for maker in makers {
            if let policy = maker.policy { return "the class '\(policy)' makes the objects" }
            guard let source = maker.source, older.entity(source) != nil else {
                return "the older version has no '\(maker.source ?? "")'"
            }
            if case .unknown(let text) = maker.selection { return "it takes those that \(text) gives" }
            // Core Data takes the objects of exactly this entity.
            if parents.contains(source) {
                return "'\(source)' has sub-entities, whose objects it does not take"
            }
        }
        return nil
    }

    /// The older entities of which the makers of objects drop some.
    func dropped(by makers: [MappingModel.EntityMapping]) -> [String] {
        makers.compactMap(\.source).filter { source in
            mappings.filter { $0.source == source && $0.destination != nil }.allSatisfy { $0.selection != .all }
        }
    }

    /// The entity mappings that make objects of an older entity, or of its sub-entities, ones of a newer entity or below it.
    func mappings(from source: String, to destination: String) -> [MappingModel.EntityMapping] {
        mappings.filter { mapping in
            guard let one = mapping.source, let other = mapping.destination else { return false }
            return older.isKind(one, of: source) && older.entity(one)?.isAbstract == false
                && newer.isKind(other, of: destination)
        }
    }
}

extension MappingModel.EntityMapping {
    /// Whether two say the same, as in a copy of a mapping model.
    fileprivate func isEqual(to other: Self) -> Bool {
        name == other.name && source == other.source && destination == other.destination && policy == other.policy
            && selection == other.selection && values.map(\.property) == other.values.map(\.property)
            && values.map(\.expression) == other.values.map(\.expression)
    }
}
