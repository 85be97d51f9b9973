import Foundation

/// What a process that tried faults found.
struct FaultReport: Codable, Sendable {
    /// The operations of the migration when nothing fails.
    var operations: Int = 0
    /// How often something was tried.
    var runs: Int = 0
    /// How many stores were found at each version.
    var versions: [String: Int] = [:]
    /// How many migrations said that they succeeded, all the same.
    var successes: Int = 0
    /// How many stores were found migrated though the migration said that it failed: what a commit wrote may be whole
    /// where only waiting for the disk failed.
    var lateSuccesses: Int = 0
    /// The ways of the migration's tables.
    var ways: Set<String> = []
    /// What is wrong.
    var problems: [String] = []

    /// Takes up what was found after one fault; of many problems the first ones say enough.
    mutating func add(_ finding: Finding, _ place: String) {
        runs += 1
        versions[finding.version ?? "none", default: 0] += 1
        if problems.count < 20 { problems += finding.problems.map { "\(place): \($0)" } }
    }

    /// The file in a folder that carries a report from one process to another.
    private static func file(in folder: String) -> URL { URL(fileURLWithPath: folder).appending(path: "report.json") }

    /// Makes a report for the process that waits for it; what goes wrong is a problem, too.
    static func write(into folder: String, _ make: () throws -> FaultReport) throws {
        var report = FaultReport()
        do { report = try make() } catch { report.problems.append("\(error)") }
        try JSONEncoder().encode(report).write(to: file(in: folder))
    }

    static func read(from folder: String) throws -> FaultReport {
        try JSONDecoder().decode(FaultReport.self, from: Data(contentsOf: file(in: folder)))
    }

    /// In a line.
    var summary: String { "\(operations) operations, \(runs) stores: \(Self.summary(of: versions))" }

    /// Counts of versions, in a few words.
    static func summary(of versions: [String: Int]) -> String {
        versions.sorted { $0.key < $1.key }.map { "\($0.value) at \($0.key)" }.joined(separator: ", ")
    }
}

/// What was found in one store after a fault.
struct Finding {
    /// The version that the store holds; `nil` where it could not be read.
    var version: String?
    /// What is wrong.
    var problems: [String] = []
}
