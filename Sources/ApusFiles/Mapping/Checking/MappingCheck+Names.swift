import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// What may stand under a key, in words.
    struct Use {
        /// The key.
        let key: String
        /// What it does with an element: `nothing of it can be lost`.
        let nothing: String

        static let accept = Use(key: "accept", nothing: "nothing of it can be lost")
        static let fill = Use(key: "fill", nothing: "it cannot be filled")
        static let convert = Use(key: "convert", nothing: "nothing is converted to it")
        static let require = Use(key: "require", nothing: "it cannot be required")
    }

    /// What a path names in a version; `nil` where it names nothing, which is reported.
    mutating func element(
        _ path: ElementPath,
        in version: VersionNames,
        _ use: Use,
        at location: SourceLocation?
    ) -> VersionNames.Element? {
        if let element = version[path] { return element }
        let other: VersionNames? = use.key == Use.accept.key ? newer : older
        if let other, other[path] != nil {
            report(path, of: other, notIn: version, use, at: location)
        } else if version[ElementPath(path.entity)] == nil {
            reportOwner(path, in: version, at: location)
        } else {
            reportMember(path, in: version, at: location)
        }
        return nil
    }

    // What may be lost, and what rows are filled with, is decided by a person: nothing here is mended by a tool.

    /// A name of the wrong version.
    private mutating func report(
        _ path: ElementPath,
        of other: VersionNames,
        notIn version: VersionNames,
        _ use: Use,
        at location: SourceLocation?
    ) {
        let isCompared: Bool = mayCompare()
        let meant: ElementPath? = isCompared ? other.counterpart(of: path, in: version) : nil
        if isCompared, meant == nil {
            return error(
                "only \(other.title) has '\(path)', so \(use.nothing)",
                at: location,
                help: ["remove it: '\(use.key)' takes the names of \(version.title)"]
            )
        }
        error(
            "'\(path)' is a name of \(other.title), and '\(use.key)' takes those of \(version.title)",
            at: location,
            help: meant.map { ["write '\($0)'"] } ?? []
        )
    }

    private mutating func reportOwner(_ path: ElementPath, in version: VersionNames, at location: SourceLocation?) {
        let meant: ElementPath? =
            mayCompare()
            ? NearMiss.suggestion(for: path.entity, among: version.owners).map { ElementPath($0, path.property) } : nil
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
        if mayCompare() {
            let names: [String] = version.names(of: path.entity)
            let below: [String] = version.owners(of: name, below: path.entity)
            meant =
                below.count == 1
                ? ElementPath(below[0], name)
                : NearMiss.suggestion(for: name, among: names).map { ElementPath(path.entity, $0) }
            let others: [String] = names.map { "'\(ElementPath(path.entity, $0))'" }
            if (1...12).contains(others.count) { help = "possible are \(others.joined(separator: ", "))" }
        }
        error(
            "'\(path.entity)' of \(version.title) has no \(what) '\(name)'",
            at: location,
            help: [meant.map { "did you mean '\($0)'?" } ?? help]
        )
    }
}
