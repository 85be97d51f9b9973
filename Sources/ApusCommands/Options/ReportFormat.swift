import ArgumentParser

/// The output format of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
    case html
}
