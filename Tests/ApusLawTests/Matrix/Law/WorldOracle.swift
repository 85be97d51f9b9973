import ApusMigration
import ApusSchema
import ApusTestSupport

/// A migrator that the naive interpreter is compared with.
struct WorldOracle: Sendable {
    /// Whether it can be asked again and again, so that a breach is told with the fewest objects.
    var isCheap: Bool = true

    /// What its migrations take from outside.
    var sources: MigrationSources = .plain

    /// What a migration came to.
    enum Outcome: Sendable {
        case world(World)
        /// No store can be taken there.
        case refused(String)
        /// This one cannot.
        case stopped(String)
    }

    /// Takes a world from one version of a history to another, in all ways that the migrator knows: what each came to.
    typealias Migrate = (_ from: Int, _ to: Int, _ world: World) -> [(way: String, outcome: Outcome)]

    /// Gets ready for a history.
    let prepare: @Sendable (_ history: MatrixHistory) -> Migrate

    /// Why a stage is refused, whatever the store holds; `nil` where it is not.
    let refusal: @Sendable (_ older: Reading, _ newer: Reading, _ mapping: Mapping) -> String?
}

extension MatrixHistory {
    /// The naive interpreter, stage after stage: the world after each.
    func naively(
        from: Int,
        to: Int,
        _ world: World,
        _ sources: MigrationSources = .plain
    ) -> (outcome: WorldOracle.Outcome, worlds: [World]) {
        var worlds: [World] = []
        for stage in from..<to {
            do {
                let made: World = try migrations[stage].migrate(worlds.last ?? world, sources)
                // What is wrong in between is wrong in the end as well, or gone.
                let violations: [String] = stage + 1 == to ? made.violations(of: readings[to]) : []
                if !violations.isEmpty {
                    return (.refused("stage \(stage + 1) made a world that cannot be: \(violations.prefix(3))"), [])
                }
                worlds.append(made)
            } catch let stopped as MigrationStopped {
                return (.stopped("stage \(stage + 1): \(stopped.reason)"), [])
            } catch {
                return (.refused("stage \(stage + 1): \(error)"), [])
            }
        }
        return (.world(worlds.last ?? world), worlds)
    }
}
