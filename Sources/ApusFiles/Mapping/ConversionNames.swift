import ApusDiagnostics
import ApusSchema

/// The names that may stand under `convert`.
package enum ConversionNames {
    /// Those that make cases of an enum.
    static let toCases: [String] = ["cases", "casesOrNull", "cases\(Conversion.asideSuffix)"]

    /// The one that keeps bytes as they are, whatever they were taken for.
    static let toBytes: [String] = ["bytes"]

    /// All names.
    static let all: [String] =
        Conversion.Method.allCases.flatMap { method in
            ScalarType.allCases.flatMap { scalar[$0] ?? [] }.filter { $0.hasPrefix(method.rawValue) }
        }.unique + toCases + toBytes

    /// The names that make values of a scalar type, out of those of whatever other one.
    static func names(to type: ScalarType) -> [String] {
        (scalar[type] ?? []) + (type == .data ? toBytes : [])
    }

    /// The name that was probably meant by one that may not stand there; `nil` where none is near.
    static func meant(by name: String, among names: [String]) -> String? {
        // `round` and `parse` are beginnings rather than slips.
        NearMiss.suggestion(for: name, among: names)
            ?? (name.count > 2 ? names.first { $0.hasPrefix(name.lowercased()) } : nil)
    }

    /// The names of other conversions, which stop, or make null, as the one with a name does.
    package static func alternatives(to name: String) -> [String] {
        all.filter { $0 != name && isStrict($0) == isStrict(name) && setsAside($0) == setsAside(name) }
    }

    /// The help lines for a name that may not stand there.
    static func help(for name: String, among names: [String]) -> [String] {
        if let meant = meant(by: name, among: names) { return ["did you mean '\(meant)'?"] }
        let strict: [String] = names.count > 6 ? names.filter(isStrict) : names
        return ["expected one of \(strict.map { "'\($0)'" }.joined(separator: ", "))"]
            + (strict == names
                ? []
                : [
                    "with '\(leniency)' at its end a name makes null of what cannot be held, with '\(Conversion.asideSuffix)' the "
                        + "store also keeps it aside"
                ])
    }

    /// What the names of conversions end with that make null of a value that cannot be held, instead of
    /// stopping.
    static let leniency: String = "OrNull"

    private static func isStrict(_ name: String) -> Bool { !name.hasSuffix(leniency) && !setsAside(name) }

    private static func setsAside(_ name: String) -> Bool { name.hasSuffix(Conversion.asideSuffix) }

    private static let scalar: [ScalarType: [String]] = Dictionary(
        uniqueKeysWithValues: ScalarType.allCases.map { type in
            let conversions: [Conversion] = ScalarType.allCases.flatMap { Conversion.conversions(from: $0, to: type) }
            return (type, conversions.flatMap(\.names).unique)
        }
    )
}

extension Conversion {
    /// The names of the conversion and of those that do not stop at what cannot be held.
    fileprivate var names: [String] {
        [name] + (lenient.map { [$0.name, name + Self.asideSuffix] } ?? [])
    }
}

extension [String] {
    /// Each text once, where it stands first.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
