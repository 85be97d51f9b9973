import ApusDiagnostics
import Foundation

/// Some of a bundle's versions: `App 2..App 7`, `App 2..`, `..App 7`.
struct VersionRange {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The names that are meant, of all in their order. A name may have dots of its own.
    func names(of order: [String], file: String) throws -> [String] {
        var firstProblem: DiagnosticsError?
        for dots in text.indices where text[dots...].hasPrefix("..") {
            let (from, to) = (String(text[..<dots]), String(text[text.index(dots, offsetBy: 2)...]))
            do {
                return try names(from, to, of: order, file)
            } catch let problem as DiagnosticsError {
                firstProblem = firstProblem ?? problem
            }
        }
        throw firstProblem
            ?? DiagnosticsError(
                .error("'\(text)' is no range of versions", help: ["write '--versions FROM..TO', 'FROM..' or '..TO'"])
            )
    }

    private func names(_ from: String, _ to: String, of order: [String], _ file: String) throws -> [String] {
        let start: Int = from.isEmpty ? 0 : try place(of: from, in: order, file)
        let end: Int = to.isEmpty ? order.count - 1 : try place(of: to, in: order, file)
        guard start <= end else {
            throw DiagnosticsError(
                .error("'\(order[start])' comes after '\(order[end])'", at: SourceLocation(file: file))
            )
        }
        return Array(order[start...end])
    }

    private func place(of name: String, in order: [String], _ file: String) throws -> Int {
        let suffix: String = ".xcdatamodel"
        let bare: String = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
        if let place = order.firstIndex(of: bare) { return place }
        throw DiagnosticsError(
            .error(
                "the model has no version '\(bare)'",
                at: SourceLocation(file: file),
                help: NearMiss.suggestion(for: bare, among: order).map { ["did you mean '\($0)'?"] } ?? []
            )
        )
    }
}

/// The order that somebody gave: names, or one file that has a name a line.
enum OrderArgument {
    /// The names; `nil` where none were given.
    static func names(_ arguments: [String]) throws -> [String]? {
        guard let first = arguments.first else { return nil }
        var isFolder: ObjCBool = false
        let isThere: Bool = FileManager.default.fileExists(atPath: first, isDirectory: &isFolder)
        guard arguments.count == 1, isThere, !isFolder.boolValue else { return arguments }
        guard let text = try? String(contentsOfFile: first, encoding: .utf8) else {
            throw DiagnosticsError(.error("the file cannot be read as text", at: SourceLocation(file: first)))
        }
        return text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
}
