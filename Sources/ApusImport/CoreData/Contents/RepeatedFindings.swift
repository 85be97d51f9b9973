import ApusDiagnostics

/// Reports a finding once that occurs in several versions, or for several elements.
///
/// A feature that cannot be imported is usually in every version since it was first used, and a hundred versions of the
/// same error would hide all others.
enum RepeatedFindings {
    /// Merges equal findings of several versions into the first of them, with a note that counts the others.
    ///
    /// - Parameter versions: The versions' names with the findings in each, in order.
    /// - Returns: The distinct findings, in the order of their first versions.
    static func folded(_ versions: [(name: String, diagnostics: [Diagnostic])]) -> [Diagnostic] {
        var firsts: [Diagnostic] = []
        var indices: [Key: Int] = [:]
        var repeats: [Int: [String]] = [:]
        for version in versions {
            var seen: [String: Int] = [:]
            for diagnostic in version.diagnostics {
                // Two equal findings in the same version are not merged.
                seen[diagnostic.message, default: 0] += 1
                let key = Key(
                    severity: diagnostic.severity,
                    message: diagnostic.message,
                    occurrence: seen[diagnostic.message, default: 0]
                )
                if let index = indices[key] {
                    repeats[index, default: []].append(version.name)
                } else {
                    indices[key] = firsts.count
                    firsts.append(diagnostic)
                }
            }
        }
        return firsts.enumerated().map { index, diagnostic in
            guard let names = repeats[index], let last = names.last else { return diagnostic }
            return diagnostic.noting(
                names.count == 1
                    ? "the same in '\(last)'" : "the same in \(names.count) more versions, up to '\(last)'"
            )
        }
    }

    /// Merges the warnings of one kind and with the same help into the first of them, with a note that counts the others and
    /// names a few.
    static func grouped(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var kept: [(diagnostic: Diagnostic, others: [String])] = []
        var indices: [[String]: Int] = [:]
        for diagnostic in diagnostics {
            if diagnostic.severity == .warning, let topic = diagnostic.topic {
                let kind = topic.kind + diagnostic.help
                if let index = indices[kind] {
                    kept[index].others.append(topic.subject)
                    continue
                }
                indices[kind] = kept.count
            }
            kept.append((diagnostic, []))
        }
        return kept.map { diagnostic, others in
            if others.isEmpty { return diagnostic }
            var names: [String] = []
            for name in others where names.count < 4 && !names.contains(name) { names.append(name) }
            let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
            return diagnostic.noting("\(others.count) more like it: \(shown)")
        }
    }

    private struct Key: Hashable {
        let severity: Diagnostic.Severity
        let message: String
        let occurrence: Int
    }
}

extension Diagnostic {
    fileprivate func noting(_ note: String) -> Diagnostic {
        var noted = self
        noted.notes.append(note)
        return noted
    }
}
