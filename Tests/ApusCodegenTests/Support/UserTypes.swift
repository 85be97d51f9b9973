import ApusSchema

/// The Swift that a user would write beside a model: the types of its attributes, and their transformers.
enum UserTypes {
    /// Types of Swift and Foundation that models name.
    private static let known: Set<String> = [
        "String", "Int", "Int16", "Int32", "Int64", "Double", "Float", "Bool", "Date", "Data", "URL", "UUID", "Decimal",
        "Array", "Dictionary", "Set", "Optional", "Any", "AnyObject", "NSObject", "NSArray", "NSDictionary", "NSSet",
        "NSString", "NSNumber", "NSDate", "NSData", "NSURL", "NSAttributedString", "NSOrderedSet", "NSCoding",
    ]

    static func source(for schema: Schema, _ access: AccessLevel) -> String {
        let attributes: [Attribute] = (schema.entities.flatMap(\.attributes) + schema.composites.flatMap(\.attributes))
            .filter(\.type.isForeign)
        let modifier: String = access == .internal ? "" : "\(access.rawValue) "
        var transformers: [String: String] = [:]
        for attribute in attributes {
            guard let name = attribute.transformer, !name.isEmpty, !name.hasPrefix("NS") else { continue }
            transformers[name] = attribute.swiftType ?? "NSObject"
        }
        let names: Set<String> = Set(
            attributes.compactMap(\.swiftType).flatMap { type in
                type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            }
        )
        var lines: [String] = ["\(access == .public ? modifier : "")import Apus", "\(modifier)import Foundation"]
        for name in names.subtracting(known).subtracting(schema.entities.map(\.name)).sorted() {
            lines.append(
                "nonisolated \(modifier)struct \(name): Hashable, Codable, Sendable { \(modifier)init() {} }"
            )
        }
        for (name, type) in transformers.sorted(by: { $0.key < $1.key }) {
            lines += [
                "nonisolated \(modifier)enum \(name): AttributeTransformer {",
                "    \(modifier)static func data(from value: \(type)) throws -> Data { Data() }",
                "    \(modifier)static func value(from data: Data) throws -> \(type) { throw CocoaError(.coderReadCorrupt) }",
                "}",
            ]
        }
        if names.isSubset(of: known), transformers.isEmpty { return "" }
        return lines.joined(separator: "\n") + "\n"
    }
}
