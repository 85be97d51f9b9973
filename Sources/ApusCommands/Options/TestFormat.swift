import ArgumentParser

/// The output format of the results of tests.
enum TestFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case junit
    case markdown
    case html
}
