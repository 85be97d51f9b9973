public import ApusSchema
public import ArgumentParser
import Foundation

/// How a result is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json

    /// Whether some arguments ask for JSON, of whatever command and even where the rest of them cannot be read.
    static func isJSON(_ arguments: [String]) -> Bool {
        let words: ArraySlice<String> = arguments.prefix { $0 != "--" }
        return words.contains("--format=json") || zip(words, words.dropFirst()).contains { $0 == ("--format", "json") }
    }
}

extension Schema.Version: ExpressibleByArgument {
    /// Reads a version from the command line.
    public init?(argument: String) {
        self.init(argument)
    }
}

/// The file that an argument names, kept as it was written.
func storeURL(_ path: String) -> URL {
    URL(fileURLWithPath: path, relativeTo: nil)
}
