import ApusDiagnostics
import ApusSchema

/// Converts the versions of Core Data to versions of Apus, in order.
struct CoreDataHistory {
    /// The versions, oldest first, with original names.
    private(set) var versions: [ImportedModel.Version] = []

    /// The findings.
    private(set) var findings = DiagnosticCollector()

    /// The maximum number of times that late identifiers are looked for: those of an entity make those of its properties
    /// visible.
    private static let rounds = 8

    /// Adds the original names to every version, and leaves out versions that are equal to the one before.
    ///
    /// - Parameters:
    ///   - originals: The versions, oldest first.
    ///   - frozen: The schemas of the first versions that were imported before, and cannot change.
    init(_ originals: [CoreDataVersion], frozen: [Schema] = []) {
        var ambiguities: [(name: String, diagnostics: [Diagnostic])] = []
        let originals = originals.map { original in
            var version = original
            ambiguities.append((version.name, version.markAmbiguousIdentifiers()))
            return version
        }
        findings.add(contentsOf: RepeatedFindings.folded(ambiguities))
        var chain = RenamingChain(originals)
        var found = LateIdentifiers(in: chain, frozen: frozen)
        var tooLate = found.tooLate
        for _ in 0..<Self.rounds {
            if found.renames.allSatisfy(\.isEmpty) { break }
            let next = RenamingChain(originals, late: chain.late.merging(found.renames))
            // A rename that an original name cannot express is for the user to decide.
            if next.findings.hasErrors, !chain.findings.hasErrors { break }
            findings.add(contentsOf: found.findings)
            chain = next
            found = LateIdentifiers(in: chain, frozen: frozen)
            tooLate = found.tooLate
        }
        findings.add(contentsOf: tooLate)
        add(chain, found.notes)
    }

    private mutating func add(_ chain: RenamingChain, _ notes: [[ElementPath: LossNote]]) {
        findings.add(contentsOf: chain.findings.diagnostics)
        for (number, version) in chain.versions.enumerated() {
            if chain.repeated.contains(number) {
                if !versions.isEmpty { versions[versions.count - 1].repetitions.append(version.name) }
                continue
            }
            var imported = ImportedModel.Version(
                name: version.name,
                schema: version.schema,
                file: version.file,
                locations: version.locations
            )
            imported.lossNotes = notes[number]
            versions.append(imported)
        }
    }
}

extension [[ModelPath: String]] {
    /// Returns the names of both, version by version.
    fileprivate func merging(_ others: [[ModelPath: String]]) -> [[ModelPath: String]] {
        zip(self, others).map { $0.merging($1) { first, _ in first } }
    }
}
