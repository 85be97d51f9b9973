import ApusDiagnostics
import ApusImport
import ApusProject
import Foundation

extension VersionOrder.Basis {
    /// What the order is based on, as it is printed.
    var guess: String {
        switch self {
        case .given, .numbers: "by their numbers"
        case .git: "by when they were added to git"
        case .similarity: "a guess, by the versions' contents"
        }
    }
}

extension VersionOrder {
    /// The order, a line for each version whose place is a guess and for its neighbours, and one for several others.
    var lines: [String] {
        var lines: [String] = []
        var number = 0
        while number < names.count {
            let run = names[number...].prefix { !doubtful.contains($0) }.count
            // All lines of a short run are shown, and the ends of a long one.
            if run > 4 {
                lines.append("  \(number + 1) \(names[number].shown)")
                lines.append("  … \(run - 2) more in order")
                number += run - 1
            }
            let name = names[number]
            lines.append("  \(number + 1) \(name.shown)\(doubtful.contains(name) ? "  (a guess)" : "")")
            number += 1
        }
        return lines
    }
}

/// The order in which a bundle's versions were added to git.
enum GitAppearances {
    /// The index of each version by its name. Empty if the bundle is not in a git repository, or git is not installed.
    static func ofVersions(in bundle: String) -> [String: Int] {
        guard let repository = try? GitRepository(of: URL(fileURLWithPath: bundle)) else { return [:] }
        // Xcode before version 4 wrote 'elements'.
        let files = ["contents", "elements"]
        return (try? repository.appearances(of: files, inFoldersWith: "xcdatamodel")) ?? [:]
    }
}
