import ApusSchema
import ApusStore
import Foundation
import Synchronization
import Testing

/// Loading and dumping can be stopped at any time.
struct RowStopTests {
    private static let notes = [Entity("Note", attributes: [Attribute("text", .string)])]

    @Test func aPipeThatGivesALittleAgainAndAgainCanBeStopped() throws {
        var bench = try RowBench(Self.notes)
        let (pipe, isStopped, isOver) = (Pipe(), Flag(), Flag())
        bench.transfer.isCancelled = { isStopped.isSet }
        // It never gives a thousand rows, and is never silent for long.
        let writer = Thread {
            let handle = pipe.fileHandleForWriting
            try? handle.write(contentsOf: Data("text\n".utf8))
            for number in 1...200 where !isOver.isSet {
                if number == 3 { isStopped.set() }
                try? handle.write(contentsOf: Data("\(number)\n".utf8))
                Thread.sleep(forTimeInterval: 0.02)
            }
            try? handle.close()
        }
        writer.start()
        let error = #expect(throws: StoreError.self) {
            try bench.transfer.load(
                pipe.fileHandleForReading,
                into: bench.url,
                entity: "Note",
                as: RowFile(.csv),
                named: "pipe"
            )
        }
        isOver.set()
        #expect(error?.reason == .cancelled)
        bench.transfer.isCancelled = { false }
        #expect(try bench.dump("Note") == "_id,text\r\n")
    }

    /// Loads 2500 rows, and cancels when their number is reported the second time: during the checks in the end.
    private func cancelInTheEnd(_ entities: [Entity], _ header: String, row: (Int) -> String) throws {
        var bench = try RowBench(entities)
        let (isStopped, file) = (Flag(), bench.folder.url.appending(path: "rows"))
        bench.transfer.isCancelled = { isStopped.isSet }
        try Data((header + (1...2500).map { row($0) + "\n" }.joined()).utf8).write(to: file)
        var last = 0
        let error = #expect(throws: StoreError.self) {
            try bench.transfer.load(
                try FileHandle(forReadingFrom: file),
                into: bench.url,
                entity: entities[0].name,
                as: RowFile(.csv),
                named: "rows"
            ) { rows in
                if rows == last { isStopped.set() }
                last = rows
            }
        }
        #expect(error?.reason == .cancelled && last == 2500)
    }

    @Test func lookingForObjectsThatRowsReferToCanBeStopped() throws {
        let node = Entity("Node", relationships: [.toOne("next", "Node", isOptional: true)])
        try cancelInTheEnd([node], "_id,next\n") { "\($0),\($0 + 5000)" }
    }

    @Test func countingRelatedObjectsCanBeStopped() throws {
        var members: Relationship = .toMany("members", "Owner", isOptional: false, inverse: "teams", holdsKey: true)
        members.minimumModelCount = 1
        let entities = [
            Entity("Team", relationships: [members]),
            Entity("Owner", relationships: [.toMany("teams", "Team", inverse: "members")]),
        ]
        try cancelInTheEnd(entities, "_id\n") { "\($0)" }
    }

    @Test func aDumpThatHasWrittenNothingYetCanBeStopped() throws {
        var bench = try RowBench(Self.notes)
        try bench.load("text\n" + (1...5000).map { "\($0)\n" }.joined(), "Note")
        let isStopped = Flag()
        bench.transfer.isCancelled = { isStopped.isSet }
        var (seen, text): ([Int], String) = ([], "")
        let error = #expect(throws: StoreError.self) {
            try bench.transfer.dump(bench.url, entity: "Note", as: RowFile(.csv)) {
                seen.append($0)
                isStopped.set()
            } _: {
                text += $0
            }
        }
        #expect(error?.reason == .cancelled && seen == [1000] && text == "_id,text\r\n")
    }

    @Test func valuesOfOtherEntitiesAreNotRead() throws {
        var bytes = Attribute("bytes", .data, isOptional: true)
        bytes.usesExternalStorage = true
        let bench = try RowBench([
            Entity("Animal", attributes: [Attribute("name", .string)]), Entity("Dog", parent: "Animal"),
            Entity("Cat", parent: "Animal", attributes: [bytes]),
        ])
        let large = Data(repeating: 7, count: 150_000).base64EncodedString()
        try bench.load("name,bytes\na,\(large)\n", "Cat")
        try bench.load("name\nb\n", "Dog")
        try FileManager.default.removeItem(atPath: bench.url.path + "-files")
        #expect(throws: StoreError.self) { try bench.dump("Cat") }
        #expect(try bench.dump("Dog") == "_id,_entity,name\r\n2,Dog,b\r\n")
    }
}

/// What one thread tells another.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
