package import ApusDiagnostics
import ApusYAML

/// Carries out the fixes that findings offer, and leaves the rest of a file as it is: comments, layout, quotes.
package enum Fixer {
    /// A file with fixes carried out.
    package struct Result: Hashable, Sendable {
        /// The file.
        package let file: SourceFile
        /// The fixes that were carried out, in the order of their places.
        package let applied: [Fix]
    }

    /// Carries out fixes of a file.
    ///
    /// A fix whose word does not stand where it should, or that would overlap another one, is left out.
    ///
    /// - Parameters:
    ///   - fixes: The fixes; those of other files are left out.
    ///   - file: The file.
    /// - Returns: The file with the fixes.
    package static func apply(_ fixes: [Fix], to file: SourceFile) -> Result {
        var buffer = TextBuffer(file.text)
        let root: YAMLNode? = YAMLReader.read(file.text, file: file.path).node
        let entries: [SourceLocation: YAMLNode.Entry] = root?.entriesByPlace ?? [:]
        var edits: [(edit: TextEdit, fix: Fix)] = []
        // Where the edits so far end, and where each begins: looked up, as there may be very many.
        var end: Int = 0
        var starts: Set<Int> = []
        for fix in fixes.sorted(by: { $0.location < $1.location }) where fix.location.file == file.path {
            guard let edit = edit(fix, in: buffer, entries), edit.range.lowerBound >= end,
                starts.insert(edit.range.lowerBound).inserted
            else { continue }
            end = max(end, edit.range.upperBound)
            edits.append((edit, fix))
        }
        buffer.apply(edits.map(\.edit))
        return Result(file: SourceFile(path: file.path, text: buffer.text), applied: edits.map(\.fix))
    }

    private static func edit(
        _ fix: Fix,
        in buffer: TextBuffer,
        _ entries: [SourceLocation: YAMLNode.Entry]
    ) -> TextEdit? {
        switch fix {
        case .replace(let location, let word, let other):
            guard let start = buffer.position(line: location.line, column: location.column) else { return nil }
            let isQuoted: Bool = buffer[start] == "\"" || buffer[start] == "'"
            let begin: Int = isQuoted ? start + 1 : start
            guard buffer.has(word, at: begin), isQuoted || ScalarStyle.canBePlain(other, inFlow: true) else {
                return nil
            }
            return TextEdit(range: begin..<(begin + word.unicodeScalars.count), text: other)
        case .add(let location, let key, let value):
            guard let entry = entries[location] else { return nil }
            return addition(of: "\(key): \(value)", to: entry.value, in: buffer)
        }
    }

    /// One more line, or one more key in brackets.
    private static func addition(of setting: String, to node: YAMLNode, in buffer: TextBuffer) -> TextEdit? {
        guard let start = buffer.position(line: node.location.line, column: node.location.column) else { return nil }
        switch node.content {
        case .mapping(let entries):
            guard buffer[start] == "{" else {
                let line: Int = buffer.lineStart(of: start)
                let indentation: String = buffer.slice(line..<start)
                guard indentation.allSatisfy({ $0 == " " }) else { return nil }
                return TextEdit(range: line..<line, text: indentation + setting + buffer.lineBreak(after: start))
            }
            guard let end = buffer.closing(of: start) else { return nil }
            var inner: Int = end
            while let before = buffer[inner - 1], before == " " || before == "\n" || before == "\r" { inner -= 1 }
            let comma: String = entries.isEmpty || buffer[inner - 1] == "," ? " " : ", "
            return TextEdit(range: inner..<inner, text: comma + setting + (inner == end ? " " : ""))
        case .scalar(let scalar):
            // The short form of a relationship, which has no room for more.
            let words: [Substring] = scalar.text.split(separator: " ")
            guard scalar.style == .plain, words.count == 2, ["to", "toMany"].contains(words[0]) else { return nil }
            let isOptional: Bool = words[1].hasSuffix("?")
            let name: Substring = isOptional ? words[1].dropLast() : words[1]
            let optional: String = isOptional ? ", optional: true" : ""
            return TextEdit(
                range: start..<(start + scalar.text.unicodeScalars.count),
                text: "{ \(words[0]): \(name)\(optional), \(setting) }"
            )
        case .sequence: return nil
        }
    }
}

extension YAMLNode {
    /// The entries of this node and of those inside it, by the places of their keys.
    fileprivate var entriesByPlace: [SourceLocation: Entry] {
        var entries: [SourceLocation: Entry] = [:]
        var rest: [YAMLNode] = [self]
        while let node = rest.popLast() {
            switch node.content {
            case .scalar: break
            case .sequence(let elements): rest += elements
            case .mapping(let own):
                for entry in own {
                    entries[entry.key.location] = entry
                    rest.append(entry.value)
                }
            }
        }
        return entries
    }
}
