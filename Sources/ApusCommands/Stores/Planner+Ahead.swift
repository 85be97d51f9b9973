import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore

extension Planner {
    /// The newest version, if a store is ahead of it because it holds an unreleased head that followed that version.
    ///
    /// - Parameter state: What the store holds.
    /// - Returns: The version, or `nil` if the store is not ahead.
    func versionBehind(_ state: StoreState) -> Schema.Version? {
        guard state.version == nil, state.schema.model == history.model, let newest = history.newest,
            !newest.schema.means(state.schema)
        else { return nil }
        if history.hasUnreleasedHead, let head = history.head, state.schema.means(head) { return newest.version }
        let followed = state.digest.flatMap { digest in history.releases.first { $0.digest == digest } }
        if state.digest != nil, history.retired.contains(where: { $0.digest == state.digest }) { return nil }
        guard let followed else {
            // Whether the newest version is older or newer than the head that made the store is unknown.
            return history.hasUnreleasedHead ? newest.version : nil
        }
        // A head that followed an older version is behind the versions released since.
        return followed.version == newest.version ? newest.version : nil
    }

    /// The ways to continue with a store that is ahead, as commands to copy.
    func nextSteps(from state: StoreState, _ version: Schema.Version, of store: String) -> [String] {
        let back = wayBack(from: state, version, of: store)
        guard history.hasUnreleasedHead, let head = history.head else { return [back] }
        if state.schema.means(head) { return ["it holds the current head: to release it, run 'apus freeze'", back] }
        let isPlanned = (try? plan(from: state, to: .head)) != nil
        return [
            isPlanned
                ? "to migrate it to the current head, run 'apus migrate \(store) --head'"
                : "to see what keeps it from the current head, run 'apus plan \(store) --to head'",
            back,
        ]
    }

    /// What there is to say about going back: the command, or why there is none. The head that made the store may be in no
    /// file any more, so there is no mapping in which its losses could be accepted.
    private func wayBack(from state: StoreState, _ version: Schema.Version, of store: String) -> String {
        do {
            _ = try plan(from: state, to: .version(version))
            return "to go back, run 'apus migrate \(store) --to \(version)'"
        } catch PlanningError.refused(let stages) {
            var seen: Set<ElementPath> = []
            let paths = stages.flatMap(\.refusals).map(\.path).filter { seen.insert($0).inserted }.map { "'\($0)'" }
            let shown = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? " …" : "")
            return "it cannot go back to version \(version), because of \(shown); to begin again, make a new store"
        } catch {
            return "it cannot go back to version \(version): \(error.diagnostics.first?.message ?? "")"
        }
    }

    /// Refuses to migrate a store back that is ahead of the newest version, unless the user gives a target.
    ///
    /// - Throws: `CommandFailure` with the ways to continue.
    func refuseToGuess(about store: String, _ target: Target) throws {
        // If the store cannot be read, the migration or the plan itself reports why.
        guard target == .newestVersion,
            let found = try? StoreInspection(of: storeURL(store), model: history.model).models.first,
            let version = versionBehind(found.description.state)
        else { return }
        throw CommandFailure(
            [
                .error(
                    "the store is ahead of version \(version)",
                    at: SourceLocation(file: store),
                    help: nextSteps(from: found.description.state, version, of: store)
                )
            ],
            kind: "ahead",
            code: CommandFailure.Codes.refused
        )
    }
}
