import ApusDiagnostics
import Foundation

/// Some of a bundle's versions: `App 2..App 7`, `App 2..`, `..App 7`.
struct VersionRange {
    private let from: String?
    private let to: String?

    init(_ text: String) throws {
        guard let dots = text.firstRange(of: ".."), text != ".." else {
            throw DiagnosticsError(
                .error("'\(text)' is no range of versions", help: ["write '--versions FROM..TO', 'FROM..' or '..TO'"])
            )
        }
        let (from, to) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        self.from = from.isEmpty ? nil : from
        self.to = to.isEmpty ? nil : to
    }

    /// The names that are meant, of all in their order.
    func names(of order: [String], file: String) throws -> [String] {
        let start: Int = try from.map { try place(of: $0, in: order, file) } ?? 0
        let end: Int = try to.map { try place(of: $0, in: order, file) } ?? order.count - 1
        guard start <= end else {
            throw DiagnosticsError(
                .error("'\(order[start])' comes after '\(order[end])'", at: SourceLocation(file: file))
            )
        }
        return Array(order[start...end])
    }

    private func place(of name: String, in order: [String], _ file: String) throws -> Int {
        if let place = order.firstIndex(of: name) { return place }
        throw DiagnosticsError(
            .error(
                "the model has no version '\(name)'",
                at: SourceLocation(file: file),
                help: NearMiss.suggestion(for: name, among: order).map { ["did you mean '\($0)'?"] } ?? []
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
