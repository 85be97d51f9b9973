import ApusSchema

extension Plan {
    /// The entities of the store whose objects may get other identities.
    ///
    /// Mappings give them to the objects from which they make others, and to those of hierarchies that become one.
    package var renumberedEntities: Set<String> {
        var renumbered: Set<String> = []
        for entity in source.schema.entities {
            var name = entity.name
            for stage in stages {
                if stage.preparation?.mayRenumber(name) == true { renumbered.insert(entity.name) }
                guard let newer = stage.overall.newerName(of: name) else { break }
                name = newer
            }
        }
        return renumbered
    }
}

extension Preparation {
    /// Whether the objects of an older entity may get other identities.
    fileprivate func mayRenumber(_ name: String) -> Bool {
        if isGone(name) || !written(of: name).isEmpty { return true }
        guard let newer = overall.newerName(of: name) else { return false }
        // Of two hierarchies that become one, the objects of one are increased by the identities of the other.
        let root = overall.newer.root(of: newer)
        return overall.newer.schema.entities.contains { other in
            guard overall.newer.root(of: other.name) == root, let past = overall.olderName(of: other.name) else {
                return false
            }
            return older.root(of: past) != older.root(of: name)
        }
    }
}
