package import ApusMigration
public import ApusSchema

/// The code in Swift that the mappings of a model name.
public struct MigrationCode: Sendable {
    /// The functions that expressions call by name.
    public let functions: [MigrationFunction]

    /// The code of stages.
    package let stages: [any StageCode]

    /// The root entities whose objects the store may have, if a container has several stores; `nil` for all.
    package var roots: Set<String>?

    let table: FunctionTable

    /// Creates the code of a model's migrations.
    ///
    /// - Parameter functions: The functions. Two of one name must have different versions.
    public init(functions: [MigrationFunction] = []) { self.init(functions: functions, stageCode: []) }

    /// Creates the code of a model's migrations.
    ///
    /// - Parameters:
    ///   - functions: The functions. Two of one name must have different versions.
    ///   - stages: The code of stages, of which the same holds.
    package init(functions: [MigrationFunction], stageCode stages: [any StageCode]) {
        let names =
            functions.map { ("functions '\($0.declaration.name)'", $0.declaration.version) }
            + stages.map { ("stages '\($0.declaration.name)'", $0.declaration.version) }
        var seen: Set<String> = []
        for (name, version) in names {
            let isNew = seen.insert("\(name) \(version)").inserted
            precondition(isNew, "there are two \(name) in version \(version)")
        }
        self.functions = functions
        self.stages = stages
        table = FunctionTable(functions)
    }

    /// Whether there is none.
    package var isEmpty: Bool { functions.isEmpty && stages.isEmpty }

    /// The code of a stage; `nil` if it is not there.
    func stage(_ declaration: SwiftStage) -> (any StageCode)? { stages.first { $0.declaration == declaration } }

    /// Throws if something is not there.
    ///
    /// - Parameters:
    ///   - functions: The functions that mappings declare.
    ///   - stages: The stages, whose mappings may name code.
    ///   - executable: The name of the executable that has them, as the project says.
    /// - Throws: `PlanningError`, with all that is missing.
    package func require(
        _ functions: [FunctionDeclaration],
        _ stages: [Stage],
        hadBy executable: String?
    ) throws(PlanningError) {
        var missing: [MissingCode] = functions.filter { !table.has($0) }
            .map { .function($0, known: table.named($0.name)) }
        for stage in stages {
            guard let needed = stage.swift else { continue }
            guard let code = self.stage(needed) else {
                let known = self.stages.map(\.declaration).filter { $0.name == needed.name }
                missing.append(.stage(needed, known: known))
                continue
            }
            if let classes = code.foreignClasses(from: stage.old, to: stage.new) {
                missing.append(.otherSchema(needed, classes: classes))
            }
        }
        if !missing.isEmpty { throw .missingCode(missing, executable: executable) }
    }
}
