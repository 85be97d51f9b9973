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
    ///   - steps: The key path of the older objects of which the new ones are made.
    ///   - name: The name of the entity mapping that made them; `nil` for any.
    ///   - older: The older name of the relationship, if the older object has it.
    /// - Returns: What it says.
    /// - Throws: The reason why no line says it.
    func result(
        of relationship: Relationship,
        _ steps: [String],
        by name: String?,
        older: String?
    ) throws(Untranslatable) -> Result {
        guard let path = SourcePath(steps, from: source, in: routes.older), path.attribute == nil else {
            throw Untranslatable("'\(source.name)' has no objects '\(steps.joined(separator: "."))'")
        }
        let isUnion = path.collection.isEmpty || path.collection.first?.hasPrefix("@distinctUnionOf") == true
        guard isUnion else { throw Untranslatable("it has no equivalent") }
        // What follows a union is a path from its objects.
        let rest = Array(path.collection.dropFirst())
        guard let end = SourcePath(rest, from: path.entity, in: routes.older), end.attribute == nil,
            end.collection.isEmpty
        else { throw Untranslatable("it has no equivalent") }
        if steps.count == 1, steps[0] == older, makesOneEach(of: end.entity, to: relationship) { return .nothing }
        let maker = try maker(of: end.entity, to: relationship, by: name, isOwn: steps.isEmpty)
        guard relationship.isToMany else {
            guard path.isSingle, rest.isEmpty else { throw Untranslatable("it gives several objects") }
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
        return try inverse(of: relationship, way: [path.reversed, end.reversed])
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
    ///   - ways: The ways back along the parts of the key path.
    /// - Returns: What a mapping says about the inverse.
    /// - Throws: The reason why no line says it.
    private func inverse(of relationship: Relationship, way ways: [[String]?]) throws(Untranslatable) -> Result {
        guard let name = relationship.inverse, let destination = routes.newer.entity(relationship.destination),
            let inverse = routes.newer.relationship(name, of: destination)?.relationship, !inverse.isToMany
        else { throw Untranslatable("a to-many relationship follows from a to-one inverse only") }
        guard !relationship.isOrdered else { throw Untranslatable("the order of the objects is not known") }
        guard !ways.contains(nil) else { throw Untranslatable("the way back is not known") }
        let way = ways.reversed().flatMap { $0 ?? [] }
        let makers = routes.makers(of: destination.name)
        guard let start = makers.first?.source.flatMap(routes.older.entity), makers.count == 1,
            routes.newer.children(of: destination).isEmpty
        else { throw Untranslatable("several entity mappings make the objects of '\(destination.name)'") }
        // The inverse may be mapped by itself, which has to mean the same.
        let written = makers[0].values.first { $0.property == name }?.expression
        if let written {
            guard case .instances(way, _, _) = written else {
                throw Untranslatable("its inverse '\(destination.name).\(name)' is \(written.text)")
            }
            return .nothing
        }
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
