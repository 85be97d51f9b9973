import ApusSchema

extension Stage {
    /// The refusals as reports show them: each settlement with all lines that it takes.
    package var shownRefusals: [Refusal] { SettlementSearch(self)?.completed() ?? possibleRefusals }

    /// The refusals without settlements that are edits of a frozen version, which is never edited: where an `originalName`
    /// would settle a refusal, lines of the mapping keep the values or the objects.
    var possibleRefusals: [Refusal] {
        guard to.version != nil else { return refusals }
        return refusals.map { refusal in
            Refusal(
                refusal.reason,
                at: refusal.path,
                settledBy: refusal.settlements.compactMap { settlement in
                    guard case .originalName(let older, let path) = settlement else {
                        return settlement.isModelEdit ? nil : settlement
                    }
                    guard let mappingFile, let line = rename(from: older, to: path, refusal.reason) else { return nil }
                    return .line(line, file: mappingFile)
                },
                location: refusal.location
            )
        }
    }

    /// Returns the line of a mapping that does what an `originalName` would do; `nil` if none does.
    private func rename(from older: String, to path: ElementPath, _ reason: Refusal.Reason) -> Mapping.Line? {
        switch reason {
        case .likelyRename(_, type: nil) where path.property == nil && new.entity(path.entity) != nil:
            return .entity(path.entity, [Mapping.Origin([older])])
        case .likelyRename(_, type: _?), .attributeAddedWithoutValue(part: nil):
            // An expression computes one value, not a composite, what only the app reads, or what may be in a file.
            guard let entity = new.entity(path.entity), let name = path.property,
                let attribute = new.attribute(name, of: entity), !attribute.type.isForeign,
                new.composite(attribute.type.name) == nil
            else { return nil }
            let source = overall.olderName(of: path.entity).flatMap(old.entity)
            if source.flatMap({ old.attribute(older, of: $0) })?.usesExternalStorage == true { return nil }
            return .value(path, "$source.\(older)")
        default: return nil
        }
    }
}
