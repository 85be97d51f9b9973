import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
import Foundation

/// Migrates copies of one store at once and step by step, and holds the two against each other.
struct Trial {
    let route: TestRoute
    /// The folder for the copies, which the caller removes.
    let folder: URL
    let isCancelled: @Sendable () -> Bool
    /// The keys of the store and its copies.
    var keys: StoreKeys = .forTests

    /// What came of a trial.
    struct Result {
        /// What is wrong.
        var problems: [TestReport.Problem] = []
        /// Why the rows cannot be migrated, as the model or a mapping requires.
        var obstacles: [TestReport.Problem] = []
        /// What could not be compared.
        var notes: [TestReport.Problem] = []
        /// The store that was migrated at once, and what that did to its rows; `nil` if the rows cannot be migrated.
        var migrated: (url: URL, effects: RowEffects)?
    }

    /// Migrates a store at once and step by step.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - start: Its version.
    ///   - end: The version to which it is migrated.
    ///   - stops: The versions between at which the second copy stops; none if it is not to be compared.
    ///   - isOwn: Whether the store may be changed; otherwise, only copies are.
    /// - Returns: What came of it.
    /// - Throws: `StoreError` if a store cannot be read.
    func run(_ url: URL, from start: Int, to end: Int, stops: [Int], isOwn: Bool) throws(StoreError) -> Result {
        var result = Result()
        let before = try StoreStatus(of: url, model: model).counts
        let atOnce = folder.appending(path: "\(start)-\(end).sqlite")
        var announced: [Verification.BadValues] = []
        do throws(StoreError) {
            let rehearsal = try migrator(start, end).rehearse(url, keeping: atOnce)
            result.migrated = (atOnce, rehearsal.effects)
            announced = rehearsal.report.brokenRules
        } catch {
            let stop = Self.problem(error, "migrating from \(route.name(start)) to \(route.name(end)) at once")
            if error.isAboutRows { result.obstacles = [stop] } else { result.problems = [stop] }
        }
        if !result.problems.isEmpty { return result }
        let steps = try stops.isEmpty ? nil : stepwise(url, [start] + stops + [end], isOwn: isOwn, &result)
        guard let (_, effects) = result.migrated else {
            if steps != nil {
                result.problems = result.obstacles.map { .init("only \($0.message)", $0.lines) }
            }
            result.notes = []
            return result
        }
        if let steps {
            result.problems += try differences(of: atOnce, to: steps, from: start, stopping: stops, at: end)
        }
        let isAnnounced: (Verification.BadValues) -> Bool = { bad in
            announced.contains { ($0.table, $0.column, $0.problem) == (bad.table, bad.column, bad.problem) }
        }
        let verification = try Verifier.verify(atOnce, model: model)
        let kept = verification.badValues.filter { !$0.isIncomplete && isAnnounced($0) }
        if !kept.isEmpty {
            result.notes.append(.init("values break a rule that is new, and stay as they are", kept.map(\.line)))
        }
        result.problems += Self.unsoundness(verification, except: isAnnounced)
        let counts = try LossCheck(
            before: before,
            after: StoreStatus(of: atOnce, model: model).counts,
            effects: effects
        )
        result.problems += counts.problems(of: route.plan(from: start, to: end))
        return result
    }

    var model: String { route.states[route.goal].schema.model }

    private func migrator(_ start: Int, _ end: Int) -> Migrator {
        route.migrator(from: start, to: end, keys: keys, isCancelled: isCancelled)
    }

    /// Migrates a copy from version to version; `nil` if its rows stop a step.
    private func stepwise(_ url: URL, _ points: [Int], isOwn: Bool, _ result: inout Result) throws(StoreError) -> URL? {
        let copy = isOwn ? url : folder.appending(path: "\(points[0])-\(points[points.count - 1])-steps.sqlite")
        for (start, end) in zip(points, points.dropFirst()) {
            do throws(StoreError) {
                if start == points[0], !isOwn {
                    _ = try migrator(start, end).rehearse(url, keeping: copy)
                } else {
                    try migrator(start, end).migrate(copy)
                }
            } catch {
                let work = "migrating from \(route.name(start)) to \(route.name(end)), step by step"
                let problem = Self.problem(error, work)
                if error.isAboutRows {
                    // Rows may break a constraint at a version between that they do not break in the end.
                    result.notes.append(.init("only tested at once: \(problem.message)", problem.lines))
                } else {
                    result.problems.append(problem)
                }
                return nil
            }
        }
        return copy
    }

    private func differences(
        of atOnce: URL,
        to steps: URL,
        from start: Int,
        stopping stops: [Int],
        at end: Int
    ) throws(StoreError) -> [TestReport.Problem] {
        let meant = route.differences(from: start, to: end, stopping: stops)
        let found = try StoreContent.reading(atOnce, model: model, keys: keys) { one in
            try StoreContent.reading(steps, model: model, keys: keys) { two in
                try one.differences(to: two, except: meant)
            }
        }
        if found.isEmpty { return [] }
        // Many steps are all of them.
        let path =
            stops.count > 3 ? "step by step" : "by way of \(stops.map { route.name($0) }.joined(separator: ", "))"
        return [
            .init(
                "the rows differ if the store is migrated \(path)",
                found.map { $0.text("at once", "step by step") }
            )
        ]
    }

    /// What `apus verify` would say of a store.
    func unsoundness(of url: URL) throws(StoreError) -> [TestReport.Problem] {
        Self.unsoundness(try Verifier.verify(url, model: model)) { _ in false }
    }

    /// What is wrong with a store, apart from values that are known to be invalid.
    private static func unsoundness(
        _ verification: Verification,
        except isKnown: (Verification.BadValues) -> Bool
    ) -> [TestReport.Problem] {
        if verification.isSound { return [] }
        let lines =
            verification.damages.linesOfSQLite
            + verification.differences.filter { !$0.drift.isExtra }.map { "\($0.drift)" }
            + verification.badValues.filter { !$0.isIncomplete && !isKnown($0) }.map(\.line)
        return lines.isEmpty ? [] : [.init("the migrated store is not sound", lines)]
    }

    /// An error as a problem.
    static func problem(_ error: StoreError, _ work: String) -> TestReport.Problem {
        // The location is that of a temporary file.
        let lines = error.diagnostics.flatMap { [$0.message] + $0.notes + $0.help }
        return .init("\(work) stops", lines)
    }
}

extension StoreError {
    /// Whether rows stop the migration because the model does not allow them, or a mapping requires that there are none.
    /// That a mapping loses rows or computes no values for them is its own fault.
    fileprivate var isAboutRows: Bool {
        if case .failedAssertions(let failed) = reason { return failed.allSatisfy(\.isAboutOlder) }
        guard case .failedValues(let failures) = reason else { return false }
        return failures.allSatisfy { failure in
            switch failure.requirement {
            case .conversion, .fitting, .presence, .noObjects, .uniqueness, .onlyOne, .onlyFound: true
            case .cases, .range, .computing, .keeping, .reference: false
            }
        }
    }
}

extension Verification.BadValues {
    /// The values of a column and what is wrong with them, in a line.
    fileprivate var line: String {
        "'\(table).\(column)': \(count) \(count == 1 ? "value is" : "values are") \(problem)"
    }
}

extension [String] {
    /// Messages of SQLite, each of which may have several lines.
    var linesOfSQLite: [String] { flatMap { $0.split(separator: "\n") }.map { "SQLite: \($0)" } }
}
