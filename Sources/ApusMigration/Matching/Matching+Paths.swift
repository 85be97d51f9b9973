package import ApusSchema

extension Matching {
    /// Returns the older path of an element of the newer schema.
    ///
    /// - Parameter path: The path of an entity, an enum, a composite, or an attribute or relationship of one.
    /// - Returns: The older path; `nil` if the element is new.
    package func olderPath(of path: ModelPath) -> ModelPath? {
        let steps = path.steps
        guard steps.count == 2 || steps.count == 4 else { return nil }
        if steps[0] == "enums" {
            return types.enumerations[steps[1]].map { .element("enums", $0.old.name) }
        }
        if steps[0] == "composites" {
            guard let match = types.composites[steps[1]] else { return nil }
            let composite = ModelPath.element("composites", match.old.name)
            if steps.count == 2 { return composite }
            return match.parts.pair(newer: steps[3]).map { composite.element(steps[2], $0.old.name) }
        }
        guard let older = older(ElementPath(steps[1], steps.count == 4 ? steps[3] : nil)) else { return nil }
        return older.property.map { .entity(older.entity).element(steps[2], $0) } ?? .entity(older.entity)
    }

    /// Returns the path at which the older schema declares an element of the newer schema. If a property moved within
    /// its hierarchy, the path names another entity.
    ///
    /// - Parameter path: The path at which the newer schema declares the element.
    /// - Returns: The older path; `nil` if the element is new for all objects.
    package func olderDeclaration(of path: ModelPath) -> ModelPath? {
        let steps = path.steps
        guard steps.count == 4, steps[0] == "entities" else { return olderPath(of: path) }
        for entity in newer.family(below: steps[1]) {
            let match = properties(ofNewer: entity)?.pairs.first { pair in
                pair.to.name == steps[3] && pair.to.owner == steps[1] && pair.isOfOneKind
            }
            if let match { return .entity(match.from.owner).element(steps[2], match.from.name) }
        }
        return nil
    }
}
