package import ApusDiagnostics
package import ApusSchema

/// Writes schemas as Xcode's models for Core Data: the inverse of ``CoreDataImport``.
///
/// An import restores everything that Core Data supports. Everything else is left out, with a warning.
package struct CoreDataExport: Hashable, Sendable {
    /// A file of a bundle.
    package struct File: Hashable, Sendable {
        /// The path below the bundle.
        package let path: String
        /// The content.
        package let text: String
    }

    /// The files, by paths below the bundle.
    package let files: [File]

    /// Warnings about what was left out.
    package let diagnostics: [Diagnostic]

    /// Writes a schema as an `.xcdatamodel`, without original names.
    package init(_ schema: Schema) {
        var writer = ContentsWriter(schema, identifiers: [:])
        files = [File(path: "contents", text: writer.write())]
        diagnostics = writer.warnings
    }

    /// Writes versions as an `.xcdatamodeld`, with the newest one as the current one.
    ///
    /// Renames become Core Data's renaming identifiers, which must be equal on both sides of a step: a renamed element
    /// keeps its identifier in all later versions.
    ///
    /// - Parameters:
    ///   - versions: The versions, oldest first, with the names of their folders.
    ///   - olderPaths: Returns the path that an element of the newer schema has in the older one, or `nil` if it is
    ///     new.
    package init(
        _ versions: [(name: String, schema: Schema)],
        olderPaths: (_ older: Schema, _ newer: Schema) -> (ModelPath) -> ModelPath?
    ) {
        var files: [File] = []
        var found: [Diagnostic] = []
        var identifiers = RenamingIdentifiers()
        var older: Schema?
        for (name, schema) in versions {
            identifiers.advance(from: older, to: schema, older.map { olderPaths($0, schema) } ?? { _ in nil })
            var writer = ContentsWriter(schema, identifiers: identifiers.written)
            files.append(File(path: "\(name).\(ModelBundle.versionExtension)/contents", text: writer.write()))
            for warning in writer.warnings where !found.contains(warning) { found.append(warning) }
            older = schema
        }
        if let newest = versions.last {
            files.append(File(path: ModelBundle.currentFile, text: Self.current(newest.name)))
        }
        self.files = files
        diagnostics = found
    }

    private static func current(_ name: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>_XCCurrentVersionName</key>
        \t<string>\(MarkupWriter.escaped("\(name).\(ModelBundle.versionExtension)"))</string>
        </dict>
        </plist>

        """
    }
}

extension ContentsWriter {
    /// A warning for each key that was left out.
    var warnings: [Diagnostic] {
        omissions.map { key, paths in
            let some = paths.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
            let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
            return .warning("Core Data does not support '\(key)', which is left out of \(some)\(rest)")
        }
    }
}

/// The renaming identifiers of a history's elements, version by version.
private struct RenamingIdentifiers {
    /// The identifiers by which Core Data matches the elements of the current version.
    private var effective: [ModelPath: String] = [:]

    /// The identifiers that are not the elements' names.
    private(set) var written: [ModelPath: String] = [:]

    mutating func advance(from older: Schema?, to schema: Schema, _ olderPath: (ModelPath) -> ModelPath?) {
        var next: [ModelPath: String] = [:]
        for (owner, section, names) in schema.namedElements {
            // The identifiers in the older version are taken, whichever owner they are in.
            let olderOwner: ModelPath = owner.steps.isEmpty ? owner : olderPath(owner) ?? owner
            // Core Data also matches what an entity inherits.
            let isOfEntity = olderOwner.steps.first == "entities"
            let relatives: [Entity] = isOfEntity ? older?.relatives(of: olderOwner.steps[1]) ?? [] : []
            let owners: [ModelPath] = [olderOwner] + relatives.map { .entity($0.name) }
            var taken = Set(
                effective.filter { entry in owners.contains { entry.key.isElement(in: section, of: $0) } }.map(\.value)
            )
            var new: [String] = []
            for name in names {
                let path = owner.element(section, name)
                if let older = olderPath(path), let identifier = effective[older] {
                    next[path] = identifier
                    taken.insert(identifier)
                } else {
                    new.append(name)
                }
            }
            for name in new {
                var identifier = name
                var number = 2
                while taken.contains(identifier) {
                    identifier = "\(name)_\(number)"
                    number += 1
                }
                next[owner.element(section, name)] = identifier
                taken.insert(identifier)
            }
        }
        effective = next
        written = next.filter { $0.key.steps.last != $0.value }
    }
}

extension ModelPath {
    /// Whether the path is that of an element of a section.
    fileprivate func isElement(in section: String, of owner: ModelPath) -> Bool {
        steps.count == owner.steps.count + 2 && steps[owner.steps.count] == section
            && Array(steps.prefix(owner.steps.count)) == owner.steps
    }
}

extension Schema {
    /// The elements that can be renamed, by owner.
    fileprivate var namedElements: [(owner: ModelPath, section: String, names: [String])] {
        var all: [(ModelPath, String, [String])] = [
            (ModelPath(), "entities", entities.map(\.name)), (ModelPath(), "composites", composites.map(\.name)),
        ]
        for entity in entities {
            all.append((.entity(entity.name), "attributes", entity.attributes.map(\.name)))
            all.append((.entity(entity.name), "relationships", entity.relationships.map(\.name)))
        }
        for composite in composites {
            all.append((.element("composites", composite.name), "attributes", composite.attributes.map(\.name)))
        }
        return all
    }
}
