package import ApusDiagnostics
import ApusYAML

/// Applies the fixes of findings, and keeps the rest of a file as it is: comments, layout, quotes.
package enum Fixer {
    /// A file with fixes applied.
    package struct Result: Hashable, Sendable {
        /// The file.
        package let file: SourceFile
        /// The applied fixes, sorted by location.
        package let applied: [Fix]
    }

    /// Applies fixes to a file.
    ///
    /// A fix is skipped if its word is not at its location, or if it overlaps another one.
    ///
    /// - Parameters:
    ///   - fixes: The fixes; those of other files are skipped.
    ///   - file: The file.
    /// - Returns: The file with the fixes.
    package static func apply(_ fixes: [Fix], to file: SourceFile) -> Result {
        var buffer = TextBuffer(file.text)
        let root = YAMLReader.read(file.text, file: file.path).node
        let entries: [SourceLocation: YAMLNode.Entry] = root?.entriesByLocation ?? [:]
        var edits: [(edit: TextEdit, fix: Fix)] = []
        // The end of the edits so far, and the start of each, in a set because there may be very many.
        var end = 0
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
            guard let start = buffer.index(line: location.line, column: location.column) else { return nil }
            let isQuoted = buffer[start] == "\"" || buffer[start] == "'"
            let begin = isQuoted ? start + 1 : start
            guard buffer.has(word, at: begin), isQuoted || ScalarStyle.canBePlain(other, inFlow: true) else {
                return nil
            }
            return TextEdit(range: begin..<(begin + word.unicodeScalars.count), text: other)
        case .add(let location, let key, let value):
            guard let entry = entries[location] else { return nil }
            return addition(of: "\(key): \(value)", to: entry.value, in: buffer)
        }
    }

    /// The edit that adds a line, or a key in brackets.
    static func addition(of setting: String, to node: YAMLNode, in buffer: TextBuffer) -> TextEdit? {
        guard let start = buffer.index(line: node.location.line, column: node.location.column) else { return nil }
        switch node.content {
        case .mapping(let entries):
            guard buffer[start] == "{" else {
                let line = buffer.lineStart(of: start)
                let indentation = buffer.slice(line..<start)
                guard indentation.allSatisfy({ $0 == " " }) else { return nil }
                return TextEdit(range: line..<line, text: indentation + setting + buffer.lineBreak(after: start))
            }
            guard let end = buffer.closing(of: start) else { return nil }
            var inner = end
            while let before = buffer[inner - 1], before == " " || before == "\n" || before == "\r" { inner -= 1 }
            let comma = entries.isEmpty || buffer[inner - 1] == "," ? " " : ", "
            return TextEdit(range: inner..<inner, text: comma + setting + (inner == end ? " " : ""))
        case .scalar(let scalar):
            // The short form of a relationship, which must become the long one.
            let words = scalar.text.split(separator: " ")
            guard scalar.style == .plain, words.count == 2, ["to", "toMany"].contains(words[0]) else { return nil }
            let isOptional = words[1].hasSuffix("?")
            let name: Substring = isOptional ? words[1].dropLast() : words[1]
            let optional = isOptional ? ", optional: true" : ""
            return TextEdit(
                range: start..<(start + scalar.text.unicodeScalars.count),
                text: "{ \(words[0]): \(name)\(optional), \(setting) }"
            )
        case .sequence: return nil
        }
    }
}

extension YAMLNode {
    /// The entries of this node and of those inside it, by the locations of their keys.
    var entriesByLocation: [SourceLocation: Entry] {
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
