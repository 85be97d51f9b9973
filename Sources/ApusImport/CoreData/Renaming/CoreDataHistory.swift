import ApusDiagnostics
import ApusSchema

/// Makes Apus' versions out of Core Data's, in order.
struct CoreDataHistory {
    /// The versions, oldest first, with original names.
    private(set) var versions: [ImportedModel.Version] = []

    /// What was found.
    private(set) var findings = DiagnosticCollector()

    /// Gives every version the original names that lead to it, and leaves out versions that repeat their neighbour.
    init(_ originals: [CoreDataVersion]) {
        for original in originals {
            findings.add(contentsOf: original.ambiguousIdentifiers())
        }
        // What is ambiguous cannot be matched.
        if findings.hasErrors { return }
        var previous: CoreDataVersion?
        for original in originals {
            var version: CoreDataVersion = original
            if let previous {
                let step = RenamingStep(from: previous, to: original)
                findings.add(contentsOf: step.findings.diagnostics)
                version = step.newer
            }
            previous = version
            if let last = versions.last, last.schema.withoutOriginalNames.means(version.schema) {
                findings.warning(
                    "'\(version.name)' says the same as '\(last.name)' before it: both become one version",
                    at: SourceLocation(file: version.file)
                )
                // The next version follows the one that stays, but by the identifiers of the one that goes.
                previous?.schema = last.schema
                continue
            }
            versions.append(ImportedModel.Version(name: version.name, schema: version.schema))
        }
    }
}
