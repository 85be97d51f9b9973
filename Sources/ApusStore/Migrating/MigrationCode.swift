package import ApusMigration
public import ApusSchema

/// The code in Swift that the mappings of a model call.
public struct MigrationCode: Sendable {
    /// The functions that expressions call by name.
    public let functions: [MigrationFunction]

    let table: FunctionTable

    /// Creates the code of a model's migrations.
    ///
    /// - Parameter functions: The functions. Two of one name must have different versions.
    public init(functions: [MigrationFunction] = []) {
        var seen: Set<String> = []
        for function in functions.map(\.declaration) {
            let isNew = seen.insert("\(function.name) \(function.version)").inserted
            precondition(isNew, "there are two functions '\(function.name)' in version \(function.version)")
        }
        self.functions = functions
        table = FunctionTable(functions)
    }

    /// Throws if some functions are not there.
    ///
    /// - Parameters:
    ///   - functions: The functions that mappings declare.
    ///   - executable: The name of the executable that has them, as the project says.
    /// - Throws: `PlanningError`, with all functions that are missing.
    package func require(
        _ functions: [FunctionDeclaration],
        hadBy executable: String?
    ) throws(PlanningError) {
        let missing = functions.filter { !table.has($0) }
        if missing.isEmpty { return }
        throw .missingCode(missing.map { MissingFunction($0, known: table.named($0.name)) }, executable: executable)
    }
}
