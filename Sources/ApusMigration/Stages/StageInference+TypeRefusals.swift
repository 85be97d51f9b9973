import ApusSchema

extension StageInference {
    func refusal(ofRemovingCase path: ElementPath, newer name: String) -> Refusal {
        Refusal(
            code: EnumCaseRemoved.page.code,
            path: ElementPath(name, path.property),
            message: "the case '\(path)' is gone, and rows that have it would lose their value",
            help: ["keep it, or \(accepting(path))"]
        )
    }

    func refusal(ofAddingPart path: ElementPath, _ part: Attribute) -> Refusal {
        Refusal(
            code: PartAdded.page.code,
            path: path,
            message: "the part '\(path)' is new and required, but has no default for the rows that exist",
            help: ["give it a default, or make it optional: '\(part.type.name)?'"]
                + writing("fill: { \(path): \(example(of: path)) }", "to fill the rows that exist")
        )
    }

    /// A value for a part of a composite, for a hint that can be pasted.
    private func example(of path: ElementPath) -> String {
        let part: Attribute? = new.composite(path.entity)?.attributes.first { $0.name == path.property }
        guard let part, let leaf = new.leaves(of: part).first else { return "\"\"" }
        return example(of: leaf)
    }

    func refusal(ofRequiringPart path: ElementPath) -> Refusal {
        Refusal(
            code: PartBecameRequired.page.code,
            path: path,
            message: "the part '\(path)' is required, but has no default for the rows without a value",
            help: ["give it a default, or leave it optional"]
                + writing("fill: { \(path): \(example(of: path)) }", "to fill the rows without a value")
        )
    }

    func refusal(ofRemovingPart path: ElementPath, _ part: Attribute, newer match: TypeMatching.CompositeMatch)
        -> Refusal
    {
        let likely: OwnedProperty? = LikelyRename.best(
            of: OwnedProperty(owner: match.old.name, property: .attribute(part)),
            among: match.parts.added,
            in: match.old.attributes.map(\.name),
            match.new.attributes.map(\.name)
        )
        if let likely {
            return Refusal(
                code: "AP203",
                path: ElementPath(match.new.name, likely.name),
                message: "'\(likely.name)' is new and '\(part.name)' is gone, both \(part.type.name): a rename?",
                help: ["add 'originalName: \(part.name)', or \(accepting(path))"]
            )
        }
        return Refusal(
            code: PartRemoved.page.code,
            path: path,
            message: "the part '\(path)' is gone, and with it its values",
            help: [accepting(path)]
        )
    }

    func refusal(ofConvertingPart path: ElementPath, older: ElementPath, _ before: Attribute, _ after: Attribute)
        -> Refusal
    {
        let help: [String] = converting(before, to: after, at: path)
        return Refusal(
            code: PartTypeChanged.page.code,
            path: path,
            message: "'\(path)' changes from \(before.type.name) to \(after.type.name), which may lose values",
            help: help + [
                "\(help.isEmpty ? "" : "or ")leave it as it was, and add a part under another name",
                "or \(accepting(older))",
            ]
        )
    }
}
