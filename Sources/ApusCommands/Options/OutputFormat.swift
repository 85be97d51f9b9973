public import ApusSchema
public import ArgumentParser
import Foundation

/// How a result is printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
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
