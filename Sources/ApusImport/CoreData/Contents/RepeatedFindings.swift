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
                    ? "\(sameInOthers) '\(last)'" : "\(sameInOthers) \(names.count) more versions, up to '\(last)'"
            )
        }
    }

    /// Merges the warnings that differ only in what they are about into the first of them, with a note that counts the
    /// others and names a few. Warnings with other reasons, which are in their notes, or with other help are others.
    static func grouped(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var kept: [(diagnostic: Diagnostic, others: [String])] = []
        var indices: [String: Int] = [:]
        for diagnostic in diagnostics {
            let words = Words(diagnostic.message)
            let reasons = diagnostic.notes.filter { !$0.hasPrefix(sameInOthers) }
            let kind = ([words.shape] + reasons + diagnostic.help).joined(separator: "\n")
            if diagnostic.severity == .warning, let index = indices[kind] {
                kept[index].others.append(words.subject)
                continue
            }
            if diagnostic.severity == .warning { indices[kind] = kept.count }
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

    /// The beginning of a note about other versions, which is no reason.
    private static let sameInOthers = "the same in"

    /// A message without the names in it, and the name that it is about.
    private struct Words {
        let shape: String
        let subject: String

        init(_ message: String) {
            // The parts with odd numbers are in quotes.
            let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
            let isOfKey = message.hasPrefix("'") && parts.count > 3 && parts[2].hasPrefix(" of ")
            let isOfElement = message.hasPrefix("the element '")
            if isOfKey, message.hasSuffix(KeyReader.unknown) {
                (shape, subject) = (KeyReader.unknown, "'\(parts[1])' of '\(parts[3])'")
                return
            }
            if isOfElement, message.hasSuffix(KeyReader.unknown) {
                (shape, subject) = ("the element '\(parts[1])' \(KeyReader.unknown)", "in '\(parts[parts.count - 2])'")
                return
            }
            // A key before what it belongs to is not a name.
            shape = parts.enumerated().map { $0 % 2 == 0 || isOfKey && $0 == 1 ? $1 : "…" }.joined(separator: "'")
            let number = isOfKey ? 3 : 1
            subject = parts.count > number ? "'\(parts[number])'" : message
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
        Diagnostic(severity, code: code, at: location, message, notes: notes + [note], help: help)
    }
}
