import ApusMigration
import ApusSchema
import ApusTestSupport

extension HistoryGenerator {
    /// The kinds of edits of the law; the rows of a ``Dump`` have no order.
    static let kinds: [EditKind] = EditKind.allCases.filter { $0 != .changeOrder }

    /// A history of three to eight versions, or of that many, whose mappings the naive interpreter asks for.
    static func history(seed: UInt64, versions: Int? = nil) -> GeneratedHistory {
        var scope = Scope()
        (scope.kinds, scope.versions) = (kinds + Array(repeating: .convert, count: 6), versions)
        return history(seed: seed, scope) { stage, number, random in
            let (before, after) = (Reading(stage.older), Reading(stage.newer))
            var wishes = StageDraft(stage.newer, random, near: [], lastNumber: 0)
            wishes.accept = stage.mapping[.accept].map(\.path)
            for line in stage.mapping[.convert] { wishes.convert[line.path] = line.conversion }
            for line in stage.mapping[.fill] { wishes.fill[line.path] = line.fill }
            guard let migration = Settler.migration(before, after, wishes, from: number),
                let match = try? StageMatch(before, after), match.isMeant(by: stage)
            else { return nil }
            return migration.mapping
        }
    }
}

extension StageMatch {
    /// Whether the rules read the names and lines as the edits of a stage meant them.
    fileprivate func isMeant(by stage: GeneratedHistory.Stage) -> Bool {
        let removed: Set<ElementPath> = Set(stage.mapping[.accept].map(\.path))
        return stage.newer.entities.allSatisfy { entity in
            guard entities[entity.name] == stage.intended[ElementPath(entity.name)]?.entity else { return false }
            return entity.properties.allSatisfy { property in
                let found: ElementPath? = older(property.name, of: entity.name)?.path
                let meant: ElementPath? = stage.intended[ElementPath(entity.name, property.name)]
                // One that is removed while another one comes under its name is the same one, to the rules.
                return found == meant || meant == nil && found.map(removed.contains) == true
            }
        }
    }
}
