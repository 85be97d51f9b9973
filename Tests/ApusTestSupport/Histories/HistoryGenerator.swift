import ApusMigration
package import ApusSchema

/// Makes random histories over the features that a stage may infer: the same seed gives the same history.
package struct HistoryGenerator {
    /// Finds the lines that make a stage legal.
    ///
    /// - Parameters:
    ///   - stage: The stage, with a mapping of lines that may be needless: it accepts whatever the edits removed.
    ///   - number: The index of the stage.
    ///   - random: The source of choices between lines.
    /// - Returns: The mapping; `nil` if no lines make the stage legal, or if the rules read its names otherwise than its
    ///   edits meant them.
    package typealias Settle = (_ stage: GeneratedHistory.Stage, _ number: Int, _ random: SplitMix64) -> Mapping?

    /// What a history is made of.
    package struct Scope {
        /// The kinds of edits; one that is there several times is drawn more often.
        package var kinds: [EditKind] = EditKind.allCases

        /// The kinds of relationships that the first version may have.
        package var firstRelationships: [EditKind] = [
            .addToOne, .addToMany, .addOneToMany, .addManyToMany, .addOneToOne, .addSelfInverse, .addSelfPair,
            .addRequiredToOne, .addRequiredOneToOne,
        ]

        /// How many versions there are; three to eight if it is `nil`.
        package var versions: Int?

        /// How many entities the first version has at least; two to four if it is `nil`.
        package var entities: Int?

        package init() {}
    }

    private let scope: Scope
    private let settle: Settle
    private var random: SplitMix64
    private var draft = Draft()
    private var nextID: Int = 0
    private var retired: [(owner: Int, name: String)] = []
    private var lastRenamed: Set<Int> = []

    /// The history of a seed.
    package static func history(seed: UInt64, _ scope: Scope, settledBy settle: @escaping Settle) -> GeneratedHistory {
        var generator = HistoryGenerator(scope: scope, settle: settle, random: SplitMix64(seed: seed))
        let count: Int = scope.versions ?? 3 + generator.random.below(6)
        generator.begin()
        var schemas: [Schema] = [generator.draft.schema(model: model)]
        var stages: [GeneratedHistory.Stage] = []
        while schemas.count < count, let older = schemas.last {
            let stage: GeneratedHistory.Stage = generator.nextStage(from: older, number: stages.count)
            stages.append(stage)
            schemas.append(stage.newer)
        }
        return GeneratedHistory(seed: seed, schemas: schemas, stages: stages)
    }

    private static let model: String = "Law"

    /// The first version: some entities and relationships.
    private mutating func begin() {
        while true {
            var editor = StageEditor(Draft(), random: random, nextID: 0, retired: [])
            for _ in 0..<(scope.entities ?? 2 + random.below(3)) { _ = editor.apply(.addEntity) }
            for _ in 0..<editor.random.below(6) {
                if let kind = editor.random.pickAny(scope.firstRelationships) { _ = editor.apply(kind) }
            }
            random = editor.random
            guard Self.isValid(editor.draft) else { continue }
            (draft, nextID) = (editor.draft, editor.nextID)
            return
        }
    }

    private static func isValid(_ draft: Draft) -> Bool { draft.schema(model: model).validate().isEmpty }

    /// The next stage: random edits, tried again where the rules would read something else than was meant.
    private mutating func nextStage(from older: Schema, number: Int) -> GeneratedHistory.Stage {
        var attempt = 0
        while true {
            attempt += 1
            var editor = StageEditor(draft, random: random, nextID: nextID, retired: retired)
            let count: Int = 1 + editor.random.below(max(4, 2 * (scope.entities ?? 0)))
            var tries = 0
            while editor.edits.count < count, tries < 40 {
                tries += 1
                if let kind = drawKind(&editor) { _ = editor.apply(kind) }
            }
            editor.pinKeys()
            editor.writeLines(isPlain: attempt.isMultiple(of: 4), lastRenamed: lastRenamed)
            let wishes: [Mapping.Line] = editor.wishes()
            random = editor.random
            if let stage = stage(editor, wishes, from: older, number: number) {
                retired += editor.removed.map { ($0.owner, $0.path.lastName) }
                lastRenamed = editor.renamed
                (draft, nextID) = (editor.draft, editor.nextID)
                return stage
            }
        }
    }

    /// The stage that an editor made, with the lines that make it legal, or `nil` where none do.
    private func stage(
        _ editor: StageEditor,
        _ wishes: [Mapping.Line],
        from older: Schema,
        number: Int
    ) -> GeneratedHistory.Stage? {
        guard Self.isValid(editor.draft) else { return nil }
        var stage = GeneratedHistory.Stage(
            older: older,
            newer: editor.draft.schema(model: Self.model),
            mapping: Mapping(
                from: GeneratedHistory.version(number),
                to: GeneratedHistory.version(number + 1),
                editor.removed.map { .accept($0.path) } + wishes
            ),
            edits: editor.edits,
            intended: editor.intended
        )
        guard let mapping = settle(stage, number, random) else { return nil }
        stage.mapping = mapping
        return stage
    }

    /// A kind of edit that keeps the schema at a size that can be read in a report.
    private func drawKind(_ editor: inout StageEditor) -> EditKind? {
        let relationships: Int = editor.draft.entities.reduce(0) { $0 + $1.relationships.count }
        let attributes: Int = editor.draft.entities.reduce(0) { $0 + $1.attributes.count }
        let size: Int = max(4, scope.entities ?? 0)
        return editor.random.pickAny(
            scope.kinds.filter { kind in
                switch kind {
                case .addEntity, .replaceEntity, .readdEntity, .entityTakesPairTable, .addRequiredToOne,
                    .addRequiredOneToOne:
                    editor.draft.entities.count < size + 3 && relationships < size * 3
                case .addToOne, .addToMany, .addOneToMany, .addManyToMany, .addOneToOne, .addSelfInverse, .addSelfPair:
                    relationships < size * 3
                case .addOptionalAttribute, .addOptionalAttributeWithDefault, .addRequiredAttribute,
                    .addRequiredWithoutDefault:
                    attributes < size * 6
                default: kind.isDrawn
                }
            }
        )
    }
}
