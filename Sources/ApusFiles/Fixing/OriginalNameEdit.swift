package import ApusDiagnostics
import ApusYAML

/// Writes an `originalName` into a model file, and keeps the rest of the text: comments, layout, quotes.
package enum OriginalNameEdit {
    /// Declares that an element had another name.
    ///
    /// - Parameters:
    ///   - name: The older name.
    ///   - element: The element's name.
    ///   - location: The location of that name in the file.
    ///   - file: The file.
    /// - Returns: The file; `nil` if the element is not there, or if its text cannot be edited.
    package static func declare(
        _ name: String,
        of element: String,
        at location: SourceLocation,
        in file: SourceFile
    ) -> SourceFile? {
        guard location.file == file.path,
            let entry = YAMLReader.read(file.text, file: file.path).node?.entriesByLocation[location],
            entry.key.text == element
        else { return nil }
        var buffer = TextBuffer(file.text)
        guard let edit = edit(entry.value, written(name), in: buffer) else { return nil }
        buffer.apply([edit])
        return SourceFile(path: file.path, text: buffer.text)
    }

    private static func edit(_ node: YAMLNode, _ name: String, in buffer: TextBuffer) -> TextEdit? {
        if case .mapping(let entries) = node.content,
            let former = entries.first(where: { $0.key.text == "originalName" })
        {
            return replacement(of: former.value, name, in: buffer)
        }
        if let edit = Fixer.addition(of: "originalName: \(name)", to: node, in: buffer) { return edit }
        guard let start = buffer.index(line: node.location.line, column: node.location.column) else { return nil }
        switch node.content {
        case .mapping: return nil
        case .scalar(let scalar):
            guard let end = end(of: scalar, from: start, in: buffer),
                let long = longForm(Array(scalar.text.unicodeScalars))
            else { return nil }
            return TextEdit(range: start..<end, text: "{ \(long), originalName: \(name) }")
        case .sequence:
            // The cases of an enum in brackets.
            guard buffer[start] == "[", let end = buffer.closing(of: start) else { return nil }
            let cases = buffer.slice(start..<end + 1)
            return TextEdit(range: start..<end + 1, text: "{ cases: \(cases), originalName: \(name) }")
        }
    }

    private static func replacement(of node: YAMLNode, _ name: String, in buffer: TextBuffer) -> TextEdit? {
        guard case .scalar(let scalar) = node.content,
            let start = buffer.index(line: node.location.line, column: node.location.column),
            let end = end(of: scalar, from: start, in: buffer)
        else { return nil }
        return TextEdit(range: start..<end, text: name)
    }

    /// The end of a scalar without quotes on one line; `nil` for any other one.
    private static func end(of scalar: YAMLScalar, from start: Int, in buffer: TextBuffer) -> Int? {
        let end = start + scalar.text.unicodeScalars.count
        guard scalar.style == .plain, !scalar.isMissing, buffer[end - 1] != nil else { return nil }
        return buffer.slice(start..<end).isSame(as: scalar.text) ? end : nil
    }

    /// The settings of an attribute in its short form, `type? = default`; `nil` if it is none.
    private static func longForm(_ text: [Unicode.Scalar]) -> String? {
        let equals = text.firstIndex(of: "=")
        var left = trimmed(text[..<(equals ?? text.count)])
        let isOptional = left.last == "?"
        if isOptional { left = left.dropLast() }
        guard !left.isEmpty, !left.contains(" ") else { return nil }
        var settings = ["type: \(string(left))"]
        if isOptional { settings.append("optional: true") }
        if let equals {
            let right = trimmed(text[(equals + 1)...])
            guard let first = right.first else { return nil }
            let isQuoted = first == "\"" || first == "'"
            if isQuoted, right.count < 2 || right.last != first { return nil }
            let value = string(isQuoted ? right.dropFirst().dropLast() : right)
            let isPlain = !isQuoted && ScalarStyle.canBePlain(value, inFlow: true)
            settings.append("default: \(isPlain ? value : ScalarStyle.quoted(value))")
        }
        return settings.joined(separator: ", ")
    }

    private static func written(_ name: String) -> String {
        ScalarStyle.canBePlain(name, inFlow: true) && !ScalarStyle.hasSpecialMeaning(name)
            ? name : ScalarStyle.quoted(name)
    }

    private static func trimmed(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var rest = scalars.drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
