import Apus
import ApusTestSupport
import Foundation
import Testing

/// `Documentation/Bulk.md`: what it shows is compiled here, and run.
struct BulkPageTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    @Test func batches() throws {
        let context = try store.open()
        let lines = (1...3).map { (name: "t\($0)", nights: Int32($0)) }
        let leader = Person(name: "Ada")
        context.insert(leader)
        try context.save()

        let columns = Trip.columns
        try context.batchInsert(into: Trip.self, from: lines) { line in
            [columns.name.to(line.name), columns.nights.to(line.nights), columns.leader.to(leader)]
        }
        try context.batchUpdate(
            model: Trip.self,
            where: columns.nights > 1,
            set: columns.nights.to(columns.nights + 1),
            columns.destination.to("Oslo")
        )
        let result = try context.batchDelete(model: Trip.self, where: #Predicate { $0.nights > 3 })
        print("deleted \(result.deleted.count) trips")

        #expect(result.deleted.count == 1 && leader.leads.count == 2)
        #expect(try store.lines("SELECT name, nights, destination FROM Trip") == ["t1|1|", "t2|3|Oslo"])
    }

    @Test func files() async throws {
        let context = try store.open()
        let container = context.container
        let folder = store.url.deletingLastPathComponent()
        let (file, copy) = (folder.appending(path: "trips.csv"), folder.appending(path: "copy.ndjson"))
        context.insert(Trip(name: "b", nights: 9))
        try context.save()
        let trip = try #require(try context.all(Trip.self).first)
        try Data("name,nights\na,3\nb,4\n".utf8).write(to: file)

        do {
            let report = try await container.load(file, of: Trip.self, identifying: ["name"]) { print("\($0) rows") }
            print("\(report.inserted) new trips, \(report.updated) changed")
        } catch let error as RowLoadError {
            for finding in error.findings { print(finding) }
            print("\(error.count) findings, nothing was loaded")
        }
        try await container.dump(Trip.self, to: copy)

        context.processPendingChanges()
        #expect(trip.nights == 4)
        #expect(try store.lines("SELECT name, nights FROM Trip ORDER BY _id") == ["b|4", "a|3"])
        #expect(try String(contentsOf: copy, encoding: .utf8).split(separator: "\n").count == 2)
        try Data("name,nights\nc,3\nd,much\n".utf8).write(to: file)
        let error = await #expect(throws: RowLoadError.self) { try await container.load(file, of: Trip.self) }
        #expect(error?.count == 1 && error?.findings.first?.description.hasPrefix("trips.csv:3:3: error: ") == true)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["2"])
    }

    @Test func thePageShowsThisCode() throws {
        let (blocks, missing) = try PageCode.blocks(of: "Bulk.md", in: #filePath)
        #expect(blocks.count == 2)
        #expect(missing.isEmpty)
    }
}
