extension Mapping {
    /// The keys of a function, in the order in which it is written.
    package enum FunctionKey: String, CaseIterable, Sendable {
        /// The types of the arguments.
        case takes
        /// The type of the result.
        case gives
        /// The version of the code.
        case version
    }

    /// The functions in Swift that the mapping declares, by name.
    package var functions: [String: FunctionDeclaration] {
        Dictionary(self[.functions].compactMap(\.function).map { ($0.name, $0) }) { first, _ in first }
    }

    /// The lines that declare functions which an expression calls.
    package var neededFunctions: [Line] {
        let declared: [Line] = self[.functions]
        if declared.isEmpty { return [] }
        let names = Set(functions.keys)
        let called = Set(lines.flatMap(\.expressions).flatMap { Self.calls(of: names, in: $0) })
        return declared.filter { called.contains($0.path.entity) }
    }

    /// The names of the functions that an expression or a condition calls.
    private static func calls(of names: Set<String>, in text: String) -> Set<String> {
        if let expression = try? ExpressionFormat.parse(text, calling: names) {
            return PredicateNames(expression).calls
        }
        return (try? PredicateFormat.parse(text, calling: names)).map { PredicateNames($0).calls } ?? []
    }
}

extension Mapping.Line {
    /// A function in Swift that expressions call.
    public static func function(_ function: FunctionDeclaration) -> Mapping.Line {
        Mapping.Line(.functions, ElementPath(function.name), function.json)
    }

    /// The function that the line declares; `nil` if it declares none.
    public var function: FunctionDeclaration? {
        key.definition.value == .function ? json.flatMap { FunctionDeclaration(path.entity, $0) } : nil
    }

    /// The expressions and conditions over the older object that the line has.
    fileprivate var expressions: [String] {
        let inOrigins = (origins ?? []).flatMap { origin in
            [origin.each, origin.condition].compactMap(\.self) + origin.distinct + origin.sortedValues.map(\.expression)
        }
        return (expression.map { [$0] } ?? []) + inOrigins
    }
}

extension FunctionDeclaration {
    /// Reads the canonical JSON.
    init?(_ name: String, _ json: JSONValue) {
        guard case .object(let object) = json, object.count == Mapping.FunctionKey.allCases.count,
            let takes = object[Mapping.FunctionKey.takes.rawValue]?.elements, takes.count <= Self.mostArguments,
            let gives = object[Mapping.FunctionKey.gives.rawValue]?.text.flatMap(ValueType.init),
            case .number(let version)? = object[Mapping.FunctionKey.version.rawValue], version > 0
        else { return nil }
        let types = takes.compactMap { $0.text.flatMap(ValueType.init) }
        guard types.count == takes.count else { return nil }
        self.init(name, version: version, takes: types, gives: gives)
    }

    /// The canonical JSON: the types and the version.
    package var json: JSONValue {
        .object([
            Mapping.FunctionKey.takes.rawValue: .texts(takes.map(\.description)),
            Mapping.FunctionKey.gives.rawValue: .text(gives.description),
            Mapping.FunctionKey.version.rawValue: .number(version),
        ])
    }

    /// The types and the version as a mapping's line has them.
    var text: String {
        let types = takes.map(\.description).joined(separator: ", ")
        return "{ takes: [\(types)], gives: \(gives), version: \(version) }"
    }
}
