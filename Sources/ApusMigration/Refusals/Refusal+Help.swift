package import ApusSchema

extension Refusal {
    /// The possible resolutions, one per line, best first.
    public var help: [String] { hints.map(\.text) }

    /// A possible resolution.
    package struct Hint {
        /// The instruction, in one line.
        package let text: String
        /// The text to paste into a file.
        package var pasteable: String?
    }

    /// The possible resolutions, best first.
    package var hints: [Hint] {
        var hints: [Hint] = []
        var rest = settlements[...]
        while let first = rest.popFirst() {
            switch first {
            case .edit(let edit):
                var edits = [text(of: edit)]
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
                hints.append(Hint(text: renaming(of: path, from: name), pasteable: "originalName: \(name)"))
            case .removal where reason == .undecided:
                hints.append(
                    Hint(text: "write what the app's code did (fill, convert, accept …), then remove the line")
                )
                hints.append(Hint(text: "or remove the line if the values are right as they are"))
            case .removal: hints.append(Hint(text: "remove the line"))
            case .correction(_, let path): hints.append(Hint(text: "did you mean '\(path)'?"))
            case .newStore:
                let text = "start with a new store: losses can only be accepted when migrating from a released version"
                hints.append(Hint(text: text))
            }
        }
        return hints
    }

    /// The instruction to declare that an element had another name.
    private func renaming(of path: ElementPath, from name: String) -> String {
        switch reason {
        case .likelyRename: "if so, add 'originalName: \(name)' to '\(path)'"
        case .claimedTwice: "if '\(name)' was renamed to '\(path)', write 'originalName: \(name)' only there"
        case .ambiguousOriginalName: "if it was '\(name)', write 'originalName: \(name)'"
        case .entityRemoved(_?), .propertyRemoved(_, _?):
            "keep the older '\(name)' under another name with 'originalName: \(name)'"
        default: "if '\(path)' was called '\(name)' before, add 'originalName: \(name)' to it"
        }
    }

    /// The purpose of a mapping line, up to the name of the file to add it to.
    private func purpose(of line: Mapping.Line) -> String {
        let purpose = line.key.definition.purpose
        switch line.key {
        case .accept: break
        case .require:
            switch reason {
            case .attributeAddedWithoutValue, .partAddedWithoutValue, .becameStoredWithoutValue:
                return "if no store has such objects yet, add to"
            default: return purpose
            }
        case .fill, .entities, .values, .convert, .duplicates, .undecided: return purpose
        }
        switch reason {
        case .typeChanged, .partTypeChanged, .kindChanged, .destinationChanged, .inverseChanged:
            return "to discard what '\(path)' holds, add to"
        case .likelyRename: return "if not, \(purpose)"
        default: return purpose
        }
    }

    /// The other possible conversions, and a reference to the documentation.
    private static func others(_ line: Mapping.Line, _ others: [String]) -> String {
        guard let name = line.conversion, name != "bytes" else { return "" }
        let list = others.isEmpty ? "" : "or \(others.joined(separator: ", "))"
        if name == "cases" { return list.isEmpty ? "" : " (\(list))" }
        return " (\(list.isEmpty ? "" : "\(list), ")see Documentation/Conversions.md)"
    }

    /// The instruction to edit the model.
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
            return "declare '\(property)' in '\(entity)' or one of its ancestors"
        case .keepApart: return "keep the hierarchies separate"
        case .renameInTwoVersions(let taker, let name):
            return "rename in two versions, because the older '\(taker)' also has 'originalName: \(name)'"
        case .renameLater(_, let name):
            return
                "if it was '\(name)', keep that name in this version and rename it in the next one, when no other element "
                + "has 'originalName: \(name)'"
        case .addPart: return "add a part under another name"
        case .correctExpression(let hints): return hints.first ?? "correct the expression"
        case .writeValue(let type): return "write a value of type \(type)"
        }
    }
}

extension Mapping.Line {
    /// The line with its key in YAML's flow style, ready to paste: `accept: [Trip.code]`, `fill: { Trip.id: uuid() }`.
    package var flow: String {
        value.map { "\(key.rawValue): { \(subject): \($0) }" } ?? "\(key.rawValue): [\(subject)]"
    }

    /// The line below its key in YAML's block style: `- Trip.code`, `Trip.id: uuid()`.
    package var block: String { value.map { "\(subject): \($0)" } ?? "- \(subject)" }
}
