import Foundation

/// The result of a process that tried faults.
struct FaultReport: Codable, Sendable {
    /// The operations of the migration when nothing fails.
    var operations: Int = 0
    /// The number of tries.
    var runs: Int = 0
    /// The number of stores at each version.
    var versions: [String: Int] = [:]
    /// The number of migrations that succeeded in spite of the fault.
    var successes: Int = 0
    /// The number of stores that were migrated although the migration failed: a commit may be complete
    /// if only the sync failed.
    var lateSuccesses: Int = 0
    /// The ways in which the migration created tables.
    var ways: Set<String> = []
    /// The problems.
    var problems: [String] = []

    /// Adds the result of one fault; only the first of many problems are kept.
    mutating func add(_ finding: Finding, _ label: String) {
        runs += 1
        versions[finding.version ?? "none", default: 0] += 1
        if problems.count < 20 { problems += finding.problems.map { "\(label): \($0)" } }
    }

    /// The file in a folder by which one process passes a report to another.
    private static func file(in folder: String) -> URL { URL(fileURLWithPath: folder).appending(path: "report.json") }

    /// Creates a report for the process that waits for it; an error is a problem, too.
    static func write(into folder: String, _ make: () throws -> FaultReport) throws {
        var report = FaultReport()
        do { report = try make() } catch { report.problems.append("\(error)") }
        try JSONEncoder().encode(report).write(to: file(in: folder))
    }

    static func read(from folder: String) throws -> FaultReport {
        try JSONDecoder().decode(FaultReport.self, from: Data(contentsOf: file(in: folder)))
    }

    /// The report in one line.
    var summary: String { "\(operations) operations, \(runs) stores: \(Self.summary(of: versions))" }

    /// A short description of the counts per version.
    static func summary(of versions: [String: Int]) -> String {
        versions.sorted { $0.key < $1.key }.map { "\($0.value) at \($0.key)" }.joined(separator: ", ")
    }
}

/// The state of one store after a fault.
struct Finding {
    /// The store's version; `nil` if it could not be read.
    var version: String?
    /// The problems.
    var problems: [String] = []
}
