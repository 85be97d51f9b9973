import ApusDiagnostics

/// Writes XML as Xcode writes its models: one element per line, four spaces per level, keys on the element's line.
struct MarkupWriter {
    private(set) var text: String = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    private var level: Int = 0
    /// The keys whose values have characters that XML does not allow, with the names of their elements.
    private(set) var unwritable: [(key: String, name: String)] = []

    /// Writes an element.
    ///
    /// - Parameters:
    ///   - name: The element's name.
    ///   - keys: Its keys in order; keys without a value are left out.
    ///   - content: Writes its content.
    mutating func element(
        _ name: String,
        _ keys: KeyValuePairs<String, String?> = [:],
        _ content: (inout MarkupWriter) -> Void = { _ in }
    ) {
        let indent = String(repeating: "    ", count: level)
        var written: [String] = []
        for case (let key, let value?) in keys {
            if value.unicodeScalars.allSatisfy(Self.isAllowed) {
                written.append(" \(key)=\"\(Self.escaped(value))\"")
            } else {
                unwritable.append((key, keys.first { $0.key == "name" }?.value ?? name))
            }
        }
        var inner = MarkupWriter()
        inner.text = ""
        inner.level = level + 1
        content(&inner)
        unwritable += inner.unwritable
        let head = "\(indent)<\(name)\(written.joined())"
        text += inner.text.isEmpty ? "\(head)/>\n" : "\(head)>\n\(inner.text)\(indent)</\(name)>\n"
    }

    /// Whether XML allows a character at all, escaped or not (XML 1.0, production 2).
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
        default: false
        }
    }

    /// A string for use between quotes. Line breaks are escaped so that they are not read as spaces, and other invisible
    /// characters so that a terminal or an editor shows what the file says.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.steers: escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Bool {
    /// `YES`, or `nil` for false.
    var flag: String? { self ? "YES" : nil }

    /// `YES` or `NO`.
    var word: String { self ? "YES" : "NO" }
}
