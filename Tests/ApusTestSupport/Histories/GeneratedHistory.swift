package import ApusMigration
package import ApusSchema

/// A random history: versions `1…n`, and what each stage did.
package struct GeneratedHistory: Sendable {
    /// The step between two neighbouring versions.
    package struct Stage: Sendable {
        package let older: Schema
        package let newer: Schema
        /// The lines that make the stage legal.
        package var mapping: Mapping
        package let edits: [HistoryEdit]
        /// Which older element each newer one is that existed before, as the edits had it, whatever the rules say.
        package let intended: [ElementPath: ElementPath]
    }

    package let seed: UInt64
    package let schemas: [Schema]
    package var stages: [Stage]

    init(seed: UInt64, schemas: [Schema], stages: [Stage]) {
        self.seed = seed
        self.schemas = schemas
        self.stages = stages
    }

    /// A history that was not generated, with what each of its stages' mappings says; the seed is that of its rows.
    package init(of schemas: [Schema], _ mappings: [Mapping], rowSeed: UInt64) {
        seed = rowSeed
        self.schemas = schemas
        stages = zip(zip(schemas, schemas.dropFirst()), mappings).map { pair, mapping in
            Stage(older: pair.0, newer: pair.1, mapping: mapping, edits: [], intended: [:])
        }
    }

    /// The versions, all of them frozen.
    package var history: History {
        History(
            model: schemas.first?.model ?? "",
            entries: schemas.enumerated().map { History.Entry(Self.version($0.offset), $0.element) }
        )
    }

    /// The history's planner, with what is written about its stages.
    package var planner: Planner { Planner(history: history, mappings: stages.map(\.mapping)) }

    /// The version at an index: the first is `1`.
    package static func version(_ index: Int) -> Schema.Version {
        Schema.Version(index + 1)
    }

    /// The seed, and the edits of the stages between two versions in words.
    package func story(from: Int = 0, to: Int? = nil) -> String {
        var lines: [String] = ["seed \(seed)"]
        for (index, stage) in stages.enumerated() where (from..<(to ?? stages.count)).contains(index) {
            lines.append("stage \(Self.version(index)) → \(Self.version(index + 1))")
            lines += stage.edits.map { "  \($0)" }
            lines += stage.mapping.lines.map { "  \($0.key.rawValue) \($0.subject): \($0.value ?? "")" }
        }
        return lines.joined(separator: "\n")
    }
}
