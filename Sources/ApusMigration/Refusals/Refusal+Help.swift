package import ApusSchema

extension Refusal {
    /// The possible resolutions, one per line, best first.
    public var help: [String] { hints.map(\.text) }

    /// A possible resolution.
    package struct Hint {
        /// The instruction, in one line.
        package let text: String
        /// The lines to paste into a file; empty if there are none.
        package var pasteable: [String] = []
        /// The lines of a mapping among it.
        package var lines: [Mapping.Line] = []
        /// Whether it is about the mapping although it has no lines, because the author has to write them.
        package var isAboutMapping = false
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
                if line.key == .accept { hints += computation(in: file) }
                var others: [String] = []
                while line.conversion != nil, case .line(let next, _)? = rest.first, next.path == line.path,
                    let name = next.conversion
                {
                    others.append("'\(name)'")
                    rest.removeFirst()
                }
                hints.append(
                    Hint(
                        text: "\(instruction(for: line, in: file)): '\(line.flow)'\(Self.others(line, others))",
                        pasteable: [line.flow],
                        lines: [line]
                    )
                )
            case .lines(let lines, let file):
                guard let line = lines.first else { continue }
                if line.key == .accept { hints += computation(in: file) }
                var others: [String] = []
                while line.conversion != nil, case .lines(let next, _)? = rest.first, next.first?.path == line.path,
                    let name = next.first?.conversion, next.dropFirst() == lines.dropFirst()
                {
                    others.append("'\(name)'")
                    rest.removeFirst()
                }
                var texts = lines.flow.map { "'\($0)'" }
                texts[0] += Self.others(line, others)
                hints.append(
                    Hint(
                        text: "\(instruction(for: line, in: file)): \(texts.joined(separator: " and "))",
                        pasteable: lines.block(),
                        lines: lines
                    )
                )
            case .originalName(let name, _):
                hints.append(Hint(text: summary(of: first), pasteable: ["originalName: \(name)"]))
            case .removal where reason == .undecided:
                hints.append(Hint(text: summary(of: first)))
                hints.append(Hint(text: "or remove the line if the values are right as they are"))
            case .removal, .correction, .newStore: hints.append(Hint(text: summary(of: first)))
            }
        }
        return hints
    }

    /// The hint that a property may be neither renamed nor unrelated to an older one, such as the parts of a name: accepting the loss would
    /// empty it.
    private func computation(in file: String) -> [Hint] {
        guard case .likelyRename(_, _?) = reason, path.property != nil else { return [] }
        let text = "if it is computed from older values, write how in \(file): 'values: { \(path): … }'"
        return [Hint(text: text, isAboutMapping: true)]
    }

    /// A resolution in words, without the text to paste.
    package func summary(of settlement: Settlement) -> String {
        switch settlement {
        case .line(let line, _): purpose(of: line)
        case .lines(let lines, _): purpose(of: lines)
        case .originalName(let name, let path): renaming(of: path, from: name)
        case .edit(let edit): text(of: edit)
        case .removal:
            reason == .undecided
                ? "write what the app's code did (fill, convert, accept …), then remove the line" : "remove the line"
        case .correction(_, let path): "did you mean '\(path)'?"
        case .newStore: "make a new store: the head's mapping is written for stores of the newest version"
        }
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

    /// The instruction to add a line to a file.
    private func instruction(for line: Mapping.Line, in file: String) -> String {
        "\(purpose(of: line))\(line.key == .accept && !discards ? " in" : ", add to") \(file)"
    }

    /// Whether an accepted loss discards the contents of an element that stays.
    private var discards: Bool {
        switch reason {
        case .typeChanged, .partTypeChanged, .kindChanged, .destinationChanged, .inverseChanged: true
        default: false
        }
    }

    /// The purpose of mapping lines that belong together, with the losses that they accept besides.
    package func purpose(of lines: [Mapping.Line]) -> String {
        guard let first = lines.first else { return "" }
        let losses = lines.dropFirst().filter { $0.key == .accept }.map { "'\($0.subject)'" }
        return purpose(of: first) + (losses.isEmpty ? "" : ", and accept the loss of \(losses.joined(separator: ", "))")
    }

    /// The purpose of a mapping line.
    package func purpose(of line: Mapping.Line) -> String {
        let purpose = line.key.definition.purpose
        switch line.key {
        case .accept: break
        case .require:
            switch reason {
            case .attributeAddedWithoutValue, .partAddedWithoutValue, .becameStoredWithoutValue:
                return "if no store has such objects yet"
            default: return purpose
            }
        case .entities:
            if isLikelyRename, path.property == nil { return "if so, to keep the objects" }
            return line.origins.map { Self.making(line.path.entity, of: $0) } ?? purpose
        case .values where isLikelyRename && line.path == path: return "if so, to keep the values"
        case .values where isSeparation: return "to relate them"
        default: return purpose
        }
        if discards { return "to discard what '\(path)' holds" }
        return isLikelyRename ? "if not, \(purpose)" : purpose
    }

    /// The purpose of a line that says where objects come from.
    private static func making(_ entity: String, of origins: [Mapping.Origin]) -> String {
        let sources = origins.flatMap(\.sources).map { "'\($0)'" }.joined(separator: " and ")
        return origins.contains { !$0.distinct.isEmpty }
            ? "to make one object of '\(entity)' per distinct value of \(sources)"
            : "to make one object of '\(entity)' per object of \(sources)"
    }

    /// The other possible conversions, and a reference to the documentation.
    private static func others(_ line: Mapping.Line, _ others: [String]) -> String {
        guard let name = line.conversion, name != "bytes" else { return "" }
        let list = others.isEmpty ? "" : "or \(others.joined(separator: ", "))"
        if name == "cases" { return list.isEmpty ? "" : " (\(list))" }
        return " (\(list.isEmpty ? "" : "\(list), ")see Documentation/Conversions.md)"
    }

    /// The instruction to correct an expression or an origin, if the reason has one.
    private var correction: String? {
        switch reason {
        case .unusableExpression(let text, let problem): problem.help ?? Fill.help(inPlaceOf: text, of: path)
        case .unusableOrigin(let problem): problem.help
        case .unusableAssertion(let problem): problem.help.first
        case .needlessLine: "compare values of all objects, such as 'Person.count == $old.Contact.count'"
        default: nil
        }
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
        case .keep(let older): return "keep \(older == path ? "it" : "'\(older)'") as it was"
        case .declare(let property, let entity):
            return "declare '\(property)' in '\(entity)' or one of its ancestors"
        case .relate(let line, let destination):
            return "give '\(line.path.entity)' a relationship to '\(destination)', and its objects by '\(line.flow)'"
        case .keepApart: return "keep the hierarchies separate"
        case .renameInTwoVersions(let taker, let name):
            return "rename in two versions, because the older '\(taker)' also has 'originalName: \(name)'"
        case .renameLater(_, let name):
            return
                "if it was '\(name)', keep that name in this version and rename it in the next one, when no other element "
                + "has 'originalName: \(name)'"
        case .addPart: return "add a part under another name"
        case .correctExpression: return correction ?? "correct the expression"
        case .writeValue(let type): return "write a value of type \(type)"
        }
    }
}

extension Refusal.Problem {
    /// The instruction, if there is one.
    fileprivate var help: String? {
        switch self {
        case .expression(let problem): problem.help.first
        case .bothComputed: "remove one of them"
        case .partlyComputed(let path, _):
            "compute it for all of them: 'values: { \(path): … }', or under 'values' of each origin"
        case .wholeComposite(_, let parts): "name its parts: \(parts.quoted(", "))"
        case .defaultOfOtherType(let name, _), .unlikeTypes(let name, _, _, isComputed: false):
            "write how '\(name)' is computed under 'values' of each origin"
        case .otherTypeThanInherited: "convert it in this version for all of them, and compute it in the next one"
        case .unlikeTypes(_, _, _, isComputed: true): "compute it in all origins"
        case .conditionOfNone: "write the name of an older entity"
        case .newIdentities(let name, let older, _): "add '\(name): { from: \(older) }'"
        case .severalIdentities: "add a line for each of them"
        case .notJoined: "change that in a version of its own, before the hierarchies merge"
        case .doubles: "say with 'where' which objects become which, also for the entity that has them now"
        case .takenTwice(_, _, .origin(_, line: nil), let condition):
            "leave them out: 'where: \(condition)', or \(Self.naming)"
        case .takenTwice(let entity, _, _, let condition):
            "leave them out: 'where: \(condition)', or name '\(entity)' under this 'from', too, if both are meant"
        case .overlap(_, let condition, _, isWithin: true):
            "remove the origin 'where: \(condition)', as others take all of its objects, or \(Self.naming)"
        case .overlap(_, let condition, _, isWithin: false):
            "leave out what another origin takes: 'where: \(condition)', or \(Self.naming)"
        case .staysToo(let entity, let newer, let condition):
            "add to 'entities' what stays: '\(newer): { from: \(entity), where: \(condition) }'"
        case .otherEntity, .nothingNamed, .ambiguousName, .becomesNone, .becomesSeveral, .noAttribute, .comparedUnlike,
            .listOfElement, .notStored, .notComputable, .destinationNotMade, .noNewerEntity, .noOlderEntity, .noObjects:
            nil
        }
    }

    private static let naming = "give each of these origins a name of its own, 'as: name', if two objects are meant"
}

extension Mapping.Line {
    /// The line with its key in YAML's flow style, ready to paste: `accept: [Trip.code]`, `fill: { Trip.id: uuid() }`.
    package var flow: String { [self].flow.joined() }

    /// The line below its key in YAML's block style: `- Trip.code`, `Trip.id: uuid()`.
    package var block: String { value.map { "\(subject): \($0)" } ?? "- \(subject)" }
}

extension [Mapping.Line] {
    /// The lines in YAML's flow style, a text for each key: `accept: [Trip.code]`, `fill: { Trip.id: uuid(), Trip.day: now() }`.
    package var flow: [String] {
        var keys: [Mapping.Key] = []
        for line in self where !keys.contains(line.key) { keys.append(line.key) }
        return keys.map { key in
            let below = filter { $0.key == key }
            let texts = below.map { line in line.value.map { "\(line.subject): \($0)" } ?? line.subject }
                .joined(separator: ", ")
            return below.contains { $0.value != nil } ? "\(key.rawValue): { \(texts) }" : "\(key.rawValue): [\(texts)]"
        }
    }

    /// The lines in YAML, each below its key.
    ///
    /// - Parameter text: Returns a line's text, indented below its key.
    /// - Returns: The lines of the text.
    package func block(_ text: (Mapping.Line) -> String = { "  \($0.block)" }) -> [String] {
        Mapping.Key.allCases.flatMap { key in
            let below = filter { $0.key == key }.map(text)
            return below.isEmpty ? [] : ["\(key.rawValue):"] + below
        }
    }
}
