import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// Checks a line that chooses among several objects: it names a to-one relationship where it is declared, or an entity
    /// with unique constraints.
    mutating func checkDuplicates(_ line: Mapping.Line, in version: VersionNames) {
        let path: ElementPath = line.path
        guard let element = element(MappingName(line), in: version) else { return }
        if case .entity(_, let constraints) = element {
            checkDuplicates(line, among: constraints, in: version)
        }
        let reason: String? =
            switch element {
            case .relationship(let relationship):
                if relationship.isTransient {
                    "no store keeps '\(path)'"
                } else {
                    relationship.isToMany ? "'\(path)' is to-many" : nil
                }
            case .entity: nil
            case .attribute, .part, .fetchedProperty, .enumCase, .enumeration, .composite:
                "'\(path)' is neither a relationship nor an entity"
            }
        guard let reason else { return }
        error(
            "\(reason), so there is nothing to choose",
            at: line.location,
            help: ["expected a to-one relationship of \(version.title), or an entity with a unique constraint"]
        )
    }

    private mutating func checkDuplicates(_ line: Mapping.Line, among constraints: [[String]], in version: VersionNames)
    {
        let entity = line.path.entity
        let choices: [String] = constraints.map { "'by: [\($0.joined(separator: ", "))]'" }
        if constraints.isEmpty {
            error(
                "'\(entity)' declares no unique constraint, so there is nothing to choose",
                at: line.location,
                help: ["name the entity of \(version.title) that declares it"]
            )
            return
        }
        var seen: [Set<String>] = []
        for decision in line.duplicateObjects ?? [] {
            let constraint = decision.constraint(among: constraints)
            guard let constraint else {
                error(
                    decision.properties.isEmpty
                        ? "'\(entity)' has several unique constraints"
                        : "'\(entity)' declares no unique constraint over \(decision.properties.listed)",
                    at: line.location,
                    help: ["write \(choices.alternatives)"]
                )
                continue
            }
            if seen.contains(Set(constraint)) {
                error(
                    "two choices are about the unique constraint over \(constraint.listed)",
                    at: line.location,
                    help: ["remove one of them"]
                )
            }
            seen.append(Set(constraint))
            if let name = decision.kept.attribute {
                checkAttribute(name, of: decision, over: constraint, line, in: version)
            }
        }
    }

    /// Checks the attribute by whose values objects are put in order, or that gets numbers.
    private mutating func checkAttribute(
        _ name: String,
        of decision: Mapping.DuplicateObjects,
        over constraint: [String],
        _ line: Mapping.Line,
        in version: VersionNames
    ) {
        let path = ElementPath(line.path.entity, name)
        guard case .attribute(let attribute)? = version[path] else {
            error(
                "'\(line.path)' of \(version.title) has no attribute '\(name)'",
                at: line.location,
                help: NearMiss.suggestion(for: name, among: version.names(of: line.path.entity))
                    .map { ["did you mean '\($0)'?"] } ?? ["expected an attribute of '\(line.path)'"]
            )
            return
        }
        let problem: (reason: String, help: String)? =
            if !attribute.isStored || attribute.derivation != nil {
                ("'\(path)' is computed, or no store keeps it", "name an attribute with values of its own")
            } else if case .numbered = decision.kept {
                attribute.type.scalar == .string && constraint.contains(name)
                    ? nil
                    : (
                        "'\(path)' is not a string of the unique constraint, so a number behind it settles nothing",
                        "name a string among \(constraint.listed)"
                    )
            } else {
                attribute.type.isOrdered
                    ? nil
                    : (
                        "the values of '\(path)' have no order",
                        "name an integer, a double, a float, a date or a string"
                    )
            }
        guard let problem else { return }
        error(problem.reason, at: line.location, help: [problem.help])
    }
}

extension AttributeType {
    /// Whether a store can put objects in the order of values of the type.
    fileprivate var isOrdered: Bool {
        switch scalar {
        case .int16, .int32, .int64, .double, .float, .date, .string: true
        case .bool, .decimal, .data, .uuid, .url, nil: false
        }
    }
}

extension [String] {
    fileprivate var listed: String { map { "'\($0)'" }.joined(separator: ", ") }
}
