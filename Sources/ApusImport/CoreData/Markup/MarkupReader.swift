import ApusDiagnostics
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads XML into a tree of elements.
final class MarkupReader: NSObject {
    /// The greatest depth of elements, far more than models have: a tree is released level by level.
    private static let depthLimit = 64

    /// The greatest number of keys of an element, far more than models have: libxml2 compares each one with all others.
    private static let keyLimit = 10_000

    private let file: String
    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var failure: Diagnostic?

    private init(file: String) {
        self.file = file
    }

    /// Reads XML in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - file: The file's name, for findings.
    /// - Returns: The outermost element.
    /// - Throws: `DiagnosticsError` with the first error, because later ones usually follow from it.
    static func read(_ bytes: Data, file: String) throws -> MarkupElement {
        guard String(data: bytes, encoding: .utf8) != nil else {
            throw error("the file is not text in UTF-8", file: file)
        }
        if let line = Self.lineOfDeclarations(in: Array(bytes)) {
            throw error(declarationFound, file: file, line: line)
        }
        if let conflict = bytes.range(of: Data("\n<<<<<<< ".utf8)) {
            let line: Int = bytes[..<conflict.lowerBound].count { $0 == UInt8(ascii: "\n") } + 2
            throw error("a merge conflict is not resolved here", file: file, line: line)
        }
        // libxml2 stops at it, and says neither why nor where.
        if let index = bytes.firstIndex(of: 0) {
            let line: Int = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
            throw error("the file has a NUL character", file: file, line: line)
        }
        if let line = lineOfTooManyKeys(in: bytes) {
            throw error("an element has more than \(keyLimit) keys", file: file, line: line)
        }
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: withoutEncoding(bytes))
        parser.delegate = reader
        // The result is useless: Foundation on Linux returns true for several kinds of broken files.
        _ = parser.parse()
        if let failure = reader.failure { throw DiagnosticsError(failure) }
        guard let root = reader.root, reader.open.isEmpty else {
            throw tooEarly(file: file, inside: reader.open.last)
        }
        return root
    }

    /// A document type could declare entities that hide or multiply text. One that is only a name declares nothing.
    private static let declarationFound = "a document type declares something, which no model does"

    /// Returns the file without the encoding that it names: it is UTF-8, and another one could show the parser a document type
    /// that the bytes do not show.
    private static func withoutEncoding(_ bytes: Data) -> Data {
        guard let start = bytes.range(of: Data("<?xml".utf8)), start.lowerBound <= bytes.startIndex + 3,
            let end = bytes.range(of: Data("?>".utf8), in: start.upperBound..<bytes.endIndex)
        else { return bytes }
        var copy = bytes
        while let name = copy.range(of: Data("encoding".utf8), in: start.upperBound..<end.lowerBound) {
            let rest = copy[name.upperBound..<end.lowerBound]
            let quote = rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            let close = quote.flatMap { quote in copy[(quote + 1)..<end.lowerBound].firstIndex(of: copy[quote]) }
            // The lines remain, for the findings.
            for index in name.lowerBound...(close ?? name.upperBound - 1) where copy[index] != UInt8(ascii: "\n") {
                copy[index] = UInt8(ascii: " ")
            }
        }
        return copy
    }

    /// The line of a document type that declares something; `nil` if there is none.
    ///
    /// Only comments and instructions may be before it.
    private static func lineOfDeclarations(in bytes: [UInt8]) -> Int? {
        func hasText(_ text: String, at index: Int) -> Bool { bytes[index...].starts(with: text.utf8) }
        func end(of text: String, from index: Int) -> Int? {
            let (text, last) = (Array(text.utf8), bytes.count - text.utf8.count)
            return index > last ? nil : (index...last).first { bytes[$0..<($0 + text.count)].elementsEqual(text) }
        }
        var index = hasText("\u{FEFF}", at: 0) ? 3 : 0
        while index < bytes.count {
            if [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[index]) {
                index += 1
            } else if hasText("<?", at: index) {
                guard let close = end(of: "?>", from: index) else { return nil }
                index = close + 2
            } else if hasText("<!--", at: index) {
                guard let close = end(of: "-->", from: index + 4) else { return nil }
                index = close + 3
            } else {
                break
            }
        }
        guard index < bytes.count, hasText("<!DOCTYPE", at: index) else { return nil }
        let line: Int = bytes[..<index].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        var quote: UInt8?
        for byte in bytes[index...] {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                return line
            } else if byte == UInt8(ascii: ">") {
                return nil
            }
        }
        return nil
    }

    /// The line of an element with more keys than the limit; `nil` if there is none.
    private static func lineOfTooManyKeys(in bytes: Data) -> Int? {
        var (line, count) = (1, 0)
        var quote: UInt8?
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            // No value contains this character, so that everything since then belongs to one element.
            case UInt8(ascii: "<"): (count, quote) = (0, nil)
            case quote: quote = nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"): if quote == nil { quote = byte }
            case UInt8(ascii: "=") where quote == nil: count += 1
            default: break
            }
            if count > keyLimit { return line }
        }
        return nil
    }

    private static func tooEarly(file: String, inside element: MarkupElement?) -> DiagnosticsError {
        error(
            "the file ends too early\(element.map { " inside '\($0.name)'" } ?? "")",
            file: file,
            line: element?.line
        )
    }

    private static func error(_ message: String, file: String, line: Int? = nil) -> DiagnosticsError {
        DiagnosticsError(
            .error(
                message,
                at: SourceLocation(file: file, line: line),
                help: ["open the model in Xcode and save it again, or take the file from version control"]
            )
        )
    }
}

extension MarkupReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        guard failure == nil else { return }
        guard open.count < Self.depthLimit else {
            return refuse("elements are nested more than \(Self.depthLimit) levels deep", parser)
        }
        open.append(MarkupElement(name: name, line: parser.lineNumber, keys: attributes))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !open.isEmpty { open[open.count - 1].text += text }
        note(text, at: parser.lineNumber)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        note("text", at: parser.lineNumber)
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        guard failure == nil else { return }
        let code = (parseError as NSError).code
        if code == 5, let last = open.last {
            failure = Self.tooEarly(file: file, inside: last).diagnostics.first
            return
        }
        let why = Self.reasons[code] ?? "error \(code) of libxml2"
        failure =
            Self.error("invalid XML: \(why)", file: file, line: max(1, parser.lineNumber)).diagnostics.first
    }

    // Foundation on Linux reports some of these declarations only.

    func parser(_ parser: XMLParser, foundInternalEntityDeclarationWithName name: String, value: String?) {
        refuse(Self.declarationFound, parser)
    }

    func parser(
        _ parser: XMLParser,
        foundExternalEntityDeclarationWithName name: String,
        publicID: String?,
        systemID: String?
    ) {
        refuse(Self.declarationFound, parser)
    }

    func parser(
        _ parser: XMLParser,
        foundUnparsedEntityDeclarationWithName name: String,
        publicID: String?,
        systemID: String?,
        notationName: String?
    ) {
        refuse(Self.declarationFound, parser)
    }

    func parser(
        _ parser: XMLParser,
        foundAttributeDeclarationWithName attributeName: String,
        forElement elementName: String,
        type: String?,
        defaultValue: String?
    ) {
        refuse(Self.declarationFound, parser)
    }

    func parser(_ parser: XMLParser, foundElementDeclarationWithName elementName: String, model: String) {
        refuse(Self.declarationFound, parser)
    }

    private func refuse(_ message: String, _ parser: XMLParser) {
        if failure == nil {
            failure = Self.error(message, file: file, line: max(1, parser.lineNumber)).diagnostics.first
        }
        parser.abortParsing()
    }

    private func note(_ text: String, at line: Int) {
        guard !open.isEmpty, open[open.count - 1].textLine == nil, text.contains(where: { !$0.isWhitespace }) else {
            return
        }
        open[open.count - 1].textLine = line
    }

    /// The errors of libxml2 that damaged files cause.
    private static var reasons: [Int: String] {
        [
            4: "it has no element",
            5: "there is something after the end of the model",
            9: "it contains a character that XML does not allow",
            26: "it uses an undefined entity",
            38: "a value contains '<' or has no end",
            39: "a value is not in quotes",
            42: "an element has the same key twice",
            76: "an element has the wrong closing tag",
            77: "an element has no end",
        ]
    }
}
