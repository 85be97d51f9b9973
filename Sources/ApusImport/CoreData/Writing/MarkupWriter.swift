/// Writes XML as Xcode writes its models: a line an element, four spaces a level, keys on the element's line.
struct MarkupWriter {
    private(set) var text: String = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    private var level: Int = 0

    /// Writes an element.
    ///
    /// - Parameters:
    ///   - name: The element's name.
    ///   - keys: Its keys in order; those without a value are left out.
    ///   - content: Writes what is in it.
    mutating func element(
        _ name: String,
        _ keys: KeyValuePairs<String, String?> = [:],
        _ content: (inout MarkupWriter) -> Void = { _ in }
    ) {
        let indent = String(repeating: "    ", count: level)
        let said: [String] = keys.compactMap { key, value in value.map { " \(key)=\"\(Self.escaped($0))\"" } }
        var inner = MarkupWriter()
        inner.text = ""
        inner.level = level + 1
        content(&inner)
        let head: String = "\(indent)<\(name)\(said.joined())"
        text += inner.text.isEmpty ? "\(head)/>\n" : "\(head)>\n\(inner.text)\(indent)</\(name)>\n"
    }

    /// A text as it stands between quotes; line breaks are kept from being read as spaces.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\r", "\t": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Bool {
    /// `YES`, or nothing at all for what is off.
    var flag: String? { self ? "YES" : nil }

    /// `YES` or `NO`.
    var word: String { self ? "YES" : "NO" }
}
