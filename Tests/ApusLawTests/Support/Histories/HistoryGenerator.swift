import ApusDiagnostics
import ApusSchema
import ApusTestSupport

/// Makes random histories over the features that a stage may infer: the same seed gives the same history.
struct HistoryGenerator {
    let seed: UInt64
    private var random: SplitMix64
    private var draft = Draft()
    private var nextID: Int = 0
    private var retired: [(owner: Int, name: String)] = []
    private var lastRenamed: Set<Int> = []

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix64(seed: seed)
    }

    /// A history of three to eight versions, or of that many.
    static func history(seed: UInt64, versions: Int? = nil) -> GeneratedHistory {
        var generator = HistoryGenerator(seed: seed)
        return generator.generate(versions: versions)
    }

    private mutating func generate(versions: Int?) -> GeneratedHistory {
        let count: Int = versions ?? 3 + random.below(6)
        begin()
        var schemas: [Schema] = [draft.schema(model: Self.model)]
        var stages: [GeneratedHistory.Stage] = []
        while schemas.count < count, let older = schemas.last {
            let stage: GeneratedHistory.Stage = nextStage(from: older, number: stages.count)
            stages.append(stage)
            schemas.append(stage.newer)
        }
        return GeneratedHistory(seed: seed, schemas: schemas, stages: stages)
    }

    private static let model: String = "Law"

    /// The first version: two to four entities and some relationships.
    private mutating func begin() {
        while true {
            var editor = StageEditor(Draft(), random: random, nextID: 0, retired: [])
            for _ in 0..<2 + random.below(3) { _ = editor.apply(.addEntity) }
            let kinds: [EditKind] = [
                .addToOne, .addToMany, .addOneToMany, .addManyToMany, .addOneToOne, .addSelfInverse, .addSelfPair,
                .addRequiredToOne, .addRequiredOneToOne,
            ]
            for _ in 0..<editor.random.below(6) {
                if let kind = editor.random.pickAny(kinds) { _ = editor.apply(kind) }
            }
            random = editor.random
            guard Self.isValid(editor.draft) else { continue }
            (draft, nextID) = (editor.draft, editor.nextID)
            return
        }
    }

    private static func isValid(_ draft: Draft) -> Bool {
        !draft.schema(model: model).validate().contains { $0.severity == .error }
    }

    /// The next stage: random edits, tried again where the rules would read something else than was meant.
    private mutating func nextStage(from older: Schema, number: Int) -> GeneratedHistory.Stage {
        var attempt: Int = 0
        while true {
            attempt += 1
            var editor = StageEditor(draft, random: random, nextID: nextID, retired: retired)
            let count: Int = 1 + editor.random.below(4)
            var tries: Int = 0
            while editor.edits.count < count, tries < 40 {
                tries += 1
                if let kind = drawKind(&editor) { _ = editor.apply(kind) }
            }
            editor.pinKeys()
            editor.writeLines(isPlain: attempt.isMultiple(of: 4), lastRenamed: lastRenamed)
            random = editor.random
            if let stage = Self.stage(editor, from: older, number: number) {
                accept(editor)
                return stage
            }
        }
    }

    /// The stage that an editor made, with the lines that make it legal, or `nil` where none do.
    private static func stage(_ editor: StageEditor, from older: Schema, number: Int) -> GeneratedHistory.Stage? {
        guard isValid(editor.draft) else { return nil }
        let newer: Schema = editor.draft.schema(model: model)
        let (before, after) = (Reading(older), Reading(newer))
        var wishes = StageDraft(newer, editor.random, near: [], lastNumber: 0)
        wishes.accept = editor.removed.map(\.path)
        guard let migration = Settler.migration(before, after, wishes, from: number),
            let match = try? StageMatch(before, after), match.isMeant(by: editor, newer)
        else { return nil }
        return GeneratedHistory.Stage(
            older: older,
            newer: newer,
            mapping: migration.mapping,
            edits: editor.edits,
            intended: editor.intended
        )
    }

    private mutating func accept(_ editor: StageEditor) {
        retired += editor.removed.map { ($0.owner, $0.path.lastName) }
        lastRenamed = editor.renamed
        (draft, nextID) = (editor.draft, editor.nextID)
    }

    /// A kind of edit that keeps the schema at a size that can be read in a report.
    private func drawKind(_ editor: inout StageEditor) -> EditKind? {
        let relationships: Int = editor.draft.entities.reduce(0) { $0 + $1.relationships.count }
        let attributes: Int = editor.draft.entities.reduce(0) { $0 + $1.attributes.count }
        return editor.random.pickAny(
            EditKind.allCases.filter { kind in
                switch kind {
                case .addEntity, .replaceEntity, .readdEntity, .entityTakesPairTable, .addRequiredToOne,
                    .addRequiredOneToOne:
                    editor.draft.entities.count < 7 && relationships < 12
                case .addToOne, .addToMany, .addOneToMany, .addManyToMany, .addOneToOne, .addSelfInverse, .addSelfPair:
                    relationships < 12
                case .addOptionalAttribute, .addOptionalAttributeWithDefault, .addRequiredAttribute,
                    .addRequiredWithoutDefault:
                    attributes < 24
                default: kind.isDrawn
                }
            }
        )
    }
}

extension StageMatch {
    /// Whether the rules read the names and lines as an editor meant them.
    fileprivate func isMeant(by editor: StageEditor, _ newer: Schema) -> Bool {
        let intended: [ElementPath: ElementPath] = editor.intended
        let removed: Set<ElementPath> = Set(editor.removed.map(\.path))
        return newer.entities.allSatisfy { entity in
            guard entities[entity.name] == intended[ElementPath(entity.name)]?.entity else { return false }
            return entity.properties.allSatisfy { property in
                let found: ElementPath? = older(property.name, of: entity.name)?.path
                let meant: ElementPath? = intended[ElementPath(entity.name, property.name)]
                // One that is removed while another one comes under its name is the same one, to the rules.
                return found == meant || meant == nil && found.map(removed.contains) == true
            }
        }
    }
}
