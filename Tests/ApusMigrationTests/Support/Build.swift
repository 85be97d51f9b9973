import ApusDiagnostics
import ApusMigration
import ApusReports
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
    return Stage.between(old, new, .of(accept: accept)).report
}

extension Stage {
    /// The stage from version 1 to version 2.
    static func between(_ old: Schema, _ new: Schema, accept: String...) -> Stage {
        between(old, new, .of(accept: accept))
    }

    /// The stage from version 1 to version 2 as a mapping says.
    static func between(_ old: Schema, _ new: Schema, _ mapping: Mapping) -> Stage {
        Stage(from: old, to: new, from: .version(Schema.Version(1)), to: .version(Schema.Version(2)), mapping: mapping)
    }

    /// The changes with code and verdict, a line each, then the refusals as a person sees them.
    var report: String {
        (changes.map { "\($0.code) \($0.name) \($0.entity)\($0.verdictWords)" }
            + refusals.map { $0.diagnostic().description }).joined(separator: "\n")
    }

    /// The changes, each with its element and its verdict.
    var lines: [String] { changes.map(\.line) }

    /// The codes of what cannot be carried out, each with the element.
    var reasons: [String] { refusals.map { "\($0.code) \($0.path)" } }
}

extension Change {
    /// The change's name, its element and its verdict.
    var line: String { "\(name) \(ElementPath(entity, difference.property))\(verdictWords)" }

    /// The verdict; nothing for a lightweight one.
    var verdictWords: String {
        switch verdict {
        case .lightweight: ""
        case .accepted: " accepted"
        case .mapped(let line) where line.key == .require: " require: [\(line.path)]"
        case .mapped(let line) where line.key == .fill: " fill: \(line.fill?.text ?? "")"
        case .mapped(let line): " \(line.key.rawValue): \(line.value ?? "")"
        case .refused: " refused"
        }
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
        .of(from: from, to: to, accept: paths)
    }

    /// A mapping in the words of its file; a fill with a generator's name is one.
    static func of(
        from: Int = 1,
        to: Int? = 2,
        accept: [String] = [],
        fill: KeyValuePairs<String, String> = [:],
        convert: KeyValuePairs<String, String> = [:],
        require: [String] = [],
        duplicates: KeyValuePairs<String, Mapping.Duplicates> = [:]
    ) -> Mapping {
        func path(_ text: String) -> ElementPath { ElementPath(parsing: text) ?? ElementPath(text) }
        var lines: [Mapping.Line] = accept.map { text in
            text.hasSuffix(".*")
                ? .accept(ElementPath(String(text.dropLast(2))), isWildcard: true) : .accept(path(text))
        }
        lines += fill.map { .fill(path($0), Fill.Generator(rawValue: $1).map { .generated($0) } ?? .literal($1)) }
        lines += convert.map { .convert(path($0), $1) }
        lines += require.map { .require(path($0)) }
        lines += duplicates.map { .duplicates(path($0), $1) }
        return Mapping(from: Schema.Version(from), to: to.map { Schema.Version($0) }, lines)
    }
}
