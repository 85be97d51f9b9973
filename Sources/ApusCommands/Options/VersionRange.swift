import ApusDiagnostics
import Foundation

/// A range of a bundle's versions: `App 2..App 7`, `App 2..`, `..App 7`.
struct VersionRange {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The names in the range. A name may contain dots itself, so each `..` is tried.
    func names(of order: [String], file: String) throws -> [String] {
        var firstProblem: DiagnosticsError?
        for dots in text.indices where text[dots...].hasPrefix("..") {
            let (from, to) = (String(text[..<dots]), String(text[text.index(dots, offsetBy: 2)...]))
            do {
                return try names(from: from, to: to, of: order, file: file)
            } catch let problem as DiagnosticsError {
                firstProblem = firstProblem ?? problem
            }
        }
        throw firstProblem
            ?? DiagnosticsError(
                .error(
                    "'\(text)' is not a range of versions",
                    help: ["write '--versions FROM..TO', 'FROM..' or '..TO'"]
                )
            )
    }

    private func names(from: String, to: String, of order: [String], file: String) throws -> [String] {
        let start = from.isEmpty ? 0 : try index(of: from, in: order, file: file)
        let end = to.isEmpty ? order.count - 1 : try index(of: to, in: order, file: file)
        guard start <= end else {
            throw DiagnosticsError(
                .error("'\(order[start])' comes after '\(order[end])'", at: SourceLocation(file: file))
            )
        }
        return Array(order[start...end])
    }

    private func index(of name: String, in order: [String], file: String) throws -> Int {
        let suffix = ".xcdatamodel"
        let bare = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
        if let index = order.firstIndex(of: bare) { return index }
        throw DiagnosticsError(
            .error(
                "the model has no version '\(bare)'",
                at: SourceLocation(file: file),
                help: NearMiss.suggestion(for: bare, among: order).map { ["did you mean '\($0)'?"] } ?? []
            )
        )
    }
}

/// The value of `--order`: names, or one file with a name per line.
enum OrderArgument {
    /// The names, or `nil` if none were given.
    static func names(_ arguments: [String]) throws -> [String]? {
        guard let first = arguments.first else { return nil }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: first, isDirectory: &isFolder)
        guard arguments.count == 1, exists, !isFolder.boolValue else { return arguments }
        guard let text = try? String(contentsOfFile: first, encoding: .utf8) else {
            throw DiagnosticsError(.error("the file cannot be read as text", at: SourceLocation(file: first)))
        }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
