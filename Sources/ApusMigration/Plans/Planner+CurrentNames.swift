import ApusSchema

extension Planner {
    /// Returns the names that the entities of older versions have now, by the older names: what a row's entity is called today
    /// if an app noted its name long ago.
    ///
    /// A name is left out if it is ambiguous, because versions had different entities of that name or the newest schema has another one
    /// than they had; and if its entity was removed, or a mapping made its objects of others, whose rows are not theirs.
    ///
    /// - Returns: The names.
    /// - Throws: `PlanningError` if a version cannot be read.
    package func currentNames() throws(PlanningError) -> [String: String] {
        let stages = try stages()
        guard let newest = stages.last?.new else { return [:] }
        var names = Dictionary(newest.entities.map { ($0.name, $0.name) }) { one, _ in one }
        var all = names.mapValues { Set([Optional($0)]) }
        for stage in stages.reversed() {
            let older = stage.old.entities.map { ($0.name, stage.nameOfSameRows($0.name).flatMap { names[$0] }) }
            names = older.reduce(into: [:]) { $0[$1.0] = $1.1 }
            for (name, current) in older { all[name, default: []].insert(current) }
        }
        return all.compactMapValues { $0.count == 1 ? $0.first.flatMap(\.self) : nil }
    }
}

extension Stage {
    /// Returns the newer name of the older entity whose rows keep their identities; `nil` if there is none.
    fileprivate func nameOfSameRows(_ older: String) -> String? {
        guard let newer = overall.newerName(of: older), preparation?.names[newer] == nil,
            matching.olderName(of: newer) == older
        else { return nil }
        return newer
    }
}
