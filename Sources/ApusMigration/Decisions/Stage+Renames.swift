import ApusSchema

extension Stage {
    /// Whether a decision may raise others.
    package var mayRaiseMore: Bool {
        refusals.mayRaiseMore
            || refusals.contains { refusal in
                guard case .likelyRename(let older, _) = refusal.reason, older.property != nil else { return false }
                // What else differs is asked once it is known to be one property.
                guard let before = old.facts(of: older), let after = new.facts(of: refusal.path) else { return true }
                return before != after
            }
    }
}

extension [Refusal] {
    /// Whether one of them is about what an entity was called before, or several are about what one property was called. The answer
    /// decides which objects the newer entity has, or which of the older properties is gone, so it may raise decisions about these.
    package var mayRaiseMore: Bool {
        var seen: Set<ElementPath> = []
        return contains { refusal in
            switch refusal.reason {
            case .likelyRename: refusal.path.property == nil || !seen.insert(refusal.path).inserted
            case .claimedTwice, .ambiguousOriginalName: refusal.path.property == nil
            default: false
            }
        }
    }
}

extension Schema {
    /// What a property, or a part of a composite, is besides its name; `nil` if the schema declares none at the path.
    fileprivate func facts(of path: ElementPath) -> Property? {
        guard path.names.count == 1, let name = path.property else { return nil }
        let attribute =
            entity(path.entity)?.attribute(name)
            ?? composites.first { $0.name == path.entity }?.attributes.first { $0.name == name }
        if var attribute {
            (attribute.name, attribute.originalName, attribute.documentation) = ("", nil, nil)
            return .attribute(attribute)
        }
        guard var relationship = entity(path.entity)?.relationship(name) else { return nil }
        (relationship.name, relationship.originalName, relationship.documentation) = ("", nil, nil)
        return .relationship(relationship)
    }
}
