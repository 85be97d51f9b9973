/// Writes values as YAML that is easy to read, compare and merge.
///
/// ``YAMLReader`` and any reader of YAML 1.1 or 1.2 read the same values back.
package enum YAMLWriter {
    /// Writes a document.
    ///
    /// - Parameter value: The document's value.
    /// - Returns: The text, which ends with a line break.
    package static func write(_ value: YAMLValue) -> String {
        var lines = comment(of: value, indentation: "")
        lines += Self.lines(of: value, indentation: "")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns a key as it is written at the beginning of a line.
    ///
    /// - Parameter text: The key's text.
    /// - Returns: The text, quoted if necessary.
    package static func key(_ text: String) -> String { key(text, inFlow: false) }

    /// A value's indented lines, without the value's own comment.
    private static func lines(of value: YAMLValue, indentation: String) -> [String] {
        if !indentation.isEmpty, let block = literal(value, indentation: indentation) {
            return [indentation + block.head] + block.lines
        }
        if let line = singleLine(value) { return [indentation + line] }
        switch value.content {
        case .scalar: return []
        case .mapping(let entries):
            return entries.flatMap { entry in
                comment(of: entry.value, indentation: indentation)
                    + lines(of: entry, indentation: indentation)
            }
        case .sequence(let elements):
            return elements.flatMap { element in
                // The element's first line follows the dash.
                let inner = lines(of: element, indentation: indentation + "  ")
                let first: [String] =
                    inner.first.map { line in
                        [indentation + "- " + String(line.unicodeScalars.dropFirst(indentation.utf8.count + 2))]
                    } ?? []
                return comment(of: element, indentation: indentation) + first + inner.dropFirst()
            }
        }
    }

    private static func lines(of entry: YAMLValue.Entry, indentation: String) -> [String] {
        let key: String = key(entry.key, inFlow: false)
        let isShort = key.unicodeScalars.count <= ScalarStyle.longestSimpleKey
        if isShort, let block = literal(entry.value, indentation: indentation + "  ") {
            return ["\(indentation)\(key): \(block.head)"] + block.lines
        }
        let line = singleLine(entry.value)
        if key.unicodeScalars.count > ScalarStyle.longestSimpleKey {
            let value: [String] =
                line.map { ["\(indentation): \($0)"] }
                ?? ["\(indentation):"] + lines(of: entry.value, indentation: indentation + "  ")
            return ["\(indentation)? \(key)"] + value
        }
        if let line { return ["\(indentation)\(key): \(line)"] }
        return ["\(indentation)\(key):"] + lines(of: entry.value, indentation: indentation + "  ")
    }

    /// A string of several lines as a literal block; `nil` if a literal block would not preserve it.
    private static func literal(_ value: YAMLValue, indentation: String) -> (head: String, lines: [String])? {
        guard case .scalar(let text, _) = value.content, text.unicodeScalars.contains("\n") else { return nil }
        var lines: [Substring.UnicodeScalarView] = text.unicodeScalars[...].split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        // The block ends with one line break. More than one would need another indicator.
        let isEnded = lines.last?.isEmpty == true
        if isEnded { lines.removeLast() }
        guard let first = lines.first, let last = lines.last, !first.isEmpty, first.first != " ", !last.isEmpty,
            lines.allSatisfy({ $0.last != " " && $0.allSatisfy(ScalarStyle.isShown) })
        else { return nil }
        return (isEnded ? "|" : "|-", lines.map { $0.isEmpty ? "" : indentation + String($0) })
    }

    /// The value on one line, or `nil` if it needs several.
    private static func singleLine(_ value: YAMLValue) -> String? {
        switch value.content {
        case .scalar: return flow(value, inFlow: false)
        case .mapping([]), .sequence([]): return flow(value, inFlow: false)
        case .mapping, .sequence:
            return value.layout == .flow && !value.hasInnerComments ? flow(value, inFlow: false) : nil
        }
    }

    private static func flow(_ value: YAMLValue, inFlow: Bool) -> String {
        switch value.content {
        case .scalar(let text, let isText): return scalar(text, isText: isText, inFlow: inFlow)
        case .mapping([]): return "{}"
        case .sequence([]): return "[]"
        case .mapping(let entries):
            let parts: [String] = entries.map { entry in
                let key: String = key(entry.key, inFlow: true)
                let isLong = key.unicodeScalars.count > ScalarStyle.longestSimpleKey
                return "\(isLong ? "? " : "")\(key): \(flow(entry.value, inFlow: true))"
            }
            return "{ \(parts.joined(separator: ", ")) }"
        case .sequence(let elements):
            return "[\(elements.map { flow($0, inFlow: true) }.joined(separator: ", "))]"
        }
    }

    private static func key(_ text: String, inFlow: Bool) -> String {
        // In YAML 1.1 these are Booleans, but hardly any reader follows it, and points have keys x and y.
        let isUsual = ["y", "n", "Y", "N"].contains(text)
        return scalar(text, isText: !isUsual, inFlow: inFlow)
    }

    private static func scalar(_ text: String, isText: Bool, inFlow: Bool) -> String {
        let isPlain = ScalarStyle.canBePlain(text, inFlow: inFlow) && !(isText && ScalarStyle.hasSpecialMeaning(text))
        return isPlain ? text : ScalarStyle.quoted(text)
    }

    private static func comment(of value: YAMLValue, indentation: String) -> [String] {
        value.comment.map { $0.isEmpty ? "\(indentation)#" : "\(indentation)# \($0)" }
    }
}
