package import ApusDiagnostics
import ApusSchema
import Foundation

/// A source file in Swift or Objective-C that migrates stores of Core Data or SwiftData.
package struct MigrationSource: Hashable, Sendable {
    /// The declarations of classes that mapping models name.
    private(set) var policies: [String: SourceLocation] = [:]
    /// The first line with migration code.
    package private(set) var start: SourceLocation?
    /// The words outside comments: names of types and keys of values.
    private var words: Set<String> = []
    /// The strings, without their quotes: names of versions.
    private var strings: Set<String> = []

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
        let marks: [String] = Self.marks + wanted
        guard marks.contains(where: { bytes.range(of: Data($0.utf8)) != nil }) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, text) in lines.enumerated() {
            let line: Substring = text.drop { $0 == " " || $0 == "\t" }
            // Comments declare nothing.
            if line.hasPrefix("//") || line.hasPrefix("*") || line.hasPrefix("/*") { continue }
            words.formUnion(line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            // Between the first quote and the last, every second part is a string.
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            strings.formUnion(stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) })
            let location = SourceLocation(file: name, line: number + 1)
            if start == nil, Self.marks.contains(where: { line.contains($0) }) { start = location }
            for declared in Self.declared(in: line) where wanted.contains(declared) && policies[declared] == nil {
                policies[declared] = location
            }
        }
        if policies.isEmpty, start == nil { return nil }
    }

    /// Returns whether the code may migrate the stage between two versions: it names one of them, or none of the model's.
    ///
    /// - Parameters:
    ///   - older: The older version's name.
    ///   - newer: The newer version's name.
    ///   - names: The names of all versions.
    /// - Returns: `false` if the code is about other versions only.
    func isAbout(_ older: String, _ newer: String, of names: [String]) -> Bool {
        let named = names.filter(strings.contains)
        return named.isEmpty || named.contains(older) || named.contains(newer)
    }

    /// Returns whether the code names an element: an entity, or its class, and the property's key.
    func names(_ path: ElementPath, in schemas: [Schema]) -> Bool {
        let classes = schemas.compactMap { $0.entity(path.entity)?.className }
        return ([path.entity] + classes).contains(where: words.contains) && path.property.map(words.contains) ?? true
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
