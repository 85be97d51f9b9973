import Apus
import Foundation

extension ClubDriver {
    /// Loads tasks from a file, and writes all tasks to another one.
    mutating func load(_ operation: ClubOperation, _ context: Int) throws {
        guard store.rows.count < Self.limit else { return }
        try willChangeStore(by: nil)
        let folder = url.deletingLastPathComponent()
        let teams = store.rows.filter { $0.value.kind == .team }.keys.sorted()
        let given = [operation.second, operation.third].map { $0 % 3 == 0 ? nil : teams.picked($0 / 3) }
        let lines = given.map { team in
            "{\"name\":\"\"\(team.flatMap { identities[$0] }.map { ",\"team\":\($0)" } ?? "")}\n"
        }
        let file = folder.appending(path: "tasks.ndjson")
        try Data(lines.joined().utf8).write(to: file)
        log.append("\(context): load tasks of \(given.map { $0.map { "\($0)" } ?? "nil" })")
        let container = contexts[context].container
        let report = try Self.waiting { try await container.load(file, of: Task.self) }
        if report.inserted != given.count { throw ClubMismatch("\(report.inserted) rows are loaded") }
        let former = store
        let new = try reader.identities(.task).filter { numbers[.task]?[$0] == nil }
        for (team, identity) in zip(given, new) {
            let number = newNumber(.task)
            try note(number, .task, identity)
            store.rows[number] = ClubRow(kind: .task, values: [0], keys: team.map { [.taskTeam: $0] } ?? [:])
        }
        history?.expect(author: "apus.load")
        // Contexts of the container read all objects again.
        for other in contexts.indices {
            if references[other].container == references[context].container {
                let known = references[other].known.keys
                references[other].receive(updated: Set(former.rows.keys).union(known), deleted: [])
                live?.loosen(other)
            } else {
                references[other].isStale = true
            }
        }
        try merge(context)
        try compareStore()
        let count = try Self.waiting { try await container.dump(Task.self, to: folder.appending(path: "dump.csv")) }
        if count != store.rows.count(where: { $0.value.kind == .task }) {
            throw ClubMismatch("\(count) tasks are written")
        }
    }

    /// Waits for asynchronous work: the test's thread is not one of those that tasks need.
    private static func waiting<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let semaphore = DispatchSemaphore(value: 0)
        let box = LoadResult<Value>()
        _Concurrency.Task.detached {
            do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
            semaphore.signal()
        }
        semaphore.wait()
        guard let result = box.result else { throw ClubMismatch("asynchronous work has no result") }
        return try result.get()
    }
}

/// What a task has found, read after its end.
private final class LoadResult<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
