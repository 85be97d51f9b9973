import ApusDiagnostics
import ApusSchema
import Foundation

/// Reads the `contents` file of a version of a Core Data model.
struct ContentsReader {
    let file: String
    var version: CoreDataVersion
    var findings = DiagnosticCollector()

    /// The elements that could not be read.
    var unreadable: Set<ModelPath> = []

    /// The `inverseEntity` of each relationship.
    var inverseEntities: [ModelPath: String] = [:]

    /// Reads a version.
    ///
    /// - Parameters:
    ///   - bytes: The file's content.
    ///   - name: The version's name.
    ///   - file: The file's name, for findings.
    ///   - model: The model's name.
    /// - Returns: The version and the findings. The version must not be used if one of them is an error.
    static func read(
        _ bytes: Data,
        name: String,
        file: String,
        model: String
    ) -> (version: CoreDataVersion, diagnostics: [Diagnostic]) {
        read(markup(of: bytes, file: file), name: name, file: file, model: model)
    }

    /// Reads the XML of a version, or returns what is wrong with it.
    static func markup(of bytes: Data, file: String) -> Result<MarkupElement, DiagnosticsError> {
        do {
            return .success(try MarkupReader.read(bytes, file: file))
        } catch let error as DiagnosticsError {
            return .failure(error)
        } catch {
            return .failure(
                DiagnosticsError(.error("cannot read the file: \(error)", at: SourceLocation(file: file)))
            )
        }
    }

    /// Reads a version from its XML.
    static func read(
        _ markup: Result<MarkupElement, DiagnosticsError>,
        name: String,
        file: String,
        model: String
    ) -> (version: CoreDataVersion, diagnostics: [Diagnostic]) {
        let empty = CoreDataVersion(name: name, file: file, schema: Schema(model: model))
        var reader = ContentsReader(file: file, version: empty)
        switch markup {
        case .success(let root): reader.readModel(root)
        case .failure(let error): reader.findings.add(contentsOf: error.diagnostics)
        }
        return (reader.version, reader.findings.diagnostics)
    }

    private mutating func readModel(_ root: MarkupElement) {
        guard root.name == "model" else {
            findings.error(
                "the outermost element is '\(root.name)', not 'model'",
                at: SourceLocation(file: file, line: root.line),
                help: ["expected the file of a Core Data model"]
            )
            return
        }
        var keys = KeyReader(root, .model, label: ElementLabel("the model"), file: file)
        let type = "com.apple.IDECoreDataModeler.DataModel"
        _ = keys.choice("type", among: [type: ()])
        _ = keys.choice("documentVersion", among: ["1.0": ()])
        version.schema.versionIdentifier = keys.filled("userDefinedModelVersionIdentifier")
        let isMirrored = keys.usedWithCloudKit()
        close(&keys, of: root)
        note(ModelPath(), at: keys.location)
        for child in root.children {
            switch child.name {
            case "entity": readEntity(child)
            case "composite": readComposite(child)
            case "fetchRequest": readFetchRequest(child)
            case "configuration": readConfiguration(child)
            // The positions of entities in Xcode's diagram.
            case "elements": break
            default: refuse(child, of: ElementLabel("the model"))
            }
        }
        if isMirrored { mirrorDefaultConfiguration() }
        settleInverses()
        settleIndexes()
        settleVariables()
        settle()
    }

    /// Checks that an element has no text, and no keys except those that mean nothing.
    mutating func check(_ element: MarkupElement, _ kind: ContentsGrammar.Kind, label: ElementLabel) {
        var keys = KeyReader(element, kind, label: label, file: file)
        close(&keys, of: element)
    }

    /// Reports unused keys and text between the tags, and adds the findings of the key reader.
    mutating func close(_ keys: inout KeyReader, of element: MarkupElement) {
        keys.finish()
        findings.add(contentsOf: keys.findings.diagnostics)
        guard let line = element.textLine else { return }
        findings.warning(
            "\(keys.label) contains text, which is left out",
            about: Topic(keys.label.subject, [keys.label.kind]),
            at: SourceLocation(file: file, line: line),
            notes: ["a model has only elements"]
        )
    }

    /// Stores an element's location and renaming identifier.
    mutating func note(_ path: ModelPath, _ identifier: String? = nil, at location: SourceLocation) {
        version.locations[path] = location
        version.identifiers[path] = identifier
    }

    /// Reads the user info of an element, and reports its other children.
    mutating func readUserInfo(of element: MarkupElement, label: ElementLabel) -> [String: String] {
        var texts: [String: String] = [:]
        for child in element.children {
            if child.name == "userInfo" {
                readEntries(child, into: &texts, label: label)
            } else {
                refuse(child, of: label)
            }
        }
        return texts
    }

    /// Reads the entries of a `userInfo`.
    mutating func readEntries(_ element: MarkupElement, into texts: inout [String: String], label: ElementLabel) {
        let info = label.part("the user info of")
        check(element, .userInfo, label: info)
        for child in element.children {
            guard child.name == "entry" else {
                refuse(child, of: info)
                continue
            }
            var keys = KeyReader(child, .entry, label: info.part("an entry of"), file: file)
            let value = keys.text("value") ?? ""
            if let key = keys.text("key") {
                if let other = texts.updateValue(value, forKey: key), other != value {
                    findings.warning(
                        "'\(key)' is twice in \(info), and its last value is kept",
                        about: Topic("'\(key)'", [label.kind, other]),
                        at: keys.location,
                        notes: ["'\(other)' is left out"]
                    )
                }
            } else {
                keys.warning("\(keys.label) has no 'key' and is left out")
            }
            close(&keys, of: child)
            refuseChildren(of: child, label: keys.label)
        }
    }

    /// Reports the children of an element that cannot have any.
    mutating func refuseChildren(of element: MarkupElement, label: ElementLabel) {
        for child in element.children { refuse(child, of: label) }
    }

    /// Reports an element that is unknown here.
    ///
    /// A later Xcode may write elements that are unknown, which are left out. A misspelled one, and one that the model
    /// has elsewhere, may be a part of what a store contains.
    mutating func refuse(_ element: MarkupElement, of owner: ElementLabel) {
        // An empty user info means nothing, wherever it is.
        let isEmpty = element.children.isEmpty && element.keys.isEmpty && element.textLine == nil
        if element.name == "userInfo", isEmpty { return }
        let name: String = element.keys["name"].map { " '\($0)'" } ?? ""
        let location = SourceLocation(file: file, line: element.line)
        let near = NearMiss.suggestion(for: element.name, among: ContentsGrammar.structure)
        if near == element.name {
            findings.error(
                "the element '\(element.name)'\(name) cannot be in \(owner)",
                at: location,
                help: [KeyReader.wayOut]
            )
        } else if let near {
            findings.error(
                "the element '\(element.name)'\(name) in \(owner) is unknown to Apus",
                at: location,
                help: [NearMiss.question("'\(near)'")]
            )
        } else {
            findings.warning(
                "the element '\(element.name)'\(name) in \(owner) is unknown to Apus and is left out",
                about: Topic("in \(owner.subject)", [element.name]),
                at: location
            )
        }
    }
}
