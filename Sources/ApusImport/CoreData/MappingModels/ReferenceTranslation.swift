import ApusSchema

/// Translates the new objects that an entity mapping gives a relationship.
struct ReferenceTranslation {
    /// What a mapping says about the relationship.
    enum Result: Hashable {
        /// An expression, for the object of a to-one relationship.
        case expression(String)
        /// An expression for the inverse, from which the objects of a to-many relationship follow.
        case inverse(ElementPath, String)
        /// Nothing: the objects follow from the inverse, or are those that matching gives.
        case nothing
    }

    let routes: MappingRoutes
    /// The entity mapping of which the property is.
    let mapping: MappingModel.EntityMapping
    let source: Entity

    /// Returns what a mapping says about a relationship.
    ///
    /// - Parameters:
    ///   - relationship: The newer relationship.
    ///   - expression: The expression that gives it new objects.
    ///   - older: The older name of the relationship, if the older object has it.
    /// - Returns: What it says.
    /// - Throws: The reason why no line says it.
    func result(
        of relationship: Relationship,
        _ expression: MappingExpression,
        older: String?
    ) throws(Untranslatable) -> Result {
        try check(relationship, expression)
        guard case .instances(let steps, let name, _) = expression else {
            if expression == .nothing, !relationship.isToMany { return .expression("NIL") }
            throw Untranslatable("it has no equivalent")
        }
        let reference = try Reference(steps, from: source, in: routes.older)
        if steps.count == 1, steps[0] == older, makesOneEach(of: reference.end, to: relationship) { return .nothing }
        let maker = try maker(of: reference.end, to: relationship, by: name, isOwn: steps.isEmpty)
        guard relationship.isToMany else {
            guard reference.isSingle else { throw Untranslatable("it gives several objects") }
            if !steps.isEmpty {
                let names = steps.map { ExpressionFormat.Step.name($0) }
                let object = ExpressionFormat(.keyPath(base: ExpressionFormat(.variable("source")), names))
                return .expression(object.text)
            }
            switch routes.route(to: maker.destination ?? "") {
            case .named, .renamed: return .expression("$source")
            case .made: return .expression("same(\(maker.destination ?? ""))")
            case .unknown(_, let reason): throw Untranslatable(reason)
            }
        }
        return try inverse(of: relationship, way: reference.reversed)
    }

    /// Checks that a mapping can say what an expression gives a relationship: all older objects that the key path has, and
    /// the same as the expression of the inverse.
    ///
    /// - Parameters:
    ///   - relationship: The newer relationship.
    ///   - expression: The expression.
    /// - Throws: The reason why it cannot.
    func check(_ relationship: Relationship, _ expression: MappingExpression) throws(Untranslatable) {
        if case .instances(let steps, let name?, _) = expression, !steps.isEmpty {
            let reference = try Reference(steps, from: source, in: routes.older)
            try checkMapping(name, of: reference.end, to: relationship)
        }
        guard let inverse = relationship.inverse else { return }
        for other in routes.mappings {
            guard let destination = other.destination, routes.newer.isKind(destination, of: relationship.destination),
                let written = other.values.first(where: { $0.property == inverse })?.expression
            else { continue }
            guard isInverse(expression, written, of: other) else {
                throw Untranslatable("its inverse '\(destination).\(inverse)' does not mean the same")
            }
        }
    }

    /// Checks that the entity mapping with a name makes all newer objects that are made of those of an older entity.
    private func checkMapping(_ name: String, of entity: Entity, to relationship: Relationship) throws(Untranslatable) {
        let named = routes.mappings.filter { $0.name == name }
        for other in routes.mappings(from: entity.name, to: relationship.destination) {
            // Core Data does not find the objects of sub-entities by the entity mapping of the parent; they are kept.
            let isNamed = named.contains { mapping in
                routes.older.isKind(other.source ?? "", of: mapping.source ?? "")
                    && routes.newer.isKind(other.destination ?? "", of: mapping.destination ?? "")
            }
            if !isNamed { throw Untranslatable("it leaves out what the entity mapping '\(other.name)' makes") }
        }
    }

    /// Whether the expressions of a relationship and of its inverse, in another entity mapping, give the same pairs.
    private func isInverse(
        _ expression: MappingExpression,
        _ inverse: MappingExpression,
        of other: MappingModel.EntityMapping
    ) -> Bool {
        guard let origin = other.source.flatMap(routes.older.entity) else { return false }
        // The objects of an abstract entity are those of its sub-entities.
        if origin.isAbstract { return true }
        guard case .instances(let back, _, _) = inverse else { return inverse == .nothing && expression == .nothing }
        let way = try? Reference(back, from: origin, in: routes.older)
        if let end = way?.end.name, !routes.older.isKind(end, of: source.name),
            !routes.older.isKind(source.name, of: end)
        {
            return true
        }
        guard case .instances(let steps, _, _) = expression else { return false }
        return way?.reversed == steps || (try? Reference(steps, from: source, in: routes.older))?.reversed == back
    }

    /// Whether no two entity mappings make objects of one newer entity of one older object.
    private func makesOneEach(of entity: Entity, to relationship: Relationship) -> Bool {
        let pairs = routes.mappings(from: entity.name, to: relationship.destination).map {
            [$0.source, $0.destination]
        }
        return Set(pairs).count == pairs.count
    }

    /// Returns the entity mapping that made the objects, if there is only one.
    private func maker(
        of entity: Entity,
        to relationship: Relationship,
        by name: String?,
        isOwn: Bool
    ) throws(Untranslatable) -> MappingModel.EntityMapping {
        let all = routes.mappings(from: entity.name, to: relationship.destination)
        let named = name.map { name in all.filter { $0.name == name } } ?? all
        guard let maker = named.first else {
            throw Untranslatable(
                "no entity mapping\(name.map { " '\($0)'" } ?? "") makes objects of '\(relationship.destination)' from those "
                    + "of '\(entity.name)'"
            )
        }
        // Several entity mappings may make several objects of one, of which the expression means those of one only.
        let others = all.filter { $0.source == maker.source && $0.name != maker.name }
        if !others.isEmpty, !isOwn || others.contains(where: { $0.destination == maker.destination }) {
            throw Untranslatable("several entity mappings make objects of '\(relationship.destination)' from one")
        }
        return maker
    }

    /// Returns the value of the inverse of a to-many relationship.
    ///
    /// - Parameters:
    ///   - relationship: The relationship.
    ///   - way: The way back along the key path; `nil` if it is not known.
    /// - Returns: What a mapping says about the inverse.
    /// - Throws: The reason why no line says it.
    private func inverse(of relationship: Relationship, way: [String]?) throws(Untranslatable) -> Result {
        guard let name = relationship.inverse, let destination = routes.newer.entity(relationship.destination),
            let inverse = routes.newer.relationship(name, of: destination)?.relationship, !inverse.isToMany
        else { throw Untranslatable("a to-many relationship follows from a to-one inverse only") }
        guard !relationship.isOrdered else { throw Untranslatable("the order of the objects is not known") }
        guard let way else { throw Untranslatable("the way back is not known") }
        let makers = routes.makers(of: destination.name)
        guard let start = makers.first?.source.flatMap(routes.older.entity), makers.count == 1,
            routes.newer.children(of: destination).isEmpty
        else { throw Untranslatable("several entity mappings make the objects of '\(destination.name)'") }
        // The inverse may be mapped by itself, which means the same.
        if makers[0].values.contains(where: { $0.property == name }) { return .nothing }
        let former = inverse.originalName ?? name
        if routes.older.relationship(former, of: start) != nil {
            if way == [former] { return .nothing }
            throw Untranslatable("its inverse '\(destination.name).\(name)' is mapped by its name")
        }
        guard let back = SourcePath(way, from: start, in: routes.older), back.isSingle, way != [] else {
            throw Untranslatable("the way back gives several objects")
        }
        guard case .named = routes.route(to: destination.name) else {
            throw Untranslatable("the inverse '\(destination.name).\(name)' is not mapped")
        }
        let object = ExpressionFormat(
            .keyPath(base: ExpressionFormat(.variable("source")), way.map { ExpressionFormat.Step.name($0) })
        )
        return .inverse(ElementPath(destination.name, name), object.text)
    }
}

/// What the key path of a relationship means.
private struct Reference {
    /// The entity of the objects at the end.
    let end: Entity
    /// Whether it gives one object.
    let isSingle: Bool
    /// The way back; `nil` if it is not known.
    let reversed: [String]?

    /// Follows a key path.
    ///
    /// - Parameters:
    ///   - steps: The names, and a collection operator with its `@`.
    ///   - source: The entity of the older object.
    ///   - older: The older schema.
    /// - Throws: The reason why it has no meaning in a mapping.
    init(_ steps: [String], from source: Entity, in older: Schema) throws(Untranslatable) {
        guard let path = SourcePath(steps, from: source, in: older), path.attribute == nil else {
            throw Untranslatable("'\(source.name)' has no objects '\(steps.joined(separator: "."))'")
        }
        let isUnion = path.collection.first?.hasPrefix("@distinctUnionOf") != false
        // What follows a union is a path from its objects.
        let rest = Array(path.collection.dropFirst())
        guard isUnion, let end = SourcePath(rest, from: path.entity, in: older), end.attribute == nil,
            end.collection.isEmpty
        else { throw Untranslatable("it has no equivalent") }
        self.end = end.entity
        isSingle = path.isSingle && rest.isEmpty
        reversed = end.reversed.flatMap { way in path.reversed.map { way + $0 } }
    }
}
