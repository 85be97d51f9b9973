import ApusDiagnostics
import CYAML

/// Makes nodes of the parser's events.
struct TreeBuilder {
    private let events: EventStream
    private let file: String
    private var findings = DiagnosticCollector()

    /// Whether something was refused that leaves a hole in the tree, which a reader would only stumble over.
    private var hasHoles = false

    init(_ events: EventStream, file: String) {
        self.events = events
        self.file = file
    }

    /// Reads the one document of the stream.
    mutating func build() -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        var root: YAMLNode?
        do {
            root = try document()
        } catch let error as DiagnosticsError {
            findings.add(contentsOf: error.diagnostics)
            hasHoles = true
        } catch {
            findings.error("\(error)", at: SourceLocation(file: file))
        }
        return (hasHoles ? nil : root, findings.diagnostics)
    }

    private mutating func document() throws -> YAMLNode? {
        var root: YAMLNode?
        var documents: Int = 0
        while true {
            let event: YAMLEvent = try events.next()
            switch event.kind {
            case .streamEnd: return root
            case .streamStart, .documentEnd: break
            case .documentStart(let hasDirectives):
                documents += 1
                if documents > 1 {
                    throw failure(
                        "a second document begins here, but a file holds one",
                        event,
                        help: "remove the '---', or put what follows into a file of its own"
                    )
                }
                if hasDirectives {
                    refuse("a directive ('%…') is not read", event, help: "remove the lines that begin with '%'")
                }
            default:
                let node: YAMLNode = try self.node(event, depth: 1)
                // A document of comments alone is an empty plain scalar.
                if case .scalar(let scalar) = node.content, scalar.isMissing { break }
                root = node
            }
        }
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws -> YAMLNode {
        let location = SourceLocation(event.start, file: file)
        guard depth <= YAMLReader.depthLimit else {
            throw failure(
                "values are nested more than \(YAMLReader.depthLimit) levels deep",
                event,
                help: "write it flatter"
            )
        }
        if let anchor = event.anchor {
            refuse("an anchor ('&\(anchor)') is not read", event, help: "write the value out where it is needed")
        }
        if let tag = event.tag {
            refuse("a tag ('\(tag)') is not read", event, help: "remove it; in quotes a value is always a text")
        }
        switch event.kind {
        case .scalar(let text, let style):
            return YAMLNode(.scalar(scalar(text, style, event)), at: location)
        case .sequenceStart:
            var elements: [YAMLNode] = []
            while true {
                let next: YAMLEvent = try events.next()
                if next.kind == .sequenceEnd { return YAMLNode(.sequence(elements), at: location) }
                elements.append(try node(next, depth: depth + 1))
            }
        case .mappingStart:
            return YAMLNode(.mapping(try entries(depth: depth)), at: location)
        case .alias(let name):
            refuse("an alias ('*\(name)') is not read", event, help: "write the value out, or put the text in quotes")
            return YAMLNode(.scalar(YAMLScalar("", style: .plain, at: location)), at: location)
        default:
            throw failure("a value was expected here", event, help: "look at the lines above")
        }
    }

    private mutating func entries(depth: Int) throws -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var seen: [String: SourceLocation] = [:]
        while true {
            let next: YAMLEvent = try events.next()
            if next.kind == .mappingEnd { return entries }
            let keyNode: YAMLNode = try node(next, depth: depth + 1)
            let value: YAMLNode = try node(try events.next(), depth: depth + 1)
            guard case .scalar(let key) = keyNode.content else {
                refuse("a key must be a text, not \(keyNode.kind)", next, help: "write 'key: value'")
                continue
            }
            // The hole that a refused alias leaves was reported already.
            if key.isMissing, case .scalar = next.kind {
                refuse("a key is missing before the ':'", next, help: "write 'key: value'")
            } else if let first = seen[key.text] {
                findings.error(
                    "'\(key.text)' stands here a second time",
                    at: key.location,
                    notes: ["the first one is at \(first)"],
                    help: [Self.helpForTwo(of: value)]
                )
            }
            if seen[key.text] == nil { seen[key.text] = key.location }
            entries.append(YAMLNode.Entry(key, value))
        }
    }

    /// What to do with two values under one key.
    private static func helpForTwo(of value: YAMLNode) -> String {
        switch value.content {
        case .scalar: "remove or rename one of them"
        case .sequence: "put what both hold into one list"
        case .mapping: "put what both hold into one, or rename one of them"
        }
    }

    private func scalar(_ text: String, _ style: YAMLScalar.Style, _ event: YAMLEvent) -> YAMLScalar {
        let quotes: Int = style == .plain ? 0 : 2
        let isOneLine: Bool = event.start.line == event.end.line
        let isVerbatim: Bool =
            isOneLine && event.end.index - event.start.index == text.unicodeScalars.count + quotes
        return YAMLScalar(
            text,
            style: style,
            at: SourceLocation(event.start, file: file),
            verbatimStart: isVerbatim ? quotes / 2 : nil
        )
    }

    private mutating func refuse(_ message: String, _ event: YAMLEvent, help: String) {
        hasHoles = true
        findings.error(message, at: SourceLocation(event.start, file: file), help: [help])
    }

    private func failure(_ message: String, _ event: YAMLEvent, help: String) -> DiagnosticsError {
        DiagnosticsError(.error(message, at: SourceLocation(event.start, file: file), help: [help]))
    }
}
