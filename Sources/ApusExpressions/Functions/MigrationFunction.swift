/// A function in Swift that the expressions of a mapping call by its name.
///
/// A mapping declares the function's name, version and types below `functions`; the program that migrates has the code:
///
/// ```swift
/// MigrationFunction("geocode", version: 1) { (city: String) -> String? in
///     knownCities[city]
/// }
/// ```
///
/// The function must be pure: equal arguments give equal results, whenever and however often it is called, on any thread. A
/// migration calls it for each row before the first write, to find all failures, and again when it writes. Do not read a clock, a
/// random number, a file or the network in it.
///
/// An error that it throws stops the migration before the first write; the message contains the rows and the error's text.
public struct MigrationFunction: Sendable {
    /// The name, the version and the types, which must equal those that the mapping declares.
    public let declaration: FunctionDeclaration

    /// Calls the code with values of the declared types. The result is `nil` if no store can keep it.
    let call: @Sendable ([StoredValue]) throws -> StoredValue?

    /// Creates a function.
    ///
    /// - Parameters:
    ///   - name: The name by which expressions call it.
    ///   - version: The version that the mapping declares, at least 1. Write a new version when the code gives other values.
    ///   - body: The code. An argument that is not optional is never null: null gives null then, without a call.
    public init<each Argument: FunctionValue, Result: FunctionValue>(
        _ name: String,
        version: Int,
        _ body: @escaping @Sendable (repeat each Argument) throws -> Result
    ) {
        var takes: [FunctionDeclaration.ValueType] = []
        for form in repeat (each Argument).functionForm { takes.append(form.type) }
        declaration = FunctionDeclaration(name, version: version, takes: takes, gives: Result.functionForm.type)
        call = { values in
            var rest = values[...]
            func next<Value: FunctionValue>(_: Value.Type) throws -> Value {
                guard let stored = rest.popFirst(), let value = Value.functionForm.read(stored) else {
                    throw UnreadableArgument()
                }
                return value
            }
            return Result.functionForm.write(try body(repeat try next((each Argument).self)))
        }
    }
}

/// An argument that Foundation's type cannot hold, such as a text that it does not read as a URL.
private struct UnreadableArgument: Error, CustomStringConvertible {
    var description: String { "Swift's type cannot hold one of its values" }
}
