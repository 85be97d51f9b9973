import ApusDiagnostics
import ApusSchema

/// The versions of a model with the original names that follow from their renaming identifiers.
struct RenamingChain {
    /// The versions, oldest first, with original names.
    private(set) var versions: [CoreDataVersion] = []

    /// The older path of each element that matches, per version.
    private(set) var olderPaths: [[ModelPath: ModelPath]] = []

    /// The indexes of the versions that are equal to the one before.
    private(set) var repeated: Set<Int> = []

    /// The older names of elements whose identifiers a later version has, by their paths, per version.
    let late: [[ModelPath: String]]

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    /// Traces renames from each version to the next.
    ///
    /// - Parameters:
    ///   - originals: The versions, oldest first.
    ///   - late: The older names of elements whose identifiers a later version has, by their paths, per version.
    init(_ originals: [CoreDataVersion], late: [[ModelPath: String]]? = nil) {
        let late: [[ModelPath: String]] = late ?? originals.map { _ in [:] }
        self.late = late
        var kept: CoreDataVersion?
        var previous: CoreDataVersion?
        for (number, original) in originals.enumerated() {
            var version = original
            if let previous {
                let step = RenamingStep(from: previous, to: original, late: late[number])
                findings.add(contentsOf: step.findings.diagnostics)
                version = step.newer
                olderPaths.append(step.olderPaths)
            } else {
                olderPaths.append([:])
            }
            previous = version
            if let kept, kept.schema.withoutOriginalNames.means(version.schema) {
                findings.warning(
                    "'\(version.name)' is equal to '\(kept.name)' before it, so both become one version",
                    about: Topic("'\(version.name)'"),
                    at: SourceLocation(file: version.file)
                )
                repeated.insert(number)
                // The next version follows the one that is kept, but with the identifiers of the one that is left out.
                previous?.schema = kept.schema
                version.schema = kept.schema
            } else {
                kept = version
            }
            versions.append(version)
        }
    }
}
