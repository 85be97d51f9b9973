import ApusMigration
import ApusReports
import ApusSchema

extension StageReport {
    /// A stage with every verdict but a refusal.
    static let mapped = StageReport(model: "Trips", from: "3", to: "head", changes: changes, losses: losses)

    /// The same stage with two decisions that are still needed.
    static let refused = StageReport(
        model: "Trips",
        from: "3",
        to: "head",
        changes: changes + [
            Change(AttributeAdded(attribute: Attribute("beginDate", .date), fill: nil), entity: "Item"),
            Change(
                AttributeRemoved(attribute: Attribute("startDate", .date), isLoss: true),
                entity: "Item",
                verdict: .refused(likelyRename)
            ),
        ],
        refusals: [likelyRename, needless],
        losses: losses + [ElementPath("Item", "startDate")]
    )

    /// A stage with two decisions that lines of a mapping settle.
    static let undecided = StageReport(
        model: "Trips",
        from: "3",
        to: "head",
        changes: [],
        refusals: [ElementPath("Trip", "code"), ElementPath("Trip", "nights")].map { name in
            Refusal(.propertyRemoved(.attribute, nameTakenBy: nil), at: name, settledBy: [.accepting(name)])
        },
        mappingFile: "Migrations/Trips/3-head.yaml"
    )

    /// The stage of a direct mapping.
    static let direct = StageReport(
        model: "Trips",
        from: "1",
        to: "4",
        changes: [],
        skipped: ["2", "3"]
    )

    /// A stage that runs code in Swift.
    static let coded = StageReport(
        model: "Trips",
        from: "2",
        to: "3",
        changes: [],
        swift: [SwiftStage("TripsStages.split", version: 1)]
    )

    private static let losses: [ElementPath] = [
        ElementPath("Trip", "legacyCode"), ElementPath("Draft"), ElementPath("Status", "archived"),
    ]

    private static let changes: [Change] = [
        Change(EntityRenamed(from: "Trip", to: "Journey"), entity: "Journey"),
        Change(AttributeRenamed(from: "start", to: "startDate"), entity: "Journey"),
        Change(
            TypeChanged(name: "nights", from: "double", to: "int32", conversion: "rounded"),
            entity: "Journey",
            verdict: .mapped(.convert(ElementPath("Journey", "nights"), "rounded"))
        ),
        Change(
            AttributeAdded(attribute: Attribute("code", .uuid), fill: "uuid()"),
            entity: "Journey",
            verdict: .mapped(.fill(ElementPath("Journey", "code"), .generated(.uuid)))
        ),
        Change(
            BecameRequired(name: "owner", fill: nil),
            entity: "Journey",
            verdict: .mapped(.require(ElementPath("Journey", "owner")))
        ),
        Change(
            AttributeRemoved(attribute: Attribute("legacyCode", .string, isOptional: true), isLoss: true),
            entity: "Journey",
            verdict: .accepted
        ),
        Change(
            ValuesComputed(name: "title", expression: "uppercase($source.name)"),
            entity: "Journey",
            verdict: .mapped(.value(ElementPath("Journey", "title"), "uppercase($source.name)"))
        ),
        Change(UniquenessAdded(properties: ["name", "startDate"]), entity: "Journey"),
        Change(DeleteRuleChanged(name: "items", from: .nullify, to: .cascade), entity: "Journey"),
        Change(BecameOptional(name: "title"), entity: "Item"),
        Change(EntityAdded(entity: Entity("Tag", attributes: [Attribute("title", .string)])), entity: "Tag"),
        Change(EnumCaseRemoved(name: "archived", rawValue: "'archived'"), entity: "Status", verdict: .accepted),
        Change(EntityRemoved(entity: Entity("Draft")), entity: "Draft", verdict: .accepted),
    ]

    private static let likelyRename = Refusal(
        .likelyRename(older: ElementPath("Item", "startDate"), type: "date"),
        at: ElementPath("Item", "beginDate"),
        settledBy: [
            .originalName("startDate", of: ElementPath("Item", "beginDate")),
            .accepting(ElementPath("Item", "startDate")),
        ]
    )

    private static let needless: Refusal = {
        let line: Mapping.Line = .fill(ElementPath("Item", "title"), .literal(""))
        return Refusal(
            .needlessLine(line, isUnknown: false),
            at: line.path,
            settledBy: [.removal(of: line)]
        )
    }()
}

extension Refusal.Settlement {
    fileprivate static func accepting(_ path: ElementPath) -> Refusal.Settlement {
        .line(.accept(path), file: "Migrations/Trips/3-head.yaml")
    }
}
