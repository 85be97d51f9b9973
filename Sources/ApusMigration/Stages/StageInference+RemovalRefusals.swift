import ApusSchema

extension StageInference {
    func refusal(ofRemoving entity: Entity) -> Refusal {
        let path = ElementPath(entity.name)
        let accept: String = accepting(path)
        if let likely = likelyRename(of: entity) {
            return Refusal(
                code: "AP103",
                path: ElementPath(likely.name),
                message: "'\(likely.name)' is new and '\(entity.name)' is gone, and they are alike: a rename?",
                help: ["add 'originalName: \(entity.name)' to '\(likely.name)', or \(accept)"]
            )
        }
        if let taker = matching.match(newer: entity.name) {
            return Refusal(
                code: EntityRemoved.page.code,
                path: path,
                message: "'\(taker.old.name)' takes the name of '\(path)', whose rows would all be lost",
                help: ["keep the older '\(path)' under another name with 'originalName: \(path)'", accept]
            )
        }
        return Refusal(
            code: EntityRemoved.page.code,
            path: path,
            message: "'\(path)' is gone, and with it all its rows",
            help: [accept]
        )
    }

    /// The new entity that has most in common with one that is gone: at least half of the names.
    private func likelyRename(of entity: Entity) -> Entity? {
        let names: Set<String> = Set(entity.properties.map(\.name))
        func shared(_ candidate: Entity) -> Int { candidate.properties.filter { names.contains($0.name) }.count }
        let candidates: [Entity] = matching.added.filter { candidate in
            let count: Int = shared(candidate)
            return candidate.isAbstract == entity.isAbstract && count > 0
                && count * 2 >= max(names.count, candidate.properties.count)
        }
        return candidates.max { shared($0) < shared($1) }
    }

    func refusal(ofMakingAbstract entity: Entity, newer name: String) -> Refusal {
        Refusal(
            code: EntityBecameAbstract.page.code,
            path: ElementPath(name),
            message: "'\(name)' becomes abstract, and the objects of exactly that entity would be lost",
            help: [accepting(ElementPath(entity.name))]
        )
    }

    func refusal(ofMerging roots: [String], into root: String) -> Refusal {
        let names: String = roots.map { "'\($0)'" }.joined(separator: " and ")
        return Refusal(
            code: HierarchiesMerged.page.code,
            path: ElementPath(root),
            message: "\(names) were apart and are below '\(root)' now, but their objects may have the same identities",
            help: [
                "keep them apart, or give up the objects of all but one: \(accepting(ElementPath(roots.last ?? root)))"
            ]
        )
    }

    /// A property that some of those who inherited it no longer have.
    func refusal(ofLosing property: OwnedProperty, by kind: String, newer name: String) -> Refusal {
        let path = ElementPath(kind, property.name)
        let values: String = property.property.attributeType == nil ? "references" : "values"
        return Refusal(
            code: InheritedPropertyLost.page.code,
            path: ElementPath(name),
            message: "'\(name)' no longer has '\(property.name)', and the \(values) of its objects would be lost",
            help: ["declare '\(property.name)' where '\(name)' has or inherits it, or \(accepting(path))"]
        )
    }

    func refusal(ofRemoving property: OwnedProperty, in entity: String) -> Refusal {
        let path: ElementPath = property.path
        let accept: String = accepting(path)
        let match: PropertyMatching? = matching.properties(ofNewer: entity)
        let added: [OwnedProperty] = match?.added ?? []
        let candidates: [OwnedProperty] = added.filter { $0.property.isLike(property.property) }
        let likely: OwnedProperty? = LikelyRename.best(
            of: property,
            among: added,
            in: older.properties(of: property.owner).map(\.name),
            newer.properties(of: entity).map(\.name)
        )
        if let likely {
            let type: String = property.property.attributeType.map { ", both \($0.name)" } ?? ""
            // The line is there, but it reads as the rename that made the older one of that name.
            let isLeftOver: Bool = likely.property.originalName == property.name
            let rename: String =
                isLeftOver
                ? "rename in two versions, since the older '\(likely.name)' says 'originalName: \(property.name)' too"
                : "add 'originalName: \(property.name)'"
            return Refusal(
                code: "AP203",
                path: ElementPath(likely.owner, likely.name),
                message: "'\(likely.name)' is new and '\(property.name)' is gone\(type): a rename?",
                help: ["\(rename), or \(accept)"]
            )
        }
        let code: String =
            property.property.attributeType == nil ? RelationshipRemoved.page.code : AttributeRemoved.page.code
        let values: String = property.property.attributeType == nil ? "references" : "values"
        if let taker = match?.pairs.first(where: { $0.new.name == property.name }) {
            return Refusal(
                code: code,
                path: path,
                message: "'\(taker.old.name)' takes the name of '\(path)', whose \(values) would be lost",
                help: ["keep the older '\(property.name)' under another name with 'originalName: \(property.name)'"]
                    + [accept]
            )
        }
        let names: String = candidates.map { "'\($0.name)'" }.joined(separator: " or ")
        let renames: [String] =
            names.isEmpty ? [] : ["if it was renamed, add 'originalName: \(property.name)' to \(names)"]
        return Refusal(
            code: code,
            path: path,
            message: "'\(path)' is gone, and with it its \(values)",
            help: renames + [accept]
        )
    }
}
