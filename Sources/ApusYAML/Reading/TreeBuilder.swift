import ApusDiagnostics
import CYAML

/// Builds nodes from the parser's events.
struct TreeBuilder {
    private let events: EventStream
    private let file: String
    private var findings = DiagnosticCollector()

    /// Whether a refused element leaves a hole in the tree, which would only cause misleading errors later.
    private var hasHoles = false

    init(_ events: EventStream, file: String) {
        self.events = events
        self.file = file
    }

    /// Reads the document.
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
        var documents = 0
        while true {
            let event = try events.next()
            switch event.kind {
            case .streamEnd: return root
            case .streamStart, .documentEnd: break
            case .documentStart(let hasDirectives):
                documents += 1
                if documents > 1 {
                    throw failure(
                        "a second document begins here, but a file can hold only one",
                        event,
                        help: "remove the '---', or move what follows to a file of its own"
                    )
                }
                if hasDirectives {
                    refuse("directives ('%…') are not supported", event, help: "remove the lines that begin with '%'")
                }
            default:
                let node = try self.node(event, depth: 1)
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
                help: "use fewer levels"
            )
        }
        if let anchor = event.anchor {
            refuse("anchors ('&\(anchor)') are not supported", event, help: "write the value out where it is needed")
        }
        if let tag = event.tag {
            refuse("tags ('\(tag)') are not supported", event, help: "remove it; a value in quotes is always a string")
        }
        switch event.kind {
        case .scalar(let text, let style):
            return YAMLNode(.scalar(scalar(text, style, event)), at: location)
        case .sequenceStart:
            var elements: [YAMLNode] = []
            while true {
                let next = try events.next()
                if next.kind == .sequenceEnd { return YAMLNode(.sequence(elements), at: location) }
                elements.append(try node(next, depth: depth + 1))
            }
        case .mappingStart:
            return YAMLNode(.mapping(try entries(depth: depth)), at: location)
        case .alias(let name):
            refuse("aliases ('*\(name)') are not supported", event, help: "write the value out, or put it in quotes")
            return YAMLNode(.scalar(YAMLScalar("", style: .plain, at: location)), at: location)
        default:
            throw failure("expected a value", event, help: "check the lines above")
        }
    }

    private mutating func entries(depth: Int) throws -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var seen: [String: SourceLocation] = [:]
        while true {
            let next = try events.next()
            if next.kind == .mappingEnd { return entries }
            let keyNode = try node(next, depth: depth + 1)
            let value = try node(try events.next(), depth: depth + 1)
            guard case .scalar(let key) = keyNode.content else {
                refuse("a key must be a string, not \(keyNode.kind)", next, help: "write 'key: value'")
                continue
            }
            // The empty scalar that replaces an alias has been reported already.
            if key.isMissing, case .scalar = next.kind {
                refuse("a key is missing before the ':'", next, help: "write 'key: value'")
            } else if let first = seen[key.text] {
                findings.error(
                    "duplicate key '\(key.text)'",
                    at: key.location,
                    notes: ["the first one is at \(first)"],
                    help: [Self.helpForTwo(of: value)]
                )
            }
            if seen[key.text] == nil { seen[key.text] = key.location }
            entries.append(YAMLNode.Entry(key, value))
        }
    }

    /// The help for two values under one key.
    private static func helpForTwo(of value: YAMLNode) -> String {
        switch value.content {
        case .scalar: "remove or rename one of them"
        case .sequence: "merge both lists into one"
        case .mapping: "merge both into one, or rename one of them"
        }
    }

    private func scalar(_ text: String, _ style: YAMLScalar.Style, _ event: YAMLEvent) -> YAMLScalar {
        let quotes = style == .plain ? 0 : 2
        let isOneLine = event.start.line == event.end.line
        let isVerbatim = isOneLine && event.end.index - event.start.index == text.unicodeScalars.count + quotes
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
