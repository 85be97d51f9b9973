package import ApusDiagnostics
public import ApusSchema

/// The step between two schemas, usually neighbours in a history.
public struct Stage: Hashable, Sendable {
    /// A schema's point in a history.
    public enum Point: Hashable, Sendable {
        /// A frozen version.
        case version(Schema.Version)
        /// An unreleased schema: the head, or the schema of a store that an older head created.
        case unreleased
        /// A schema outside the history, by the name that the user specified: a file, a git revision.
        case named(String)
        /// The schema of a store without a version of the history, by the store's path.
        case store(String)
    }

    /// The point at which the stage starts.
    public let from: Point

    /// The point at which the stage ends.
    public let to: Point

    /// What the mapping does before names are matched; `nil` if nothing.
    let preparation: Preparation?

    /// The matching of the two schemas, the older one with what ``preparation`` makes; elements whose loss is accepted do
    /// not match.
    package let matching: Matching

    /// The stage's mapping, if it has one.
    public let mapping: Mapping?

    /// The file of the stage's mapping, whether it exists or not; `nil` if there can be none, or several as in a
    /// composed stage.
    public let mappingFile: String?

    /// The mapping's lines.
    let lines: MappingLines

    /// What the mapping does with objects that have the same unique values.
    let reductions: [DuplicateReduction]

    /// What the mapping asserts of the objects before and after the stage.
    let assertions: [StageAssertion]

    /// The changes, by entity in the newer schema's order, removed entities last.
    public let changes: [Change]

    /// The reasons why the stage cannot be carried out; empty if it can.
    public internal(set) var refusals: [Refusal]

    /// The lines of the head's mapping that are not carried out, because an unreleased head made the store.
    package internal(set) var ignoredLines: [Mapping.Line] = []

    /// The code in Swift of the stages that this one is composed of.
    var composedCode: [SwiftStage] = []

    /// The versions that a direct mapping leads over; `nil` if the two schemas are neighbours, or not of one history.
    var direct: Direct?

    /// What lies between the schemas of a direct mapping.
    struct Direct: Hashable {
        /// The versions between, in the order of the stage; at least one.
        let skipped: [Schema.Version]
        /// What the elements were called, version by version: the matching of the schema that was frozen first with the one
        /// that was frozen last.
        let names: Matching
    }

    /// The versions that the stage skips, in its order; empty unless its mapping is a direct one.
    public var skipped: [Schema.Version] { direct?.skipped ?? [] }

    /// The older schema.
    public var old: Schema { preparation?.older.schema ?? matching.older.schema }

    /// The newer schema.
    public var new: Schema { matching.newer.schema }
}

extension Stage.Point: CustomStringConvertible {
    /// The point as files and commands write it: `3`, `head`, `main:`.
    public var description: String {
        switch self {
        case .version(let version): version.description
        case .unreleased: "head"
        case .named(let name), .store(let name): name
        }
    }
}

extension Stage.Point {
    /// The version, or `nil` if the schema is not a frozen version.
    public var version: Schema.Version? {
        if case .version(let version) = self { version } else { nil }
    }
}

extension Stage {
    /// Returns the stage with other points for its two schemas.
    package func named(from: Point, to: Point) -> Stage {
        Stage(
            from: from,
            to: to,
            preparation: preparation,
            matching: matching,
            mapping: mapping,
            mappingFile: mappingFile,
            lines: lines,
            reductions: reductions,
            assertions: assertions,
            changes: changes,
            refusals: refusals,
            ignoredLines: ignoredLines,
            direct: direct
        )
    }

    /// Returns the refusals as diagnostics.
    ///
    /// A frozen version is never edited, so what settles its stage belongs in the mapping. That is the location of a
    /// refusal without another one.
    ///
    /// - Parameters:
    ///   - store: The location of the store that is to be migrated, for refusals that no file has to do with.
    ///   - refusals: ``shownRefusals``, if they were found before.
    ///   - locate: Returns the location of an element of the newer schema, if a file has it.
    /// - Returns: The diagnostics; all of them are errors.
    package func diagnostics(
        of store: SourceLocation? = nil,
        showing refusals: [Refusal]? = nil,
        locating locate: (Point, ElementPath) -> SourceLocation?
    ) -> [Diagnostic] {
        let file: SourceLocation? = to.version == nil ? nil : mappingFile.map { SourceLocation(file: $0) }
        return (refusals ?? shownRefusals).map { $0.diagnostic(at: locate(to, $0.path) ?? file ?? store) }
    }

    /// Whether a mapping specifies values or code, so that not everything is inferred.
    public var isMapped: Bool {
        !allCode.isEmpty
            || changes.contains { if case .mapped = $0.verdict { true } else { false } }
    }

    /// The code in Swift over whole objects that the stage runs; `nil` if it runs none.
    public var swift: SwiftStage? { mapping?.swift }

    /// The code in Swift over whole objects of the stage, or of those that it is composed of, in their order.
    package var allCode: [SwiftStage] { composedCode + [swift].compactMap { $0 } }

    /// The required to-one relationships without an object in some existing rows, which stay as they are.
    package var emptyRelationships: [ElementPath] {
        changes.filter { $0.difference.rowsLeftEmpty != .none }
            .map { ElementPath($0.entity, $0.difference.property) }
    }

    /// The matching of the two schemas without what the mapping makes.
    package var overall: Matching { preparation?.overall ?? matching }

    /// Whether the stage keeps values that the store computed. It needs them as its older schema computed them, so a
    /// pass must start with this stage.
    public var startsPass: Bool { keptComputed != nil }

    /// The first attribute that keeps what the store computed.
    var keptComputed: ElementPath? {
        for entity in matching.affected {
            for pair in matching.detail(ofNewer: entity)?.pairs ?? [] {
                guard pair.from.isComputed, case .attribute(let after) = pair.new else { continue }
                if after.isKept { return ElementPath(entity, after.name) }
            }
        }
        return nil
    }
}
