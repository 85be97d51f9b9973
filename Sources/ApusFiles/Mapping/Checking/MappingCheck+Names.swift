import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// The element with a name in a version; `nil` if there is none, which is reported.
    mutating func element(_ name: MappingName, in version: VersionNames) -> VersionNames.Element? {
        let path = name.path
        if let element = version[path] { return element }
        let other: VersionNames? = name.subjects.areOlder ? newer : older
        if let other, other[path] != nil {
            report(name, of: other, notIn: version)
        } else if version[ElementPath(path.entity)] == nil {
            reportOwner(path, in: version, at: name.location)
        } else {
            reportMember(name, in: version)
        }
        return nil
    }

    // What may be lost, and what rows are filled with, is decided by a person: nothing here is mended by a tool.

    /// A name of the wrong version.
    private mutating func report(_ name: MappingName, of other: VersionNames, notIn version: VersionNames) {
        let (path, key, location) = (name.path, name.key, name.location)
        let isCompared = nearMisses.mayCompare(with: version.owners.count)
        let meant: ElementPath? = isCompared ? other.counterpart(of: path, in: version) : nil
        if isCompared, meant == nil {
            return error(
                "only \(other.title) has '\(path)', so \(name.consequence)",
                at: location,
                help: ["remove it: '\(key)' takes the names of \(version.title)"]
            )
        }
        error(
            "'\(path)' is a name of \(other.title), and '\(key)' takes those of \(version.title)",
            at: location,
            help: meant.map { ["write '\(name.text(of: $0))'"] } ?? []
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

    /// A part that an attribute's composite does not have, or of an attribute that the entity does not have.
    private mutating func reportPart(_ name: MappingName, in version: VersionNames) {
        let path = name.path
        guard var element = version[path.whole] else {
            return reportMember(name.renamed(path.whole), in: version)
        }
        for (count, part) in path.names.enumerated().dropFirst() {
            guard let type = element.type else { return }
            guard let next = version[ElementPath(type, part)] else {
                let names: [String] = version.names(of: type)
                func text(_ part: String) -> String {
                    let names: [String] = path.names.prefix(count) + [part] + path.names.dropFirst(count + 1)
                    return "'\(name.text(of: ElementPath(path.entity, names.joined(separator: "."))))'"
                }
                let meant: String? = nearMisses.suggestion(for: part, among: names).map { "did you mean \(text($0))?" }
                return error(
                    "'\(type)' of \(version.title) has no part '\(part)'",
                    at: name.location,
                    help: [meant ?? "expected one of \(names.prefix(12).map(text).joined(separator: ", "))"]
                )
            }
            element = next
        }
    }

    private mutating func reportMember(_ name: MappingName, in version: VersionNames) {
        let path = name.path
        if path.isPart { return reportPart(name, in: version) }
        let what: String =
            switch version[ElementPath(path.entity)] {
            case .enumeration: "case"
            case .composite: "part"
            default: "property"
            }
        let property: String = path.property ?? ""
        var meant: ElementPath?
        var help = "remove it"
        if nearMisses.mayCompare(with: version.owners.count) {
            let names: [String] = version.names(of: path.entity)
            let below: [String] = version.owners(of: property, below: path.entity)
            meant =
                below.count == 1
                ? ElementPath(below[0], property)
                : nearMisses.suggestion(for: property, among: names).map { ElementPath(path.entity, $0) }
            let others: [String] = names.map { "'\(name.text(of: ElementPath(path.entity, $0)))'" }
            if (1...12).contains(others.count) { help = "expected one of \(others.joined(separator: ", "))" }
        }
        error(
            "'\(path.entity)' of \(version.title) has no \(what) '\(property)'",
            at: name.location,
            help: [meant.map { "did you mean '\(name.text(of: $0))'?" } ?? help]
        )
    }
}
