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
        #expect(try bench.dump("Note") == "_id,text\r\n")
    }
}

/// What one thread tells another.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
