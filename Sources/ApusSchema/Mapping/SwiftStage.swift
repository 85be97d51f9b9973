/// Code in Swift over the objects of a stage, which the stage's mapping names and the program that migrates has.
public struct SwiftStage: Hashable, Sendable, CustomStringConvertible {
    /// The name: identifiers with dots between them, such as `TripsStages.split`.
    public let name: String

    /// The version of the code.
    public let version: Int

    package init(_ name: String, version: Int) { (self.name, self.version) = (name, version) }

    /// The name and the version.
    public var description: String { "\(name), version \(version)" }

    /// Returns whether code can have a name.
    package static func isName(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { String($0).isIdentifier }
    }
}

extension Mapping {
    /// The keys of the code in Swift, in the order in which it is written.
    package enum SwiftKey: String, CaseIterable, Sendable {
        /// The name of the code.
        case name
        /// The version of the code.
        case version
    }

    /// The code in Swift that the stage runs; `nil` if it runs none.
    public var swift: SwiftStage? { self[.swift].first?.swift }
}

extension Mapping.Line {
    /// The code in Swift that the stage runs.
    public static func swift(_ code: SwiftStage) -> Mapping.Line {
        Mapping.Line(.swift, ElementPath(code.name), .number(code.version))
    }

    /// The code in Swift that the line names; `nil` if it names none.
    public var swift: SwiftStage? {
        guard key == .swift, case .number(let version)? = json else { return nil }
        return SwiftStage(path.entity, version: version)
    }
}
