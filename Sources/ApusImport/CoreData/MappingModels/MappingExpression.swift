import Foundation

/// The source of a value in a mapping model: an `NSExpression`, as far as it can be understood.
indirect enum MappingExpression: Hashable {
    /// A key path of the older object: `$source.a`, `$source.continent.code`.
    case source([String])
    /// The new objects that were made from those at a key path of the older object, by the entity mapping with a name or,
    /// if it is `nil`, by any, and the expression as text.
    case instances(of: [String], mapping: String? = nil, text: String)
    /// A constant, as a string.
    case constant(String)
    /// No value.
    case nothing
    /// A predefined function of its arguments, or a method, whose first argument is the object.
    case call(String, [MappingExpression])
    /// Anything else, as text.
    case other(String)

    /// Reads an archived expression; what cannot be read becomes `other`.
    ///
    /// - Parameter base64: The archive of `NSKeyedArchiver`, in Base64.
    init(archive base64: String) {
        let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
        var archive = data.flatMap(ArchivedExpression.init)
        self = archive?.meaning() ?? .other("an expression that cannot be read")
    }

    /// Reads the key path that the editor keeps for a relationship, and the name of the entity mapping beside it, of which
    /// Xcode makes the expression.
    ///
    /// - Parameters:
    ///   - keyPath: The key path, such as `$source.country.continent`; `nil` for the property itself.
    ///   - mapping: The name of the entity mapping; `nil` if there is none.
    ///   - property: The property's name.
    ///   - isRelationship: Whether the property is a relationship.
    init?(keyPath: String?, mapping: String?, property: String, isRelationship: Bool) {
        guard keyPath != nil || mapping != nil else { return nil }
        var steps = keyPath?.split(separator: ".").map(String.init) ?? [property]
        if steps.first == "$source" { steps.removeFirst() }
        let path = MappingExpression.source(steps)
        guard isRelationship else {
            self = path
            return
        }
        guard let mapping else {
            self = .instances(of: steps, text: path.text)
            return
        }
        let selector = "destinationInstancesForEntityMappingNamed:sourceInstances:"
        self = .calling(selector, on: .other("$manager"), [.constant(mapping), path])
    }

    /// Returns the call of a function.
    ///
    /// - Parameters:
    ///   - selector: The function's name.
    ///   - operand: The object that has the function.
    ///   - arguments: The arguments.
    /// - Returns: A key path or new objects if the function gives them, otherwise a call.
    static func calling(
        _ selector: String,
        on operand: MappingExpression?,
        _ arguments: [MappingExpression]
    ) -> MappingExpression {
        if ["valueForKeyPath:", "valueForKey:"].contains(selector), arguments.count == 1,
            case .source(let start)? = operand
        {
            switch arguments[0] {
            case .source(let path): return .source(start + path)
            case .constant(let text): return .source(start + text.split(separator: ".").map(String.init))
            case .instances, .nothing, .call, .other: break
            }
        }
        let isPredefined = operand == nil || operand == .other(predefined)
        let call = MappingExpression.call(selector, isPredefined ? arguments : [operand].compactMap { $0 } + arguments)
        if selector.hasPrefix("destinationInstancesFor"), case .source(let path)? = arguments.last {
            if selector.contains("EntityMappingNamed:"), case .constant(let name)? = arguments.first {
                return .instances(of: path, mapping: name, text: call.text)
            }
            return .instances(of: path, text: call.text)
        }
        return call
    }

    /// The class with the predefined functions.
    private static let predefined = "_NSPredicateUtilities"
}

extension MappingExpression {
    /// The expression as Xcode's editor shows it.
    var text: String {
        switch self {
        case .source(let path): (["$source"] + path).joined(separator: ".")
        case .constant(let text): "\"\(text)\""
        case .nothing: "nil"
        case .instances(_, _, let text), .other(let text): text
        case .call(let selector, let arguments): Self.text(of: selector, arguments.map(\.text))
        }
    }

    private static func text(of selector: String, _ arguments: [String]) -> String {
        if selector == "FETCH" { return "FETCH(\(arguments.joined(separator: ", ")))" }
        // A method has one argument per colon, and its object.
        guard arguments.count == selector.count(where: { $0 == ":" }) + 1 else {
            return "\(selector)(\(arguments.joined(separator: ", ")))"
        }
        return "FUNCTION(\(([arguments[0], "\"\(selector)\""] + arguments.dropFirst()).joined(separator: ", ")))"
    }
}
