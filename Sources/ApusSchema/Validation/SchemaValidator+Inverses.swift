import ApusDiagnostics

extension SchemaValidator {
    /// Checks the inverse that a relationship names.
    mutating func checkInverse(
        of relationship: Relationship,
        _ path: ElementPath,
        in entity: Entity,
        to far: Entity,
        at place: ModelPath
    ) {
        guard let name = relationship.inverse else { return }
        var problem: String
        switch index.member(name, of: far) {
        case .unreadable: return
        case .found((let owner, .relationship(let back))):
            let nearby: Schema = index.neighbourhood(of: relationship, in: entity)
            let backPath = ElementPath(owner.name, back.name)
            if nearby.inverse(of: relationship, in: entity) == nil {
                warnOfOneSide(relationship, path, back, backPath, in: entity, at: place)
            } else {
                checkPair(relationship, path, back, backPath, at: place)
            }
            return
        case .found((_, .attribute)): problem = "that is an attribute"
        case .found((_, .fetched)): problem = "that is a fetched property"
        case .missing: problem = "there is no such relationship"
        }
        problem = "the inverse of '\(path)' is '\(name)', but in '\(far.name)' \(problem)"
        let candidates: [String] = index.line(of: far).flatMap { $0.relationships.map(\.name) }
        let isFixed: Bool = !fixedSettings.insert(place.key("inverse")).inserted
        unknown(problem, name, among: candidates, at: place.key("inverse"), isFixed: isFixed)
    }

    /// Checks two relationships that are each other's inverse.
    private mutating func checkPair(
        _ relationship: Relationship,
        _ path: ElementPath,
        _ back: Relationship,
        _ backPath: ElementPath,
        at place: ModelPath
    ) {
        if relationship.isTransient, !back.isTransient {
            error(
                "'\(path)' is transient, but its inverse '\(backPath)' is not",
                at: place.key("transient"),
                help: ["make both transient, or neither"]
            )
        }
        guard let holds = relationship.holdsKey else { return }
        if relationship.isToMany != back.isToMany {
            needlessHoldsKey(
                "'\(path)' and '\(backPath)' are one-to-many, so the key is always on the to-one side",
                at: place
            )
        } else if path == backPath, !holds {
            needlessHoldsKey("'\(path)' is its own inverse, so no other side can hold its key", at: place)
        } else if back.holdsKey == holds, path != backPath {
            error(
                "'\(path)' and '\(backPath)' both say 'holdsKey: \(holds)'",
                at: place.key("holdsKey"),
                help: ["keep it on one side"]
            )
        }
    }

    /// Warns of an inverse that does not name this relationship as its own: Core Data takes it, and so does Apus.
    private mutating func warnOfOneSide(
        _ relationship: Relationship,
        _ path: ElementPath,
        _ back: Relationship,
        _ backPath: ElementPath,
        in entity: Entity,
        at place: ModelPath
    ) {
        // Where the other one leads nowhere, that is what is wrong.
        guard case .found(let backDestination) = index.entity(back.destination) else { return }
        guard case .found(let backEntity) = index.entity(backPath.entity) else { return }
        let name: String = relationship.name
        let leadsHere: Bool
        if case .found((let owner, .relationship)) = index.member(name, of: backDestination) {
            leadsHere = owner.name == entity.name
        } else {
            leadsHere = back.destination == entity.name
        }
        let actual: String =
            !leadsHere
            ? "leads to '\(back.destination)'"
            : back.inverse.map { "has '\($0)' as its inverse" } ?? "names no inverse"
        let help: String =
            leadsHere
            ? "give '\(backPath)' the line 'inverse: \(name)', or choose another inverse"
            : "'\(backPath)' must lead to '\(entity.name)' and say 'inverse: \(name)'; else choose another inverse"
        warn(
            "'\(path)' has the inverse '\(backPath)', but that one \(actual)",
            at: place.key("inverse"),
            notes: ["the two are kept apart, each with references of its own"],
            help: [help],
            fixes: leadsHere ? fixes(for: back, of: backEntity, naming: name, at: place) : []
        )
        if relationship.holdsKey == false {
            needlessHoldsKey("'\(path)' and '\(backPath)' are kept apart, so no other side can hold its key", at: place)
        }
    }

    /// The edit that makes a relationship name an inverse, unless it has one that agrees, or another finding's edit
    /// changes one of the two.
    private mutating func fixes(
        for back: Relationship,
        of entity: Entity,
        naming name: String,
        at origin: ModelPath
    ) -> [Fix] {
        let place: ModelPath = entity.place(of: back)
        guard index.neighbourhood(of: back, in: entity).inverse(of: back, in: entity) == nil,
            fixedSettings.isDisjoint(with: [place.key("inverse"), origin.key("inverse")])
        else { return [] }
        fixedSettings.formUnion([place.key("inverse"), origin.key("inverse")])
        guard let other = back.inverse else { return adding("inverse", name, to: place) }
        return replacing(other, with: name, at: place.key("inverse"))
    }
}
