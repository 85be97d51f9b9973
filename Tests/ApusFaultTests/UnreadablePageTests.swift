// Only these platforms have processes to start.
#if os(macOS) || os(Linux)
import ApusMigration
import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// A disk that cannot read what a plan only counts.
@Suite(.serialized) struct UnreadablePageTests {
    @Test("A page that only the plan reads leaves the number of rows unknown")
    func unknownRows() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            let schemas: [Schema] = [AttributeType.int16, .string].map { type in
                Schema(
                    model: "Notes",
                    entities: [
                        Entity("Note", attributes: [Attribute("size", type)]),
                        Entity("Other", attributes: [Attribute("text", .string)]),
                    ]
                )
            }
            let entries = schemas.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
            let migrator = Migrator(planner: Planner(history: History(model: "Notes", entries: entries), mappings: []))
            let url = URL(fileURLWithPath: path).appending(path: "store.sqlite")
            try StoreCreation.create(url, holding: StoreState(version: Schema.Version(1), schema: schemas[0]))
            let queue = try DatabaseQueue(path: url.path)
            try queue.writeWithoutTransaction { db in
                try db.execute(
                    sql: "INSERT INTO Note (size) VALUES (1); INSERT INTO Other (text) VALUES (hex(randomblob(9000)))"
                )
            }
            try queue.close()
            let reads = try FaultDisk.run(Fault.unreadable[0]) { try migrator.forecast(url) }.operations
            var unknown: [[Int?]] = []
            for number in 0..<reads {
                let run = FaultDisk.run(Fault.unreadable[0], at: number) { try? migrator.forecast(url) }
                // All that follows is counted.
                if let rows = run.result?.tables.map(\.rows), rows.contains(nil) { unknown.append(rows) }
            }
            exit(unknown.contains([1, nil]) && unknown.allSatisfy { $0.contains(1) } ? 0 : 3)
        }
    }
}
#endif
