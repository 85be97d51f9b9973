import ApusSchema

/// The third oracle of the law: it applies a stage change after change to rows in memory.
///
/// It shares no code with the planner or the executor: only the model's values and where they are stored.
enum NaiveInterpreter {
    /// A store's content after one stage.
    ///
    /// - Throws: `Refused` where the stage is not lightweight or loses what is not accepted.
    static func migrate(
        _ dump: Dump,
        from older: Schema,
        to newer: Schema,
        accepted: Set<ElementPath>
    ) throws -> Dump {
        let changes: [NaiveChange] = try NaiveStage(from: older, to: newer, accepted: accepted).changes()
        var result: Dump = dump
        for change in changes { change.apply(to: &result) }
        return result
    }

    /// A store's content after the stages between two versions of a history.
    static func migrate(_ dump: Dump, through history: GeneratedHistory, from: Int, to: Int) throws -> Dump {
        var result: Dump = dump
        for stage in history.stages[from..<to] {
            result = try migrate(result, from: stage.older, to: stage.newer, accepted: Set(stage.accepted))
        }
        return result
    }
}
