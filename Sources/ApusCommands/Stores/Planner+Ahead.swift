import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore

extension Planner {
    /// The newest version, if a store is ahead of it: it holds a head that is not released.
    func versionBehind(_ state: StoreState) -> Schema.Version? {
        guard state.version == nil, state.schema.model == history.model, history.hasUnreleasedHead,
            let newest = history.newest, !newest.schema.means(state.schema)
        else { return nil }
        return newest.version
    }

    /// What can be done with a store that is ahead, as commands to copy.
    func waysOn(from state: StoreState, _ version: Schema.Version, of store: String) -> [String] {
        let isHead: Bool = history.head.map { state.schema.means($0) } ?? false
        return [
            isHead
                ? "it holds the head as it is now: to release that, run 'apus freeze'"
                : "to bring it to the head as it is now, run 'apus migrate \(store.shown) --head'",
            "to go back, run 'apus migrate \(store.shown) --to \(version)'",
        ]
    }

    /// Refuses to take a store back that is ahead of the newest version, unless a target says so.
    ///
    /// - Throws: `CommandFailure` that says what can be done.
    func refuseToGuess(about store: String, _ target: Target) throws {
        // If the store cannot be read, the migration or the plan itself reports why.
        guard target == .newestVersion, history.hasUnreleasedHead,
            let found = try? StoreInspection(of: storeURL(store), model: history.model).models.first,
            let version = versionBehind(found.description.state)
        else { return }
        throw CommandFailure(
            [
                .error(
                    "the store is ahead of version \(version)",
                    at: SourceLocation(file: store),
                    help: waysOn(from: found.description.state, version, of: store)
                )
            ],
            kind: "ahead",
            code: CommandFailure.Codes.refused
        )
    }
}
