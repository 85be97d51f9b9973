import ApusDiagnostics
import Foundation

/// A source file in Swift or Objective-C that migrates stores of Core Data or SwiftData.
struct MigrationSource {
    /// The declarations of classes that mapping models name.
    private(set) var policies: [String: SourceLocation] = [:]
    /// The first line with migration code.
    private(set) var start: SourceLocation?

    /// What only code for migrations uses.
    private static let marks: [String] = [
        "NSEntityMigrationPolicy", "NSMigrationManager", "NSMappingModel", "NSCustomMigrationStage",
        "NSStagedMigrationManager", "SchemaMigrationPlan",
    ]

    /// Reads a file; `nil` if there is nothing about migrations in it.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - name: The path in messages.
    ///   - wanted: The names of the classes that mapping models name.
    init?(path: String, shownAs name: String, wanted: Set<String>) {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let words: [String] = Self.marks + wanted
        guard words.contains(where: { bytes.range(of: Data($0.utf8)) != nil }) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, text) in lines.enumerated() {
            let line: Substring = text.drop { $0 == " " || $0 == "\t" }
            // Comments declare nothing.
            if line.hasPrefix("//") || line.hasPrefix("*") || line.hasPrefix("/*") { continue }
            let location = SourceLocation(file: name, line: number + 1)
            if start == nil, Self.marks.contains(where: { line.contains($0) }) { start = location }
            for declared in Self.declared(in: line) where wanted.contains(declared) && policies[declared] == nil {
                policies[declared] = location
            }
        }
        if policies.isEmpty, start == nil { return nil }
    }

    /// The classes that a line declares: after `class` in Swift, which also may give another name to Objective-C, and
    /// after `@implementation` in Objective-C.
    private static func declared(in line: Substring) -> [String] {
        var names: [String] = []
        let words: [Substring] = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }
        for (word, next) in zip(words, words.dropFirst())
        where ["class", "@implementation", "@objc"].contains(word) {
            names.append(String(next))
        }
        return names
    }
}
