import ArgumentParser

/// The output format of a difference or a plan.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
}
