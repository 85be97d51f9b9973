import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore

extension Planner {
    /// The newest version, if a store is ahead of it: a head that followed that version made it, and is not released.
    ///
    /// - Parameters:
    ///   - state: What the store holds.
    ///   - last: The version that the store stood at last, as its log says.
    /// - Returns: The version; `nil` if the store is not ahead.
    func versionBehind(_ state: StoreState, since last: String?) -> Schema.Version? {
        guard state.version == nil, state.schema.model == history.model, let newest = history.newest,
            !newest.schema.means(state.schema)
        else { return nil }
        guard let last = last.flatMap({ Schema.Version($0) }) else {
            // The store was made by a head. Whether the newest version came before that or after, nothing says.
            return history.hasUnreleasedHead ? newest.version : nil
        }
        // A head that followed an older version is behind what was released since.
        let isOlder: Bool = last != newest.version && history.entries.contains { $0.version == last }
        return isOlder ? nil : newest.version
    }

    /// What can be done with a store that is ahead, as commands to copy.
    func waysOn(from state: StoreState, _ version: Schema.Version, of store: String) -> [String] {
        let back: String = "to go back, run 'apus migrate \(store.shown) --to \(version)'"
        guard history.hasUnreleasedHead, let head = history.head else { return [back] }
        let isHead: Bool = state.schema.means(head)
        return [
            isHead
                ? "it holds the head as it is now: to release that, run 'apus freeze'"
                : "to bring it to the head as it is now, run 'apus migrate \(store.shown) --head'",
            back,
        ]
    }

    /// Refuses to take a store back that is ahead of the newest version, unless a target says so.
    ///
    /// - Throws: `CommandFailure` that says what can be done.
    func refuseToGuess(about store: String, _ target: Target) throws {
        // If the store cannot be read, the migration or the plan itself reports why.
        guard target == .newestVersion,
            let found = try? StoreInspection(of: storeURL(store), model: history.model).models.first,
            let version = versionBehind(found.description.state, since: StoreLogEntry.lastVersion(in: found.log))
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
