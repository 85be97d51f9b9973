import ApusSchema
import Foundation

/// Reads an `NSExpression` from an archive of `NSKeyedArchiver`, of which Foundation on Linux can decode none.
struct ArchivedExpression {
    private let archive: KeyedArchive
    /// How many more parts are read: an archive can contain itself, or one part in very many others.
    private var budget = 1000
    /// Whether a part could not be read.
    private var isDamaged = false

    /// The greatest depth of parts, far more than an editor shows.
    private static let depthLimit = 32
    /// The greatest length of a name or a constant, in bytes.
    private static let lengthLimit = 1000
    /// The greatest size of an archive, in bytes.
    private static let sizeLimit = 1 << 16

    /// The names of the classes of expressions.
    private static let classes: Set<String> = [
        "NSExpression", "NSFunctionExpression", "NSKeyPathExpression", "NSKeyPathSpecifierExpression",
        "NSVariableExpression", "NSConstantValueExpression", "NSSelfExpression", "NSFetchRequestExpression",
    ]

    /// Opens an archive; `nil` if it is none.
    init?(_ data: Data) {
        guard data.count <= Self.sizeLimit, let archive = KeyedArchive(data) else { return nil }
        self.archive = archive
    }

    /// Reads the expression.
    ///
    /// - Returns: `nil` if a part of it cannot be read.
    mutating func meaning() -> MappingExpression? {
        let meaning = part(archive.root, depth: 0)
        return isDamaged ? nil : meaning
    }

    private mutating func part(_ number: Int, depth: Int) -> MappingExpression {
        budget -= 1
        guard budget >= 0, depth < Self.depthLimit, let object = archive.resolved(number) else { return damaged() }
        guard Self.classes.contains(archive.className(of: object) ?? "") else { return constant(object) }
        if let name = archive.field("NSVariable", of: object) {
            guard let text = text(name) else { return damaged() }
            return text == "source" ? .source([]) : .other("$\(text)")
        }
        if let path = archive.field("NSKeyPath", of: object) {
            guard let text = text(path) else { return damaged() }
            return .source(text.split(separator: ".").map(String.init))
        }
        if let value = archive.field("NSConstantValue", of: object) {
            guard let value = archive.resolved(value) else { return damaged() }
            return constant(value)
        }
        if let name = archive.field("NSConstantValueClassName", of: object) {
            return text(name).map { .other($0) } ?? damaged()
        }
        if let request = archive.field("NSFRExpression", of: object),
            value("NSCountOnlyFlag", of: object) != .bool(true)
        {
            return .call("FETCH", [part(request, depth: depth + 1)])
        }
        guard let selector = archive.field("NSSelectorName", of: object) else {
            return .other("an expression of an unknown kind")
        }
        guard let name = text(selector) else { return damaged() }
        let operand = archive.field("NSOperand", of: object).map { part($0, depth: depth + 1) }
        var arguments: [MappingExpression] = []
        if let list = archive.field("NSArguments", of: object) {
            guard let elements = elements(of: list), elements.count <= budget else { return damaged() }
            for element in elements { arguments.append(part(element, depth: depth + 1)) }
        }
        return .calling(name, on: operand, arguments)
    }

    private mutating func damaged() -> MappingExpression {
        isDamaged = true
        budget = 0
        return .other("")
    }

    /// The constant as text that `DefaultText` reads.
    private mutating func constant(_ object: BinaryPropertyList.Object) -> MappingExpression {
        switch object {
        case .string(let text): return text.utf8.count <= Self.lengthLimit ? .constant(text) : damaged()
        case .bool(let value): return .constant(value ? "1" : "0")
        case .int(let value): return .constant(String(value))
        case .unsigned(let value): return .constant(String(value))
        case .real(let value): return .constant(Value.double(value).text)
        case .date(let seconds): return .constant(Value.date(seconds).text)
        case .null: return .nothing
        default: break
        }
        switch archive.className(of: object) {
        case "NSString", "NSMutableString":
            guard let text = text(of: object) else { return damaged() }
            return .constant(text)
        case "NSDate":
            switch value("NS.time", of: object) {
            case .real(let seconds)?: return .constant(Value.date(seconds).text)
            case .int(let seconds)?: return .constant(Value.date(Double(seconds)).text)
            default: return damaged()
            }
        case "NSUUID":
            guard case .data(let bytes)? = value("NS.uuidbytes", of: object), bytes.count == 16
            else { return damaged() }
            return .constant(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
        case "NSNull": return .nothing
        default: return .other("a constant that is neither text nor a number nor a date")
        }
    }

    private func elements(of number: Int) -> [Int]? {
        guard let object = archive.resolved(number) else { return nil }
        if object == .null { return [] }
        guard case .array(let elements)? = value("NS.objects", of: object) else { return nil }
        return elements
    }

    /// What a field of an object is itself, which refers to no other one.
    private func value(_ key: String, of object: BinaryPropertyList.Object) -> BinaryPropertyList.Object? {
        archive.field(key, of: object).flatMap(archive.list.object)
    }

    private func text(_ number: Int) -> String? { archive.resolved(number).flatMap { text(of: $0) } }

    private func text(of object: BinaryPropertyList.Object) -> String? {
        archive.text(of: object).flatMap { $0.utf8.count <= Self.lengthLimit ? $0 : nil }
    }
}
