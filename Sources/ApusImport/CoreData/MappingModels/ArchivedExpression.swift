import ApusSchema
import Foundation

/// Reads an `NSExpression` from an archive of `NSKeyedArchiver`, of which Foundation on Linux can decode none.
struct ArchivedExpression {
    private let list: BinaryPropertyList
    /// The archive's objects, as numbers of objects in the list.
    private let objects: [Int]
    private let root: Int
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
        guard data.count <= Self.sizeLimit, let list = BinaryPropertyList(data) else { return nil }
        let archive = list.object(list.root)
        guard let number = list.value(of: "$objects", in: archive), case .array(let objects)? = list.object(number),
            let top = list.value(of: "$top", in: archive), let root = list.value(of: "root", in: list.object(top))
        else { return nil }
        (self.list, self.objects, self.root) = (list, objects, root)
    }

    /// Reads the expression.
    ///
    /// - Returns: `nil` if a part of it cannot be read.
    mutating func meaning() -> MappingExpression? {
        let meaning = part(root, depth: 0)
        return isDamaged ? nil : meaning
    }

    private mutating func part(_ number: Int, depth: Int) -> MappingExpression {
        budget -= 1
        guard budget >= 0, depth < Self.depthLimit, let object = resolved(number) else { return damaged() }
        guard Self.classes.contains(className(of: object) ?? "") else { return constant(object) }
        if let name = field("NSVariable", of: object) {
            guard let text = text(name) else { return damaged() }
            return text == "source" ? .source([]) : .other("$\(text)")
        }
        if let path = field("NSKeyPath", of: object) {
            guard let text = text(path) else { return damaged() }
            return .source(text.split(separator: ".").map(String.init))
        }
        if let value = field("NSConstantValue", of: object) {
            guard let value = resolved(value) else { return damaged() }
            return constant(value)
        }
        if let name = field("NSConstantValueClassName", of: object) {
            return text(name).map { .other($0) } ?? damaged()
        }
        if let request = field("NSFRExpression", of: object),
            field("NSCountOnlyFlag", of: object).flatMap(list.object) != .bool(true)
        {
            return .call("FETCH", [part(request, depth: depth + 1)])
        }
        guard let selector = field("NSSelectorName", of: object) else {
            return .other("an expression of an unknown kind")
        }
        guard let name = text(selector) else { return damaged() }
        let operand = field("NSOperand", of: object).map { part($0, depth: depth + 1) }
        var arguments: [MappingExpression] = []
        if let list = field("NSArguments", of: object) {
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
        case .real(let value): return .constant(Value.double(value).text)
        case .date(let seconds): return .constant(Value.date(seconds).text)
        case .null: return .nothing
        default: break
        }
        switch className(of: object) {
        case "NSString", "NSMutableString":
            guard let text = text(of: object) else { return damaged() }
            return .constant(text)
        case "NSDate":
            switch field("NS.time", of: object).flatMap(list.object) {
            case .real(let seconds)?: return .constant(Value.date(seconds).text)
            case .int(let seconds)?: return .constant(Value.date(Double(seconds)).text)
            default: return damaged()
            }
        case "NSUUID":
            guard case .data(let bytes)? = field("NS.uuidbytes", of: object).flatMap(list.object), bytes.count == 16
            else { return damaged() }
            return .constant(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
        case "NSNull": return .nothing
        default: return .other("a constant that is neither text nor a number nor a date")
        }
    }

    /// The object with a number, or the one that it refers to.
    private func resolved(_ number: Int) -> BinaryPropertyList.Object? {
        let object = list.object(number)
        guard case .uid(let index)? = object else { return object }
        // The first one stands for nothing.
        if index == 0 { return .null }
        return objects.indices.contains(index) ? list.object(objects[index]) : nil
    }

    /// The number of a field's value; `nil` if the object does not have it, or has more fields than any expression.
    private func field(_ key: String, of object: BinaryPropertyList.Object) -> Int? {
        guard case .dictionary(let keys, _) = object, keys.count <= 32 else { return nil }
        return list.value(of: key, in: object)
    }

    private func className(of object: BinaryPropertyList.Object) -> String? {
        guard let description = field("$class", of: object).flatMap({ resolved($0) }) else { return nil }
        return field("$classname", of: description).flatMap { text($0) }
    }

    private func elements(of number: Int) -> [Int]? {
        guard let object = resolved(number) else { return nil }
        if object == .null { return [] }
        guard case .array(let elements)? = field("NS.objects", of: object).flatMap(list.object) else { return nil }
        return elements
    }

    private func text(_ number: Int) -> String? { resolved(number).flatMap { text(of: $0) } }

    private func text(of object: BinaryPropertyList.Object) -> String? {
        var text: String?
        if case .string(let own) = object { text = own }
        if case .string(let inner)? = field("NS.string", of: object).flatMap(list.object) { text = inner }
        return text.flatMap { $0.utf8.count <= Self.lengthLimit ? $0 : nil }
    }
}
