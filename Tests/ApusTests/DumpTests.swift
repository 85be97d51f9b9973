import Foundation
import Testing

@testable import Apus

/// Files of rows that are written where there is one already.
struct DumpTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let file: URL

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        file = store.url.deletingLastPathComponent().appending(path: "trips.csv")
    }

    private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

    @Test func aFileIsReplaced() async throws {
        try Data("former".utf8).write(to: file)
        for number in 1...3 {
            context.insert(Trip(name: "trip \(number)"))
            try context.save()
            #expect(try await context.container.dump(Trip.self, to: file) == number)
            #expect(try text().contains("trip \(number)") && !text().contains("former"))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func aFileOfARelativeURLIsReplaced() async throws {
        let relative = URL(filePath: "trips.csv", relativeTo: file.deletingLastPathComponent())
        for _ in 0..<2 { #expect(try await context.container.dump(Trip.self, to: relative) == 0) }
        #expect(try text().contains("name"))
    }

    @Test func aFileStaysIfItCannotBeReplaced() async throws {
        let inner = file.appending(path: "inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        await #expect(throws: CocoaError.self) { try await context.container.dump(Trip.self, to: file) }
        #expect(FileManager.default.fileExists(atPath: inner.path))
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func aFileStaysIfTheTaskIsCancelled() async throws {
        try Data("former".utf8).write(to: file)
        for number in 0..<100 { context.insert(Trip(name: "\(number)")) }
        try context.save()
        let (container, file) = (context.container, file)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await container.dump(Trip.self, to: file)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try text() == "former")
    }
}
