import ApusDiagnostics
import ApusSchema
import Foundation

/// Reads the `contents` file of one version of a Core Data model.
struct ContentsReader {
    let file: String
    var version: CoreDataVersion
    var findings = DiagnosticCollector()

    /// Reads a version.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: The version's name.
    ///   - file: The file's name, for findings.
    ///   - model: The model's name.
    /// - Returns: The version with everything that was found. It may be used only where no error is among it.
    static func read(
        _ bytes: Data,
        name: String,
        file: String,
        model: String
    ) -> (version: CoreDataVersion, diagnostics: [Diagnostic]) {
        let empty = CoreDataVersion(name: name, file: file, schema: Schema(model: model))
        var reader = ContentsReader(file: file, version: empty)
        do {
            reader.readModel(try MarkupReader.read(bytes, file: file))
        } catch let error as DiagnosticsError {
            reader.findings.add(contentsOf: error.diagnostics)
        } catch {
            reader.findings.error("the file cannot be read: \(error)", at: SourceLocation(file: file))
        }
        return (reader.version, reader.findings.diagnostics)
    }

    private mutating func readModel(_ root: MarkupElement) {
        guard root.name == "model" else {
            findings.error(
                "the outermost element is '\(root.name)', not 'model'",
                at: SourceLocation(file: file, line: root.line),
                help: ["give the file of a Core Data model"]
            )
            return
        }
        var keys = KeyReader(root, .model, label: "the model", file: file)
        let type = "com.apple.IDECoreDataModeler.DataModel"
        _ = keys.choice("type", among: [type: ()])
        _ = keys.choice("documentVersion", among: ["1.0": ()])
        close(&keys)
        checkText(of: root, label: "the model")
        var hasInheritance: Bool = false
        for child in root.children {
            switch child.name {
            case "entity":
                readEntity(child)
                hasInheritance = hasInheritance || child.keys["parentEntity"] != nil
            case "elements": readLayout(child)
            default: refuse(child, in: .model, of: "the model")
            }
        }
        // What an entity inherits is not read, so an inverse that is inherited would be reported as missing.
        if !hasInheritance {
            let locations: [ElementPath: SourceLocation] = version.locations
            findings.add(contentsOf: version.schema.validate { path, _ in locations[path] })
        }
    }

    /// Where Xcode drew the entities: read to be sure that it is nothing else.
    private mutating func readLayout(_ layout: MarkupElement) {
        check(layout, .elements, label: "the layout")
        for child in layout.children {
            if child.name == "element" {
                check(child, .element, label: "the layout's element '\(child.keys["name"] ?? "")'")
                for inner in child.children { refuse(inner, in: .element, of: "the layout's element") }
            } else {
                refuse(child, in: .elements, of: "the layout")
            }
        }
    }

    private mutating func check(_ element: MarkupElement, _ kind: ContentsGrammar.Kind, label: String) {
        var keys = KeyReader(element, kind, label: label, file: file)
        close(&keys)
        checkText(of: element, label: label)
    }

    /// Reports the keys that nobody took, and takes over what was found.
    mutating func close(_ keys: inout KeyReader) {
        keys.finish()
        findings.add(contentsOf: keys.findings.diagnostics)
    }

    /// Reports text between the tags, where a model has none.
    mutating func checkText(of element: MarkupElement, label: String) {
        guard let line = element.textLine else { return }
        findings.error(
            "\(label) contains text, but a model has only elements",
            at: SourceLocation(file: file, line: line),
            help: ["remove the text"]
        )
    }

    /// Reports an element that is not carried through.
    mutating func refuse(_ element: MarkupElement, in kind: ContentsGrammar.Kind, of owner: String) {
        let isEmpty: Bool = element.children.isEmpty && element.keys.isEmpty && element.textLine == nil
        let name: String = element.keys["name"].map { " '\($0)'" } ?? ""
        var keys = KeyReader(element, kind, label: owner, file: file)
        guard ContentsGrammar.refusedElements(in: kind).contains(element.name) else {
            keys.error("the element '\(element.name)'\(name) in \(owner) is unknown to Apus", help: [KeyReader.wayOut])
            findings.add(contentsOf: keys.findings.diagnostics)
            return
        }
        if isEmpty { return }
        keys.refuse("'\(element.name)'\(name) of \(owner)")
        findings.add(contentsOf: keys.findings.diagnostics)
    }
}
