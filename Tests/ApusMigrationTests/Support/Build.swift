import ApusDiagnostics
import ApusMigration
import ApusSchema
import Testing

/// A schema of the model `M`.
func schema(_ entities: Entity...) -> Schema {
    Schema(model: "M", entities: entities)
}

extension Entity {
    /// An entity with properties in any order.
    static func of(_ name: String, was originalName: String? = nil, _ properties: any PropertyConvertible...) -> Entity
    {
        var entity = Entity(name, originalName: originalName)
        for property in properties {
            switch property.property {
            case .attribute(let attribute): entity.attributes.append(attribute)
            case .relationship(let relationship): entity.relationships.append(relationship)
            }
        }
        return entity
    }
}

/// What an entity can be made of.
protocol PropertyConvertible {
    var property: Property { get }
}

extension Attribute: PropertyConvertible {
    var property: Property { .attribute(self) }
}

extension Relationship: PropertyConvertible {
    var property: Property { .relationship(self) }
}

/// An optional to-one relationship.
func toOne(
    _ name: String,
    _ far: String,
    inverse: String? = nil,
    was: String? = nil,
    holdsKey: Bool? = nil
) -> Relationship {
    .toOne(name, far, isOptional: true, inverse: inverse, originalName: was, holdsKey: holdsKey)
}

/// The report of the stage from version 1 to version 2 between two valid schemas.
func report(_ old: Schema, _ new: Schema, accept: String...) -> String {
    #expect(old.validate().isEmpty && new.validate().isEmpty)
    return Stage(
        from: old,
        to: new,
        from: .version(Schema.Version(1)),
        to: .version(Schema.Version(2)),
        accept: accept.compactMap { ElementPath(parsing: $0) }.map { Mapping.Acceptance($0) }
    ).report
}

extension Stage {
    /// The stage from version 1 to version 2.
    static func between(_ old: Schema, _ new: Schema, accept: String...) -> Stage {
        Stage(
            from: old,
            to: new,
            from: .version(Schema.Version(1)),
            to: .version(Schema.Version(2)),
            accept: accept.compactMap { ElementPath(parsing: $0) }.map { Mapping.Acceptance($0) }
        )
    }

    /// The changes with code and verdict, a line each, then the refusals as a person sees them.
    var report: String {
        let lines: [String] = changes.map { change in
            let verdict: String =
                switch change.verdict {
                case .lightweight: ""
                case .accepted: " accepted"
                case .refused: " refused"
                }
            return "\(change.kind.code) \(change.kind.name) \(change.entity)\(verdict)"
        }
        return (lines + refusals.map { $0.diagnostic().description }).joined(separator: "\n")
    }
}

extension History {
    /// A history of the versions 1, 2, 3 …
    static func of(_ schemas: [Schema], head: Schema? = nil) -> History {
        History(
            model: schemas.first?.model ?? "M",
            entries: schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) },
            head: head
        )
    }
}

extension Mapping {
    /// A mapping that accepts losses.
    static func accepting(_ paths: String..., from: Int, to: Int?) -> Mapping {
        Mapping(
            from: Schema.Version(from),
            to: to.map { Schema.Version($0) },
            accept: paths.compactMap { ElementPath(parsing: $0) }.map { Mapping.Acceptance($0) }
        )
    }
}
