import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// What a line names in a version; `nil` where it names nothing, which is reported.
    mutating func element(of line: Mapping.Line, in version: VersionNames) -> VersionNames.Element? {
        let (path, location) = (line.path, line.location)
        if let element = version[path] { return element }
        let other: VersionNames? = line.key.definition.subjects.areOlder ? newer : older
        if let other, other[path] != nil {
            report(line, of: other, notIn: version)
        } else if version[ElementPath(path.entity)] == nil {
            reportOwner(path, in: version, at: location)
        } else {
            reportMember(path, in: version, at: location)
        }
        return nil
    }

    // What may be lost, and what rows are filled with, is decided by a person: nothing here is mended by a tool.

    /// A name of the wrong version.
    private mutating func report(_ line: Mapping.Line, of other: VersionNames, notIn version: VersionNames) {
        let (path, key, location) = (line.path, line.key.rawValue, line.location)
        let isCompared: Bool = nearMisses.mayCompare(with: version.owners.count)
        let meant: ElementPath? = isCompared ? other.counterpart(of: path, in: version) : nil
        if isCompared, meant == nil {
            return error(
                "only \(other.title) has '\(path)', so \(line.key.definition.consequence)",
                at: location,
                help: ["remove it: '\(key)' takes the names of \(version.title)"]
            )
        }
        error(
            "'\(path)' is a name of \(other.title), and '\(key)' takes those of \(version.title)",
            at: location,
            help: meant.map { ["write '\($0)'"] } ?? []
        )
    }

    private mutating func reportOwner(_ path: ElementPath, in version: VersionNames, at location: SourceLocation?) {
        let meant: ElementPath? = nearMisses.suggestion(for: path.entity, among: version.owners).map {
            ElementPath($0, path.property)
        }
        error(
            "\(version.title) has no entity\(path.property == nil ? "" : " or type") '\(path.entity)'",
            at: location,
            help: [meant.map { "did you mean '\($0)'?" } ?? "remove it"]
        )
    }

    private mutating func reportMember(_ path: ElementPath, in version: VersionNames, at location: SourceLocation?) {
        let what: String =
            switch version[ElementPath(path.entity)] {
            case .enumeration: "case"
            case .composite: "part"
            default: "property"
            }
        let name: String = path.property ?? ""
        var meant: ElementPath?
        var help: String = "remove it"
        if nearMisses.mayCompare(with: version.owners.count) {
            let names: [String] = version.names(of: path.entity)
            let below: [String] = version.owners(of: name, below: path.entity)
            meant =
                below.count == 1
                ? ElementPath(below[0], name)
                : nearMisses.suggestion(for: name, among: names).map { ElementPath(path.entity, $0) }
            let others: [String] = names.map { "'\(ElementPath(path.entity, $0))'" }
            if (1...12).contains(others.count) { help = "expected one of \(others.joined(separator: ", "))" }
        }
        error(
            "'\(path.entity)' of \(version.title) has no \(what) '\(name)'",
            at: location,
            help: [meant.map { "did you mean '\($0)'?" } ?? help]
        )
    }
}
