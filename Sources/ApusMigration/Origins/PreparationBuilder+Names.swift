import ApusSchema

extension PreparationBuilder {
    /// Returns the name, in a prepared entity, of a newer property that continues no older one of its entity: its own, or one
    /// that no model has if another property had that name and is called otherwise now.
    func ownName(of path: ElementPath, in prepared: String) -> String {
        guard let name = path.property else { return "" }
        let relatives = preparedFamily(below: prepared) + lineage(of: prepared).map(\.name)
        let isTaken = relatives.contains { relative in
            names.newer(ElementPath(relative, name)).map { $0.property != name } == true
        }
        return isTaken ? "\(name) made" : name
    }

    /// The prepared names of newer properties, by the entities that have them, that matching by names would not find.
    func ownNames(in prepared: IndexedSchema) -> [ElementPath: String] {
        var found: [ElementPath: String] = [:]
        for entity in new.schema.entities.map(\.name) {
            guard let name = preparedName(of: entity) else { continue }
            let known = Set(prepared.properties(of: name).map(\.name))
            for property in new.properties(of: entity) {
                let own = ownName(of: property.path, in: preparedName(of: property.owner) ?? name)
                if own != property.name, known.contains(own) { found[ElementPath(entity, property.name)] = own }
            }
        }
        return found
    }
}
