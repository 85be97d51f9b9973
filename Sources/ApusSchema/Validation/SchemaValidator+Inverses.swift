import ApusDiagnostics

extension SchemaValidator {
    /// Checks the inverse of a relationship.
    mutating func checkInverse(
        of relationship: Relationship,
        _ path: ElementPath,
        in entity: Entity,
        to far: Entity,
        at modelPath: ModelPath
    ) {
        guard let name = relationship.inverse else { return }
        var problem: String
        switch index.member(name, of: far) {
        case .unreadable: return
        case .found((let owner, .relationship(let back))):
            let nearby = index.neighbourhood(of: relationship, in: entity)
            let backPath = ElementPath(owner.name, back.name)
            if nearby.inverse(of: relationship, in: entity) == nil {
                warnOfOneSidedInverse(
                    back,
                    inversePath: backPath,
                    of: relationship,
                    path: path,
                    in: entity,
                    at: modelPath
                )
            } else {
                checkInversePair(relationship, path: path, inverse: back, inversePath: backPath, at: modelPath)
            }
            return
        case .found((_, .attribute)): problem = "that is an attribute"
        case .found((_, .fetched)): problem = "that is a fetched property"
        case .missing: problem = "there is no such relationship"
        }
        problem = "the inverse of '\(path)' is '\(name)', but in '\(far.name)' \(problem)"
        let candidates = index.line(of: far).lazy.flatMap { $0.relationships.map(\.name) }
        let isFixed = !fixedSettings.insert(modelPath.key("inverse")).inserted
        unknown(problem, name, among: candidates, at: modelPath.key("inverse"), isFixed: isFixed)
    }

    /// Checks two relationships that are inverse to each other.
    private mutating func checkInversePair(
        _ relationship: Relationship,
        path: ElementPath,
        inverse back: Relationship,
        inversePath backPath: ElementPath,
        at modelPath: ModelPath
    ) {
        if relationship.isTransient, !back.isTransient {
            error(
                "'\(path)' is transient, but its inverse '\(backPath)' is not",
                at: modelPath.key("transient"),
                help: ["make both transient, or neither"]
            )
        }
        guard let holds = relationship.holdsKey else { return }
        if relationship.isToMany != back.isToMany {
            needlessHoldsKey(
                "'\(path)' and '\(backPath)' are one-to-many, so the to-one side always holds the key",
                at: modelPath
            )
        } else if path == backPath, !holds {
            needlessHoldsKey("'\(path)' is its own inverse, so it always holds its key", at: modelPath)
        } else if back.holdsKey == holds, path != backPath {
            error(
                "'\(path)' and '\(backPath)' both have 'holdsKey: \(holds)'",
                at: modelPath.key("holdsKey"),
                help: ["keep it on one side"]
            )
        }
    }

    /// Warns about an inverse that has another inverse or none, which Core Data accepts, and so does Apus.
    private mutating func warnOfOneSidedInverse(
        _ back: Relationship,
        inversePath backPath: ElementPath,
        of relationship: Relationship,
        path: ElementPath,
        in entity: Entity,
        at modelPath: ModelPath
    ) {
        // If the destination of the other one is missing, only that is reported.
        guard case .found = index.entity(back.destination) else { return }
        guard case .found(let backEntity) = index.entity(backPath.entity) else { return }
        let name = relationship.name
        let isInherited = relationship.destination != backPath.entity
        let pointsHere = back.destination == entity.name
        let actual =
            isInherited
            ? "is declared in '\(backPath.entity)'"
            : !pointsHere
                ? "points to '\(back.destination)'"
                : back.inverse.map { "has '\($0)' as its inverse" } ?? "has no inverse"
        let help =
            isInherited
            ? "let '\(path)' point to '\(backPath.entity)', or declare '\(back.name)' in '\(relationship.destination)'"
            : pointsHere
                ? "add 'inverse: \(name)' to '\(backPath)', or choose another inverse"
                : "let '\(backPath)' point to '\(entity.name)' with 'inverse: \(name)', or choose another inverse"
        warn(
            "'\(path)' has the inverse '\(backPath)', but that one \(actual)",
            about: Topic("'\(path)'", ["\(isInherited)", "\(pointsHere)", "\(back.inverse == nil)"]),
            at: modelPath.key("inverse"),
            notes: ["the two are stored separately, each with its own references"],
            help: [help],
            fixes: pointsHere && !isInherited ? fixes(for: back, of: backEntity, naming: name, at: modelPath) : []
        )
        if relationship.holdsKey == false {
            needlessHoldsKey("'\(path)' has no inverse that could hold its key", at: modelPath)
        }
    }

    /// The edit that sets the inverse of a relationship, unless it already has a valid one, or another finding's edit
    /// changes one of the two.
    private mutating func fixes(
        for back: Relationship,
        of entity: Entity,
        naming name: String,
        at origin: ModelPath
    ) -> [Fix] {
        let modelPath = entity.path(of: back)
        guard index.neighbourhood(of: back, in: entity).inverse(of: back, in: entity) == nil,
            fixedSettings.isDisjoint(with: [modelPath.key("inverse"), origin.key("inverse")])
        else { return [] }
        fixedSettings.formUnion([modelPath.key("inverse"), origin.key("inverse")])
        guard let other = back.inverse else { return adding("inverse", name, to: modelPath) }
        return replacing(other, with: name, at: modelPath.key("inverse"))
    }
}
