import ApusFiles
import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import ApusYAML
import Foundation

/// Looks for rows that a stage and the same stage with a mistake migrate differently.
struct MutantDifference {
    private let original: TestRoute
    private let mutant: TestRoute
    private let start: Int
    private let end: Int
    private let folder: URL
    private let isCancelled: @Sendable () -> Bool

    /// The rows, and what differs.
    struct Found {
        /// A sentence about the first difference.
        let text: String
        /// A case that notices it; `nil` if its rows would be too long to read.
        let example: String?
        /// The command that makes the store.
        let command: String
    }

    /// How often fewer rows are tried.
    private static let attempts = 60

    /// The maximum length of an example.
    private static let length = 6000

    init(route: TestRoute, stage: Stage, folder: URL, isCancelled: @escaping @Sendable () -> Bool) {
        original = route
        mutant = route.replacing(stage) ?? route
        (start, end) = route.ends(of: stage) ?? (0, 1)
        (self.folder, self.isCancelled) = (folder, isCancelled)
    }

    /// Looks in stores with made-up rows, small ones first.
    ///
    /// - Parameter selection: The stores; if none has rows, the usual ones.
    /// - Returns: What differs in the first store in which something does; `nil` if nothing does.
    func find(in selection: SeededStore.Selection) -> Found? {
        let hasRows = selection.stores.contains { $0.rows > 0 }
        let stores = (hasRows ? selection : SeededStore.Selection(rows: nil, seeds: nil)).stores
        for store in stores where store.rows > 0 && !isCancelled() {
            let url = newFile()
            guard (try? store.make(url, holding: original.states[start])) != nil, let text = difference(in: url) else {
                continue
            }
            let command =
                "apus seed old.sqlite --at \(original.name(start)) --rows \(store.rows) --seed \(store.seed) "
                + "--profile \(store.profile.rawValue)"
            let rows = try? StoreContent.reading(url, keys: .forTests) { try CaseRows($0, names: [:]).rows }
            return Found(text: text, example: rows.flatMap { example(fewest(of: $0)) }, command: command)
        }
        return nil
    }

    private func newFile() -> URL { folder.appending(path: "\(UUID().uuidString).sqlite") }

    /// What differs after both migrations; `nil` if nothing does, or the rows stop the migration anyway.
    private func difference(in url: URL) -> String? {
        let (one, other) = (newFile(), newFile())
        defer { for url in [one, other] { try? FileManager.default.removeItem(at: url) } }
        guard migrate(url, on: original, to: one) == nil else { return nil }
        if let reason = migrate(url, on: mutant, to: other) { return "the mistake stops the migration: \(reason)" }
        let found = try? StoreContent.reading(one, keys: .forTests) { one in
            try StoreContent.reading(other, keys: .forTests) { other in try one.differences(to: other, limit: 1) }
        }
        return found?.first?.text("as it is", "with the mistake")
    }

    /// Migrates a copy; the reason if that fails.
    private func migrate(_ url: URL, on route: TestRoute, to copy: URL) -> String? {
        do throws(StoreError) {
            _ = try route.migrator(from: start, to: end, isCancelled: isCancelled).rehearse(url, keeping: copy)
            return nil
        } catch {
            return error.diagnostics.first?.message ?? "\(error)"
        }
    }

    /// The rows without those that are not needed to tell both apart: first halves of them are left out, then quarters,
    /// and so on.
    private func fewest(of rows: [MigrationCase.Row]) -> [MigrationCase.Row] {
        var rows = rows
        var attempts = Self.attempts
        var size = max(rows.count / 2, 1)
        while true {
            var index = 0
            while index < rows.count, attempts > 0, !isCancelled() {
                attempts -= 1
                let fewer = Array(rows[..<index] + rows[min(index + size, rows.count)...])
                if !fewer.isEmpty, isNoticed(by: fewer) { rows = fewer } else { index += size }
            }
            if size == 1 || attempts == 0 { return rows }
            size = max(size / 2, 1)
        }
    }

    /// Whether rows are valid and tell both apart.
    private func isNoticed(by rows: [MigrationCase.Row]) -> Bool {
        withStore(of: rows) { url, _ in difference(in: url) != nil } ?? false
    }

    /// Makes a store of rows; `nil` if its version does not allow them.
    private func withStore<Result>(of rows: [MigrationCase.Row], _ work: (URL, CaseStore) throws -> Result?) -> Result?
    {
        let url = newFile()
        defer { try? FileManager.default.removeItem(at: url) }
        // A reference to a row that is left out is left out as well.
        let store = CaseStore(rows, of: original.states[start])
        let trial = Trial(route: original, folder: folder, isCancelled: isCancelled)
        guard (try? store.create(url)) != nil, (try? trial.unsoundness(of: url))?.isEmpty == true else { return nil }
        return try? work(url, store)
    }

    /// The case: the rows, and those that differ after the migration as it is.
    private func example(_ rows: [MigrationCase.Row]) -> String? {
        let entries: [YAMLValue.Entry]? = withStore(of: rows) { url, store in
            let (one, other) = (newFile(), newFile())
            defer { for url in [one, other] { try? FileManager.default.removeItem(at: url) } }
            guard migrate(url, on: original, to: one) == nil else { return nil }
            let isStopped = migrate(url, on: mutant, to: other) != nil
            let given = try StoreContent.reading(url, keys: .forTests) { try CaseRows($0, names: store.names) }
            let expected = try StoreContent.reading(one, keys: .forTests) { try CaseRows($0, names: store.names) }
            let wrong =
                isStopped
                ? nil : try StoreContent.reading(other, keys: .forTests) { try CaseRows($0, names: store.names) }
            let differing = Set(
                expected.schema.entities.map(\.name).filter { wrong?.entry(of: $0) != expected.entry(of: $0) }
            )
            // Entities have the same names for both, because only the mapping differs.
            return [
                YAMLValue.Entry("from", .word(original.name(start))),
                YAMLValue.Entry("to", .word(original.name(end))),
                YAMLValue.Entry("rows", given.yaml { !(given.objects[$0] ?? []).isEmpty }),
                YAMLValue.Entry("expect", expected.yaml { differing.contains($0) }),
            ]
        }
        let text = entries.map { YAMLWriter.write(.mapping($0)) }
        return text.flatMap { $0.utf8.count > Self.length ? nil : $0 }
    }
}

extension CaseRows {
    /// The objects as the rows of a case.
    fileprivate var rows: [MigrationCase.Row] {
        schema.entities.flatMap { entity -> [MigrationCase.Row] in
            let line = [entity] + schema.ancestors(of: entity)
            let kept = Set(line.flatMap(\.attributes).filter(\.isKept).map(\.name))
            return (objects[entity.name] ?? []).map { object in
                var row = MigrationCase.Row(entity: entity.name, name: object.name, at: .init(file: ""))
                row.values = object.values.filter { path, _ in path.first.map(kept.contains) ?? false }
                row.references = object.references
                return row
            }
        }
    }

    /// The objects of an entity, as a case writes them.
    fileprivate func entry(of entity: String) -> YAMLValue { yaml { $0 == entity } }
}
