extension ModelObject {
    /// The objects of any relationship.
    final func related(_ position: Int) -> [ModelObject] {
        if entity.relationship(at: position).isToMany { return many(position).objects }
        return one(position).map { [$0] } ?? []
    }

    /// The objects of any relationship, as far as they are known without reading the store.
    final func knownRelated(_ position: Int) -> [ModelObject] {
        values?[apusEnd: position].known ?? []
    }

    /// The stored objects of a relationship without those that this context has deleted or moved, or whose keys it has not taken
    /// over yet: others may have related them to this one since.
    final func kept(_ stored: [ModelObject], at position: Int) -> [ModelObject] {
        let relationship = entity.relationship(at: position)
        guard !isDeleted, let inverse = relationship.inverse, let back = relationship.inverseDescription,
            stored.contains(where: \.hasChanges)
        else { return stored }
        return stored.filter { other in
            if other.isDeleted { return back.deleteRule != .nullify }
            return relationship.storage != .inverseKey || !other.hasChanges || other.one(inverse) === self
        }
    }
}
