package import ApusSchema

extension Matching {
    /// The place that an element of the newer schema had in the older one.
    ///
    /// - Parameter path: The place of an entity, an enum, a composite, or an attribute or relationship of one.
    /// - Returns: The older place; `nil` where the element is new.
    package func olderPath(of path: ModelPath) -> ModelPath? {
        let steps: [String] = path.steps
        guard steps.count == 2 || steps.count == 4 else { return nil }
        if steps[0] == "enums" {
            return types.enumerations[steps[1]].map { .element("enums", $0.old.name) }
        }
        if steps[0] == "composites" {
            guard let match = types.composites[steps[1]] else { return nil }
            let place = ModelPath.element("composites", match.old.name)
            if steps.count == 2 { return place }
            return match.parts.pair(newer: steps[3]).map { place.element(steps[2], $0.old.name) }
        }
        guard let older = older(ElementPath(steps[1], steps.count == 4 ? steps[3] : nil)) else { return nil }
        return older.property.map { .entity(older.entity).element(steps[2], $0) } ?? .entity(older.entity)
    }

    /// The place where an element of the newer schema was declared in the older one: of a property that moved up or down
    /// its hierarchy that of another entity.
    ///
    /// - Parameter path: The place of an element, where the newer schema declares it.
    /// - Returns: The older place; `nil` where the element is new for all objects.
    package func olderDeclaration(of path: ModelPath) -> ModelPath? {
        let steps: [String] = path.steps
        guard steps.count == 4, steps[0] == "entities" else { return olderPath(of: path) }
        for entity in newer.family(below: steps[1]) {
            let match: PropertyMatch? = properties(ofNewer: entity)?.pairs.first { pair in
                pair.to.name == steps[3] && pair.to.owner == steps[1] && pair.isOfOneKind
            }
            if let match { return .entity(match.from.owner).element(steps[2], match.from.name) }
        }
        return nil
    }
}
