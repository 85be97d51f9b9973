import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport

/// Two edits one after the other: three versions, or two where both are in one stage.
struct MatrixHistory: Sendable {
    /// How the edits are spread over stages.
    enum Form: String, CaseIterable, Sendable {
        case twoStages
        case oneStage
    }

    let seed: UInt64
    let readings: [Reading]
    let mappings: [Mapping]
    /// The stages as the naive interpreter carries them out.
    let migrations: [NaiveMigration]
    /// What was done in each stage.
    let stories: [[String]]
    /// What the edits of each stage chose, by older names.
    let picked: [[ElementPath]]
    /// How near the second edit is to the first.
    let closeness: Closeness

    /// How near the second edit comes to the first with a seed, and whether it is possible at all: the first half of
    /// ``make(_:_:_:seed:)``, which costs little.
    static func closeness(_ first: MatrixEdit, _ second: MatrixEdit, seed: UInt64) -> Closeness? {
        var random = SplitMix64(seed: seed)
        var draft = StageDraft(BaseModel.schema(&random), random, near: [], lastNumber: 0)
        guard first.apply(&draft) else { return nil }
        var next = StageDraft(draft.schema, draft.random, near: draft.neighbourhood, lastNumber: draft.number)
        return second.apply(&next) ? next.closeness : nil
    }

    /// The history of a seed; `nil` if one of the edits is not possible in it.
    ///
    /// - Parameters:
    ///   - first: The first edit.
    ///   - second: The one that follows it.
    ///   - form: Whether each has a stage of its own.
    ///   - seed: What chance depends on.
    ///   - isNear: Whether the second edit is made near the first one if possible.
    /// - Returns: The history.
    static func make(
        _ first: MatrixEdit,
        _ second: MatrixEdit,
        _ form: Form,
        seed: UInt64,
        isNear: Bool = true
    ) -> MatrixHistory? {
        var random = SplitMix64(seed: seed)
        let base: Schema = BaseModel.schema(&random)
        var draft = StageDraft(base, random, near: [], lastNumber: 0)
        guard first.apply(&draft) else { return nil }
        let oldest = Reading(base)
        if form == .oneStage { return make(second, in: draft, after: oldest, seed) }
        guard draft.schema.isValid else { return nil }

        let middle = Reading(draft.schema)
        guard let one = Settler.migration(oldest, middle, draft, from: 0) else { return nil }
        let focus: Set<ElementPath> = isNear ? draft.neighbourhood : []
        var next = StageDraft(draft.schema, draft.random, near: focus, lastNumber: draft.number)
        guard second.apply(&next), next.schema.isValid else { return nil }
        let newest = Reading(next.schema)
        guard let two = Settler.migration(middle, newest, next, from: 1) else { return nil }
        return MatrixHistory(
            seed: seed,
            readings: [oldest, middle, newest],
            mappings: [one.mapping, two.mapping],
            migrations: [one, two],
            stories: [draft.story, next.story],
            picked: [draft.picked, next.picked],
            closeness: next.closeness ?? .elsewhere
        )
    }

    private static func make(_ second: MatrixEdit, in draft: StageDraft, after oldest: Reading, _ seed: UInt64)
        -> MatrixHistory?
    {
        var next: StageDraft = draft.continued()
        guard second.apply(&next), next.schema.isValid else { return nil }
        let newest = Reading(next.schema)
        guard let migration = Settler.migration(oldest, newest, next, from: 0) else { return nil }
        return MatrixHistory(
            seed: seed,
            readings: [oldest, newest],
            mappings: [migration.mapping],
            migrations: [migration],
            stories: [next.story],
            picked: [draft.picked],
            closeness: next.closeness ?? .elsewhere
        )
    }
}

extension Schema {
    /// Whether nothing speaks against the schema.
    var isValid: Bool { !validate().contains { $0.severity == .error } }
}
