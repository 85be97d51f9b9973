import ArgumentParser

/// How a difference or a plan is printed.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people.
    case text
    /// For programs.
    case json
    /// For pull requests.
    case markdown
}
