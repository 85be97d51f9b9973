import Apus
import Foundation

/// From a save to the element of a live result, in this process and from another one, and ten thousand live results.
struct LiveWork {
    let folder: URL
    let count: Int

    private var url: URL { folder.appending(path: "live.sqlite") }

    func run(_ times: inout Times) async throws {
        let container = try ModelContainer(for: OrdersSchema.self, url: url)
        let context = ModelContext(container)
        for number in 0..<100_000 { context.insert(Client(number: Int64(number), name: "\(number)")) }
        try context.save()
        let first = try some(context.fetch(FetchDescriptor<Client>(where: Client.columns.number == 0)).first)
        try save(&times, "no live result", context, first)
        try await latency(&times, container, context, first)
        try await otherProcess(&times, container)
        try await many(&times, container, context, first)
    }

    /// Saves of one row, without anything that follows.
    private func save(_ times: inout Times, _ beside: String, _ context: ModelContext, _ client: Client) throws {
        try times.measure("live: save a row beside \(beside)", count: 200) {
            for number in 0..<200 {
                client.name = "\(beside) \(number)"
                try context.save()
            }
            return 200
        }
    }

    /// A live result that each save changes: the time between them.
    private func latency(
        _ times: inout Times,
        _ container: ModelContainer,
        _ context: ModelContext,
        _ client: Client
    ) async throws {
        let columns = Client.columns
        let values = container.values(of: FetchDescriptor(where: columns.number < 10)) { $0.name }
        var iterator = values.makeAsyncIterator()
        _ = try await iterator.next()
        var (whole, after): ([Double], [Double]) = ([], [])
        for number in 0..<500 {
            client.name = "latency \(number)"
            let start: ContinuousClock.Instant = .now
            try context.save()
            let saved: ContinuousClock.Instant = .now
            let names = try await iterator.next()
            precondition(names?.contains(client.name) == true)
            whole.append(start.duration(to: .now) / .seconds(1))
            after.append(saved.duration(to: .now) / .seconds(1))
        }
        times.note("live: from the call of save() to the element", of: whole)
        times.note("live: from its return to the element", of: after)
    }

    /// Another process saves; the time is from its commit.
    private func otherProcess(_ times: inout Times, _ container: ModelContainer) async throws {
        let columns = Client.columns
        let values = container.values(of: FetchDescriptor(where: columns.number == 1)) { $0.name }
        var iterator = values.makeAsyncIterator()
        _ = try await iterator.next()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["live-writer", url.path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        defer { try? input.fileHandleForWriting.close() }
        var seconds: [Double] = []
        for _ in 0..<100 {
            // Writes come seconds apart in practice; a watch is at rest then.
            try await Task.sleep(for: .milliseconds(300))
            input.fileHandleForWriting.write(Data("\n".utf8))
            _ = try await iterator.next()
            let now = Self.now()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            seconds.append(now - (line.split(separator: "\n").first.flatMap { Double($0) } ?? 0))
        }
        times.note("live: from a save of another process to the element", of: seconds)
    }

    /// Saves a row whenever a line arrives, and answers with the time. What `otherProcess` starts.
    static func write(_ path: String) throws {
        let context = ModelContext(try ModelContainer(for: OrdersSchema.self, url: URL(fileURLWithPath: path)))
        let client = try some(context.fetch(FetchDescriptor<Client>(where: Client.columns.number == 1)).first)
        var number = 0
        while readLine() != nil {
            number += 1
            client.name = "other \(number)"
            try context.save()
            FileHandle.standardOutput.write(Data("\(now())\n".utf8))
        }
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// So many live results, of a row each.
    private func many(
        _ times: inout Times,
        _ container: ModelContainer,
        _ context: ModelContext,
        _ client: Client
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let columns = Client.columns
        let begin: ContinuousClock.Instant = .now
        let tasks = (0..<count).map { index in
            Task {
                let number = Int64(index)
                for try await _ in container.values(of: FetchDescriptor(where: columns.number == number), { $0.name }) {
                    continuation.yield(index)
                }
            }
        }
        var iterator = stream.makeAsyncIterator()
        for _ in 0..<count { _ = await iterator.next() }
        times.note("live: begin \(count) live results", count: count, seconds: begin.duration(to: .now) / .seconds(1))
        try save(&times, "\(count) live results, one of which it changes", context, client)
        while await iterator.next() != 0 {}
        let other = try some(context.fetch(FetchDescriptor<Client>(where: columns.number == Int64(count) + 5)).first)
        try await Task.sleep(for: .seconds(1))
        try save(&times, "\(count) live results, none of which it changes", context, other)
        var seconds: [Double] = []
        let last = try some(context.fetch(FetchDescriptor<Client>(where: columns.number == Int64(count) - 1)).first)
        for number in 0..<100 {
            let start: ContinuousClock.Instant = .now
            last.name = "last \(number)"
            try context.save()
            while await iterator.next() != count - 1 {}
            seconds.append(start.duration(to: .now) / .seconds(1))
        }
        times.note("live: from save() to the element of one of \(count)", of: seconds)
        let all = try context.fetch(FetchDescriptor<Client>(where: columns.number < Int64(count)))
        let start: ContinuousClock.Instant = .now
        for client in all { client.name += "!" }
        try context.save()
        var waiting = Set(0..<count)
        while !waiting.isEmpty, let index = await iterator.next() { waiting.remove(index) }
        let whole: Double = start.duration(to: .now) / .seconds(1)
        times.note("live: a save that changes all \(count)", count: count, seconds: whole)
        for task in tasks { task.cancel() }
    }

}

/// A value that is there.
private func some<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CocoaError(.keyValueValidation) }
    return value
}
