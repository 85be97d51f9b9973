import ApusSchema

extension Projection {
    /// The older entities whose objects become those of newer ones and keep their identities, by the newer entities.
    package var sourcesWithIdentities: [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for one in ordered {
            guard case .objects(let newer) = one.extent.name,
                let index = one.extent.members.firstIndex(where: { $0.field == .identity })
            else { continue }
            for source in one.sources {
                guard case .objects(let older) = source.extent,
                    case .field(.identity) = graph[source.values[index]].value
                else { continue }
                found[newer, default: []].insert(older)
            }
        }
        return found
    }
}
