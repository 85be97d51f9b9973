import ApusSchema
import Foundation

/// The source of a value in a mapping model: an `NSExpression`, as far as it can be understood.
enum MappingExpression: Hashable {
    /// A key path of the older object: `$source.a`, `$source.continent.code`.
    case source([String])
    /// A constant, as a string.
    case constant(String)
    /// Anything else, as text.
    case other(String)

    /// Reads an archived expression; what cannot be read becomes `other`.
    ///
    /// - Parameter base64: The archive of `NSKeyedArchiver`, in Base64.
    init(archive base64: String) {
        guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters),
            let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data)
        else {
            self = .other("an expression that cannot be read")
            return
        }
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        for name in ArchivedExpression.names { unarchiver.setClass(ArchivedExpression.self, forClassName: name) }
        let root = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        unarchiver.finishDecoding()
        self = (root as? ArchivedExpression)?.meaning ?? .other("an expression that cannot be read")
    }
}

/// An archived `NSExpression`, because Foundation on Linux cannot decode one.
private final class ArchivedExpression: NSObject, NSCoding {
    /// The names of the classes of expressions in archives.
    static let names: [String] = [
        "NSExpression", "NSFunctionExpression", "NSKeyPathExpression", "NSKeyPathSpecifierExpression",
        "NSVariableExpression", "NSConstantValueExpression", "NSSelfExpression",
    ]

    let meaning: MappingExpression

    required init?(coder: NSCoder) {
        // Decoding a missing key fails the whole archive.
        func object(_ key: String) -> Any? { coder.containsValue(forKey: key) ? coder.decodeObject(forKey: key) : nil }
        if let name = object("NSVariable") as? String {
            meaning = name == "source" ? .source([]) : .other("$\(name)")
        } else if let path = object("NSKeyPath") as? String {
            meaning = .source(path.split(separator: ".").map(String.init))
        } else if coder.containsValue(forKey: "NSConstantValue") {
            meaning = Self.constant(object("NSConstantValue"))
        } else if let selector = object("NSSelectorName") as? String {
            let operand = (object("NSOperand") as? ArchivedExpression)?.meaning
            let arguments: [MappingExpression] = (object("NSArguments") as? [Any] ?? []).map { argument in
                (argument as? ArchivedExpression)?.meaning ?? .constant("\(argument)")
            }
            meaning = Self.call(selector, operand, arguments)
        } else {
            meaning = .other("an expression of an unknown kind")
        }
    }

    /// The constant as text that `DefaultText` reads.
    private static func constant(_ value: Any?) -> MappingExpression {
        switch value {
        case let text as String: .constant(text)
        case let date as Date: .constant(Value.date(date.timeIntervalSinceReferenceDate).text)
        case let uuid as UUID: .constant(uuid.uuidString)
        case let number as NSNumber: .constant(number.stringValue)
        case nil: .other("nothing")
        default: .other("a constant that is neither text nor a number nor a date")
        }
    }

    private static func call(
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
            case .other: break
            }
        }
        let inner: [String] = ([operand].compactMap { $0 } + arguments).map(\.text)
        return .other(
            "FUNCTION(\(inner.isEmpty ? "" : inner[0] + ", ")\"\(selector)\"\(inner.dropFirst().map { ", \($0)" }.joined()))"
        )
    }

    func encode(with coder: NSCoder) {}
}

extension MappingExpression {
    /// The expression as Xcode's editor shows it.
    var text: String {
        switch self {
        case .source(let path): (["$source"] + path).joined(separator: ".")
        case .constant(let text): "\"\(text)\""
        case .other(let text): text
        }
    }
}
