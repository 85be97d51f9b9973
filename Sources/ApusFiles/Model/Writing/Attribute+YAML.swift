import ApusSchema
import ApusYAML

extension Attribute {
    /// The attribute as YAML; in its short form if that is complete.
    var yaml: YAMLValue {
        var entries: [YAMLValue.Entry] = YAMLValue.Entry.settings(Attribute.keys, of: self) { _, _ in .text(typeName) }
        // The type's name says it.
        if isInt { entries.removeAll { $0.key == "swiftType" } }
        let isUsual = entries.allSatisfy { ["type", "optional", "default"].contains($0.key) }
        // A type may be named `null`.
        return (isUsual ? shortForm : nil).map { ScalarStyle.hasSpecialMeaning($0) ? .text($0) : .word($0) }
            ?? .compact(entries)
    }

    /// `type? = default` on one line without YAML's quotes, or `nil` where that cannot say the default.
    private var shortForm: String? {
        let head = typeName + (isOptional ? "?" : "")
        guard let text = defaultValue?.text ?? defaultExpression else { return head }
        let isBare = defaultValue?.isWord == true || Self.isIdentifier(text) && !ScalarStyle.hasSpecialMeaning(text)
        let hasQuotes = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
        let short = isBare ? "\(head) = \(text)" : "\(head) = \"\(text)\""
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
