public import ApusSchema

/// The step between two neighbouring schemas of a history.
public struct Stage: Hashable, Sendable {
    /// A schema's place in a history.
    public enum Point: Hashable, Sendable {
        /// A frozen version.
        case version(Schema.Version)
        /// A schema that is not released: the head, or what a store made by an older head holds.
        case unreleased
        /// A schema that is no place in the history, by the name that somebody gave for it: a file, a git revision.
        case named(String)
        /// What a store holds that stands at no version of the history, by the store's path.
        case store(String)
    }

    /// Where the stage starts.
    public let from: Point

    /// Where the stage ends.
    public let to: Point

    /// What each entity and property of the newer schema was; what is lost on purpose does not match.
    package let matching: Matching

    /// What people wrote about the stage.
    public let mapping: Mapping?

    /// The file that the stage's mapping is or would be; `nil` where it has none, or several as a composed one.
    public let mappingFile: String?

    /// The mapping's lines.
    let lines: MappingLines

    /// The differences, by entity in the newer schema's order, what is gone last.
    public let changes: [Change]

    /// Why the stage cannot be carried out; empty where it can.
    public let refusals: [Refusal]

    /// The older schema.
    public var old: Schema { matching.older.schema }

    /// The newer schema.
    public var new: Schema { matching.newer.schema }
}

extension Stage.Point: CustomStringConvertible {
    /// The point as files and commands name it: `3`, `head`, `main:`.
    public var description: String {
        switch self {
        case .version(let version): version.description
        case .unreleased: "head"
        case .named(let name), .store(let name): name
        }
    }
}

extension Stage.Point {
    /// The version, or `nil` where the schema is not released.
    public var version: Schema.Version? {
        if case .version(let version) = self { version } else { nil }
    }
}

extension Stage {
    /// The stage under other names of its two schemas.
    package func named(from: Point, to: Point) -> Stage {
        Stage(
            from: from,
            to: to,
            matching: matching,
            mapping: mapping,
            mappingFile: mappingFile,
            lines: lines,
            changes: changes,
            refusals: refusals
        )
    }

    /// Whether somebody wrote how values are made, rather than that all of it could be inferred.
    public var isMapped: Bool {
        changes.contains { if case .mapped = $0.verdict { true } else { false } }
    }

    /// Whether values that the store computed are to be kept from now on: the stage must find them as its older schema
    /// has them, so that no pass may go across its beginning.
    public var startsPass: Bool {
        for entity in matching.touched {
            for pair in matching.detail(ofNewer: entity)?.pairs ?? [] {
                guard pair.from.isComputed, case .attribute(let after) = pair.new else { continue }
                if after.isKept { return true }
            }
        }
        return false
    }
}
