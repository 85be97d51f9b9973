import ApusDiagnostics
import ApusSchema

/// Converts the versions of Core Data to versions of Apus, in order.
struct CoreDataHistory {
    /// The versions, oldest first, with original names.
    private(set) var versions: [ImportedModel.Version] = []

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    /// Adds the original names to every version, and leaves out versions that are equal to the one before.
    init(_ originals: [CoreDataVersion]) {
        var ambiguities: [(name: String, diagnostics: [Diagnostic])] = []
        let originals = originals.map { original in
            var version = original
            ambiguities.append((version.name, version.markAmbiguousIdentifiers()))
            return version
        }
        findings.add(contentsOf: RepeatedFindings.folded(ambiguities))
        var previous: CoreDataVersion?
        for original in originals {
            var version = original
            if let previous {
                let step = RenamingStep(from: previous, to: original)
                findings.add(contentsOf: step.findings.diagnostics)
                version = step.newer
            }
            previous = version
            if let last = versions.last, last.schema.withoutOriginalNames.means(version.schema) {
                findings.warning(
                    "'\(version.name)' is equal to '\(last.name)' before it, so both become one version",
                    at: SourceLocation(file: version.file)
                )
                // The next version follows the one that is kept, but with the identifiers of the one that is left out.
                previous?.schema = last.schema
                continue
            }
            versions.append(
                ImportedModel.Version(
                    name: version.name,
                    schema: version.schema,
                    file: version.file,
                    locations: version.locations
                )
            )
        }
    }
}
