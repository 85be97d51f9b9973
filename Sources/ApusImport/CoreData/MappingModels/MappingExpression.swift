import Foundation

/// The source of a value in a mapping model: an `NSExpression`, as far as it can be understood.
enum MappingExpression: Hashable {
    /// A key path of the older object: `$source.a`, `$source.continent.code`.
    case source([String])
    /// The new objects that were made from those at a key path of the older object, and the expression as text.
    case instances(of: [String], text: String)
    /// A constant, as a string.
    case constant(String)
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

    /// Returns the call of a function.
    ///
    /// - Parameters:
    ///   - selector: The function's name.
    ///   - operand: The object that has the function.
    ///   - arguments: The arguments.
    /// - Returns: A key path or new objects if the function gives them, otherwise text.
    static func call(
        _ selector: String,
        _ operand: MappingExpression?,
        _ arguments: [MappingExpression]
    ) -> MappingExpression {
        if ["valueForKeyPath:", "valueForKey:"].contains(selector), arguments.count == 1,
            case .source(let start)? = operand
        {
            switch arguments[0] {
            case .source(let path): return .source(start + path)
            case .constant(let text): return .source(start + text.split(separator: ".").map(String.init))
            case .instances, .other: break
            }
        }
        let inner: [String] = ([operand].compactMap { $0 } + arguments).map(\.text)
        let text =
            "FUNCTION(\(inner.isEmpty ? "" : inner[0] + ", ")\"\(selector)\"\(inner.dropFirst().map { ", \($0)" }.joined()))"
        if selector.hasPrefix("destinationInstancesFor"), case .source(let path)? = arguments.last {
            return .instances(of: path, text: text)
        }
        return .other(text)
    }
}

extension MappingExpression {
    /// The expression as Xcode's editor shows it.
    var text: String {
        switch self {
        case .source(let path): (["$source"] + path).joined(separator: ".")
        case .constant(let text): "\"\(text)\""
        case .instances(_, let text), .other(let text): text
        }
    }
}
