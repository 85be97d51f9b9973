import ApusSchema

extension PreparationBuilder {
    /// Returns the name, in the prepared schema, of a newer entity that is not an older one: its own, or one that no model has if
    /// an older entity has that name, and is called otherwise now.
    func ownName(of entity: String) -> String { older.entity(entity) == nil ? entity : "\(entity) made" }

    /// Returns the name, in a prepared entity, of a newer property that continues no older one of its entity: its own, or one
    /// that no model has if another property had that name and is called otherwise now.
    func ownName(of path: ElementPath, in prepared: String) -> String {
        guard let name = path.property else { return "" }
        let relatives = preparedFamily(below: prepared) + lineage(of: prepared).map(\.name)
        let isTaken = relatives.contains { relative in
            names.newer(ElementPath(relative, name)).map { $0.property != name } == true
        }
        // A property that says it had the name would be taken for this one.
        let isClaimed =
            claimedNames.contains(name)
            && new.family(below: path.entity).flatMap(new.properties).contains {
                $0.name != name && $0.property.originalName == name
            }
        return isTaken || isClaimed ? "\(name) made" : name
    }

    /// Returns the name by which messages name a prepared entity: no model has that of one that another entity had before.
    func shownName(of prepared: String) -> String {
        made.first { $0.value == prepared && ownName(of: $0.key) == prepared }?.key ?? prepared
    }

    /// The prepared names of newer entities, and of properties by the entities that have them, that matching by names would
    /// not find.
    func ownNames(in prepared: IndexedSchema) -> [ElementPath: String] {
        var found: [ElementPath: String] = [:]
        for entity in new.schema.entities.map(\.name) {
            guard let name = preparedName(of: entity) else { continue }
            if names.olderName(of: entity) == nil, name != entity { found[ElementPath(entity)] = name }
            let known = Set(prepared.properties(of: name).map(\.name))
            for property in new.properties(of: entity) {
                let own = ownName(of: property.path, in: preparedName(of: property.owner) ?? name)
                if own != property.name, known.contains(own) { found[ElementPath(entity, property.name)] = own }
            }
        }
        return found
    }
}
