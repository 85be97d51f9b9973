import ArgumentParser
import Foundation

/// The output format of a result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json

    /// Whether arguments ask for JSON, whatever the command is and even if the other arguments are invalid.
    static func isJSON(_ arguments: [String]) -> Bool {
        let rest = (try? GlobalArguments(arguments).rest) ?? arguments
        let words = rest.prefix { $0 != "--" }
        // The format of these two is that of the files that they read or write.
        let option = ["load", "export"].contains(words.first) ? "--report" : "--format"
        return words.contains("\(option)=json") || zip(words, words.dropFirst()).contains { $0 == (option, "json") }
    }
}

/// The URL of a file with its path as the user wrote it.
func storeURL(_ path: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: nil)
}
