import ArgumentParser
import Foundation

/// The output format of a result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json

    /// Whether arguments ask for JSON, whatever the command is and even if the other arguments are invalid.
    static func isJSON(_ arguments: [String]) -> Bool {
        let words = arguments.prefix { $0 != "--" }
        return words.contains("--format=json") || zip(words, words.dropFirst()).contains { $0 == ("--format", "json") }
    }
}

/// The URL of a file with its path as the user wrote it.
func storeURL(_ path: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: nil)
}
