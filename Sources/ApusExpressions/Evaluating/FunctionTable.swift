import ApusDiagnostics

/// The functions in Swift that a program has for its migrations.
package struct FunctionTable: Sendable {
    private let functions: [FunctionDeclaration: MigrationFunction]

    /// No functions.
    package static let none = FunctionTable([])

    /// Creates a table.
    package init(_ functions: [MigrationFunction]) {
        self.functions = Dictionary(functions.map { ($0.declaration, $0) }) { first, _ in first }
    }

    /// Returns whether there is the function that a mapping declares: of this name, version and types.
    package func has(_ function: FunctionDeclaration) -> Bool { functions[function] != nil }

    /// The functions of a name, whatever their versions and types are, ordered by version.
    package func named(_ name: String) -> [FunctionDeclaration] {
        functions.keys.filter { $0.name == name }.sorted { ($0.version, $0.signature) < ($1.version, $1.signature) }
    }

    /// Calls a function.
    ///
    /// - Parameters:
    ///   - function: The function, as the mapping declares it.
    ///   - arguments: As many values as it takes.
    /// - Returns: The result, as a column of its type stores it; null if an argument is null that must not be.
    /// - Throws: ``FunctionFailure``.
    func value(
        of function: FunctionDeclaration,
        _ arguments: [StoredValue]
    ) throws(FunctionFailure) -> StoredValue {
        if zip(function.takes, arguments).contains(where: { !$0.isOptional && $1 == .null }) { return .null }
        var values: [StoredValue] = []
        for (parameter, argument) in zip(function.takes, arguments) {
            // A calculated integer has 64 bits, and a store that was edited by hand may have anything.
            guard let value = argument.fitting(parameter.type) else {
                throw FunctionFailure(function.name, "\(argument.shown) is not \(parameter.type.rawValue.withArticle)")
            }
            values.append(value)
        }
        guard let code = functions[function] else { throw FunctionFailure(function.name, "there is no code for it") }
        let result: StoredValue?
        do { result = try code.call(values) } catch { throw FunctionFailure(function.name, "\(error)".shown) }
        guard let value = result?.fitting(function.gives.type) else {
            let type = function.gives.type.rawValue.withArticle
            throw FunctionFailure(function.name, "its result\(result.map { " \($0.shown)" } ?? "") is not \(type)")
        }
        return value
    }
}

/// The failure of a function in Swift.
package struct FunctionFailure: Error, Hashable, CustomStringConvertible {
    /// The function's name.
    let name: String
    /// What went wrong, in one line.
    let reason: String

    init(_ name: String, _ reason: String) {
        self.name = name
        self.reason = reason
    }

    /// The name and the reason.
    package var description: String { "\(name): \(reason)" }
}
