import Foundation

/// What somebody who read a store all along saw.
struct ReaderReport: Codable, Sendable {
    /// How many transactions saw each version.
    var seen: [String: Int] = [:]
    /// How often somebody had the store locked.
    var busy: Int = 0
    /// What it should not have seen.
    var problems: [String] = []

    mutating func add(problem: String) {
        if problems.count < 20 { problems.append(problem) }
    }
}
