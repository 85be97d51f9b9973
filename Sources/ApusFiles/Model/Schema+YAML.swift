import ApusSchema
import ApusYAML

// What is as usual is left out, and the short form is taken where it says everything: a reviewer reads what matters.

extension Schema {
    /// The schema as YAML.
    var yaml: YAMLValue {
        .mapping([
            YAMLValue.Entry("model", .text(model)),
            YAMLValue.Entry("entities", .mapping(entities.map { YAMLValue.Entry($0.name, $0.yaml) })),
        ])
    }
}

extension Entity {
    fileprivate var yaml: YAMLValue {
        var entries: [YAMLValue.Entry] = []
        if let originalName { entries.append(YAMLValue.Entry("originalName", .text(originalName))) }
        if codegen != .class { entries.append(YAMLValue.Entry("codegen", .word(codegen.rawValue))) }
        if !attributes.isEmpty {
            entries.append(
                YAMLValue.Entry("attributes", .mapping(attributes.map { YAMLValue.Entry($0.name, $0.yaml) }))
            )
        }
        if !relationships.isEmpty {
            entries.append(
                YAMLValue.Entry("relationships", .mapping(relationships.map { YAMLValue.Entry($0.name, $0.yaml) }))
            )
        }
        return .mapping(entries)
    }
}

extension Attribute {
    fileprivate var yaml: YAMLValue {
        let short: String? = originalName == nil ? shortForm : nil
        if let short { return .word(short) }
        var entries: [YAMLValue.Entry] = [YAMLValue.Entry("type", .word(type.rawValue))]
        if isOptional { entries.append(YAMLValue.Entry("optional", .word("true"))) }
        if let defaultValue {
            let text: String = defaultValue.text
            let isPlain: Bool = defaultValue.isPlainWord
            entries.append(YAMLValue.Entry("default", isPlain ? .word(text) : .text(text)))
        }
        if let originalName { entries.append(YAMLValue.Entry("originalName", .text(originalName))) }
        return .mapping(entries, .flow)
    }

    /// `type? = default` on one line without YAML's quotes, or `nil` where that cannot say the default.
    private var shortForm: String? {
        let head: String = type.rawValue + (isOptional ? "?" : "")
        guard let defaultValue else { return head }
        let text: String = defaultValue.text
        let isBare: Bool = defaultValue.isPlainWord || Self.isIdentifier(text) && !ScalarStyle.hasSpecialMeaning(text)
        let hasQuotes: Bool = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
        let short: String = isBare ? "\(head) = \(text)" : "\(head) = \"\(text)\""
        return (isBare || !hasQuotes) && ScalarStyle.canBePlain(short) ? short : nil
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "/"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
    }
}

extension Value {
    /// Whether the value's text is a number, a truth value or a date rather than a text.
    fileprivate var isPlainWord: Bool {
        switch self {
        case .int, .decimal, .double, .bool, .date: true
        case .string, .data, .uuid, .url: false
        }
    }
}

extension Relationship {
    fileprivate var yaml: YAMLValue {
        let isUsual: Bool = inverse == nil && deleteRule == .nullify && originalName == nil && holdsKey == nil
        if isUsual, ScalarStyle.canBePlain(destination), !destination.contains("?") {
            return .word(isToMany ? "toMany \(destination)" : "to \(destination)\(isOptional ? "?" : "")")
        }
        var entries: [YAMLValue.Entry] = [YAMLValue.Entry(isToMany ? "toMany" : "to", .text(destination))]
        if isOptional, !isToMany { entries.append(YAMLValue.Entry("optional", .word("true"))) }
        if let inverse { entries.append(YAMLValue.Entry("inverse", .text(inverse))) }
        if deleteRule != .nullify { entries.append(YAMLValue.Entry("deleteRule", .word(deleteRule.rawValue))) }
        if let originalName { entries.append(YAMLValue.Entry("originalName", .text(originalName))) }
        if let holdsKey { entries.append(YAMLValue.Entry("holdsKey", .word(holdsKey ? "true" : "false"))) }
        return .mapping(entries, .flow)
    }
}
