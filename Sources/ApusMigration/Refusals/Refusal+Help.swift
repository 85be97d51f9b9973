package import ApusSchema

extension Refusal {
    /// What to do, one line for each way.
    public var help: [String] { hints.map(\.text) }

    /// A way to settle the refusal.
    package struct Hint {
        /// What to do, in one line.
        package let text: String
        /// The line to paste into a file.
        package var pasteable: String?
    }

    /// What to do, the best first.
    package var hints: [Hint] {
        var hints: [Hint] = []
        var rest: ArraySlice<Settlement> = settlements[...]
        while let first = rest.popFirst() {
            switch first {
            case .edit(let edit):
                var edits: [String] = [text(of: edit)]
                while case .edit(let next)? = rest.first {
                    edits.append(text(of: next))
                    rest.removeFirst()
                }
                hints.append(Hint(text: edits.joined(separator: ", or ")))
            case .line(let line, let file):
                var others: [String] = []
                while line.conversion != nil, case .line(let next, _)? = rest.first, next.path == line.path,
                    let name = next.conversion
                {
                    others.append("'\(name)'")
                    rest.removeFirst()
                }
                hints.append(
                    Hint(
                        text: "\(purpose(of: line)) \(file): '\(line.flow)'\(Self.others(line, others))",
                        pasteable: line.flow
                    )
                )
            case .originalName(let name, let path):
                hints.append(Hint(text: question(whether: path, was: name), pasteable: "originalName: \(name)"))
            case .removal: hints.append(Hint(text: "remove the line"))
            case .correction(_, let path): hints.append(Hint(text: "did you mean '\(path)'?"))
            case .newStore:
                hints.append(Hint(text: "start with a new store: losses are accepted from a released version on"))
            }
        }
        return hints
    }

    private func question(whether path: ElementPath, was name: String) -> String {
        switch reason {
        case .likelyRename: "if so, add 'originalName: \(name)' to '\(path)'"
        case .claimedTwice: "if '\(path)' is what '\(name)' became, write 'originalName: \(name)' only there"
        case .ambiguousOriginalName: "if it was '\(name)', write 'originalName: \(name)'"
        case .entityRemoved(_?), .propertyRemoved(_, _?):
            "keep the older '\(name)' under another name with 'originalName: \(name)'"
        default: "if '\(path)' was '\(name)' before, add 'originalName: \(name)' to it"
        }
    }

    private func purpose(of line: Mapping.Line) -> String {
        let purpose: String = line.key.definition.purpose
        if line.key != .accept { return purpose }
        switch reason {
        case .typeChanged, .partTypeChanged, .kindChanged, .toManyBecameToOne, .destinationChanged, .inverseChanged:
            return "to give up what '\(path)' holds so far, write in"
        case .likelyRename: return "if not, \(purpose)"
        default: return purpose
        }
    }

    /// The other conversions, and where all are explained.
    private static func others(_ line: Mapping.Line, _ others: [String]) -> String {
        guard let name = line.conversion, name != "bytes" else { return "" }
        let list: String = others.isEmpty ? "" : "or \(others.joined(separator: ", "))"
        if name == "cases" { return list.isEmpty ? "" : " (\(list))" }
        return " (\(list.isEmpty ? "" : "\(list), ")see Documentation/Conversions.md)"
    }

    private func text(of edit: ModelEdit) -> String {
        func name(_ other: ElementPath) -> String { other == path ? "it" : "'\(other)'" }
        switch edit {
        case .giveDefault(let path): return "give \(name(path)) a default"
        case .makeOptional(let path, let type, isNew: true):
            return "make \(name(path)) optional\(type.map { ": '\($0)?'" } ?? ": 'optional: true'")"
        case .makeOptional(let path, let type, isNew: false):
            return "leave \(name(path)) optional\(type.map { ": '\($0)?'" } ?? "")"
        case .restoreType(let path, let type): return "give \(name(path)) the type \(type) again"
        case .keep(let older): return "keep \(older == path ? "it" : "'\(older)'") as it was"
        case .declare(let property, let entity):
            return "declare '\(property)' in '\(entity)' or an ancestor of it"
        case .keepApart: return "keep them apart"
        case .renameInTwoVersions(let taker, let name):
            return "rename in two versions, since the older '\(taker)' has 'originalName: \(name)' too"
        case .renameLater(_, let name):
            return
                "if it was '\(name)', leave it that name in this version, and rename it in the next one, when no other "
                + "has 'originalName: \(name)' any more"
        case .addPart: return "add a part under another name"
        case .writeValue(let type): return "write a value of the type \(type)"
        }
    }
}

extension Mapping.Line {
    /// The line with its key in YAML's flow form, to be pasted: `accept: [Trip.code]`, `fill: { Trip.id: uuid() }`.
    package var flow: String {
        value.map { "\(key.rawValue): { \(subject): \($0) }" } ?? "\(key.rawValue): [\(subject)]"
    }

    /// The line below its key in YAML's block form: `- Trip.code`, `Trip.id: uuid()`.
    package var block: String { value.map { "\(subject): \($0)" } ?? "- \(subject)" }
}
