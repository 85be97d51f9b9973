import ApusDiagnostics
import ApusMigration
import ApusSchema
import ArgumentParser

/// The values of arguments that name versions.
///
/// The argument parser prints the text of an error behind the argument and its value.
enum VersionArgument {
    /// Reads a version.
    @Sendable
    static func version(_ text: String) throws -> Schema.Version {
        if let version = Schema.Version(text) { return version }
        throw ValidationError("expected a version, such as 3" + (text == "head" ? "; the head has none yet" : ""))
    }

    /// Reads a version or `head`.
    @Sendable
    static func target(_ text: String) throws -> Planner.Target {
        if text == "head" { return .head }
        if let version = Schema.Version(text) { return .version(version) }
        let meant = NearMiss.suggestion(for: text, among: ["head"])
        throw ValidationError(meant.map { "did you mean '\($0)'?" } ?? "expected a version, such as 3, or 'head'")
    }
}
