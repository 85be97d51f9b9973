import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// Dropping a column at once, and leaving it for later.
enum Deferred: String, CaseIterable {
    case atOnce
    case left
    case finished

    var title: String {
        switch self {
        case .atOnce: "drop a column at once"
        case .left: "leave it for later"
        case .finished: "drop it later"
        }
    }

    /// Does it, and writes the seconds of the longest piece beside the store: as long as that, a save waits.
    func run(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        let clock = ContinuousClock()
        var (start, longest) = (clock.now, 0.0)
        func notePiece() {
            longest = max(longest, (clock.now - start) / .seconds(1))
            start = clock.now
        }
        switch self {
        case .atOnce, .left:
            var migrator = Migrator(planner: Shop.planner(.drop))
            migrator.defersWork = self == .left
            let report = try migrator.migrate(url)
            guard report.deferred.isEmpty == (self == .atOnce) else { throw Failure("left: \(report.deferred)") }
            notePiece()
        case .finished:
            let report = try DeferredFinisher().finish(url) { _ in notePiece() }
            guard report.isComplete, !report.finished.isEmpty else { throw Failure("not finished: \(report)") }
        }
        try "\(longest)".write(toFile: path + ".longest", atomically: true, encoding: .utf8)
    }
}

extension Runs {
    /// Dropping a column at once, and later. The rows must be the same in the end.
    func deferred() throws {
        print("| dropping a column of \(samples.rows) rows | seconds | longest piece, seconds | journal, MB |")
        print("| --- | --- | --- | --- |")
        var figures: [Deferred: [(Measurement, longest: Double)]] = [:]
        var contents: Set<String> = []
        func measure(_ way: Deferred) throws {
            let arguments = [me, "worker", "deferred", work, way.rawValue]
            let measurement = try Measurement.run(arguments, watching: work)
            let longest = Double(try String(contentsOfFile: work + ".longest", encoding: .utf8)) ?? 0
            figures[way, default: []].append((measurement, longest))
        }
        for _ in 0..<count {
            try copy(samples.apus)
            try measure(.atOnce)
            contents.insert(try Samples.content(work))
            try copy(samples.apus)
            try measure(.left)
            contents.insert(try Samples.content(work))
            try measure(.finished)
            contents.insert(try Samples.content(work))
        }
        guard contents.count == 1 else { throw Failure("the rows differ\n\(contents)") }
        for way in Deferred.allCases {
            guard let runs = figures[way] else { continue }
            let median = runs.map(\.0).median
            let longest = runs.map(\.longest).sorted()[runs.count / 2]
            print("| \(way.title) | \(median.seconds.text(2)) | \(longest.text(2)) | \(median.journal.text(0)) |")
        }
        print()
    }
}
