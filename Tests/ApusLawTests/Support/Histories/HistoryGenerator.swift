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
            let stage: GeneratedHistory.Stage = nextStage(from: older)
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
    private mutating func nextStage(from older: Schema) -> GeneratedHistory.Stage {
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
            if let stage = Self.stage(editor, from: older) {
                accept(editor)
                return stage
            }
        }
    }

    /// The stage that an editor made, or `nil` where it is no valid one.
    private static func stage(_ editor: StageEditor, from older: Schema) -> GeneratedHistory.Stage? {
        guard isValid(editor.draft) else { return nil }
        let newer: Schema = editor.draft.schema(model: model)
        let accepted: [ElementPath] = editor.removed.map(\.path)
        guard let stage = try? NaiveStage(from: older, to: newer, accepted: Set(accepted)),
            (try? stage.changes()) != nil, stage.pairs == editor.intended
        else { return nil }
        return GeneratedHistory.Stage(
            older: older,
            newer: newer,
            accepted: accepted,
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
                case .addOptionalAttribute, .addOptionalAttributeWithDefault, .addRequiredAttribute:
                    attributes < 24
                default: kind.isDrawn
                }
            }
        )
    }
}

extension NaiveStage {
    /// Which older element each newer one is by the rules: entities and properties.
    var pairs: [ElementPath: ElementPath] {
        let names = entities.map { (ElementPath($0.key), ElementPath($0.value)) }
        return properties.merging(names) { one, _ in one }
    }
}
