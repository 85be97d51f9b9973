import Foundation

/// The observations of a process that reads a store during its migration.
struct ReaderReport: Codable, Sendable {
    /// The number of transactions that saw each version.
    var seen: [String: Int] = [:]
    /// The number of times that the store was locked.
    var busy: Int = 0
    /// The invalid states that it saw.
    var problems: [String] = []

    mutating func add(problem: String) {
        if problems.count < 20 { problems.append(problem) }
    }
}
