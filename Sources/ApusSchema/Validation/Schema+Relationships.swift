import ApusDiagnostics

extension Schema {
    /// Finds what is wrong with one relationship.
    func validate(
        _ relationship: Relationship,
        of entity: Entity,
        locating locate: (Facet) -> SourceLocation?,
        into findings: inout DiagnosticCollector
    ) {
        let path = ElementPath(entity.name, relationship.name)
        guard let far = self.entity(relationship.destination) else {
            findings.error(
                "'\(path)' leads to '\(relationship.destination)', but there is no such entity",
                at: locate(.destination),
                help: didYouMean(relationship.destination, among: entities.map(\.name))
            )
            return
        }
        guard let name = relationship.inverse else {
            if relationship.holdsKey == false {
                findings.error(
                    "'\(path)' has no inverse, so no other side can hold its key",
                    at: locate(.holdsKey),
                    help: ["remove 'holdsKey'"]
                )
            }
            return
        }
        guard let back = far.relationship(name) else {
            let problem: String = far.attribute(name) == nil ? "there is no such relationship" : "that is an attribute"
            findings.error(
                "the inverse of '\(path)' is '\(name)', but in '\(far.name)' \(problem)",
                at: locate(.inverse),
                help: didYouMean(name, among: far.relationships.map(\.name))
            )
            return
        }
        validate(relationship, path, against: back, of: far, locating: locate, into: &findings)
    }

    private func validate(
        _ relationship: Relationship,
        _ path: ElementPath,
        against back: Relationship,
        of far: Entity,
        locating locate: (Facet) -> SourceLocation?,
        into findings: inout DiagnosticCollector
    ) {
        let backPath = ElementPath(far.name, back.name)
        if back.destination != path.entity || back.inverse != path.property {
            let actual: String =
                back.destination != path.entity
                ? "leads to '\(back.destination)'"
                : back.inverse.map { "has '\($0)' as its inverse" } ?? "names no inverse"
            findings.error(
                "'\(path)' has the inverse '\(backPath)', but that one \(actual)",
                at: locate(.inverse),
                help: [
                    back.destination != path.entity
                        ? "'\(backPath)' must lead to '\(path.entity)' and say 'inverse: \(path.property ?? "")'; "
                            + "else choose another inverse"
                        : "give '\(backPath)' the line 'inverse: \(path.property ?? "")', or choose another inverse"
                ]
            )
            return
        }
        if let holds = relationship.holdsKey {
            if relationship.isToMany != back.isToMany {
                findings.error(
                    "'\(path)' and '\(backPath)' are one-to-many, so the key is always on the to-one side",
                    at: locate(.holdsKey),
                    help: ["remove 'holdsKey'"]
                )
            } else if path == backPath, !holds {
                findings.error(
                    "'\(path)' is its own inverse, so no other side can hold its key",
                    at: locate(.holdsKey),
                    help: ["remove 'holdsKey'"]
                )
            } else if back.holdsKey == holds, path != backPath {
                findings.error(
                    "'\(path)' and '\(backPath)' both say 'holdsKey: \(holds)'",
                    at: locate(.holdsKey),
                    help: ["keep it on one side"]
                )
            }
        }
    }

    /// A help line that names the nearest candidate, or none.
    private func didYouMean(_ word: String, among candidates: [String]) -> [String] {
        NearMiss.suggestion(for: word, among: candidates).map { ["did you mean '\($0)'?"] } ?? []
    }
}
